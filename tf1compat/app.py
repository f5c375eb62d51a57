"""`tf.app`: runs `main` after parsing the command line's flags."""

from tf1compat import flags as flags
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.app import run as run

__getattr__, __dir__ = _on_demand(__name__)
