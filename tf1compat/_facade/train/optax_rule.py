"""An Optax transformation for a list of variables: the leaves of its state, and its calls on flat lists of arrays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from tf1compat._facade import context
from tf1compat._jaxcore.base import dtypes


@dataclass(frozen=True)
class StateLeaf:
    """One array of the state: of variable `owner`, or (None) of the optimizer itself."""

    name: str
    owner: Any
    shape: tuple[int, ...]
    dtype: dtypes.DType


class OptaxRule:
    """A transformation whose parameters are called like the variables.

    Args:
      transformation: an `optax.GradientTransformation`.
      variables: what it trains; their shapes are known.

    Raises:
      ValueError: the shape of a variable is not known.
    """

    def __init__(self, transformation: Any, variables: list[Any]) -> None:
        import jax

        self.transformation = transformation
        self.variables = variables
        self.names: list[str] = [v.op.name for v in variables]
        self.token = b"optax_%d" % next(context.NUMBERS)
        with jax.enable_x64(True):
            found = jax.eval_shape(transformation.init, dict(zip(self.names, map(_abstract, variables))))
        with_paths, self._structure = jax.tree_util.tree_flatten_with_path(found)
        self._types = [leaf.dtype for _, leaf in with_paths]
        self.leaves = self._described(with_paths)

    def _described(self, with_paths: Sequence[tuple[Any, Any]]) -> list[StateLeaf]:
        """The leaves with names that say what they are: `mu`, and `mu_1` for the second of that name."""
        import jax

        by_name = dict(zip(self.names, self.variables))
        used: dict[tuple[Any, str], int] = {}
        leaves = []
        for path, leaf in with_paths:
            if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):  # pyright: ignore[reportPrivateImportUsage]
                leaf = jax.eval_shape(jax.random.key_data, leaf)
            keys = [_key(entry) for entry in path]
            owner = next((by_name[k] for k in keys if k in by_name), None)
            if owner is not None and leaf.shape != tuple(owner.shape.as_list()):
                keys, owner = [re.sub(r"\W", "_", k) for k in keys], None
            words = [k for k in keys if owner is None or k != owner.op.name]
            name = next((k for k in reversed(words) if not k.isdigit()), "state")
            place = None if owner is None else owner.op.name, name
            used[place] = used.get(place, 0) + 1
            numbered = name if used[place] == 1 else f"{name}_{used[place] - 1}"
            leaves.append(StateLeaf(numbered, owner, leaf.shape, dtypes.as_dtype(leaf.dtype)))
        return leaves

    def start(self, params: Sequence[Any], types: Sequence[Any]) -> list[Any]:
        """The leaves of the first state."""
        import jax

        state = self.transformation.init(dict(zip(self.names, params)))
        return [_plain(x, t) for x, t in zip(jax.tree.leaves(state), types, strict=True)]

    def step(self, params: Sequence[Any], grads: Sequence[Any], state: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The parameters after one update, and the leaves of the next state."""
        import jax
        import optax

        named = dict(zip(self.names, params))
        given = self._structure.unflatten([_typed(x, t) for x, t in zip(state, self._types, strict=True)])
        updates, following = self.transformation.update(dict(zip(self.names, grads)), given, named)
        new = cast("dict[str, Any]", optax.apply_updates(named, updates))
        leaves = zip(jax.tree.leaves(following), self.leaves, strict=True)
        return [new[n] for n in self.names], [_plain(x, leaf.dtype) for x, leaf in leaves]


def _abstract(variable: Any) -> Any:
    import jax

    if not variable.shape.is_fully_defined():
        raise ValueError(f"OptaxOptimizer needs variables of known shape; {variable.name} has {variable.shape}")
    return jax.ShapeDtypeStruct(tuple(variable.shape.as_list()), variable.dtype.base_dtype.as_numpy_dtype)


def _key(entry: Any) -> str:
    """One step of a path through the state, as text."""
    for part in ("name", "key", "idx"):
        if hasattr(entry, part):
            return str(getattr(entry, part))
    return str(entry)


def _plain(leaf: Any, dtype: Any) -> Any:
    """A leaf as an array of the dtype of its variable; a key of random numbers as its words."""
    import jax
    from jax import numpy as jnp

    if jax.dtypes.issubdtype(getattr(leaf, "dtype", None), jax.dtypes.prng_key):  # pyright: ignore[reportPrivateImportUsage]
        leaf = jax.random.key_data(leaf)
    return jnp.asarray(leaf, dtype.np)


def _typed(array: Any, dtype: Any) -> Any:
    """The leaf that `_plain` wrote out."""
    import jax

    if jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key):  # pyright: ignore[reportPrivateImportUsage]
        return jax.random.wrap_key_data(array, dtype=dtype)
    return array
