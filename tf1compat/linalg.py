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
from tf1compat._facade.einsum import einsum as einsum
from tf1compat._facade.linalg_ops import norm as norm
from tf1compat._facade.linalg_ops import normalize as normalize
from tf1compat._facade.math_elementwise import cross as cross
from tf1compat._facade.math_products import matmul as matmul
from tf1compat._facade.math_products import matvec as matvec
from tf1compat._facade.math_products import tensordot as tensordot
from tf1compat._facade.math_products import trace as trace
from tf1compat._facade.matrices import adjoint as adjoint
from tf1compat._facade.matrices import cholesky as cholesky
from tf1compat._facade.matrices import cholesky_solve as cholesky_solve
from tf1compat._facade.matrices import logdet as logdet
from tf1compat._facade.matrices import lu as lu
from tf1compat._facade.matrices import matrix_determinant as det
from tf1compat._facade.matrices import matrix_inverse as inv
from tf1compat._facade.matrices import matrix_logarithm as logm
from tf1compat._facade.matrices import matrix_rank as matrix_rank
from tf1compat._facade.matrices import matrix_solve as solve
from tf1compat._facade.matrices import matrix_solve_ls as lstsq
from tf1compat._facade.matrices import matrix_square_root as sqrtm
from tf1compat._facade.matrices import matrix_triangular_solve as triangular_solve
from tf1compat._facade.matrices import pinv as pinv
from tf1compat._facade.matrices import qr as qr
from tf1compat._facade.matrices import self_adjoint_eig as eigh
from tf1compat._facade.matrices import self_adjoint_eigvals as eigvalsh
from tf1compat._facade.matrices import slogdet as slogdet
from tf1compat._facade.matrices import svd as svd
from tf1compat._facade.matrix_exponential import matrix_exponential as expm
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_ops import l2_normalize as l2_normalize
from tf1compat._facade.tridiagonal import tridiagonal_matmul as tridiagonal_matmul
from tf1compat._facade.tridiagonal import tridiagonal_solve as tridiagonal_solve

__getattr__, __dir__ = _on_demand(
    __name__,
    names_of={
        "tf1compat._facade.linear_operators": (
            "LinearOperator LinearOperatorAdjoint LinearOperatorBlockDiag LinearOperatorCirculant "
            "LinearOperatorCirculant2D LinearOperatorCirculant3D LinearOperatorComposition LinearOperatorDiag "
            "LinearOperatorFullMatrix LinearOperatorHouseholder LinearOperatorIdentity LinearOperatorInversion "
            "LinearOperatorKronecker LinearOperatorLowRankUpdate LinearOperatorLowerTriangular "
            "LinearOperatorScaledIdentity LinearOperatorToeplitz LinearOperatorZeros"
        )
    },
)
