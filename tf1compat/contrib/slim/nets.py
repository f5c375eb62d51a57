"""`tf.contrib.slim.nets`: image classifiers, with the variable names of published checkpoints."""

from tf1compat._facade.contrib.slim.nets import alexnet as alexnet
from tf1compat._facade.contrib.slim.nets import inception as inception
from tf1compat._facade.contrib.slim.nets import overfeat as overfeat
from tf1compat._facade.contrib.slim.nets import resnet_utils as resnet_utils
from tf1compat._facade.contrib.slim.nets import resnet_v1 as resnet_v1
from tf1compat._facade.contrib.slim.nets import resnet_v2 as resnet_v2
from tf1compat._facade.contrib.slim.nets import vgg as vgg
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
