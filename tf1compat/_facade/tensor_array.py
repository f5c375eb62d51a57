"""`tf.TensorArray`: a list of tensors that loops write to and read from."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator, Sequence
from typing import Any

from tf1compat._facade import context, math_casts, math_ranges
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.array_ops import shape as shape_of
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.ir.partial import constant_value


class TensorArray:
    """A list of tensors of one dtype, each written once and, with `clear_after_read`, read once.

    Every method that writes returns an array to be used from then on: it orders what follows after the write.

    Args:
      dtype: element type.
      size: number of elements, an integer or scalar tensor.
      dynamic_size: writing behind the end makes the array longer.
      clear_after_read: an element is forgotten once it has been read (True).
      tensor_array_name: name of the storage.
      handle, flow: tensors of an array that exists; then nothing of the above may be given.
      infer_shape: elements must all have one shape.
      element_shape: static shape of the elements.
      colocate_with_first_write_call: the array stands where the first written value stands.
      name: name of the operation.

    Raises:
      ValueError: neither or both of `size` and `handle` are given, or others do not go together.
      TypeError: `handle` is no tensor.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     array = tf.TensorArray(tf.float32, size=2).write(0, [1.0, 2.0]).write(1, [3.0, 4.0])
    ...     print(array.stack())
    Tensor("TensorArrayStack/TensorArrayGatherV3:0", shape=(?, 2), dtype=float32)
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Tensor | None = None,
        flow: Tensor | None = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        _check_arguments(handle, size, tensor_array_name, element_shape, dynamic_size, clear_after_read)
        self._dtype = dtypes.as_dtype(dtype).base
        self._dynamic_size = dynamic_size or False
        self._infer_shape = infer_shape
        self._colocate_with_first_write_call = colocate_with_first_write_call
        # both are shared with the arrays that writing to this one gives
        self._element_shape = [shapes.as_shape(element_shape)]
        self._colocate_with: list[Any] = []
        with name_scope(name, "TensorArray", [handle, size, flow]) as scope:
            if handle is not None:
                if flow is None:
                    raise ValueError("flow must not be None if handle is not None.")
                self._handle, self._flow = handle, flow
                return
            graph = context.get_default_graph()
            with contextlib.ExitStack() as stack:
                if colocate_with_first_write_call:
                    # TF1: the runtime puts it where the first write is, so it has no place of its own
                    stack.enter_context(graph.device(None))
                    stack.enter_context(graph.colocate_with(None, ignore_existing=True))
                self._handle, self._flow = apply_op(
                    "TensorArrayV3",
                    size,
                    name=scope,
                    dtype=self._dtype,
                    element_shape=self._element_shape[0].raw,
                    identical_element_shapes=infer_shape,
                    dynamic_size=self._dynamic_size,
                    clear_after_read=True if clear_after_read is None else clear_after_read,
                    tensor_array_name=(tensor_array_name or "").encode(),
                )

    @property
    def flow(self) -> Tensor:
        """A scalar that orders operations on the array."""
        return self._flow

    @property
    def dtype(self) -> dtypes.DType:
        return self._dtype

    @property
    def handle(self) -> Tensor:
        return self._handle

    @property
    def element_shape(self) -> shapes.TensorShape:
        return self._element_shape[0]

    @property
    def dynamic_size(self) -> bool:
        return self._dynamic_size

    @property
    def _implementation(self) -> TensorArray:
        return self

    # ---- reading ---------------------------------------------------------------------------------------------------

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """Element `index`."""
        value = apply_op("TensorArrayReadV3", self._handle, index, self._flow, name=name, dtype=self._dtype)
        value.set_shape(self.element_shape)
        return value

    def stack(self, name: str | None = None) -> Tensor:
        """All elements as one tensor of one more dimension."""
        graph = context.get_default_graph()
        with graph.colocate_with(self._handle), name_scope(name, "TensorArrayStack", [self._handle]):
            return self.gather(math_ranges.range(0, self.size()), name=name)

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements at `indices` (a vector) as one tensor."""
        attrs = {"dtype": self._dtype, "element_shape": self.element_shape.raw}
        value = apply_op("TensorArrayGatherV3", self._handle, indices, self._flow, name=name, **attrs)
        element = self.element_shape.raw
        if element is not None:
            value.set_shape((None, *element))
        return value

    def concat(self, name: str | None = None) -> Tensor:
        """All elements joined along their first dimension, which may differ in size."""
        element = self.element_shape.raw
        attrs = {"dtype": self._dtype, "element_shape_except0": None if element is None else element[1:]}
        value, _ = apply_op("TensorArrayConcatV3", self._handle, self._flow, name=name, **attrs)
        if element is not None:
            value.set_shape((None, *element[1:]))
        return value

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements."""
        return apply_op("TensorArraySizeV3", self._handle, self._flow, name=name)

    # ---- writing ---------------------------------------------------------------------------------------------------

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` as its element `index`."""
        with name_scope(name, "TensorArrayWrite", [self._handle, index, value]):
            value = self._converted(value)
            self._check_element_shape(value.shape)
            with self._beside(value):
                flow = apply_op("TensorArrayWriteV3", self._handle, index, value, self._flow, name=name)
            return with_new_flow(self, flow)

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` as its elements."""
        with name_scope(name, "TensorArrayUnstack", [self._handle, value]):
            indices = math_ranges.range(0, shape_of(value)[0])
            return self.scatter(indices, value, name=name)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of `value` as its elements at `indices` (a vector)."""
        with name_scope(name, "TensorArrayScatter", [self._handle, value, indices]):
            value = self._converted(value)
            self._check_element_shape(value.shape[1:])
            with self._beside(value):
                flow = apply_op("TensorArrayScatterV3", self._handle, indices, value, self._flow, name=name)
            return with_new_flow(self, flow)

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array with successive parts of `value` as its elements, as long as `lengths` (a vector) says."""
        with name_scope(name, "TensorArraySplit", [self._handle, value, lengths]):
            value = convert(value, self._dtype, "value")
            with self._beside(value):
                lengths = math_casts.cast(lengths, dtypes.int64)
                known = constant_value(lengths)
                if value.dims is not None and known is not None and known.shape and known.max() == known.min():
                    self._check_element_shape(shapes.TensorShape([int(known[0])]).concatenate(value.shape[1:]))
                flow = apply_op("TensorArraySplitV3", self._handle, value, lengths, self._flow, name=name)
            return with_new_flow(self, flow)

    def identity(self) -> TensorArray:
        """The same array, with the control dependencies of this place."""
        return with_new_flow(self, apply_op("Identity", self._flow))

    def grad(self, source: str, flow: Tensor | None = None, name: str | None = None) -> TensorArray:
        """The array of the gradients of the elements, one for each `source`."""
        flow = self._flow if flow is None else flow
        graph = context.get_default_graph()
        with name_scope(name, "TensorArrayGrad", [self._handle]), graph.colocate_with(self._handle):
            given = {"name": name, "source": source.encode()}
            handle, _ = apply_op("TensorArrayGradV3", self._handle, flow, **given)
            with graph.control_dependencies([handle]):
                flow = apply_op("Identity", flow, name="gradient_flow")
            found = TensorArray(
                self._dtype,
                handle=handle,
                flow=flow,
                infer_shape=self._infer_shape,
                colocate_with_first_write_call=False,
            )
            found._element_shape = self._element_shape
            return found

    def mark_used(self) -> None:
        """Says that it is no mistake if nothing reads this array; nothing warns of that here."""

    def close(self, name: str | None = None) -> Operation:
        """An operation that forgets the elements."""
        return add_op("TensorArrayCloseV3", self._handle, name=name)

    def _converted(self, value: Any) -> Tensor:
        tensor = convert(value, None, "value", self._dtype)
        if tensor.dtype != self._dtype:
            tf_logging.error(
                "Error: Input value %s has dtype %s, but expected dtype %s.  This leads to undefined behavior and will "
                "be an error in future versions of TensorFlow.  Traceback:\n%s",
                tensor,
                tensor.dtype,
                self._dtype,
                "".join(traceback.format_stack()),
            )
        return tensor

    def _check_element_shape(self, shape: shapes.TensorShape) -> None:
        """Raises ValueError for an element that has another shape than the others."""
        if not shape.is_compatible_with(self.element_shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {self.element_shape} ")
        if self._infer_shape:
            self._element_shape[0] = self.element_shape.merge_with(shape)

    @contextlib.contextmanager
    def _beside(self, value: Tensor) -> Iterator[None]:
        """Operations that write stand where the first written value stands."""
        if not self._colocate_with_first_write_call:
            yield
            return
        if not self._colocate_with:
            self._colocate_with.append(value)
        with context.get_default_graph().colocate_with(self._colocate_with[0]):
            yield


def _check_arguments(
    handle: Any, size: Any, tensor_array_name: Any, element_shape: Any, dynamic_size: Any, clear_after_read: Any
) -> None:
    if handle is None:
        if size is None:
            raise ValueError("Size must be provided if handle is not provided")
        return
    if tensor_array_name:
        raise ValueError("Cannot construct with both handle and tensor_array_name")
    if not isinstance(handle, Tensor):
        raise TypeError("Handle must be a Tensor")
    if size is not None:
        raise ValueError("Cannot provide both a handle and size at the same time")
    given = {"element_shape": element_shape, "dynamic_size": dynamic_size, "clear_after_read": clear_after_read}
    for argument, value in given.items():
        if value is not None:
            raise ValueError(f"Cannot provide both a handle and {argument} at the same time")


def with_new_flow(old: TensorArray, flow: Tensor) -> TensorArray:
    """The same array at another point of its history."""
    new = TensorArray(
        old.dtype,
        handle=old.handle,
        flow=flow,
        infer_shape=old._infer_shape,
        colocate_with_first_write_call=old._colocate_with_first_write_call,
    )
    new._dynamic_size = old._dynamic_size
    new._colocate_with = old._colocate_with
    new._element_shape = old._element_shape
    return new


build_ta_with_new_flow = with_new_flow


def flow_of(value: Any) -> Any:
    """The flow of an array; anything else as it is."""
    return value.flow if isinstance(value, TensorArray) else value


def with_new_flows(values: Sequence[Any], flows: Sequence[Tensor]) -> list[Any]:
    """`flows`, those at the places of arrays in `values` as arrays."""
    if len(values) != len(flows):
        raise ValueError(f"Lengths of original Tensor list and new list do not match: {len(values)} vs. {len(flows)}")
    return [with_new_flow(v, f) if isinstance(v, TensorArray) else f for v, f in zip(values, flows)]
