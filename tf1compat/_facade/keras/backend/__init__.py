"""`tf.keras.backend`: what layers are made of."""

from tf1compat._facade.keras.backend.arrays import *  # noqa: F403
from tf1compat._facade.keras.backend.control import *  # noqa: F403
from tf1compat._facade.keras.backend.layers import *  # noqa: F403
from tf1compat._facade.keras.backend.session import *  # noqa: F403
from tf1compat._facade.keras.backend.settings import *  # noqa: F403
from tf1compat._facade.keras.backend.values import *  # noqa: F403
