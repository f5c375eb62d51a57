"""`tensorflow.core.framework.kernel_def_pb2`: KernelDef, KernelList."""

from tf1compat._formats.checkpoint_protos import message as _message

KernelDef = _message("KernelDef")
KernelList = _message("KernelList")
