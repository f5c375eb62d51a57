"""`tf.keras.applications.resnet`."""

from tf1compat._facade.keras.applications import names_of as _names_of

__getattr__, __dir__ = _names_of(__name__)
