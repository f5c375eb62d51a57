"""`tf.sysconfig`: how this TensorFlow was built."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.sysconfig import get_compile_flags as get_compile_flags
from tf1compat._facade.platform.sysconfig import get_include as get_include
from tf1compat._facade.platform.sysconfig import get_lib as get_lib
from tf1compat._facade.platform.sysconfig import get_link_flags as get_link_flags
from tf1compat._facade.versions import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from tf1compat._facade.versions import MONOLITHIC_BUILD as MONOLITHIC_BUILD

__getattr__, __dir__ = _on_demand(__name__)
