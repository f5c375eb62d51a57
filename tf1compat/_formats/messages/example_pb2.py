"""`tensorflow.core.example.example_pb2`: Example and SequenceExample."""

from tf1compat._formats.example_protos import message as _message

Example = _message("Example")
SequenceExample = _message("SequenceExample")
