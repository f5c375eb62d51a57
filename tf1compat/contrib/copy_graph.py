"""`tf.contrib.copy_graph`: operations and variables copied to another graph."""

from tf1compat._facade.contrib.copy_graph import copy_op_to_graph as copy_op_to_graph
from tf1compat._facade.contrib.copy_graph import copy_variable_to_graph as copy_variable_to_graph
from tf1compat._facade.contrib.copy_graph import get_copied_op as get_copied_op
