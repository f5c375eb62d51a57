"""`tensorflow.core.protobuf.saved_model_pb2`: SavedModel."""

from tf1compat._formats.checkpoint_protos import message as _message

SavedModel = _message("SavedModel")
