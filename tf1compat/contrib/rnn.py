"""`tf.contrib.rnn`: recurrent cells and loops over a known number of steps."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.rnn_cell import BasicLSTMCell as BasicLSTMCell
from tf1compat._facade.rnn_cell import BasicRNNCell as BasicRNNCell
from tf1compat._facade.rnn_cell import GRUCell as GRUCell
from tf1compat._facade.rnn_cell import LSTMCell as LSTMCell
from tf1compat._facade.rnn_cell import LSTMStateTuple as LSTMStateTuple
from tf1compat._facade.rnn_cell import MultiRNNCell as MultiRNNCell
from tf1compat._facade.rnn_cell_base import LayerRNNCell as LayerRNNCell
from tf1compat._facade.rnn_cell_base import RNNCell as RNNCell
from tf1compat._facade.rnn_cell_wrappers import DeviceWrapper as DeviceWrapper
from tf1compat._facade.rnn_cell_wrappers import DropoutWrapper as DropoutWrapper
from tf1compat._facade.rnn_cell_wrappers import ResidualWrapper as ResidualWrapper
from tf1compat._facade.rnn_static import static_bidirectional_rnn as static_bidirectional_rnn
from tf1compat._facade.rnn_static import static_rnn as static_rnn
from tf1compat._facade.rnn_static import static_state_saving_rnn as static_state_saving_rnn

__getattr__, __dir__ = _on_demand(__name__)
