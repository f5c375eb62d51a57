"""`tf.contrib.metrics`: metrics of batches and of streams of batches."""

from tf1compat._facade.confusion_matrix import confusion_matrix as confusion_matrix
from tf1compat._facade.contrib.metrics.accumulating import (
    precision_recall_at_equal_thresholds as precision_recall_at_equal_thresholds,
)
from tf1compat._facade.contrib.metrics.accumulating import streaming_concat as streaming_concat
from tf1compat._facade.contrib.metrics.accumulating import (
    streaming_sparse_average_precision_at_top_k as streaming_sparse_average_precision_at_top_k,
)
from tf1compat._facade.contrib.metrics.agreement import accuracy as accuracy
from tf1compat._facade.contrib.metrics.agreement import aggregate_metric_map as aggregate_metric_map
from tf1compat._facade.contrib.metrics.agreement import aggregate_metrics as aggregate_metrics
from tf1compat._facade.contrib.metrics.agreement import cohen_kappa as cohen_kappa
from tf1compat._facade.contrib.metrics.agreement import count as count
from tf1compat._facade.contrib.metrics.agreement import streaming_covariance as streaming_covariance
from tf1compat._facade.contrib.metrics.agreement import streaming_mean_cosine_distance as streaming_mean_cosine_distance
from tf1compat._facade.contrib.metrics.agreement import streaming_pearson_correlation as streaming_pearson_correlation
from tf1compat._facade.contrib.metrics.areas import auc_using_histogram as auc_using_histogram
from tf1compat._facade.contrib.metrics.areas import auc_with_confidence_intervals as auc_with_confidence_intervals
from tf1compat._facade.contrib.metrics.areas import streaming_dynamic_auc as streaming_dynamic_auc
from tf1compat._facade.contrib.metrics.swapped import sparse_recall_at_top_k as sparse_recall_at_top_k
from tf1compat._facade.contrib.metrics.swapped import streaming_accuracy as streaming_accuracy
from tf1compat._facade.contrib.metrics.swapped import streaming_auc as streaming_auc
from tf1compat._facade.contrib.metrics.swapped import streaming_false_negatives as streaming_false_negatives
from tf1compat._facade.contrib.metrics.swapped import streaming_false_positives as streaming_false_positives
from tf1compat._facade.contrib.metrics.swapped import streaming_mean as streaming_mean
from tf1compat._facade.contrib.metrics.swapped import streaming_mean_absolute_error as streaming_mean_absolute_error
from tf1compat._facade.contrib.metrics.swapped import streaming_mean_iou as streaming_mean_iou
from tf1compat._facade.contrib.metrics.swapped import streaming_mean_relative_error as streaming_mean_relative_error
from tf1compat._facade.contrib.metrics.swapped import streaming_mean_squared_error as streaming_mean_squared_error
from tf1compat._facade.contrib.metrics.swapped import streaming_mean_tensor as streaming_mean_tensor
from tf1compat._facade.contrib.metrics.swapped import streaming_percentage_less as streaming_percentage_less
from tf1compat._facade.contrib.metrics.swapped import streaming_precision as streaming_precision
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_precision_at_thresholds as streaming_precision_at_thresholds,
)
from tf1compat._facade.contrib.metrics.swapped import streaming_recall as streaming_recall
from tf1compat._facade.contrib.metrics.swapped import streaming_recall_at_k as streaming_recall_at_k
from tf1compat._facade.contrib.metrics.swapped import streaming_recall_at_thresholds as streaming_recall_at_thresholds
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_root_mean_squared_error as streaming_root_mean_squared_error,
)
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_sensitivity_at_specificity as streaming_sensitivity_at_specificity,
)
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_sparse_average_precision_at_k as streaming_sparse_average_precision_at_k,
)
from tf1compat._facade.contrib.metrics.swapped import streaming_sparse_precision_at_k as streaming_sparse_precision_at_k
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_sparse_precision_at_top_k as streaming_sparse_precision_at_top_k,
)
from tf1compat._facade.contrib.metrics.swapped import streaming_sparse_recall_at_k as streaming_sparse_recall_at_k
from tf1compat._facade.contrib.metrics.swapped import (
    streaming_specificity_at_sensitivity as streaming_specificity_at_sensitivity,
)
from tf1compat._facade.contrib.metrics.swapped import streaming_true_negatives as streaming_true_negatives
from tf1compat._facade.contrib.metrics.swapped import streaming_true_positives as streaming_true_positives
from tf1compat._facade.contrib.metrics.thresholds import f1_score as f1_score
from tf1compat._facade.contrib.metrics.thresholds import precision_at_recall as precision_at_recall
from tf1compat._facade.contrib.metrics.thresholds import recall_at_precision as recall_at_precision
from tf1compat._facade.contrib.metrics.thresholds import streaming_curve_points as streaming_curve_points
from tf1compat._facade.contrib.metrics.thresholds import streaming_false_negative_rate as streaming_false_negative_rate
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_false_negative_rate_at_thresholds as streaming_false_negative_rate_at_thresholds,
)
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_false_negatives_at_thresholds as streaming_false_negatives_at_thresholds,
)
from tf1compat._facade.contrib.metrics.thresholds import streaming_false_positive_rate as streaming_false_positive_rate
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_false_positive_rate_at_thresholds as streaming_false_positive_rate_at_thresholds,
)
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_false_positives_at_thresholds as streaming_false_positives_at_thresholds,
)
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_true_negatives_at_thresholds as streaming_true_negatives_at_thresholds,
)
from tf1compat._facade.contrib.metrics.thresholds import (
    streaming_true_positives_at_thresholds as streaming_true_positives_at_thresholds,
)
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.sets import set_difference as set_difference
from tf1compat._facade.sets import set_intersection as set_intersection
from tf1compat._facade.sets import set_size as set_size
from tf1compat._facade.sets import set_union as set_union

__getattr__, __dir__ = _on_demand(__name__)
