"""Several heads on one model, and a head that is only a loss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import array_ops, grouping, math_ops, summary, variable_scope
from tf1compat._facade.contrib.learn.head_parts import MODULE, Head, check_mode, key_of, no_op_train_fn
from tf1compat._facade.contrib.learn.keys import MetricKey, ModeKeys
from tf1compat._facade.contrib.learn.model_fn_ops import ModelFnOps
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope

_INSTEAD = "Please switch to tf.contrib.estimator.*_head."


class _LossOnlyHead(Head):
    def __init__(self, loss_fn: Callable[[], Any], head_name: str | None = None) -> None:
        self._loss_fn = loss_fn
        self.head_name = head_name or "loss_only_head"

    @property
    def logits_dimension(self) -> int:
        return 0

    def create_model_fn_ops(
        self,
        features: Any,
        mode: Any,
        labels: Any = None,
        train_op_fn: Any = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: Any = None,
    ) -> ModelFnOps:
        check_mode(mode)
        loss = train_op = None
        if mode != ModeKeys.INFER:
            with variable_scope.variable_scope(scope, self.head_name):
                loss = self._loss_fn()
                loss = math_ops.add_n(loss) if isinstance(loss, list) else loss
                with name_scope(""):
                    shown = array_ops.identity(loss)
                    summary.scalar(key_of(self.head_name, MetricKey.LOSS), shown)
                if mode == ModeKeys.TRAIN:
                    if train_op_fn is None:
                        raise ValueError("train_op_fn can not be None in TRAIN mode")
                    with name_scope(None, "train_op", (loss,)):
                        train_op = train_op_fn(loss)
        return ModelFnOps(mode=mode, loss=loss, train_op=train_op, predictions={}, eval_metric_ops={})


class _MultiHead(Head):
    def __init__(self, heads: Sequence[Any], loss_merger: Callable[[list[Any]], Any]) -> None:
        for head in heads:
            if not head.head_name:
                raise ValueError("Members of MultiHead must have names.")
        self._logits_dimension = sum(head.logits_dimension for head in heads)
        self._heads = heads
        self._loss_merger = loss_merger

    @property
    def logits_dimension(self) -> int:
        return self._logits_dimension

    def create_model_fn_ops(
        self,
        features: Any,
        mode: Any,
        labels: Any = None,
        train_op_fn: Any = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: Any = None,
    ) -> ModelFnOps:
        check_mode(mode)
        if logits is None:
            given: list[Any] = [{"logits_input": logits_input} for _ in self._heads]
        else:
            given = [{"logits": part} for part in self._split(logits)]
        made = [
            head.create_model_fn_ops(
                features=features, mode=mode, labels=labels, train_op_fn=no_op_train_fn, scope=scope, **inputs
            )
            for head, inputs in zip(self._heads, given, strict=True)
        ]
        if mode == ModeKeys.TRAIN:
            if train_op_fn is None:
                raise ValueError("train_op_fn can not be None in TRAIN mode.")
            return self._train(made, train_op_fn)
        return self._infer(made) if mode == ModeKeys.INFER else self._eval(made)

    def _split(self, logits: Any) -> list[Any]:
        if isinstance(logits, dict):
            return [None if isinstance(head, _LossOnlyHead) else logits[head.head_name] for head in self._heads]
        parts, begin = [], 0
        for head in self._heads:
            parts.append(array_ops.slice(logits, [0, begin], [-1, head.logits_dimension]))
            begin += head.logits_dimension
        return parts

    def _train(self, made: list[ModelFnOps], train_op_fn: Any) -> ModelFnOps:
        metrics = {name: metric for model in made for name, metric in (model.eval_metric_ops or {}).items()}
        loss = self._loss_merger([model.loss for model in made])
        train_op = grouping.group(train_op_fn(loss), *(model.train_op for model in made))
        return ModelFnOps(mode=ModeKeys.TRAIN, loss=loss, train_op=train_op, eval_metric_ops=metrics)

    def _predictions(self, made: list[ModelFnOps]) -> dict[Any, Any]:
        """Predictions by head and name."""
        return {
            (head.head_name, name): tensor
            for head, model in zip(self._heads, made, strict=True)
            for name, tensor in model.predictions.items()
        }

    def _infer(self, made: list[ModelFnOps]) -> ModelFnOps:
        alternatives = {
            head.head_name: model.output_alternatives[head.head_name]
            for head, model in zip(self._heads, made, strict=True)
            if not isinstance(head, _LossOnlyHead)
        }
        return ModelFnOps(mode=ModeKeys.INFER, predictions=self._predictions(made), output_alternatives=alternatives)

    def _eval(self, made: list[ModelFnOps]) -> ModelFnOps:
        return ModelFnOps(
            mode=ModeKeys.EVAL,
            predictions=self._predictions(made),
            loss=self._loss_merger([model.loss for model in made]),
            eval_metric_ops={name: metric for model in made for name, metric in model.eval_metric_ops.items()},
        )


@deprecated(None, _INSTEAD, MODULE)
def loss_only_head(loss_fn: Callable[[], Any], head_name: str | None = None) -> Head:
    """A head without logits, whose loss (or list of losses) a function gives; for `multi_head`."""
    return _LossOnlyHead(loss_fn, head_name=head_name)


@deprecated(None, _INSTEAD, MODULE)
def multi_head(heads: Sequence[Any], loss_weights: Sequence[float] | None = None) -> Head:
    """Several heads with names on one model; its loss is the (weighted) sum of theirs.

    Raises:
      ValueError: a head has no name, or there are not as many weights as heads.
    """
    if loss_weights and len(loss_weights) != len(heads):
        raise ValueError("heads and loss_weights must have same size")

    def merged(losses: list[Any]) -> Any:
        if not loss_weights:
            return math_ops.add_n(losses)
        return math_ops.add_n([math_ops.multiply(x, w) for x, w in zip(losses, loss_weights, strict=True)])

    return _MultiHead(heads, merged)
