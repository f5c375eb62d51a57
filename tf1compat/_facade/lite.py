"""`tf.lite`: TensorFlow Lite is not here; each use says how to keep a model instead."""

from __future__ import annotations

import enum
from typing import Any

from tf1compat._facade.refusals import refused, refused_class
from tf1compat._jaxcore.base import dtypes

_WHY = "there is no TensorFlow Lite in tf1compat"
_ADVICE = (
    "save a SavedModel (tf.saved_model.simple_save) or a frozen graph and convert that with TensorFlow's own converter, "
    "or write StableHLO with `tf1compat export`"
)
_MAKERS = ("from_session", "from_frozen_graph", "from_saved_model", "from_keras_model_file", "from_keras_model")

TFLiteConverter = refused_class("tf.lite.TFLiteConverter", _WHY, _ADVICE, *_MAKERS)
TocoConverter = refused_class("tf.lite.TocoConverter", _WHY, _ADVICE, *_MAKERS)
toco_convert = refused("tf.lite.toco_convert", _WHY, _ADVICE)
_RUN = "import the frozen graph with tf.import_graph_def and run it in a tf.Session"
Interpreter = refused_class("tf.lite.Interpreter", _WHY, _RUN)
OpHint = refused_class("tf.lite.OpHint", _WHY, "leave the hints out")
RepresentativeDataset = refused_class("tf.lite.RepresentativeDataset", _WHY, _ADVICE)
TargetSpec = refused_class("tf.lite.TargetSpec", _WHY, _ADVICE)


class OpsSet(enum.Enum):
    """Which operations a converted model may use."""

    TFLITE_BUILTINS = "TFLITE_BUILTINS"
    SELECT_TF_OPS = "SELECT_TF_OPS"
    TFLITE_BUILTINS_INT8 = "TFLITE_BUILTINS_INT8"


class Optimize(enum.Enum):
    """What a converted model is made small or fast for."""

    OPTIMIZE_FOR_SIZE = "OPTIMIZE_FOR_SIZE"
    OPTIMIZE_FOR_LATENCY = "OPTIMIZE_FOR_LATENCY"
    DEFAULT = "DEFAULT"
