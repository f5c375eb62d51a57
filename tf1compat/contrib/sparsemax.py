"""`tf.contrib.sparsemax`: a softmax whose small probabilities are zero."""

from tf1compat._facade.contrib.sparsemax import sparsemax as sparsemax
from tf1compat._facade.contrib.sparsemax import sparsemax_loss as sparsemax_loss
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
