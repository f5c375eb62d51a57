"""TensorFlow 1.15's Python interface, on JAX: `import tf1compat as tf`.

>>> import tf1compat as tf
>>> x = tf.placeholder(tf.float32, [None], name="x")
>>> y = tf.square(x) + 1.0
>>> with tf.Session() as sess:
...     print(sess.run(y, {x: [1.0, 2.0]}))
[2. 5.]

Importing it changes nothing for others; `tf1compat.install()`, `%load_ext tf1compat` in a notebook, and the command
`tf1compat script.py` make `import tensorflow` mean this package (see `tf1compat.alias`).

`tf.__version__` is the version of TensorFlow that programs get to see, 1.15.5; the version of this package is
`importlib.metadata.version("tf1compat")`. A name that is not there raises an AttributeError that says why.
"""

from tf1compat import dtypes as dtypes
from tf1compat import errors as errors
from tf1compat import initializers as initializers
from tf1compat import profiler as profiler
from tf1compat import random as random
from tf1compat import summary as summary
from tf1compat import train as train
from tf1compat._facade.collections import GraphKeys as GraphKeys
from tf1compat._facade.collections import add_to_collection as add_to_collection
from tf1compat._facade.collections import add_to_collections as add_to_collections
from tf1compat._facade.collections import get_collection as get_collection
from tf1compat._facade.collections import get_collection_ref as get_collection_ref
from tf1compat._facade.constants import constant as constant
from tf1compat._facade.context import get_default_graph as get_default_graph
from tf1compat._facade.context import get_default_session as get_default_session
from tf1compat._facade.context import reset_default_graph as reset_default_graph
from tf1compat._facade.convert import convert_to_tensor as convert_to_tensor
from tf1compat._facade.convert import register_tensor_conversion_function as register_tensor_conversion_function
from tf1compat._facade.framework import colocate_with as colocate_with
from tf1compat._facade.framework import control_dependencies as control_dependencies
from tf1compat._facade.framework import device as device
from tf1compat._facade.framework import get_seed as get_seed
from tf1compat._facade.framework import name_scope as name_scope
from tf1compat._facade.framework import no_op as no_op
from tf1compat._facade.framework import op_scope as op_scope
from tf1compat._facade.framework import placeholder as placeholder
from tf1compat._facade.framework import placeholder_with_default as placeholder_with_default
from tf1compat._facade.framework import set_random_seed as set_random_seed
from tf1compat._facade.gradients import AggregationMethod as AggregationMethod
from tf1compat._facade.gradients import UnconnectedGradients as UnconnectedGradients
from tf1compat._facade.gradients import gradients as gradients
from tf1compat._facade.graph import Graph as Graph
from tf1compat._facade.grouping import group as group
from tf1compat._facade.indexed_slices import IndexedSlices as IndexedSlices
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.session import InteractiveSession as InteractiveSession
from tf1compat._facade.session import Session as Session
from tf1compat._facade.state_ops import assign as assign
from tf1compat._facade.state_ops import assign_add as assign_add
from tf1compat._facade.state_ops import assign_sub as assign_sub
from tf1compat._facade.state_ops import count_up_to as count_up_to
from tf1compat._facade.state_ops import scatter_add as scatter_add
from tf1compat._facade.state_ops import scatter_div as scatter_div
from tf1compat._facade.state_ops import scatter_max as scatter_max
from tf1compat._facade.state_ops import scatter_min as scatter_min
from tf1compat._facade.state_ops import scatter_mul as scatter_mul
from tf1compat._facade.state_ops import scatter_nd_add as scatter_nd_add
from tf1compat._facade.state_ops import scatter_nd_sub as scatter_nd_sub
from tf1compat._facade.state_ops import scatter_nd_update as scatter_nd_update
from tf1compat._facade.state_ops import scatter_sub as scatter_sub
from tf1compat._facade.state_ops import scatter_update as scatter_update
from tf1compat._facade.tensor import Operation as Operation
from tf1compat._facade.tensor import Tensor as Tensor
from tf1compat._facade.variable_scope import AUTO_REUSE as AUTO_REUSE
from tf1compat._facade.variable_scope import VariableScope as VariableScope
from tf1compat._facade.variable_scope import disable_resource_variables as disable_resource_variables
from tf1compat._facade.variable_scope import enable_resource_variables as enable_resource_variables
from tf1compat._facade.variable_scope import get_local_variable as get_local_variable
from tf1compat._facade.variable_scope import get_variable as get_variable
from tf1compat._facade.variable_scope import get_variable_scope as get_variable_scope
from tf1compat._facade.variable_scope import no_regularizer as no_regularizer
from tf1compat._facade.variable_scope import resource_variables_enabled as resource_variables_enabled
from tf1compat._facade.variable_scope import variable_op_scope as variable_op_scope
from tf1compat._facade.variable_scope import variable_scope as variable_scope
from tf1compat._facade.variables import Variable as Variable
from tf1compat._facade.variables import VariableAggregation as VariableAggregation
from tf1compat._facade.variables import VariableSynchronization as VariableSynchronization
from tf1compat._facade.variables import all_variables as all_variables
from tf1compat._facade.variables import assert_variables_initialized as assert_variables_initialized
from tf1compat._facade.variables import global_variables as global_variables
from tf1compat._facade.variables import global_variables_initializer as global_variables_initializer
from tf1compat._facade.variables import initialize_all_variables as initialize_all_variables
from tf1compat._facade.variables import initialize_local_variables as initialize_local_variables
from tf1compat._facade.variables import initialize_variables as initialize_variables
from tf1compat._facade.variables import is_variable_initialized as is_variable_initialized
from tf1compat._facade.variables import local_variables as local_variables
from tf1compat._facade.variables import local_variables_initializer as local_variables_initializer
from tf1compat._facade.variables import model_variables as model_variables
from tf1compat._facade.variables import moving_average_variables as moving_average_variables
from tf1compat._facade.variables import report_uninitialized_variables as report_uninitialized_variables
from tf1compat._facade.variables import trainable_variables as trainable_variables
from tf1compat._facade.variables import variable_creator_scope as variable_creator_scope
from tf1compat._facade.variables import variables_initializer as variables_initializer
from tf1compat._facade.versions import COMPILER_VERSION as COMPILER_VERSION
from tf1compat._facade.versions import COMPILER_VERSION as __compiler_version__
from tf1compat._facade.versions import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from tf1compat._facade.versions import CXX11_ABI_FLAG as __cxx11_abi_flag__
from tf1compat._facade.versions import GIT_VERSION as GIT_VERSION
from tf1compat._facade.versions import GIT_VERSION as __git_version__
from tf1compat._facade.versions import GRAPH_DEF_VERSION as GRAPH_DEF_VERSION
from tf1compat._facade.versions import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from tf1compat._facade.versions import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from tf1compat._facade.versions import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from tf1compat._facade.versions import MONOLITHIC_BUILD as __monolithic_build__
from tf1compat._facade.versions import VERSION as VERSION
from tf1compat._facade.versions import VERSION as __version__
from tf1compat._jaxcore import ops as _ops  # declares the ops
from tf1compat._jaxcore.base.dimension import Dimension as Dimension
from tf1compat._jaxcore.base.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from tf1compat._jaxcore.base.dtypes import DType as DType
from tf1compat._jaxcore.base.dtypes import as_dtype as as_dtype
from tf1compat._jaxcore.base.dtypes import bool as bool
from tf1compat._jaxcore.base.dtypes import complex64 as complex64
from tf1compat._jaxcore.base.dtypes import complex128 as complex128
from tf1compat._jaxcore.base.dtypes import float16 as float16
from tf1compat._jaxcore.base.dtypes import float16 as half
from tf1compat._jaxcore.base.dtypes import float32 as float32
from tf1compat._jaxcore.base.dtypes import float64 as double
from tf1compat._jaxcore.base.dtypes import float64 as float64
from tf1compat._jaxcore.base.dtypes import int8 as int8
from tf1compat._jaxcore.base.dtypes import int16 as int16
from tf1compat._jaxcore.base.dtypes import int32 as int32
from tf1compat._jaxcore.base.dtypes import int64 as int64
from tf1compat._jaxcore.base.dtypes import qint8 as qint8
from tf1compat._jaxcore.base.dtypes import qint16 as qint16
from tf1compat._jaxcore.base.dtypes import qint32 as qint32
from tf1compat._jaxcore.base.dtypes import quint8 as quint8
from tf1compat._jaxcore.base.dtypes import quint16 as quint16
from tf1compat._jaxcore.base.dtypes import resource as resource
from tf1compat._jaxcore.base.dtypes import string as string
from tf1compat._jaxcore.base.dtypes import uint8 as uint8
from tf1compat._jaxcore.base.dtypes import uint16 as uint16
from tf1compat._jaxcore.base.dtypes import uint32 as uint32
from tf1compat._jaxcore.base.dtypes import uint64 as uint64
from tf1compat._jaxcore.base.dtypes import variant as variant
from tf1compat._jaxcore.base.errors import OpError as OpError
from tf1compat._jaxcore.base.shapes import TensorShape as TensorShape
from tf1compat._jaxcore.base.shapes import dimension_at_index as dimension_at_index
from tf1compat._jaxcore.base.shapes import dimension_value as dimension_value
from tf1compat.alias import install as install
from tf1compat.alias import load_ipython_extension as load_ipython_extension
from tf1compat.alias import unload_ipython_extension as unload_ipython_extension

newaxis = None

__getattr__, __dir__ = _on_demand(
    __name__,
    messages=(
        "AttrValue ConfigProto Event GPUOptions GraphDef GraphOptions HistogramProto LogMessage "
        "MetaGraphDef NameAttrList NodeDef OptimizerOptions RunMetadata RunOptions SessionLog "
        "Summary SummaryMetadata TensorInfo "
    ),
    modules="compat contrib examples test",
)
