"""`tensorflow.core.protobuf.control_flow_pb2`: the contexts of conditionals and loops in meta graphs."""

from tf1compat._formats.checkpoint_protos import message as _message

CondContextDef = _message("CondContextDef")
ControlFlowContextDef = _message("ControlFlowContextDef")
ValuesDef = _message("ValuesDef")
WhileContextDef = _message("WhileContextDef")
