"""Metrics of tf.contrib.metrics over two batches; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import numpy as np

LABELS = np.array([[1, 0, 1, 1], [0, 0, 1, 0]])
SCORES = np.array([[0.9, 0.2, 0.4, 0.7], [0.6, 0.1, 0.8, 0.3]], np.float32)
WEIGHTS = np.array([[1.0, 2.0, 0.5, 1.0], [1.0, 0.0, 3.0, 1.0]], np.float32)


def rounded(x):
    return [round(float(v), 5) for v in np.asarray(x, np.float64).ravel()]


def streamed(tf, make, weighted):
    """The metric after each batch, its updates, and the names of its variables."""
    with tf.Graph().as_default(), tf.Session() as sess:
        labels, scores = tf.placeholder(tf.int64, [4]), tf.placeholder(tf.float32, [4])
        weights = tf.placeholder(tf.float32, [4])
        value, update = make(tf.contrib.metrics, labels, scores, weights if weighted else None)
        sess.run(tf.local_variables_initializer())
        found = []
        for i in range(2):
            new = sess.run(update, {labels: LABELS[i], scores: SCORES[i], weights: WEIGHTS[i]})
            found.append([None if new is None else rounded(new), rounded(sess.run(value))])
        return found + [[v.op.name for v in tf.local_variables()]]


def of_booleans(tf):
    names = "true_positives true_negatives false_positives false_negatives accuracy precision recall"
    names += " false_positive_rate false_negative_rate"
    found = {}
    for name in names.split():
        for weighted in (False, True):

            def make(m, labels, scores, weights, name=name):
                return getattr(m, "streaming_" + name)(scores > 0.5, tf.cast(labels, tf.bool), weights)

            found["%s %s" % (name, weighted)] = streamed(tf, make, weighted)
    return found


def of_numbers(tf):
    makers = {
        "mae": lambda m, y, x, w: m.streaming_mean_absolute_error(x, tf.cast(y, tf.float32), w),
        "mse": lambda m, y, x, w: m.streaming_mean_squared_error(x, tf.cast(y, tf.float32), w),
        "rmse": lambda m, y, x, w: m.streaming_root_mean_squared_error(x, tf.cast(y, tf.float32), w),
        "relative": lambda m, y, x, w: m.streaming_mean_relative_error(x, tf.cast(y, tf.float32), x, w),
        "mean": lambda m, y, x, w: m.streaming_mean(x, w),
        "mean_tensor": lambda m, y, x, w: m.streaming_mean_tensor(x, w),
        "less": lambda m, y, x, w: m.streaming_percentage_less(x, 0.5, w),
        "covariance": lambda m, y, x, w: m.streaming_covariance(x, tf.cast(y, tf.float32), w),
        "pearson": lambda m, y, x, w: m.streaming_pearson_correlation(x, tf.cast(y, tf.float32), w),
        "cosine": lambda m, y, x, w: m.streaming_mean_cosine_distance(x, tf.cast(y, tf.float32), 0),
        "count": lambda m, y, x, w: m.count(x, w),
        "kappa": lambda m, y, x, w: m.cohen_kappa(y, tf.cast(x > 0.5, tf.int64), 2, w),
        "iou": lambda m, y, x, w: m.streaming_mean_iou(tf.cast(x > 0.5, tf.int64), y, 2, w),
    }
    return {
        "%s %s" % (n, weighted): streamed(tf, makers[n], weighted) for n in sorted(makers) for weighted in (False, True)
    }


def at_thresholds(tf):
    limits = [0.15, 0.5, 0.75]
    makers = {
        name: lambda m, y, x, w, name=name: getattr(m, "streaming_%s_at_thresholds" % name)(x, y, limits, w)
        for name in (
            "precision recall true_positives true_negatives false_positives false_negatives false_positive_rate "
            "false_negative_rate"
        ).split()
    }
    makers["auc"] = lambda m, y, x, w: m.streaming_auc(x, y, w)
    makers["auc PR"] = lambda m, y, x, w: m.streaming_auc(x, y, w, curve="PR")
    makers["specificity"] = lambda m, y, x, w: m.streaming_specificity_at_sensitivity(x, y, 0.6, w)
    makers["sensitivity"] = lambda m, y, x, w: m.streaming_sensitivity_at_specificity(x, y, 0.6, w)
    makers["roc"] = lambda m, y, x, w: m.streaming_curve_points(y, x, w, num_thresholds=5)
    makers["pr"] = lambda m, y, x, w: m.streaming_curve_points(y, x, w, num_thresholds=5, curve="PR")
    makers["f1"] = lambda m, y, x, w: m.f1_score(y, x, w)
    makers["recall at precision"] = lambda m, y, x, w: m.recall_at_precision(y, x, 0.7, w)
    makers["recall at precision, strict"] = lambda m, y, x, w: m.recall_at_precision(y, x, 0.7, w, strict_mode=True)
    makers["precision at recall"] = lambda m, y, x, w: m.precision_at_recall(y, x, 0.7, w)
    return {
        "%s %s" % (n, weighted): streamed(tf, makers[n], weighted) for n in sorted(makers) for weighted in (False, True)
    }


def of_the_best(tf):
    def two(x):
        return tf.stack([x, 1.0 - x, x * x], axis=1)

    makers = {
        "recall_at_k": lambda m, y, x, w: m.streaming_recall_at_k(two(x), y, 2, w),
        "sparse_recall_at_k": lambda m, y, x, w: m.streaming_sparse_recall_at_k(two(x), tf.expand_dims(y, 1), 2),
        "sparse_recall_at_k, class": lambda m, y, x, w: m.streaming_sparse_recall_at_k(
            two(x), tf.expand_dims(y, 1), 2, class_id=1
        ),
        "sparse_precision_at_k": lambda m, y, x, w: m.streaming_sparse_precision_at_k(two(x), tf.expand_dims(y, 1), 2),
        "average": lambda m, y, x, w: m.streaming_sparse_average_precision_at_k(two(x), tf.expand_dims(y, 1), 2),
        "precision_at_top_k": lambda m, y, x, w: m.streaming_sparse_precision_at_top_k(
            tf.nn.top_k(two(x), 2)[1], tf.expand_dims(y, 1)
        ),
        "recall_at_top_k": lambda m, y, x, w: m.sparse_recall_at_top_k(
            tf.expand_dims(y, 1), tf.nn.top_k(two(x), 2)[1], class_id=1
        ),
    }
    return {n: streamed(tf, makers[n], False) for n in sorted(makers)}


def of_batches(tf):
    m = tf.contrib.metrics
    with tf.Graph().as_default(), tf.Session() as sess:
        labels, predictions = tf.constant([1, 0, 2]), tf.constant([1, 1, 2])
        found = [m.accuracy(predictions, labels), m.accuracy(predictions, labels, tf.constant([1.0, 0.5, 0.5]))]
        found.append(m.confusion_matrix(labels, predictions))
        found.append(m.set_size(m.set_union(tf.constant([[1, 2]]), tf.constant([[2, 3]]))))
        pairs = {"a": m.streaming_mean([1.0, 2.0]), "b": m.streaming_mean([3.0])}
        values, updates = m.aggregate_metric_map(pairs)
        sess.run(tf.local_variables_initializer())
        sess.run(updates)
        merged = m.aggregate_metrics(*[pairs[k] for k in sorted(pairs)])
        return [rounded(sess.run(x)) for x in found + [values["a"], values["b"]] + merged[0]]


RUNS = [of_booleans, of_numbers, at_thresholds, of_the_best, of_batches]
