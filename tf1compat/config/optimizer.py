"""`tf.config.optimizer`: switches of TensorFlow's graph optimizer, kept for what reads them."""

from tf1compat._facade.config import get_optimizer_experimental_options as get_experimental_options
from tf1compat._facade.config import get_optimizer_jit as get_jit
from tf1compat._facade.config import set_optimizer_experimental_options as set_experimental_options
from tf1compat._facade.config import set_optimizer_jit as set_jit
