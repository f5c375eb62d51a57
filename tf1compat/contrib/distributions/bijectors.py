"""`tf.contrib.distributions.bijectors`: differentiable functions with an inverse."""

from tf1compat._facade.distributions.bijector import Bijector as Bijector
from tf1compat._facade.distributions.bijector import ConditionalBijector as ConditionalBijector
from tf1compat._facade.distributions.bijector import Identity as Identity
from tf1compat._facade.distributions.bijectors_affine import Affine as Affine
from tf1compat._facade.distributions.bijectors_affine import AffineLinearOperator as AffineLinearOperator
from tf1compat._facade.distributions.bijectors_affine import AffineScalar as AffineScalar
from tf1compat._facade.distributions.bijectors_composed import Chain as Chain
from tf1compat._facade.distributions.bijectors_composed import Inline as Inline
from tf1compat._facade.distributions.bijectors_composed import Invert as Invert
from tf1compat._facade.distributions.bijectors_composed import Permute as Permute
from tf1compat._facade.distributions.bijectors_composed import Reshape as Reshape
from tf1compat._facade.distributions.bijectors_elementwise import AbsoluteValue as AbsoluteValue
from tf1compat._facade.distributions.bijectors_elementwise import Exp as Exp
from tf1compat._facade.distributions.bijectors_elementwise import Gumbel as Gumbel
from tf1compat._facade.distributions.bijectors_elementwise import Kumaraswamy as Kumaraswamy
from tf1compat._facade.distributions.bijectors_elementwise import PowerTransform as PowerTransform
from tf1compat._facade.distributions.bijectors_elementwise import Sigmoid as Sigmoid
from tf1compat._facade.distributions.bijectors_elementwise import SinhArcsinh as SinhArcsinh
from tf1compat._facade.distributions.bijectors_elementwise import Softplus as Softplus
from tf1compat._facade.distributions.bijectors_elementwise import Softsign as Softsign
from tf1compat._facade.distributions.bijectors_elementwise import Square as Square
from tf1compat._facade.distributions.bijectors_flows import BatchNormalization as BatchNormalization
from tf1compat._facade.distributions.bijectors_flows import MaskedAutoregressiveFlow as MaskedAutoregressiveFlow
from tf1compat._facade.distributions.bijectors_flows import RealNVP as RealNVP
from tf1compat._facade.distributions.bijectors_flows import (
    masked_autoregressive_default_template as masked_autoregressive_default_template,
)
from tf1compat._facade.distributions.bijectors_flows import masked_dense as masked_dense
from tf1compat._facade.distributions.bijectors_flows import real_nvp_default_template as real_nvp_default_template
from tf1compat._facade.distributions.bijectors_matrix import CholeskyOuterProduct as CholeskyOuterProduct
from tf1compat._facade.distributions.bijectors_matrix import FillTriangular as FillTriangular
from tf1compat._facade.distributions.bijectors_matrix import MatrixInverseTriL as MatrixInverseTriL
from tf1compat._facade.distributions.bijectors_matrix import Ordered as Ordered
from tf1compat._facade.distributions.bijectors_matrix import ScaleTriL as ScaleTriL
from tf1compat._facade.distributions.bijectors_matrix import SoftmaxCentered as SoftmaxCentered
from tf1compat._facade.distributions.bijectors_matrix import TransformDiagonal as TransformDiagonal
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
