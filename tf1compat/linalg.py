"""`tf.linalg`: linear algebra."""

from tf1compat._facade.array_creation import eye as eye
from tf1compat._facade.array_ops import diag as tensor_diag
from tf1compat._facade.array_ops import diag_part as tensor_diag_part
from tf1compat._facade.array_ops import matrix_band_part as band_part
from tf1compat._facade.array_ops import matrix_diag as diag
from tf1compat._facade.array_ops import matrix_diag_part as diag_part
from tf1compat._facade.array_ops import matrix_set_diag as set_diag
from tf1compat._facade.array_ops import matrix_transpose as matrix_transpose
from tf1compat._facade.array_ops import matrix_transpose as transpose
from tf1compat._facade.clip_ops import global_norm as global_norm
from tf1compat._facade.linalg_ops import norm as norm
from tf1compat._facade.linalg_ops import normalize as normalize
from tf1compat._facade.math_elementwise import cross as cross
from tf1compat._facade.math_products import matmul as matmul
from tf1compat._facade.math_products import matvec as matvec
from tf1compat._facade.math_products import tensordot as tensordot
from tf1compat._facade.math_products import trace as trace
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_ops import l2_normalize as l2_normalize

__getattr__, __dir__ = _on_demand(__name__)
