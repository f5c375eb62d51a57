"""Initializers of convolution kernels that keep the norm of their input (Xiao et al. 2018)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, ClassVar

from tf1compat._facade import array_ops, math_ops, random_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.init_ops import Initializer, _float, orthonormal
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

Kernel = dict[tuple[int, ...], Tensor]  # a matrix of channels for each place


class _Orthogonal(Initializer):
    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float(dtype)
        self.seed = seed

    def get_config(self) -> dict[str, Any]:
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


class ConvolutionDeltaOrthogonal(_Orthogonal):
    """`gain` times an orthogonal matrix in the middle of the kernel, zeros around it (algorithm 2).

    The shape is [spatial…, in, out] with one to three spatial dimensions.

    Raises:
      ValueError: another rank, or more inputs than outputs.
    """

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        if len(shape) < 3 or len(shape) > 5:
            raise ValueError("The tensor to initialize must be at least three-dimensional and at most five-dimensional")
        if shape[-2] > shape[-1]:
            raise ValueError("In_filters cannot be greater than out_filters.")
        dtype = self.dtype if dtype is None else dtype
        matrix = orthonormal([shape[-1], shape[-1]], dtype, self.seed)[: shape[-2], :]
        matrix *= math_ops.cast(self.gain, dtype=dtype)
        middle = [(size - 1) // 2 for size in shape[:-2]]
        return array_ops.scatter_nd([middle], array_ops.expand_dims(matrix, 0), shape)


class ConvolutionOrthogonal(_Orthogonal):
    """Base class: `gain` times a kernel whose circular convolution is orthogonal (algorithm 1).

    A kernel of size k is the convolution of k - 1 kernels of size 2, each made of a projection and its complement.

    Raises:
      ValueError: another rank, more inputs than outputs, or spatial sizes that differ.
    """

    spatial_rank: ClassVar[int] = 0
    _words: ClassVar[dict[int, str]] = {1: "three", 2: "four", 3: "five"}

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Tensor:
        if len(shape) != self.spatial_rank + 2:
            raise ValueError(f"The tensor to initialize must be {self._words[self.spatial_rank]}-dimensional")
        if shape[-2] > shape[-1]:
            raise ValueError("In_filters cannot be greater than out_filters.")
        if len(set(shape[:-2])) > 1:
            raise ValueError("Kernel sizes must be equal.")
        kernel = self._orthogonal_kernel(shape[0], shape[-2], shape[-1])
        return kernel * math_ops.cast(self.gain, dtype=self.dtype if dtype is None else dtype)

    def _orthogonal_kernel(self, size: int, channels: int, outputs: int) -> Tensor:
        first = self._orthogonal_matrix(outputs)[:channels, :]
        if size == 1:
            for _ in range(self.spatial_rank):
                first = array_ops.expand_dims(first, 0)
            return first
        kernel = self._pair(outputs)
        for _ in range(size - 2):
            kernel = _convolved(kernel, self._pair(outputs), self.spatial_rank)
        places = sorted(kernel)
        return _stacked([math_ops.matmul(first, kernel[at]) for at in places], size, self.spatial_rank)

    def _pair(self, n: int) -> Kernel:
        """A kernel of size 2: each place has a product of projections or their complements, one per dimension."""
        projections = [self._symmetric_projection(n) for _ in range(self.spatial_rank)]
        eye = array_ops.eye(n, dtype=self.dtype)
        straight = 1 if self.spatial_rank == 3 else 0  # TF1: three dimensions count the other way round
        kernel: Kernel = {}
        for place in itertools.product((0, 1), repeat=self.spatial_rank):
            factors = [p if side == straight else eye - p for side, p in zip(place, projections)]
            product = factors[0]
            for factor in factors[1:]:
                product = math_ops.matmul(product, factor)
            kernel[place] = product
        return kernel

    def _orthogonal_matrix(self, n: int) -> Tensor:
        matrix = random_ops.random_normal([n, n], dtype=self.dtype, seed=self.seed)
        self._next_seed()
        q, r = apply_op("Qr", matrix)
        return q * math_ops.sign(array_ops.diag_part(r))

    def _symmetric_projection(self, n: int) -> Tensor:
        """A random projection: a matrix P = P * P that equals its transpose."""
        q = self._orthogonal_matrix(n)
        kept = math_ops.cast(random_ops.random_normal([n], seed=self.seed) > 0, self.dtype)
        self._next_seed()
        columns = math_ops.multiply(q, kept)
        return math_ops.matmul(columns, array_ops.matrix_transpose(columns))

    def _next_seed(self) -> None:
        if self.seed:
            self.seed += 1


class ConvolutionOrthogonal1D(ConvolutionOrthogonal):
    """Kernels [size, in, out]."""

    spatial_rank = 1


class ConvolutionOrthogonal2D(ConvolutionOrthogonal):
    """Kernels [size, size, in, out]."""

    spatial_rank = 2


class ConvolutionOrthogonal3D(ConvolutionOrthogonal):
    """Kernels [size, size, size, in, out]."""

    spatial_rank = 3


def _convolved(a: Kernel, b: Kernel, rank: int) -> Kernel:
    """The full convolution of two kernels whose elements are matrices."""
    result: Kernel = {}
    for i, j in itertools.product(sorted(a), sorted(b)):
        place = tuple(x + y for x, y in zip(i, j))
        product = math_ops.matmul(a[i], b[j])
        result[place] = result[place] + product if place in result else product
    return result


def _stacked(matrices: Sequence[Tensor], size: int, rank: int) -> Tensor:
    """Matrices in row-major order of their places as one tensor."""
    parts = list(matrices)
    for _ in range(rank):
        parts = [array_ops.stack(parts[i : i + size]) for i in range(0, len(parts), size)]
    return parts[0]


convolutional_delta_orthogonal = ConvolutionDeltaOrthogonal
convolutional_orthogonal_1d = ConvolutionOrthogonal1D
convolutional_orthogonal_2d = ConvolutionOrthogonal2D
convolutional_orthogonal_3d = ConvolutionOrthogonal3D
