"""`tf.contrib.distributions`: probability distributions."""

from tf1compat._facade.distributions.conditional import Autoregressive as Autoregressive
from tf1compat._facade.distributions.conditional import ConditionalDistribution as ConditionalDistribution
from tf1compat._facade.distributions.conditional import (
    ConditionalTransformedDistribution as ConditionalTransformedDistribution,
)
from tf1compat._facade.distributions.conditional import SeedStream as SeedStream
from tf1compat._facade.distributions.continuous import Normal as Normal
from tf1compat._facade.distributions.continuous import NormalWithSoftplusScale as NormalWithSoftplusScale
from tf1compat._facade.distributions.continuous import Uniform as Uniform
from tf1compat._facade.distributions.counts import Binomial as Binomial
from tf1compat._facade.distributions.counts import Deterministic as Deterministic
from tf1compat._facade.distributions.counts import Geometric as Geometric
from tf1compat._facade.distributions.counts import NegativeBinomial as NegativeBinomial
from tf1compat._facade.distributions.counts import Poisson as Poisson
from tf1compat._facade.distributions.counts import VectorDeterministic as VectorDeterministic
from tf1compat._facade.distributions.discrete import Bernoulli as Bernoulli
from tf1compat._facade.distributions.discrete import Categorical as Categorical
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED
from tf1compat._facade.distributions.distribution import Distribution as Distribution
from tf1compat._facade.distributions.distribution import ReparameterizationType as ReparameterizationType
from tf1compat._facade.distributions.gammas import Chi2 as Chi2
from tf1compat._facade.distributions.gammas import Chi2WithAbsDf as Chi2WithAbsDf
from tf1compat._facade.distributions.gammas import Exponential as Exponential
from tf1compat._facade.distributions.gammas import ExponentialWithSoftplusRate as ExponentialWithSoftplusRate
from tf1compat._facade.distributions.gammas import Gamma as Gamma
from tf1compat._facade.distributions.gammas import (
    GammaWithSoftplusConcentrationRate as GammaWithSoftplusConcentrationRate,
)
from tf1compat._facade.distributions.gammas import InverseGamma as InverseGamma
from tf1compat._facade.distributions.gammas import (
    InverseGammaWithSoftplusConcentrationRate as InverseGammaWithSoftplusConcentrationRate,
)
from tf1compat._facade.distributions.independent import Independent as Independent
from tf1compat._facade.distributions.kullback_leibler import RegisterKL as RegisterKL
from tf1compat._facade.distributions.kullback_leibler import kl_divergence as kl_divergence
from tf1compat._facade.distributions.mixtures import Mixture as Mixture
from tf1compat._facade.distributions.mixtures import MixtureSameFamily as MixtureSameFamily
from tf1compat._facade.distributions.multivariate_normal import MultivariateNormalDiag as MultivariateNormalDiag
from tf1compat._facade.distributions.multivariate_normal import (
    MultivariateNormalDiagPlusLowRank as MultivariateNormalDiagPlusLowRank,
)
from tf1compat._facade.distributions.multivariate_normal import (
    MultivariateNormalDiagWithSoftplusScale as MultivariateNormalDiagWithSoftplusScale,
)
from tf1compat._facade.distributions.multivariate_normal import (
    MultivariateNormalFullCovariance as MultivariateNormalFullCovariance,
)
from tf1compat._facade.distributions.multivariate_normal import MultivariateNormalTriL as MultivariateNormalTriL
from tf1compat._facade.distributions.one_hot import ExpRelaxedOneHotCategorical as ExpRelaxedOneHotCategorical
from tf1compat._facade.distributions.one_hot import OneHotCategorical as OneHotCategorical
from tf1compat._facade.distributions.one_hot import RelaxedBernoulli as RelaxedBernoulli
from tf1compat._facade.distributions.one_hot import RelaxedOneHotCategorical as RelaxedOneHotCategorical
from tf1compat._facade.distributions.posteriors import assign_log_moving_mean_exp as assign_log_moving_mean_exp
from tf1compat._facade.distributions.posteriors import assign_moving_mean_variance as assign_moving_mean_variance
from tf1compat._facade.distributions.posteriors import moving_mean_variance as moving_mean_variance
from tf1compat._facade.distributions.posteriors import (
    normal_conjugates_known_scale_posterior as normal_conjugates_known_scale_posterior,
)
from tf1compat._facade.distributions.posteriors import (
    normal_conjugates_known_scale_predictive as normal_conjugates_known_scale_predictive,
)
from tf1compat._facade.distributions.probabilities import reduce_weighted_logsumexp as reduce_weighted_logsumexp
from tf1compat._facade.distributions.probabilities import softplus_inverse as softplus_inverse
from tf1compat._facade.distributions.reshaped import BatchReshape as BatchReshape
from tf1compat._facade.distributions.reshaped import QuantizedDistribution as QuantizedDistribution
from tf1compat._facade.distributions.simplex import Beta as Beta
from tf1compat._facade.distributions.simplex import BetaWithSoftplusConcentration as BetaWithSoftplusConcentration
from tf1compat._facade.distributions.simplex import Dirichlet as Dirichlet
from tf1compat._facade.distributions.simplex import DirichletMultinomial as DirichletMultinomial
from tf1compat._facade.distributions.simplex import Multinomial as Multinomial
from tf1compat._facade.distributions.skewed import Kumaraswamy as Kumaraswamy
from tf1compat._facade.distributions.skewed import SinhArcsinh as SinhArcsinh
from tf1compat._facade.distributions.skewed import VectorExponentialDiag as VectorExponentialDiag
from tf1compat._facade.distributions.skewed import VectorLaplaceDiag as VectorLaplaceDiag
from tf1compat._facade.distributions.transformed import TransformedDistribution as TransformedDistribution
from tf1compat._facade.distributions.triangles import fill_triangular as fill_triangular
from tf1compat._facade.distributions.triangles import fill_triangular_inverse as fill_triangular_inverse
from tf1compat._facade.distributions.triangles import matrix_diag_transform as matrix_diag_transform
from tf1compat._facade.distributions.triangles import tridiag as tridiag
from tf1compat._facade.distributions.two_sided import Cauchy as Cauchy
from tf1compat._facade.distributions.two_sided import HalfNormal as HalfNormal
from tf1compat._facade.distributions.two_sided import Laplace as Laplace
from tf1compat._facade.distributions.two_sided import LaplaceWithSoftplusScale as LaplaceWithSoftplusScale
from tf1compat._facade.distributions.two_sided import Logistic as Logistic
from tf1compat._facade.distributions.two_sided import StudentT as StudentT
from tf1compat._facade.distributions.two_sided import StudentTWithAbsDfSoftplusScale as StudentTWithAbsDfSoftplusScale
from tf1compat._facade.distributions.vectors import VectorSinhArcsinhDiag as VectorSinhArcsinhDiag
from tf1compat._facade.distributions.wishart import WishartCholesky as WishartCholesky
from tf1compat._facade.distributions.wishart import WishartFull as WishartFull
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib.distributions import bijectors as bijectors

__getattr__, __dir__ = _on_demand(__name__)
