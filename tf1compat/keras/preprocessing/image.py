"""`tf.keras.preprocessing.image`."""

from tf1compat._facade.keras.preprocessing.image import __dir__ as __dir__
from tf1compat._facade.keras.preprocessing.image import __getattr__ as __getattr__
