"""`tf.saved_model.main_op`: operations that run after loading."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.main_op import main_op as main_op
from tf1compat._facade.saved_model.main_op import main_op_with_restore as main_op_with_restore

__getattr__, __dir__ = _on_demand(__name__)
