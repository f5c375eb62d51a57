"""`tf.autograph.experimental`: marks for functions and loops."""

from tf1compat._facade.autograph import Feature as Feature
from tf1compat._facade.autograph import do_not_convert as do_not_convert
from tf1compat._facade.autograph import set_loop_options as set_loop_options
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
