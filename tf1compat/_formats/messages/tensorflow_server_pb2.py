"""`tensorflow.core.protobuf.tensorflow_server_pb2`: ServerDef."""

from tf1compat._formats.checkpoint_protos import message as _message

ServerDef = _message("ServerDef")
