"""`tf.contrib.session_bundle`: models exported for serving before SavedModels: written, loaded, deleted."""

from tf1compat._facade.contrib.session_bundle import constants as constants
from tf1compat._facade.contrib.session_bundle import exporter as exporter
from tf1compat._facade.contrib.session_bundle import kept_exports as gc
from tf1compat._facade.contrib.session_bundle import session_bundle as session_bundle
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._formats import manifest_protos as manifest_pb2

__getattr__, __dir__ = _on_demand(__name__)
