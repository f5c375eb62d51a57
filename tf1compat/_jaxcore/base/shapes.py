"""Static shapes: fast functions on raw tuples, and TF1's `TensorShape` on top of them.

A raw shape (`Shape`) is a tuple of sizes, None for a size that is not known, or None where not even the rank is.
The functions here raise `ShapeError`, whose message the caller completes with `ShapeError.for_op`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from math import prod
from typing import Any, Final, TypeAlias, cast

from tf1compat._jaxcore.base.dimension import Dimension, as_dimension, as_size

Shape: TypeAlias = tuple[int | None, ...] | None

UNKNOWN: Final[Shape] = None
SCALAR: Final[tuple[int | None, ...]] = ()


class ShapeError(ValueError):
    """Two shapes, or a shape and a rank, that do not go together; its message names no op yet."""

    def for_op(
        self,
        name: str,
        op_type: str,
        input_shapes: Iterable[Shape],
        *,
        computed: Mapping[int, str] | None = None,
        partial: Mapping[int, Shape] | None = None,
    ) -> ValueError:
        """TF's complete message: this one, then the node and its input shapes.

        `computed` gives the text of input values the rule looked at (`{1: "2 3"}`), `partial` those known as shapes.

        >>> ShapeError("Dimensions must be equal, but are 2 and 3").for_op("add", "Add", [(2,), (3,)]).args[0]
        "Dimensions must be equal, but are 2 and 3 for 'add' (op: 'Add') with input shapes: [2], [3]."
        """
        text = f"{self} for '{name}' (op: '{op_type}') with input shapes: {', '.join(map(debug_text, input_shapes))}"
        if computed:
            values = (f"input[{index}] = <{value}>" for index, value in computed.items())
            text += " and with computed input tensors: " + ", ".join(values)
        if partial:
            values = (f"input[{index}] = {debug_text(shape)}" for index, shape in partial.items())
            text += " and with input tensors computed as partial shapes: " + ",".join(values)
        return ValueError(text + ".")


def as_raw(value: Any) -> Shape:
    """The raw shape of a TensorShape, a sequence of sizes, one size, a TensorShapeProto or None.

    Raises ValueError for negative sizes (only a proto spells an unknown size -1) and TypeError for text.
    """
    if value is None:
        return None
    if isinstance(value, TensorShape):
        return value.raw
    if isinstance(value, bytes | str):
        raise TypeError(f"A string has ambiguous TensorShape, please wrap in a list or convert to an int: {value!s}")
    if hasattr(value, "unknown_rank") and hasattr(value, "dim"):
        return None if value.unknown_rank else tuple(None if d.size == -1 else as_size(d.size) for d in value.dim)
    try:
        sizes = iter(value)
    except TypeError:
        return (as_size(value),)
    return tuple(d if d is None or (type(d) is int and d >= 0) else as_size(d) for d in sizes)


def rank(shape: Shape) -> int | None:
    """The number of dimensions, None where unknown."""
    return None if shape is None else len(shape)


def is_fully_defined(shape: Shape) -> bool:
    """Whether every size is known."""
    return shape is not None and None not in shape


def num_elements(shape: Shape) -> int | None:
    """The product of all sizes, None where one is unknown."""
    if shape is None or None in shape:
        return None
    return prod(cast("tuple[int, ...]", shape))


def broadcast(a: Shape, b: Shape) -> Shape:
    """The shape of an element-wise operation on `a` and `b`; ShapeError where they do not broadcast.

    >>> broadcast((None, 1), (3,)), broadcast((None,), (1,)), broadcast((2,), None)
    ((None, 3), (None,), None)
    """
    if a is None or b is None:
        return None
    if a == b:
        return a
    longest = max(len(a), len(b))
    ones = (1,) * longest
    # From the left, so that the error is about the outermost size that does not fit.
    return tuple(map(broadcast_size, ones[len(a) :] + a, ones[len(b) :] + b))


def broadcast_size(x: int | None, y: int | None) -> int | None:
    """One size of `broadcast`: a size above 1 wins over an unknown one, 1 gives way, 0 and unknown stay unknown."""
    if x == 1 or x == y:
        return y
    if y == 1:
        return x
    if x is None:
        return y if y else None
    if y is None:
        return x if x else None
    raise ShapeError(f"Dimensions must be equal, but are {x} and {y}")


def merge_size(x: int | None, y: int | None) -> int | None:
    """What is known of a size from two sources; ShapeError where they disagree."""
    if x is None or x == y:
        return y
    if y is None:
        return x
    raise ShapeError(f"Dimensions must be equal, but are {x} and {y}")


def merge(a: Shape, b: Shape) -> Shape:
    """What is known of a shape from two sources; ShapeError where they disagree.

    >>> merge((None, 3), (2, None)), merge(None, (2,))
    ((2, 3), (2,))
    """
    if a is None or a == b:
        return b
    if b is None:
        return a
    if len(a) != len(b):
        raise ShapeError(f"Shapes must be equal rank, but are {len(a)} and {len(b)}")
    for index, (x, y) in enumerate(zip(a, b, strict=True)):
        if x is not None and y is not None and x != y:
            raise ShapeError(
                f"Dimension {index} in both shapes must be equal, but are {x} and {y}. "
                f"Shapes are {debug_text(a)} and {debug_text(b)}."
            )
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


def is_compatible(a: Shape, b: Shape) -> bool:
    """Whether one complete shape can be described by both."""
    if a is None or b is None:
        return True
    return len(a) == len(b) and all(x is None or y is None or x == y for x, y in zip(a, b, strict=True))


def most_general(a: Shape, b: Shape) -> Shape:
    """What both shapes agree on: the most specific shape that describes whatever either describes.

    >>> most_general((2, 3), (2, 4)), most_general((2,), (2, 3))
    ((2, None), None)
    """
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def concatenate(a: Shape, b: Shape) -> Shape:
    """The sizes of `a`, then those of `b`; unknown where either is."""
    return None if a is None or b is None else a + b


def unknown_of_rank(rank: int) -> tuple[int | None, ...]:
    """A shape of known rank and unknown sizes."""
    return (None,) * rank


def with_rank(shape: Shape, n: int) -> tuple[int | None, ...]:
    """`shape` where it has rank `n`, all sizes unknown where the rank is; else ShapeError."""
    if shape is None:
        return unknown_of_rank(n)
    if len(shape) != n:
        raise ShapeError(f"Shape must be rank {n} but is rank {len(shape)}")
    return shape


def with_rank_at_least(shape: Shape, n: int) -> Shape:
    """`shape` where it has rank `n` or more or an unknown rank; else ShapeError."""
    if shape is not None and len(shape) < n:
        raise ShapeError(f"Shape must be at least rank {n} but is rank {len(shape)}")
    return shape


def with_rank_at_most(shape: Shape, n: int) -> Shape:
    """`shape` where it has rank `n` or less or an unknown rank; else ShapeError."""
    if shape is not None and len(shape) > n:
        raise ShapeError(f"Shape must be at most rank {n} but is rank {len(shape)}")
    return shape


def with_size(x: int | None, n: int) -> int:
    """`n` where the size is `n` or unknown; else ShapeError."""
    if x is not None and x != n:
        raise ShapeError(f"Dimension must be {n} but is {x}")
    return n


def to_text(shape: Shape) -> str:
    """The shape as Python messages show it: `(?, 3)`, `(3,)`, `()`, `<unknown>`."""
    if shape is None:
        return "<unknown>"
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


def debug_text(shape: Shape) -> str:
    """The shape as op messages show it: `[?,3]`, `[]`, and `?` for an unknown rank."""
    if shape is None:
        return "?"
    return "[" + ",".join("?" if size is None else str(size) for size in shape) + "]"


class TensorShape:
    """The static shape of a tensor as TF1 shows it: a sequence of `Dimension`, or unknown altogether.

    Takes what `as_raw` takes. `raw` is the plain tuple; `TensorShape.from_raw` makes one from it without checks.

    >>> shape = TensorShape([None, 3]); print(shape, repr(shape), shape.as_list())
    (?, 3) TensorShape([Dimension(None), Dimension(3)]) [None, 3]
    """

    # TF1: two unknown sizes are equal only if they are one Dimension object, so Dimensions given or handed out are
    # kept in `_kept` (None until then) and shared by copies, slices and concatenations.
    __slots__ = ("__weakref__", "_kept", "raw")

    raw: Shape
    _kept: list[Dimension] | None

    def __init__(self, dims: Any) -> None:
        if isinstance(dims, TensorShape):
            self.raw, self._kept = dims.raw, dims._shared()
            return
        self._kept = None
        if isinstance(dims, list | tuple):
            sizes = cast("list[Any]", dims)
            if any(isinstance(d, Dimension) for d in sizes):
                self._kept = [as_dimension(d) for d in sizes]
        self.raw = as_raw(dims)

    @classmethod
    def from_raw(cls, raw: Shape) -> TensorShape:
        """A TensorShape of an already checked raw shape."""
        shape = cls.__new__(cls)
        shape.raw, shape._kept = raw, None
        return shape

    @classmethod
    def _of(cls, dims: list[Dimension]) -> TensorShape:
        shape = cls.from_raw(tuple(d.value for d in dims))
        shape._kept = dims
        return shape

    def _dimensions(self) -> list[Dimension]:
        if self._kept is None:
            self._kept = [Dimension(size) for size in self.raw or ()]
        return self._kept

    def _shared(self) -> list[Dimension] | None:
        return None if self.raw is None or None not in self.raw else self._dimensions()

    @property
    def dims(self) -> list[Dimension] | None:
        """A list of the Dimensions, None where the rank is unknown."""
        return None if self.raw is None else list(self._dimensions())

    @property
    def _dims(self) -> list[Dimension] | None:
        return self.dims

    @property
    def _v2_behavior(self) -> bool:
        return False

    @property
    def rank(self) -> int | None:
        """The number of dimensions, None where unknown."""
        return None if self.raw is None else len(self.raw)

    @property
    def ndims(self) -> int | None:
        """The number of dimensions, None where unknown."""
        return None if self.raw is None else len(self.raw)

    def __repr__(self) -> str:
        return f"TensorShape({self.dims!r})"

    def __str__(self) -> str:
        return to_text(self.raw)

    def __reduce__(self) -> tuple[type[TensorShape], tuple[list[Dimension] | None]]:
        return TensorShape, (self.dims,)

    def __len__(self) -> int:
        if self.raw is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self.raw)

    def __bool__(self) -> bool:
        return self.raw is not None

    def __nonzero__(self) -> bool:
        return self.raw is not None

    def __iter__(self) -> Iterator[Dimension]:
        if self.raw is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dimensions())

    def __getitem__(self, key: Any) -> Any:
        """The Dimension at an index, the TensorShape of a slice; of an unknown shape as much as can be said."""
        if not isinstance(key, slice):
            return Dimension(None) if self.raw is None else self._dimensions()[cast("int", key)]
        part = cast("slice[Any, Any, Any]", key)
        if self.raw is not None:
            return TensorShape._of(self._dimensions()[part])
        if part.step is not None:
            raise ValueError("Steps are not yet handled")
        start = 0 if part.start is None else part.start
        if part.stop is None or start < 0 or part.stop < 0:
            return unknown_shape()
        return unknown_shape(rank=part.stop - start)

    # TF1: TensorShape has __eq__ without __hash__, so it is not hashable.
    def __eq__(self, other: object) -> Any:
        try:
            shape = as_shape(other)
        except TypeError:
            return NotImplemented
        if self.raw != shape.raw or self is shape:
            return self.raw == shape.raw
        if self.raw is None or None not in self.raw:
            return True
        if self._kept is None or shape._kept is None:
            return False
        return self._kept == shape._kept

    def __ne__(self, other: object) -> Any:
        try:
            shape = as_shape(other)
        except TypeError:
            return NotImplemented
        if self.raw is None or shape.raw is None:
            raise ValueError("The inequality of unknown TensorShapes is undefined.")
        return not self.__eq__(shape)

    __hash__ = None  # type: ignore[assignment]

    def num_elements(self) -> int | None:
        """The product of all sizes, None where one is unknown."""
        return num_elements(self.raw)

    def is_fully_defined(self) -> bool:
        """Whether every size is known."""
        return is_fully_defined(self.raw)

    def as_list(self) -> list[int | None]:
        """The sizes, None where unknown; raises ValueError for an unknown rank."""
        if self.raw is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self.raw)

    def as_proto(self) -> Any:
        """The shape as a TensorShapeProto."""
        protos: Any = import_module("tensorboard.compat.proto.tensor_shape_pb2")  # protobuf: only who asks pays
        make = protos.TensorShapeProto
        if self.raw is None:
            return make(unknown_rank=True)
        return make(dim=[make.Dim(size=-1 if size is None else size) for size in self.raw])

    def merge_with(self, other: Any) -> TensorShape:
        """What is known from both shapes; ValueError where they disagree."""
        shape = as_shape(other)
        if self.raw is None:
            return shape
        try:
            return TensorShape.from_raw(merge(self.raw, shape.raw))
        except ShapeError:
            raise ValueError(f"Shapes {self} and {shape} are not compatible") from None

    def concatenate(self, other: Any) -> TensorShape:
        """The dimensions of this shape, then those of `other`; unknown where either is."""
        shape = as_shape(other)
        if self.raw is None or shape.raw is None:
            return unknown_shape()
        return TensorShape._of(self._dimensions() + shape._dimensions())

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        return as_shape(other).concatenate(self)

    def __concat__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def with_rank(self, rank: int) -> TensorShape:
        """This shape, of unknown sizes where the rank is unknown; ValueError where the rank is another."""
        try:
            return self.merge_with(unknown_shape(rank=rank))
        except ValueError:
            raise ValueError(f"Shape {self} must have rank {rank}") from None

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape; ValueError where its rank is known and lower."""
        if self.raw is not None and len(self.raw) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape; ValueError where its rank is known and higher."""
        if self.raw is not None and len(self.raw) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def is_compatible_with(self, other: Any) -> bool:
        """Whether one complete shape can be described by both."""
        return is_compatible(self.raw, as_raw(other))

    def most_specific_compatible_shape(self, other: Any) -> TensorShape:
        """What both shapes agree on."""
        return TensorShape.from_raw(most_general(self.raw, as_raw(other)))

    def assert_same_rank(self, other: Any) -> None:
        """Raise ValueError where both ranks are known and differ."""
        shape = as_shape(other)
        if self.raw is not None and shape.raw is not None and len(self.raw) != len(shape.raw):
            raise ValueError(f"Shapes {self} and {shape} must have the same rank")

    def assert_has_rank(self, rank: int) -> None:
        """Raise ValueError where the rank is known and is not `rank`."""
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise ValueError unless one complete shape can be described by both."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raise ValueError unless every size is known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")


def as_shape(shape: Any) -> TensorShape:
    """Convert what `TensorShape` takes; a TensorShape is returned as it is."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def dimension_at_index(shape: Any, index: int) -> Dimension:
    """The Dimension at `index`, an unknown one where the rank is unknown."""
    assert isinstance(shape, TensorShape), f"dimension_at_index expects a TensorShape, got {shape!r}"
    return shape[index]


def dimension_value(dimension: Any) -> Any:
    """The size of a Dimension, anything else as it is."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


def unknown_shape(rank: int | None = None, **kwargs: Any) -> TensorShape:
    """A shape of which at most the rank is known; `ndims` is an old name of `rank`."""
    if rank is None and "ndims" in kwargs:
        rank = kwargs.pop("ndims")
    if kwargs:
        raise TypeError(f"Unknown argument: {kwargs}")
    return TensorShape.from_raw(None if rank is None else unknown_of_rank(rank))


def scalar() -> TensorShape:
    """The shape of a scalar."""
    return TensorShape.from_raw(())


def vector(length: Any) -> TensorShape:
    """The shape of a vector of `length` elements."""
    return TensorShape([length])


def matrix(rows: Any, cols: Any) -> TensorShape:
    """The shape of a matrix."""
    return TensorShape([rows, cols])
