"""`tensorflow.core.protobuf.tensor_bundle_pb2`: BundleHeaderProto, BundleEntryProto."""

from tf1compat._formats.checkpoint_protos import message as _message

BundleHeaderProto = _message("BundleHeaderProto")
BundleEntryProto = _message("BundleEntryProto")
