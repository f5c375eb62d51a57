"""`tf.lite`: names of TensorFlow Lite, which say when they are used what to do instead."""

from tf1compat._facade import lite_constants as constants
from tf1compat._facade.lite import Interpreter as Interpreter
from tf1compat._facade.lite import OpHint as OpHint
from tf1compat._facade.lite import OpsSet as OpsSet
from tf1compat._facade.lite import Optimize as Optimize
from tf1compat._facade.lite import RepresentativeDataset as RepresentativeDataset
from tf1compat._facade.lite import TargetSpec as TargetSpec
from tf1compat._facade.lite import TFLiteConverter as TFLiteConverter
from tf1compat._facade.lite import TocoConverter as TocoConverter
from tf1compat._facade.lite import toco_convert as toco_convert
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
