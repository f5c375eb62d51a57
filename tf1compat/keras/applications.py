"""`tf.keras.applications`: the known networks, which are not supported."""

from tf1compat._facade.keras.applications import __getattr__ as __getattr__
