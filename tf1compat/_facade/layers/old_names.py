"""Older names of layers, which libraries (tf_slim) take from `tensorflow.python.layers.convolutional` and its like."""

from tf1compat._facade.layers.convolutional import Conv1D, Conv2D, Conv3D, conv1d, conv2d, conv3d
from tf1compat._facade.layers.core import Dense, dense
from tf1compat._facade.layers.normalization import BatchNormalization, batch_normalization
from tf1compat._facade.layers.pooling import AveragePooling2D, MaxPooling2D, average_pooling2d, max_pooling2d
from tf1compat._facade.layers.separable import SeparableConv2D, separable_conv2d
from tf1compat._facade.layers.transposed import Conv2DTranspose, Conv3DTranspose, conv2d_transpose, conv3d_transpose

Convolution1D, Convolution2D, Convolution3D, SeparableConvolution2D = Conv1D, Conv2D, Conv3D, SeparableConv2D
Convolution2DTranspose = Deconvolution2D = Deconv2D = Conv2DTranspose
Convolution3DTranspose = Deconvolution3D = Deconv3D = Conv3DTranspose
convolution1d, convolution2d, convolution3d, separable_convolution2d = conv1d, conv2d, conv3d, separable_conv2d
convolution2d_transpose = deconvolution2d = deconv2d = conv2d_transpose
convolution3d_transpose = deconvolution3d = deconv3d = conv3d_transpose
FullyConnected, fully_connected = Dense, dense
BatchNorm, batch_norm = BatchNormalization, batch_normalization
AvgPool2D, MaxPool2D, avg_pool2d, max_pool2d = AveragePooling2D, MaxPooling2D, average_pooling2d, max_pooling2d
