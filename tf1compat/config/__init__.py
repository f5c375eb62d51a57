"""`tf.config`: devices, and settings for sessions that are made without a ConfigProto."""

from tf1compat._facade.config import experimental_connect_to_cluster as experimental_connect_to_cluster
from tf1compat._facade.config import experimental_connect_to_host as experimental_connect_to_host
from tf1compat._facade.config import experimental_list_devices as experimental_list_devices
from tf1compat._facade.config import experimental_run_functions_eagerly as experimental_run_functions_eagerly
from tf1compat._facade.config import get_soft_device_placement as get_soft_device_placement
from tf1compat._facade.config import set_soft_device_placement as set_soft_device_placement
from tf1compat.config import experimental as experimental
from tf1compat.config import optimizer as optimizer
from tf1compat.config import threading as threading
