"""`tf.keras.datasets`: data sets of the local cache."""

from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__, modules="boston_housing cifar10 cifar100 fashion_mnist imdb mnist reuters")
