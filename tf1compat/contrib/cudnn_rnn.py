"""`tf.contrib.cudnn_rnn`: recurrent networks as cuDNN defines them, on any device."""

from tf1compat._facade.contrib.cudnn_cells import CudnnCompatibleGRUCell as CudnnCompatibleGRUCell
from tf1compat._facade.contrib.cudnn_cells import CudnnCompatibleLSTMCell as CudnnCompatibleLSTMCell
from tf1compat._facade.contrib.cudnn_cells import CudnnGRUSaveable as CudnnGRUSaveable
from tf1compat._facade.contrib.cudnn_cells import CudnnLSTMSaveable as CudnnLSTMSaveable
from tf1compat._facade.contrib.cudnn_cells import CudnnRNNReluSaveable as CudnnRNNReluSaveable
from tf1compat._facade.contrib.cudnn_cells import CudnnRNNTanhSaveable as CudnnRNNTanhSaveable
from tf1compat._facade.contrib.cudnn_formats import CudnnParamsFormatConverterGRU as CudnnParamsFormatConverterGRU
from tf1compat._facade.contrib.cudnn_formats import CudnnParamsFormatConverterLSTM as CudnnParamsFormatConverterLSTM
from tf1compat._facade.contrib.cudnn_formats import CudnnParamsFormatConverterRelu as CudnnParamsFormatConverterRelu
from tf1compat._facade.contrib.cudnn_formats import CudnnParamsFormatConverterTanh as CudnnParamsFormatConverterTanh
from tf1compat._facade.contrib.cudnn_layers import CudnnGRU as CudnnGRU
from tf1compat._facade.contrib.cudnn_layers import CudnnLSTM as CudnnLSTM
from tf1compat._facade.contrib.cudnn_layers import CudnnRNNRelu as CudnnRNNRelu
from tf1compat._facade.contrib.cudnn_layers import CudnnRNNTanh as CudnnRNNTanh
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
