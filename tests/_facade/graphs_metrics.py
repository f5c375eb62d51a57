"""Calls of tf.metrics and tf.confusion_matrix."""


def unit(tf, name="in_unit", shape=(None,)):
    return tf.placeholder(tf.float32, list(shape), name=name)


def ids(tf, name="in_labels", shape=(None,)):
    return tf.placeholder(tf.int64, list(shape), name=name)


CALLS = {}
for _name in ["mean", "mean_tensor"]:
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.row)
    CALLS[_name + "_weights"] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.row, v.row, name="mine")
    CALLS[_name + "_scalar"] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.row, 2.0)
for _name in ["mean_absolute_error", "mean_squared_error", "root_mean_squared_error"]:
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.x, v.y)
    CALLS[_name + "_weights"] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.row, v.row, v.row, name="mine")
for _name in ["true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall"]:
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.p, v.q)
    CALLS[_name + "_weights"] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.i, v.j, v.d, name="mine")
for _name in [n + "_at_thresholds" for n in list(CALLS) if n.split("_")[0] in ("true", "false", "precision", "recall")]:
    if "weights" not in _name:
        CALLS[_name] = lambda tf, v, n=_name: getattr(tf.metrics, n)(ids(tf), unit(tf), [0.2, 0.5])
        CALLS[_name + "_w"] = lambda tf, v, n=_name: getattr(tf.metrics, n)(v.row, v.row, [0.2], v.row, name="mine")
for _curve in ["ROC", "PR"]:
    for _method in ["trapezoidal", "careful_interpolation", "minoring", "majoring"]:
        CALLS["auc_" + _curve + "_" + _method] = lambda tf, v, c=_curve, m=_method: tf.metrics.auc(
            ids(tf), unit(tf), curve=c, summation_method=m, num_thresholds=5
        )
CALLS.update(
    {
        "accuracy": lambda tf, v: tf.metrics.accuracy(ids(tf), ids(tf, "in_predictions")),
        "accuracy_types": lambda tf, v: tf.metrics.accuracy(v.row, v.ids, v.row, name="mine"),
        "accuracy_unknown": lambda tf, v: tf.metrics.accuracy(v.u, v.u, v.u),
        "accuracy_squeezed": lambda tf, v: tf.metrics.accuracy(ids(tf, shape=(4, 1)), ids(tf, "in_b", (4,)), unit(tf)),
        "accuracy_collections": lambda tf, v: tf.constant(
            [
                [t.name for t in tf.get_collection(k)]
                for _ in [tf.metrics.accuracy(v.i, v.j, metrics_collections=["a"], updates_collections="b")]
                for k in ("a", "b")
            ]
        ),
        "variables": lambda tf, v: tf.constant(
            [
                x.name
                for _ in [tf.metrics.mean(v.x), tf.metrics.recall(v.p, v.q)]
                for k in (tf.GraphKeys.METRIC_VARIABLES, tf.GraphKeys.LOCAL_VARIABLES)
                for x in tf.get_collection(k)
            ]
        ),
        "mean_relative_error": lambda tf, v: tf.metrics.mean_relative_error(v.x, v.y, v.y),
        "mean_cosine_distance": lambda tf, v: tf.metrics.mean_cosine_distance(v.x, v.y, 1),
        "percentage_below": lambda tf, v: tf.metrics.percentage_below(v.x, 0.5),
        "mean_per_class_accuracy": lambda tf, v: tf.metrics.mean_per_class_accuracy(ids(tf), ids(tf, "in_b"), 3),
        "mean_per_class_accuracy_w": lambda tf, v: tf.metrics.mean_per_class_accuracy(v.i, v.j, 3, v.d),
        "mean_iou": lambda tf, v: tf.metrics.mean_iou(ids(tf), ids(tf, "in_b"), 3),
        "mean_iou_weights": lambda tf, v: tf.metrics.mean_iou(v.i, v.j, 3, v.d, name="mine"),
        "auc_weights": lambda tf, v: tf.metrics.auc(v.row, v.row, v.row, thresholds=[0.7, 0.3], name="mine"),
        "auc_wrong_curve": lambda tf, v: tf.metrics.auc(v.row, v.row, curve="no"),
        "auc_wrong_method": lambda tf, v: tf.metrics.auc(v.row, v.row, summation_method="no"),
        "sensitivity": lambda tf, v: tf.metrics.sensitivity_at_specificity(ids(tf), unit(tf), 0.7, num_thresholds=5),
        "specificity": lambda tf, v: tf.metrics.specificity_at_sensitivity(ids(tf), unit(tf), 0.7, num_thresholds=5),
        "specificity_wrong": lambda tf, v: tf.metrics.specificity_at_sensitivity(ids(tf), unit(tf), 1.7),
        "confusion_matrix": lambda tf, v: tf.confusion_matrix(ids(tf), ids(tf, "in_b")),
        "confusion_matrix_classes": lambda tf, v: tf.confusion_matrix(v.ids, v.ids, 3, tf.float32, "mine", v.row),
        "precision_at_k": lambda tf, v: tf.metrics.precision_at_k(ids(tf, shape=(None, 2)), v.x, 2),
        "precision_at_k_one": lambda tf, v: tf.metrics.precision_at_k(ids(tf), v.x, 1, name="mine"),
        "precision_at_k_class": lambda tf, v: tf.metrics.precision_at_k(ids(tf, shape=(None, 2)), v.x, 2, class_id=1),
        "precision_at_k_weights": lambda tf, v: tf.metrics.precision_at_k(
            ids(tf, shape=(None, 2)), v.x, 2, weights=2.0
        ),
        "precision_at_k_unknown": lambda tf, v: tf.metrics.precision_at_k(
            tf.placeholder(tf.int64, None, "in_labels"), v.x, 2, weights=unit(tf)
        ),
        "recall_at_k": lambda tf, v: tf.metrics.recall_at_k(ids(tf), v.x, 2),
        "recall_at_k_class": lambda tf, v: tf.metrics.recall_at_k(ids(tf), v.x, 2, 0, unit(tf), name="mine"),
        "recall_at_top_k": lambda tf, v: tf.metrics.recall_at_top_k(ids(tf, shape=(2, 3)), v.i),
        "precision_at_top_k": lambda tf, v: tf.metrics.precision_at_top_k(ids(tf, shape=(2, 3)), v.i, 3),
        "average_precision_at_k": lambda tf, v: tf.metrics.average_precision_at_k(ids(tf, shape=(None, 2)), v.x, 3),
        "average_precision_at_1": lambda tf, v: tf.metrics.average_precision_at_k(ids(tf), v.x, 1, name="mine"),
        "average_precision_weights": lambda tf, v: tf.metrics.average_precision_at_k(ids(tf), v.x, 2, unit(tf)),
        "average_precision_wrong": lambda tf, v: tf.metrics.average_precision_at_k(ids(tf), v.x, 0),
    }
)
