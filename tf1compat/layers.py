"""`tf.layers`: neural network layers that create their variables."""

from tf1compat._facade.layers.base import Layer as Layer
from tf1compat._facade.layers.convolutional import Conv1D as Conv1D
from tf1compat._facade.layers.convolutional import Conv2D as Conv2D
from tf1compat._facade.layers.convolutional import Conv3D as Conv3D
from tf1compat._facade.layers.convolutional import conv1d as conv1d
from tf1compat._facade.layers.convolutional import conv2d as conv2d
from tf1compat._facade.layers.convolutional import conv3d as conv3d
from tf1compat._facade.layers.core import Dense as Dense
from tf1compat._facade.layers.core import Dropout as Dropout
from tf1compat._facade.layers.core import Flatten as Flatten
from tf1compat._facade.layers.core import dense as dense
from tf1compat._facade.layers.core import dropout as dropout
from tf1compat._facade.layers.core import flatten as flatten
from tf1compat._facade.layers.input_spec import InputSpec as InputSpec
from tf1compat._facade.layers.normalization import BatchNormalization as BatchNormalization
from tf1compat._facade.layers.normalization import batch_normalization as batch_normalization
from tf1compat._facade.layers.pooling import AveragePooling1D as AveragePooling1D
from tf1compat._facade.layers.pooling import AveragePooling2D as AveragePooling2D
from tf1compat._facade.layers.pooling import AveragePooling3D as AveragePooling3D
from tf1compat._facade.layers.pooling import MaxPooling1D as MaxPooling1D
from tf1compat._facade.layers.pooling import MaxPooling2D as MaxPooling2D
from tf1compat._facade.layers.pooling import MaxPooling3D as MaxPooling3D
from tf1compat._facade.layers.pooling import average_pooling1d as average_pooling1d
from tf1compat._facade.layers.pooling import average_pooling2d as average_pooling2d
from tf1compat._facade.layers.pooling import average_pooling3d as average_pooling3d
from tf1compat._facade.layers.pooling import max_pooling1d as max_pooling1d
from tf1compat._facade.layers.pooling import max_pooling2d as max_pooling2d
from tf1compat._facade.layers.pooling import max_pooling3d as max_pooling3d
from tf1compat._facade.layers.separable import SeparableConv1D as SeparableConv1D
from tf1compat._facade.layers.separable import SeparableConv2D as SeparableConv2D
from tf1compat._facade.layers.separable import separable_conv1d as separable_conv1d
from tf1compat._facade.layers.separable import separable_conv2d as separable_conv2d
from tf1compat._facade.layers.transposed import Conv2DTranspose as Conv2DTranspose
from tf1compat._facade.layers.transposed import Conv3DTranspose as Conv3DTranspose
from tf1compat._facade.layers.transposed import conv2d_transpose as conv2d_transpose
from tf1compat._facade.layers.transposed import conv3d_transpose as conv3d_transpose
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
