"""`tf.test`: test cases."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.testing import StubOutForTesting as StubOutForTesting
from tf1compat._facade.platform.testing import TestCase as TestCase
from tf1compat._facade.platform.testing import assert_equal_graph_def as assert_equal_graph_def
from tf1compat._facade.platform.testing import compute_gradient as compute_gradient
from tf1compat._facade.platform.testing import compute_gradient_error as compute_gradient_error
from tf1compat._facade.platform.testing import get_temp_dir as get_temp_dir
from tf1compat._facade.platform.testing import gpu_device_name as gpu_device_name
from tf1compat._facade.platform.testing import is_built_with_cuda as is_built_with_cuda
from tf1compat._facade.platform.testing import is_built_with_gpu_support as is_built_with_gpu_support
from tf1compat._facade.platform.testing import is_built_with_rocm as is_built_with_rocm
from tf1compat._facade.platform.testing import is_gpu_available as is_gpu_available
from tf1compat._facade.platform.testing import main as main
from tf1compat._facade.platform.testing import mock as mock
from tf1compat._facade.platform.testing import test_src_dir_path as test_src_dir_path
from tf1compat._facade.testing.benchmark import Benchmark as Benchmark
from tf1compat._facade.testing.local_cluster import create_local_cluster as create_local_cluster

__getattr__, __dir__ = _on_demand(__name__)
