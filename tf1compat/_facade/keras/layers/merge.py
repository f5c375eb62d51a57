"""`tf.keras.layers`: sums, products, means and rows of several inputs."""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade import array_ops, math_ops, nn_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._jaxcore.base.shapes import TensorShape


class _Merge(Layer):
    """An operation on inputs that are broadcast against each other."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def _merge_function(self, inputs: list[Any]) -> Any:
        raise NotImplementedError

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or len(input_shape) < 2:
            raise ValueError(
                "A merge layer should be called on a list of at least 2 inputs. Got "
                f"{len(input_shape) if isinstance(input_shape, list) else 1} inputs."
            )
        batches = {s[0].value for s in input_shape if s.ndims} - {None}
        if len(batches) > 1:
            raise ValueError(
                f"Can not merge tensors with different batch sizes. Got tensors with shapes : {input_shape}"
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        if not isinstance(inputs, list):
            raise ValueError("A merge layer should be called on a list of inputs.")
        ranks = [K.ndim(x) for x in inputs]
        if None in ranks:
            raise ValueError(f"{type(self).__name__} needs inputs of known rank, got {inputs}")
        most = max(r for r in ranks if r is not None)
        wide = []
        for x in inputs:
            for _ in range(most - (K.ndim(x) or 0)):
                x = array_ops.expand_dims(x, axis=1)
            wide.append(x)
        return self._merge_function(wide)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        found: list[Any] = []
        for shape in input_shape:
            sizes = TensorShape(shape).as_list()[1:]
            longer, shorter = (found, sizes) if len(found) >= len(sizes) else (sizes, found)
            merged = list(longer)
            for i in range(1, len(shorter) + 1):
                a, b = longer[-i], shorter[-i]
                if None not in (a, b) and a != b and 1 not in (a, b):
                    raise ValueError(f"Operands could not be broadcast together with shapes {found} {sizes}")
                merged[-i] = None if None in (a, b) else max(cast(int, a), cast(int, b))
            found = merged
        batches = {TensorShape(s).as_list()[0] for s in input_shape} - {None}
        return TensorShape([batches.pop() if len(batches) == 1 else None, *found])

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        if mask is None:
            return None
        if not isinstance(mask, list):
            raise ValueError("`mask` should be a list.")
        if not isinstance(inputs, list):
            raise ValueError("`inputs` should be a list.")
        if len(mask) != len(inputs):
            raise ValueError("The lists `inputs` and `mask` should have the same length.")
        known = [array_ops.expand_dims(m, axis=0) for m in mask if m is not None]
        if not known:
            return None
        return K.all(K.concatenate(known, axis=0), axis=0, keepdims=False)


class Add(_Merge):
    """Sum of the inputs."""

    def _merge_function(self, inputs: list[Any]) -> Any:
        output = inputs[0]
        for x in inputs[1:]:
            output += x
        return output


class Subtract(_Merge):
    """The first input minus the second."""

    def build(self, input_shape: Any) -> None:
        super().build(input_shape)
        if len(input_shape) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs")

    def _merge_function(self, inputs: list[Any]) -> Any:
        if len(inputs) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs")
        return inputs[0] - inputs[1]


class Multiply(_Merge):
    """Product of the inputs."""

    def _merge_function(self, inputs: list[Any]) -> Any:
        output = inputs[0]
        for x in inputs[1:]:
            output = output * x
        return output


class Average(_Merge):
    """Mean of the inputs."""

    def _merge_function(self, inputs: list[Any]) -> Any:
        output = inputs[0]
        for x in inputs[1:]:
            output += x
        return output / len(inputs)


class Maximum(_Merge):
    """Largest of the inputs, element by element."""

    def _merge_function(self, inputs: list[Any]) -> Any:
        output = inputs[0]
        for x in inputs[1:]:
            output = math_ops.maximum(output, x)
        return output


class Minimum(_Merge):
    """Smallest of the inputs, element by element."""

    def _merge_function(self, inputs: list[Any]) -> Any:
        output = inputs[0]
        for x in inputs[1:]:
            output = math_ops.minimum(output, x)
        return output


class Concatenate(_Merge):
    """The inputs in a row along `axis`."""

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or len(input_shape) < 2:
            raise ValueError("A `Concatenate` layer should be called on a list of at least 2 inputs")
        known = [s.as_list() for s in map(TensorShape, input_shape) if s.ndims is not None]
        rest = {tuple(n for i, n in enumerate(s) if i != self.axis % len(s)) for s in known}
        if len(rest) > 1:
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concat axis. Got inputs "
                f"shapes: {[tuple(s) for s in known]}"
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        return K.concatenate(inputs, axis=self.axis)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        if not isinstance(input_shape, list):
            raise ValueError("A `Concatenate` layer should be called on a list of inputs.")
        shapes = [TensorShape(s).as_list() for s in input_shape]
        found = list(shapes[0])
        sizes = [s[self.axis] for s in shapes]
        found[self.axis] = None if None in sizes else sum(cast("list[int]", sizes))
        return TensorShape(found)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        if mask is None or all(m is None for m in mask):
            return None
        found = []
        for x, m in zip(inputs, mask):
            if m is None:
                m = math_ops.cast(array_ops.ones_like(x), "bool")
            elif K.ndim(m) < K.ndim(x):
                m = array_ops.expand_dims(m, axis=-1)
            found.append(m)
        return K.all(K.concatenate(found, axis=self.axis), axis=-1, keepdims=False)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis}


class Dot(_Merge):
    """Dot product of two inputs along `axes`; with `normalize`, the cosine of their angle."""

    def __init__(self, axes: Any, normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axes, int) and (not isinstance(axes, (list, tuple)) or len(axes) != 2):
            raise ValueError("Invalid type for `axes` - should be a list or an int.")
        self.axes, self.normalize = axes, normalize

    def build(self, input_shape: Any) -> None:
        if not isinstance(input_shape, list) or len(input_shape) != 2:
            raise ValueError("A `Dot` layer should be called on a list of 2 inputs.")
        a, b = (TensorShape(s).as_list() for s in input_shape)
        i, j = self._places(len(a), len(b))
        if a[i] != b[j]:
            raise ValueError(f"Dimension incompatibility {a[i]} != {b[j]}. Layer shapes: {a}, {b}")
        self.built = True

    def _places(self, first: int, second: int) -> tuple[int, int]:
        a, b = (self.axes, self.axes) if isinstance(self.axes, int) else self.axes
        return a % first, b % second

    def call(self, inputs: Any) -> Any:
        places = self._places(K.ndim(inputs[0]) or 0, K.ndim(inputs[1]) or 0)
        a, b = inputs
        if self.normalize:
            a, b = nn_ops.l2_normalize(a, axis=places[0]), nn_ops.l2_normalize(b, axis=places[1])
        return K.batch_dot(a, b, list(places))

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        if not isinstance(input_shape, (list, tuple)) or len(input_shape) != 2:
            raise ValueError("A `Dot` layer should be called on a list of 2 inputs.")
        a, b = (TensorShape(s).as_list() for s in input_shape)
        i, j = self._places(len(a), len(b))
        a.pop(i)
        b.pop(j)
        found = a + b[1:]
        return TensorShape(found if len(found) > 1 else [*found, 1])

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return None

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axes": self.axes, "normalize": self.normalize}


def add(inputs: Any, **kwargs: Any) -> Any:
    """`Add` as a function."""
    return Add(**kwargs)(inputs)


def subtract(inputs: Any, **kwargs: Any) -> Any:
    """`Subtract` as a function."""
    return Subtract(**kwargs)(inputs)


def multiply(inputs: Any, **kwargs: Any) -> Any:
    """`Multiply` as a function."""
    return Multiply(**kwargs)(inputs)


def average(inputs: Any, **kwargs: Any) -> Any:
    """`Average` as a function."""
    return Average(**kwargs)(inputs)


def maximum(inputs: Any, **kwargs: Any) -> Any:
    """`Maximum` as a function."""
    return Maximum(**kwargs)(inputs)


def minimum(inputs: Any, **kwargs: Any) -> Any:
    """`Minimum` as a function."""
    return Minimum(**kwargs)(inputs)


def concatenate(inputs: Any, axis: int = -1, **kwargs: Any) -> Any:
    """`Concatenate` as a function."""
    return Concatenate(axis=axis, **kwargs)(inputs)


def dot(inputs: Any, axes: Any, normalize: bool = False, **kwargs: Any) -> Any:
    """`Dot` as a function."""
    return Dot(axes=axes, normalize=normalize, **kwargs)(inputs)
