"""`tensorflow.core.protobuf.named_tensor_pb2`: NamedTensorProto."""

from tf1compat._formats.checkpoint_protos import message as _message

NamedTensorProto = _message("NamedTensorProto")
