"""`tf.keras.metrics`."""

from tf1compat._facade.keras.losses import KLD as KLD
from tf1compat._facade.keras.losses import MAE as MAE
from tf1compat._facade.keras.losses import MAPE as MAPE
from tf1compat._facade.keras.losses import MSE as MSE
from tf1compat._facade.keras.losses import MSLE as MSLE
from tf1compat._facade.keras.losses import binary_crossentropy as binary_crossentropy
from tf1compat._facade.keras.losses import categorical_crossentropy as categorical_crossentropy
from tf1compat._facade.keras.losses import cosine as cosine
from tf1compat._facade.keras.losses import cosine_proximity as cosine_proximity
from tf1compat._facade.keras.losses import hinge as hinge
from tf1compat._facade.keras.losses import kld as kld
from tf1compat._facade.keras.losses import kullback_leibler_divergence as kullback_leibler_divergence
from tf1compat._facade.keras.losses import mae as mae
from tf1compat._facade.keras.losses import mape as mape
from tf1compat._facade.keras.losses import mean_absolute_error as mean_absolute_error
from tf1compat._facade.keras.losses import mean_absolute_percentage_error as mean_absolute_percentage_error
from tf1compat._facade.keras.losses import mean_squared_error as mean_squared_error
from tf1compat._facade.keras.losses import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from tf1compat._facade.keras.losses import mse as mse
from tf1compat._facade.keras.losses import msle as msle
from tf1compat._facade.keras.losses import poisson as poisson
from tf1compat._facade.keras.losses import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from tf1compat._facade.keras.losses import squared_hinge as squared_hinge
from tf1compat._facade.keras.metrics import deserialize as deserialize
from tf1compat._facade.keras.metrics import get as get
from tf1compat._facade.keras.metrics import serialize as serialize
from tf1compat._facade.keras.metrics.base import Mean as Mean
from tf1compat._facade.keras.metrics.base import MeanTensor as MeanTensor
from tf1compat._facade.keras.metrics.base import Metric as Metric
from tf1compat._facade.keras.metrics.base import Sum as Sum
from tf1compat._facade.keras.metrics.confusion import AUC as AUC
from tf1compat._facade.keras.metrics.confusion import FalseNegatives as FalseNegatives
from tf1compat._facade.keras.metrics.confusion import FalsePositives as FalsePositives
from tf1compat._facade.keras.metrics.confusion import MeanIoU as MeanIoU
from tf1compat._facade.keras.metrics.confusion import Precision as Precision
from tf1compat._facade.keras.metrics.confusion import Recall as Recall
from tf1compat._facade.keras.metrics.confusion import SensitivityAtSpecificity as SensitivityAtSpecificity
from tf1compat._facade.keras.metrics.confusion import SpecificityAtSensitivity as SpecificityAtSensitivity
from tf1compat._facade.keras.metrics.confusion import TrueNegatives as TrueNegatives
from tf1compat._facade.keras.metrics.confusion import TruePositives as TruePositives
from tf1compat._facade.keras.metrics.functions import Accuracy as Accuracy
from tf1compat._facade.keras.metrics.functions import BinaryAccuracy as BinaryAccuracy
from tf1compat._facade.keras.metrics.functions import BinaryCrossentropy as BinaryCrossentropy
from tf1compat._facade.keras.metrics.functions import CategoricalAccuracy as CategoricalAccuracy
from tf1compat._facade.keras.metrics.functions import CategoricalCrossentropy as CategoricalCrossentropy
from tf1compat._facade.keras.metrics.functions import CategoricalHinge as CategoricalHinge
from tf1compat._facade.keras.metrics.functions import CosineSimilarity as CosineSimilarity
from tf1compat._facade.keras.metrics.functions import Hinge as Hinge
from tf1compat._facade.keras.metrics.functions import KLDivergence as KLDivergence
from tf1compat._facade.keras.metrics.functions import LogCoshError as LogCoshError
from tf1compat._facade.keras.metrics.functions import MeanAbsoluteError as MeanAbsoluteError
from tf1compat._facade.keras.metrics.functions import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from tf1compat._facade.keras.metrics.functions import MeanRelativeError as MeanRelativeError
from tf1compat._facade.keras.metrics.functions import MeanSquaredError as MeanSquaredError
from tf1compat._facade.keras.metrics.functions import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from tf1compat._facade.keras.metrics.functions import Poisson as Poisson
from tf1compat._facade.keras.metrics.functions import RootMeanSquaredError as RootMeanSquaredError
from tf1compat._facade.keras.metrics.functions import SparseCategoricalAccuracy as SparseCategoricalAccuracy
from tf1compat._facade.keras.metrics.functions import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from tf1compat._facade.keras.metrics.functions import SparseTopKCategoricalAccuracy as SparseTopKCategoricalAccuracy
from tf1compat._facade.keras.metrics.functions import SquaredHinge as SquaredHinge
from tf1compat._facade.keras.metrics.functions import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from tf1compat._facade.keras.metrics.functions import binary_accuracy as binary_accuracy
from tf1compat._facade.keras.metrics.functions import categorical_accuracy as categorical_accuracy
from tf1compat._facade.keras.metrics.functions import sparse_categorical_accuracy as sparse_categorical_accuracy
from tf1compat._facade.keras.metrics.functions import (
    sparse_top_k_categorical_accuracy as sparse_top_k_categorical_accuracy,
)
from tf1compat._facade.keras.metrics.functions import top_k_categorical_accuracy as top_k_categorical_accuracy
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
