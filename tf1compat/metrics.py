"""`tf.metrics`: streaming metrics."""

from tf1compat._facade.metrics.at_k import average_precision_at_k as average_precision_at_k
from tf1compat._facade.metrics.at_k import precision_at_k as precision_at_k
from tf1compat._facade.metrics.at_k import precision_at_top_k as precision_at_top_k
from tf1compat._facade.metrics.at_k import recall_at_k as recall_at_k
from tf1compat._facade.metrics.at_k import recall_at_top_k as recall_at_top_k
from tf1compat._facade.metrics.at_k import sparse_average_precision_at_k as sparse_average_precision_at_k
from tf1compat._facade.metrics.at_k import sparse_precision_at_k as sparse_precision_at_k
from tf1compat._facade.metrics.counts import false_negatives as false_negatives
from tf1compat._facade.metrics.counts import false_negatives_at_thresholds as false_negatives_at_thresholds
from tf1compat._facade.metrics.counts import false_positives as false_positives
from tf1compat._facade.metrics.counts import false_positives_at_thresholds as false_positives_at_thresholds
from tf1compat._facade.metrics.counts import precision as precision
from tf1compat._facade.metrics.counts import precision_at_thresholds as precision_at_thresholds
from tf1compat._facade.metrics.counts import recall as recall
from tf1compat._facade.metrics.counts import recall_at_thresholds as recall_at_thresholds
from tf1compat._facade.metrics.counts import true_negatives as true_negatives
from tf1compat._facade.metrics.counts import true_negatives_at_thresholds as true_negatives_at_thresholds
from tf1compat._facade.metrics.counts import true_positives as true_positives
from tf1compat._facade.metrics.counts import true_positives_at_thresholds as true_positives_at_thresholds
from tf1compat._facade.metrics.curves import auc as auc
from tf1compat._facade.metrics.curves import sensitivity_at_specificity as sensitivity_at_specificity
from tf1compat._facade.metrics.curves import specificity_at_sensitivity as specificity_at_sensitivity
from tf1compat._facade.metrics.means import accuracy as accuracy
from tf1compat._facade.metrics.means import mean as mean
from tf1compat._facade.metrics.means import mean_absolute_error as mean_absolute_error
from tf1compat._facade.metrics.means import mean_cosine_distance as mean_cosine_distance
from tf1compat._facade.metrics.means import mean_iou as mean_iou
from tf1compat._facade.metrics.means import mean_per_class_accuracy as mean_per_class_accuracy
from tf1compat._facade.metrics.means import mean_relative_error as mean_relative_error
from tf1compat._facade.metrics.means import mean_squared_error as mean_squared_error
from tf1compat._facade.metrics.means import mean_tensor as mean_tensor
from tf1compat._facade.metrics.means import percentage_below as percentage_below
from tf1compat._facade.metrics.means import root_mean_squared_error as root_mean_squared_error
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
