"""`tf.keras.metrics` that count true and false predictions at thresholds."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, math_ops, nn_ops
from tf1compat._facade.confusion_matrix import confusion_matrix
from tf1compat._facade.constants import constant
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.init_ops import Zeros
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.losses_reduction import squeeze_or_expand
from tf1compat._facade.keras.metrics.base import Metric
from tf1compat._facade.keras.serialization import to_list
from tf1compat._facade.weights_broadcast_ops import broadcast_weights
from tf1compat._jaxcore.base import dtypes

_NEVER = -1e10
_KINDS = ("true_positives", "true_negatives", "false_positives", "false_negatives")


def _thresholds(given: Any, default: float = 0.5) -> list[Any]:
    wrong = [t for t in to_list(given) if t is None or t < 0 or t > 1] if given is not None else []
    if wrong:
        raise ValueError(f"Threshold values must be in [0, 1]. Invalid values: {wrong}")
    return to_list(default if given is None else given)


def _spread(count: int) -> list[float]:
    return [(i + 1) * 1.0 / (count - 1) for i in range(count - 2)]


def update_counts(
    counts: dict[str, Any],
    y_true: Any,
    y_pred: Any,
    thresholds: list[Any],
    top_k: int | None = None,
    class_id: int | None = None,
    sample_weight: Any = None,
) -> Any:
    """The operation that adds a batch to the variables, one entry per threshold."""
    y_true, y_pred = math_ops.cast(y_true, dtypes.float32), math_ops.cast(y_pred, dtypes.float32)
    y_pred.shape.assert_is_compatible_with(y_true.shape)
    checks = [
        check_ops.assert_greater_equal(
            y_pred, math_ops.cast(0.0, dtype=y_pred.dtype), message="predictions must be >= 0"
        ),
        check_ops.assert_less_equal(y_pred, math_ops.cast(1.0, dtype=y_pred.dtype), message="predictions must be <= 1"),
    ]
    with control_dependencies(checks):
        y_pred, y_true, sample_weight = squeeze_or_expand(y_pred, y_true, sample_weight)
    if top_k is not None:
        _, best = nn_ops.top_k(y_pred, top_k, sorted=False)
        chosen = math_ops.reduce_sum(array_ops.one_hot(best, y_pred.shape[-1].value, axis=-1), axis=-2)
        y_pred = y_pred * chosen + _NEVER * (1 - chosen)
    if class_id is not None:
        y_true, y_pred = y_true[..., class_id], y_pred[..., class_id]
    rows = len(thresholds)
    size = array_ops.size(y_pred)
    flat = array_ops.reshape(y_pred, [1, -1])
    labels = array_ops.reshape(math_ops.cast(y_true, dtype=dtypes.bool), [1, -1])
    limits = array_ops.tile(array_ops.expand_dims(constant(thresholds), 1), array_ops.stack([1, size]))
    positive = math_ops.greater(array_ops.tile(flat, [rows, 1]), limits)
    true = array_ops.tile(labels, [rows, 1])
    weights = None
    if sample_weight is not None:
        wide = broadcast_weights(math_ops.cast(sample_weight, dtypes.float32), y_pred)
        weights = array_ops.tile(array_ops.reshape(wide, [1, -1]), [rows, 1])
    return _counted(counts, true, positive, weights)


def _counted(counts: dict[str, Any], true: Any, positive: Any, weights: Any) -> Any:
    pairs = {"true_positives": (true, positive)}
    if "false_negatives" in counts or "true_negatives" in counts:
        negative = math_ops.logical_not(positive)
        pairs["false_negatives"] = (true, negative)
    if "false_positives" in counts or "true_negatives" in counts:
        false = math_ops.logical_not(true)
        pairs["false_positives"] = (false, positive)
        if "true_negatives" in counts:
            pairs["true_negatives"] = (false, negative)
    updates = []
    for kind, (label, prediction) in pairs.items():
        if kind in counts:
            both = math_ops.cast(math_ops.logical_and(label, prediction), dtype=dtypes.float32)
            both = both if weights is None else both * weights
            updates.append(counts[kind].assign_add(math_ops.reduce_sum(both, 1)))
    return group(updates)


class _Count(Metric):
    _kind = ""

    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds = thresholds
        self.thresholds = _thresholds(thresholds)
        self.accumulator = self.add_weight("accumulator", shape=(len(self.thresholds),), initializer=Zeros)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        return update_counts(
            {self._kind: self.accumulator}, y_true, y_pred, self.thresholds, sample_weight=sample_weight
        )

    def result(self) -> Any:
        return self.accumulator[0] if len(self.thresholds) == 1 else array_ops.identity(self.accumulator)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds}


class TruePositives(_Count):
    """Number of true positives, at one or several thresholds."""

    _kind = "true_positives"


class TrueNegatives(_Count):
    """Number of true negatives, at one or several thresholds."""

    _kind = "true_negatives"


class FalsePositives(_Count):
    """Number of false positives, at one or several thresholds."""

    _kind = "false_positives"


class FalseNegatives(_Count):
    """Number of false negatives, at one or several thresholds."""

    _kind = "false_negatives"


class _Ratio(Metric):
    """True positives over themselves and those of another kind."""

    _other = ""

    def __init__(
        self,
        thresholds: Any = None,
        top_k: int | None = None,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self.thresholds = _thresholds(thresholds, 0.5 if top_k is None else _NEVER)
        shape = (len(self.thresholds),)
        self.true_positives = self.add_weight("true_positives", shape=shape, initializer=Zeros)
        setattr(self, self._other, self.add_weight(self._other, shape=shape, initializer=Zeros))

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        counts = {"true_positives": self.true_positives, self._other: getattr(self, self._other)}
        return update_counts(counts, y_true, y_pred, self.thresholds, self.top_k, self.class_id, sample_weight)

    def result(self) -> Any:
        found = math_ops.div_no_nan(self.true_positives, self.true_positives + getattr(self, self._other))
        return found[0] if len(self.thresholds) == 1 else found

    def get_config(self) -> dict[str, Any]:
        further = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **further}


class Precision(_Ratio):
    """True positives over all predicted positives."""

    _other = "false_positives"


class Recall(_Ratio):
    """True positives over all actual positives."""

    _other = "false_negatives"


class _AllCounts(Metric):
    thresholds: list[float]

    def _add_counts(self, count: int) -> None:
        for kind in _KINDS:
            setattr(self, kind, self.add_weight(kind, shape=(count,), initializer=Zeros))

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        counts = {kind: getattr(self, kind) for kind in _KINDS}
        return update_counts(counts, y_true, y_pred, self.thresholds, sample_weight=sample_weight)


class _AtOther(_AllCounts):
    """One rate where another is nearest to a value."""

    _argument = ""
    true_positives: Any
    true_negatives: Any
    false_positives: Any
    false_negatives: Any

    def __init__(self, value: Any, num_thresholds: int = 200, name: str | None = None, dtype: Any = None) -> None:
        if value < 0 or value > 1:
            raise ValueError(f"`{self._argument}` must be in the range [0, 1].")
        if num_thresholds <= 0:
            raise ValueError("`num_thresholds` must be > 0.")
        super().__init__(name=name, dtype=dtype)
        self.value, self.num_thresholds = value, num_thresholds
        self._add_counts(num_thresholds)
        self.thresholds = [0.5] if num_thresholds == 1 else [0.0, *_spread(num_thresholds), 1.0]

    def _rates(self) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        sensitivity = (self.true_positives, self.false_negatives)
        specificity = (self.true_negatives, self.false_positives)
        if self._argument == "specificity":
            return specificity, sensitivity
        return sensitivity, specificity

    def result(self) -> Any:
        given, wanted = self._rates()
        rates = math_ops.div_no_nan(given[0], given[0] + given[1])
        nearest = math_ops.cast(math_ops.argmin(math_ops.abs(rates - self.value), axis=0), dtypes.int32)
        return math_ops.div_no_nan(wanted[0][nearest], wanted[0][nearest] + wanted[1][nearest])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "num_thresholds": self.num_thresholds, self._argument: self.value}


class SensitivityAtSpecificity(_AtOther):
    """The sensitivity where the specificity is nearest to a value."""

    _argument = "specificity"

    def __init__(self, specificity: Any, num_thresholds: int = 200, name: str | None = None, dtype: Any = None) -> None:
        self.specificity = specificity
        super().__init__(specificity, num_thresholds, name, dtype)


class SpecificityAtSensitivity(_AtOther):
    """The specificity where the sensitivity is nearest to a value."""

    _argument = "sensitivity"

    def __init__(self, sensitivity: Any, num_thresholds: int = 200, name: str | None = None, dtype: Any = None) -> None:
        self.sensitivity = sensitivity
        super().__init__(sensitivity, num_thresholds, name, dtype)


class AUC(_AllCounts):
    """Area under the ROC or the precision-recall curve, by sums over thresholds.

    Args:
      num_thresholds: number of thresholds, evenly spread.
      curve: `"ROC"` or `"PR"`.
      summation_method: `"interpolation"`, `"minoring"` or `"majoring"`.
      thresholds: thresholds within 0 and 1, in place of `num_thresholds`.
    """

    true_positives: Any
    true_negatives: Any
    false_positives: Any
    false_negatives: Any

    def __init__(
        self,
        num_thresholds: int = 200,
        curve: Any = "ROC",
        summation_method: Any = "interpolation",
        name: str | None = None,
        dtype: Any = None,
        thresholds: Any = None,
    ) -> None:
        if str(curve).upper() not in ("ROC", "PR"):
            raise ValueError(f'Invalid AUC curve value "{curve}".')
        if str(summation_method).lower() not in ("interpolation", "minoring", "majoring"):
            raise ValueError(f'Invalid AUC summation method value "{summation_method}".')
        if thresholds is None and num_thresholds <= 1:
            raise ValueError("`num_thresholds` must be > 1.")
        inner = _spread(num_thresholds) if thresholds is None else sorted(thresholds)
        super().__init__(name=name, dtype=dtype)
        self.num_thresholds = len(inner) + 2
        self.thresholds = [0.0 - K.epsilon(), *inner, 1.0 + K.epsilon()]
        self.curve, self.summation_method = str(curve).upper(), str(summation_method).lower()
        self._add_counts(self.num_thresholds)

    def result(self) -> Any:
        if self.curve == "PR" and self.summation_method == "interpolation":
            return self._interpolated_pr()
        recall = math_ops.div_no_nan(self.true_positives, self.true_positives + self.false_negatives)
        if self.curve == "ROC":
            x, y = math_ops.div_no_nan(self.false_positives, self.false_positives + self.true_negatives), recall
        else:
            x, y = recall, math_ops.div_no_nan(self.true_positives, self.true_positives + self.false_positives)
        left, right = y[: self.num_thresholds - 1], y[1:]
        if self.summation_method == "interpolation":
            heights = (left + right) / 2.0
        else:
            choose = math_ops.minimum if self.summation_method == "minoring" else math_ops.maximum
            heights = choose(left, right)
        widths = x[: self.num_thresholds - 1] - x[1:]
        return math_ops.reduce_sum(math_ops.multiply(widths, heights), name=self.name)

    def _interpolated_pr(self) -> Any:
        """Davis and Goadrich 2006: true positives are linear in predicted positives, the precision is not."""
        before = self.num_thresholds - 1
        true_step = self.true_positives[:before] - self.true_positives[1:]
        predicted = self.true_positives + self.false_positives
        step = predicted[:before] - predicted[1:]
        slope = math_ops.div_no_nan(true_step, math_ops.maximum(step, 0), name="prec_slope")
        intercept = self.true_positives[1:] - math_ops.multiply(slope, predicted[1:])
        ratio = array_ops.where(
            math_ops.logical_and(predicted[:before] > 0, predicted[1:] > 0),
            math_ops.div_no_nan(predicted[:before], math_ops.maximum(predicted[1:], 0), name="recall_relative_ratio"),
            array_ops.ones_like(predicted[1:]),
        )
        parts = math_ops.div_no_nan(
            slope * (true_step + intercept * math_ops.log(ratio)),
            math_ops.maximum(self.true_positives[1:] + self.false_negatives[1:], 0),
            name="pr_auc_increment",
        )
        return math_ops.reduce_sum(parts, name="interpolate_pr_auc")

    def get_config(self) -> dict[str, Any]:
        further = {
            "num_thresholds": self.num_thresholds,
            "curve": self.curve,
            "summation_method": self.summation_method,
            "thresholds": self.thresholds[1:-1],
        }
        return {**super().get_config(), **further}


class MeanIoU(Metric):
    """Mean over classes of intersection over union of targets and predictions."""

    def __init__(self, num_classes: int, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.num_classes = num_classes
        self.total_cm = self.add_weight(
            "total_confusion_matrix", shape=(num_classes, num_classes), initializer=Zeros, dtype=dtypes.float64
        )

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        flat = [
            array_ops.reshape(x, [-1]) if x.shape.ndims > 1 else x
            for x in (math_ops.cast(y_true, self._dtype), math_ops.cast(y_pred, self._dtype))
        ]
        if sample_weight is not None and sample_weight.shape.ndims > 1:
            sample_weight = array_ops.reshape(sample_weight, [-1])
        found = confusion_matrix(flat[0], flat[1], self.num_classes, weights=sample_weight, dtype=dtypes.float64)
        return self.total_cm.assign_add(found)

    def result(self) -> Any:
        rows = math_ops.cast(math_ops.reduce_sum(self.total_cm, axis=0), dtype=self._dtype)
        columns = math_ops.cast(math_ops.reduce_sum(self.total_cm, axis=1), dtype=self._dtype)
        right = math_ops.cast(array_ops.diag_part(self.total_cm), dtype=self._dtype)
        union = rows + columns - right
        valid = math_ops.reduce_sum(math_ops.cast(math_ops.not_equal(union, 0), dtype=self._dtype))
        each = math_ops.div_no_nan(right, union)
        return math_ops.div_no_nan(math_ops.reduce_sum(each, name="mean_iou"), valid)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "num_classes": self.num_classes}
