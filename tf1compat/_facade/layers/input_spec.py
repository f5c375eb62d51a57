"""`InputSpec`: what a layer demands of its input, and the check of it."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


class InputSpec:
    """Rank, type and sizes that a layer accepts.

    Args:
      dtype: type of the input.
      shape: its shape, None for sizes that may vary; decides `ndim`.
      ndim, max_ndim, min_ndim: its rank.
      axes: sizes of some dimensions, `{axis: size}`.
    """

    def __init__(
        self,
        dtype: Any = None,
        shape: Any = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: dict[int, Any] | None = None,
    ) -> None:
        self.dtype = None if dtype is None else dtypes.as_dtype(dtype).name
        self.shape = shape
        self.ndim = ndim if shape is None else len(shape)
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        try:
            self.axes = {int(k): v for k, v in (axes or {}).items()}
        except (ValueError, TypeError):
            raise TypeError("The keys in axes must be integers.") from None
        limit = self.ndim or self.max_ndim
        if self.axes and limit is not None and max(self.axes) > limit - 1:
            raise ValueError(f"Axis {max(self.axes)} is greater than the maximum allowed value: {limit - 1}")

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> InputSpec:
        """An InputSpec from what `get_config` returned."""
        return cls(**config)

    def __repr__(self) -> str:
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        return "InputSpec(" + ", ".join(f"{n}={getattr(self, n)}" for n in names if getattr(self, n)) + ")"

    def check(self, x: Tensor, index: int, layer_name: str) -> None:
        """Raise ValueError, in TF1's words, if `x` does not fit."""
        start = f"Input {index} of layer {layer_name} is incompatible with the layer: "
        shape = x.shape  # of a variable, too
        dims = None if shape.ndims is None else tuple(shape.as_list())
        if dims is None:
            if (self.ndim, self.min_ndim, self.max_ndim) != (None, None, None):
                raise ValueError(f"{start}its rank is undefined, but the layer requires a defined rank.")
            return
        whole = f"Full shape received: {list(dims)}"
        if self.ndim is not None and len(dims) != self.ndim:
            raise ValueError(f"{start}expected ndim={self.ndim}, found ndim={len(dims)}. {whole}")
        if self.max_ndim is not None and len(dims) > self.max_ndim:
            raise ValueError(f"{start}expected max_ndim={self.max_ndim}, found ndim={len(dims)}")
        if self.min_ndim is not None and len(dims) < self.min_ndim:
            # TF1: the colon is doubled in this message
            raise ValueError(f"{start}: expected min_ndim={self.min_ndim}, found ndim={len(dims)}. {whole}")
        if self.dtype is not None and x.dtype.name != self.dtype:
            raise ValueError(f"{start}expected dtype={self.dtype}, found dtype={x.dtype}")
        for axis, wanted in self.axes.items():
            size = getattr(wanted, "value", wanted)
            if size is not None and dims[axis] not in (size, None):
                raise ValueError(
                    f"{start}expected axis {axis} of input shape to have value {size} but received input with shape "
                    f"{list(dims)}"
                )
        for wanted, size in zip(self.shape or (), dims):
            if wanted is not None and size is not None and wanted != size:
                raise ValueError(
                    f"Input {index} is incompatible with layer {layer_name}: expected shape={self.shape}, found "
                    f"shape={list(dims)}"
                )


def check_inputs(spec: Any, inputs: list[Tensor], layer_name: str) -> None:
    """Check each of `inputs` against its InputSpec."""
    if not spec:
        return
    specs = list(spec) if isinstance(spec, (list, tuple)) else [spec]
    if len(specs) != len(inputs):
        raise ValueError(
            f"Layer {layer_name} expects {len(specs)} inputs, but it received {len(inputs)} input tensors. Inputs "
            f"received: {inputs}"
        )
    for i, (x, one) in enumerate(zip(inputs, specs)):
        if one is not None:
            one.check(x, i, layer_name)
