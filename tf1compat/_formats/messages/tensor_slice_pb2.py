"""`tensorflow.core.framework.tensor_slice_pb2`: TensorSliceProto."""

from tf1compat._formats.checkpoint_protos import message as _message

TensorSliceProto = _message("TensorSliceProto")
