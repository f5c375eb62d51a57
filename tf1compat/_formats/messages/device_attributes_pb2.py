"""`tensorflow.core.framework.device_attributes_pb2`: DeviceAttributes and DeviceLocality."""

from tf1compat._formats.checkpoint_protos import message as _message

DeviceAttributes = _message("DeviceAttributes")
DeviceLocality = _message("DeviceLocality")
