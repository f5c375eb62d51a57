"""Ops that are tested as parts of whole graphs, in files of their own."""

CASES = []
_ELSEWHERE = {
    "functional control flow: tests/_facade/test_functional_control.py": (
        "StatelessIf If Case StatelessWhile While For EmptyTensorList TensorListPushBack TensorListPopBack "
        "TensorListReserve TensorListFromTensor TensorListSetItem TensorListGetItem TensorListStack TensorListLength "
        "TensorListElementShape"
    ),
    "a device is part of it: tests/_facade/test_control_flow_corners.py": "RemoteCall",
    "TensorFlow has it on GPUs only: tests/_jaxcore/ops/test_window_gradients.py": "MaxPoolGradGradWithArgmax",
    "TensorFlow has them on GPUs only: tests/_facade/test_cudnn_rnn.py": (
        "CudnnRNN CudnnRNNV2 CudnnRNNV3 CudnnRNNParamsSize CudnnRNNParamsToCanonical CudnnRNNCanonicalToParams "
        "CudnnRNNParamsToCanonicalV2 CudnnRNNCanonicalToParamsV2"
    ),
    "bytes differ between libraries: tests/_facade/test_image_encoding.py": (
        "DecodeAndCropJpeg ExtractJpegShape EncodePng EncodeJpeg EncodeJpegVariableQuality"
    ),
}
WITHOUT_CASE = {op: why for why, ops in _ELSEWHERE.items() for op in ops.split()}
