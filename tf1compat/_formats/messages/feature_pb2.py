"""`tensorflow.core.example.feature_pb2`: what Examples are made of."""

from tf1compat._formats.example_protos import message as _message

BytesList = _message("BytesList")
FloatList = _message("FloatList")
Int64List = _message("Int64List")
Feature = _message("Feature")
Features = _message("Features")
FeatureList = _message("FeatureList")
FeatureLists = _message("FeatureLists")
