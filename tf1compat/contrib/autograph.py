"""`tf.contrib.autograph`: the older place of `tf.autograph`; nothing is converted."""

from tf1compat._facade.autograph import AutoGraphError as AutoGraphError
from tf1compat._facade.autograph import Feature as Feature
from tf1compat._facade.autograph import convert as convert
from tf1compat._facade.autograph import converted_call as converted_call
from tf1compat._facade.autograph import do_not_convert as do_not_convert
from tf1compat._facade.autograph import set_element_type as set_element_type
from tf1compat._facade.autograph import set_loop_options as set_loop_options
from tf1compat._facade.autograph import stack as stack
from tf1compat._facade.autograph import to_code as to_code
from tf1compat._facade.autograph import to_graph as to_graph
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
