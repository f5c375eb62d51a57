"""`tf.contrib.stateless`: the older place of `tf.random.stateless_…`."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.random_ops import stateless_multinomial as stateless_multinomial
from tf1compat._facade.random_ops import stateless_random_normal as stateless_random_normal
from tf1compat._facade.random_ops import stateless_random_uniform as stateless_random_uniform
from tf1compat._facade.random_ops import stateless_truncated_normal as stateless_truncated_normal

__getattr__, __dir__ = _on_demand(__name__)
