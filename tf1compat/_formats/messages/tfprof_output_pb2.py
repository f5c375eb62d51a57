"""`tensorflow.core.profiler.tfprof_output_pb2`: GraphNodeProto, MultiGraphNodeProto."""

from tf1compat._formats.checkpoint_protos import message as _message

GraphNodeProto = _message("GraphNodeProto")
MultiGraphNodeProto = _message("MultiGraphNodeProto")
