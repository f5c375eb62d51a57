"""`tf.contrib.eager`'s own classes and functions, which need eager execution: they exist, using one is an error."""

from __future__ import annotations

import types
from typing import Any

from tf1compat._facade.refusals import refused, refused_class

_WHY = "there is no eager execution, operations join a graph"
_GRADIENTS = "use tf.gradients, or a GradientTape, on tensors of the graph"

implicit_gradients = refused("tf.contrib.eager.implicit_gradients", _WHY, _GRADIENTS)
implicit_value_and_gradients = refused("tf.contrib.eager.implicit_value_and_gradients", _WHY, _GRADIENTS)
gradients_function = refused("tf.contrib.eager.gradients_function", _WHY, _GRADIENTS)
value_and_gradients_function = refused("tf.contrib.eager.value_and_gradients_function", _WHY, _GRADIENTS)

_LAYERS = "use tf.keras.Model, or functions with tf.layers"
Network = refused_class("tf.contrib.eager.Network", _WHY, _LAYERS)
Sequential = refused_class("tf.contrib.eager.Sequential", _WHY, "use tf.keras.Sequential")
_SAVING = "use tf.train.Checkpoint or tf.train.Saver"
save_network_checkpoint = refused("tf.contrib.eager.save_network_checkpoint", _WHY, _SAVING)
restore_network_checkpoint = refused("tf.contrib.eager.restore_network_checkpoint", _WHY, _SAVING)
restore_variables_on_create = refused("tf.contrib.eager.restore_variables_on_create", _WHY, _SAVING)
get_optimizer_variables = refused("tf.contrib.eager.get_optimizer_variables", _WHY, "use optimizer.variables()")
EagerVariableStore = refused_class("tf.contrib.eager.EagerVariableStore", _WHY, "use tf.variable_scope")

_ERRORS = "use tf.check_numerics or tf.add_check_numerics_ops in the graph"
add_execution_callback = refused("tf.contrib.eager.add_execution_callback", _WHY, _ERRORS)
clear_execution_callbacks = refused("tf.contrib.eager.clear_execution_callbacks", _WHY, _ERRORS)
inf_callback = refused("tf.contrib.eager.inf_callback", _WHY, _ERRORS)
inf_nan_callback = refused("tf.contrib.eager.inf_nan_callback", _WHY, _ERRORS)
nan_callback = refused("tf.contrib.eager.nan_callback", _WHY, _ERRORS)
seterr = refused("tf.contrib.eager.seterr", _WHY, _ERRORS)
set_execution_mode = refused("tf.contrib.eager.set_execution_mode", _WHY, "leave it out: a step runs as a whole")
execution_mode = refused("tf.contrib.eager.execution_mode", _WHY, "leave it out: a step runs as a whole")
async_wait = refused("tf.contrib.eager.async_wait", _WHY, "leave it out: a step has ended when run returns")
async_clear_error = refused("tf.contrib.eager.async_clear_error", _WHY, "leave it out: run raises what went wrong")
_CLUSTER = "use tf.train.Server and tf.Session(server.target)"
connect_to_remote_host = refused("tf.contrib.eager.connect_to_remote_host", _WHY, _CLUSTER)
enable_remote_eager_execution = refused("tf.contrib.eager.enable_remote_eager_execution", _WHY, _CLUSTER)
set_server_def = refused("tf.contrib.eager.set_server_def", _WHY, _CLUSTER)
run = refused("tf.contrib.eager.run", _WHY, "use tf.app.run, and run tensors in a tf.Session")
_NEXT = "use dataset.make_one_shot_iterator().get_next()"
Iterator = refused_class("tf.contrib.eager.Iterator", _WHY, _NEXT)
metrics = types.SimpleNamespace(
    Accuracy=refused_class("tf.contrib.eager.metrics.Accuracy", _WHY, "use tf.metrics.accuracy"),
    Mean=refused_class("tf.contrib.eager.metrics.Mean", _WHY, "use tf.metrics.mean"),
    Metric=refused_class("tf.contrib.eager.metrics.Metric", _WHY, "use the functions of tf.metrics"),
)


class Saver:
    """Saves and restores a list of variables.

    Raises:
      RuntimeError: always, as in TensorFlow 1.15.5 where eager execution is off.
    """

    def __init__(self, var_list: Any) -> None:
        del var_list
        raise RuntimeError(
            "tfe.Saver can only be used when eager execution is enabled. Use tf.train.Saver when building graphs."
        )
