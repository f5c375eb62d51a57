"""`tensorflow.core.util.saved_tensor_slice_pb2`: SavedSliceMeta, SavedTensorSliceMeta, SavedSlice, SavedTensorSlices."""

from tf1compat._formats.checkpoint_protos import message as _message

SavedSliceMeta = _message("SavedSliceMeta")
SavedTensorSliceMeta = _message("SavedTensorSliceMeta")
SavedSlice = _message("SavedSlice")
SavedTensorSlices = _message("SavedTensorSlices")
