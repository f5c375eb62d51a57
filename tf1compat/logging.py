"""`tf.logging`: the log named `tensorflow`."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.tf_logging import DEBUG as DEBUG
from tf1compat._facade.platform.tf_logging import ERROR as ERROR
from tf1compat._facade.platform.tf_logging import FATAL as FATAL
from tf1compat._facade.platform.tf_logging import INFO as INFO
from tf1compat._facade.platform.tf_logging import WARN as WARN
from tf1compat._facade.platform.tf_logging import TaskLevelStatusMessage as TaskLevelStatusMessage
from tf1compat._facade.platform.tf_logging import debug as debug
from tf1compat._facade.platform.tf_logging import error as error
from tf1compat._facade.platform.tf_logging import fatal as fatal
from tf1compat._facade.platform.tf_logging import flush as flush
from tf1compat._facade.platform.tf_logging import get_verbosity as get_verbosity
from tf1compat._facade.platform.tf_logging import info as info
from tf1compat._facade.platform.tf_logging import log as log
from tf1compat._facade.platform.tf_logging import log_every_n as log_every_n
from tf1compat._facade.platform.tf_logging import log_first_n as log_first_n
from tf1compat._facade.platform.tf_logging import log_if as log_if
from tf1compat._facade.platform.tf_logging import set_verbosity as set_verbosity
from tf1compat._facade.platform.tf_logging import vlog as vlog
from tf1compat._facade.platform.tf_logging import warn as warn
from tf1compat._facade.platform.tf_logging import warning as warning

__getattr__, __dir__ = _on_demand(__name__)
