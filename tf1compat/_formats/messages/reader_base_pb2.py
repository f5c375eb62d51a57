"""`tensorflow.core.framework.reader_base_pb2`: ReaderBaseState."""

from tf1compat._formats.checkpoint_protos import message as _message

ReaderBaseState = _message("ReaderBaseState")
