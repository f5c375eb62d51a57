"""The names of `tf.linalg.LinearOperator` and its kinds: classes for isinstance; making one is refused."""

from __future__ import annotations

from typing import Any


class LinearOperator:
    """A matrix by what it does. Not in tf1compat, only its name, for `isinstance`."""

    only_a_name = True  # the page of coverage does not count it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            f"tf.linalg.{type(self).__name__} is not in tf1compat: use tf.matmul, tf.cholesky, tf.linalg.triangular_solve "
            "and the like on the matrix itself"
        )


def _kind(name: str, base: type = LinearOperator) -> Any:
    made = type(name, (base,), {"__doc__": "Not in tf1compat, only its name, for `isinstance`."})
    made.__module__ = __name__
    return made


LinearOperatorAdjoint = _kind("LinearOperatorAdjoint")
LinearOperatorBlockDiag = _kind("LinearOperatorBlockDiag")
LinearOperatorCirculant = _kind("LinearOperatorCirculant")
LinearOperatorCirculant2D = _kind("LinearOperatorCirculant2D")
LinearOperatorCirculant3D = _kind("LinearOperatorCirculant3D")
LinearOperatorComposition = _kind("LinearOperatorComposition")
LinearOperatorDiag = _kind("LinearOperatorDiag")
LinearOperatorFullMatrix = _kind("LinearOperatorFullMatrix")
LinearOperatorHouseholder = _kind("LinearOperatorHouseholder")
LinearOperatorIdentity = _kind("LinearOperatorIdentity")
LinearOperatorInversion = _kind("LinearOperatorInversion")
LinearOperatorKronecker = _kind("LinearOperatorKronecker")
LinearOperatorLowRankUpdate = _kind("LinearOperatorLowRankUpdate")
LinearOperatorLowerTriangular = _kind("LinearOperatorLowerTriangular")
LinearOperatorScaledIdentity = _kind("LinearOperatorScaledIdentity")
LinearOperatorToeplitz = _kind("LinearOperatorToeplitz")
LinearOperatorZeros = _kind("LinearOperatorZeros")
