"""`RunConfig(train_distribute=strategy)`: an Estimator's model function runs once for each replica.

Each replica gets an element of the dataset for its own, as in TensorFlow: with n replicas a step takes n batches.
Evaluation and prediction run on one device whatever the strategy: their results are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.distribute import distribute_context, values
from tf1compat._facade.distribute.input_lib import InputContext, ReplicatedIterator
from tf1compat._facade.estimator import input_results
from tf1compat._facade.estimator.model_fn import EstimatorSpec, ModeKeys
from tf1compat._facade.estimator.training_run import train_with_spec
from tf1compat._facade.graph import Graph
from tf1compat._facade.train import training_util


def train(estimator: Any, strategy: Any, input_fn: Callable[..., Any], hooks: list[Any], listeners: list[Any]) -> Any:
    """The training of one call of `Estimator.train`."""
    with (
        Graph().as_default() as graph,
        graph.device(estimator._device_fn),
        strategy.scope(),
        strategy._scale_loss_for_estimator_enabled(),
    ):
        framework.set_random_seed(estimator._config.tf_random_seed)
        if estimator._create_and_assert_global_step(graph) is not None:
            training_util._get_or_create_global_step_read(graph)
        features, labels, input_hooks = _inputs(estimator, strategy, input_fn)
        specs = strategy.extended.call_for_each_replica(
            estimator._call_model_fn, (features, labels, ModeKeys.TRAIN, estimator.config)
        )
        spec = _combined(strategy, specs)
        return train_with_spec(
            estimator, spec, list(input_hooks), hooks, training_util.get_global_step(graph), listeners
        )


def _inputs(estimator: Any, strategy: Any, input_fn: Callable[..., Any]) -> tuple[Any, Any, list[Any]]:
    count = strategy.num_replicas_in_sync
    result = estimator._call_input_fn(input_fn, ModeKeys.TRAIN, InputContext(1, 0, count))
    if count == 1:
        return input_results.parse_input_fn_result(result)
    if not input_results.is_dataset(result):
        raise ValueError(
            f"input_fn gives tensors, but {count} replicas need an element each: let it return a tf.data.Dataset"
        )
    iterator = ReplicatedIterator(result, strategy)
    features, labels = input_results.parse_iterator_result(iterator.get_next())
    return features, labels, [input_results._DatasetInitializerHook(iterator)]


def _combined(strategy: Any, specs: EstimatorSpec) -> EstimatorSpec:
    """One specification for those of all replicas: the mean of their losses, all of their updates."""
    first = values.select(0, specs)
    if strategy.num_replicas_in_sync == 1:
        return first
    loss = strategy.reduce(distribute_context.get_loss_reduction(), specs.loss)
    return first._replace(loss=loss, train_op=strategy.group(specs.train_op))
