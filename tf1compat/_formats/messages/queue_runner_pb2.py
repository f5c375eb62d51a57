"""`tensorflow.core.protobuf.queue_runner_pb2`: QueueRunnerDef."""

from tf1compat._formats.checkpoint_protos import message as _message

QueueRunnerDef = _message("QueueRunnerDef")
