"""Types and shapes of inputs, kept between training, evaluation and prediction."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import array_ops, math_casts, parsing_ops
from tf1compat._facade.sparse_tensor import SparseTensor, sparse_placeholder
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import as_shape


class _Fields(NamedTuple):
    dtype: Any
    shape: Any
    is_sparse: bool


class TensorSignature(_Fields):
    """Type and shape of a tensor; sparse ones have no shape here."""

    def __new__(cls, tensor: Any) -> TensorSignature:
        if isinstance(tensor, SparseTensor):
            return super().__new__(cls, tensor.values.dtype, None, True)
        return super().__new__(cls, tensor.dtype, tensor.get_shape(), False)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both may hold the same, batches of different sizes apart."""
        if other.is_sparse or self.is_sparse:
            return self.is_sparse and other.is_sparse and self.dtype.is_compatible_with(other.dtype)
        if not self.dtype.is_compatible_with(other.dtype):
            return False
        mine, others = self.shape.dims, as_shape(other.shape).dims
        if mine is None or others is None:
            return True
        same_rank = len(mine) == len(others)
        return same_rank and all(x.is_compatible_with(y) for x, y in zip(mine[1:], others[1:], strict=True))

    def get_placeholder(self) -> Any:
        """A placeholder for such tensors, of any batch size."""
        if self.is_sparse:
            return sparse_placeholder(dtype=self.dtype)
        return array_ops.placeholder(dtype=self.dtype, shape=[None, *self.shape[1:]])

    def get_feature_spec(self) -> Any:
        """How to parse such a feature of tf.Examples."""
        dtype = {dtypes.int32: dtypes.int64, dtypes.float64: dtypes.float32}.get(self.dtype, self.dtype)
        if self.is_sparse:
            return parsing_ops.VarLenFeature(dtype=dtype)
        return parsing_ops.FixedLenFeature(shape=self.shape[1:], dtype=dtype)


def create_signatures(tensors: Any) -> Any:
    """The signature of a tensor, of each in a dictionary, or None of None."""
    if isinstance(tensors, dict):
        return {key: TensorSignature(tensor) for key, tensor in tensors.items()}
    return None if tensors is None else TensorSignature(tensors)


def tensors_compatible(tensors: Any, signatures: Any) -> bool:
    """Whether the tensors have these signatures; a dictionary may hold more tensors."""
    if tensors is None or signatures is None:
        return tensors is None and signatures is None
    if isinstance(tensors, dict) != isinstance(signatures, dict):
        return False
    if not isinstance(tensors, dict):
        return TensorSignature(tensors).is_compatible_with(signatures)
    return all(
        key in tensors and TensorSignature(tensors[key]).is_compatible_with(signature)
        for key, signature in signatures.items()
    )


def create_placeholders_from_signatures(signatures: Any) -> Any:
    """Placeholders for tensors of these signatures."""
    if isinstance(signatures, dict):
        return {key: signature.get_placeholder() for key, signature in signatures.items()}
    return None if signatures is None else signatures.get_placeholder()


def create_example_parser_from_signatures(
    signatures: Any, examples_batch: Any, single_feature_name: str = "feature"
) -> Any:
    """Tensors of these signatures, parsed from serialized tf.Examples `[batch]`."""
    is_single = not isinstance(signatures, dict)
    by_name = {single_feature_name: signatures} if is_single else signatures
    specs = {name: signature.get_feature_spec() for name, signature in by_name.items()}
    features = parsing_ops.parse_example(examples_batch, specs)
    for name, signature in by_name.items():
        if not signature.dtype.is_compatible_with(features[name].dtype):
            features[name] = math_casts.cast(features[name], signature.dtype)
    return features[single_feature_name] if is_single else features
