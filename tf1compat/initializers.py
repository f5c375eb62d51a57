"""`tf.initializers`: initial values of variables."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.variables import global_variables_initializer as global_variables
from tf1compat._facade.variables import local_variables_initializer as local_variables
from tf1compat._facade.variables import variables_initializer as variables

__getattr__, __dir__ = _on_demand(__name__)
