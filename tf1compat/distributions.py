"""`tf.distributions`: probability distributions."""

from tf1compat._facade.distributions.continuous import Normal as Normal
from tf1compat._facade.distributions.continuous import Uniform as Uniform
from tf1compat._facade.distributions.discrete import Bernoulli as Bernoulli
from tf1compat._facade.distributions.discrete import Categorical as Categorical
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED as FULLY_REPARAMETERIZED
from tf1compat._facade.distributions.distribution import NOT_REPARAMETERIZED as NOT_REPARAMETERIZED
from tf1compat._facade.distributions.distribution import Distribution as Distribution
from tf1compat._facade.distributions.distribution import ReparameterizationType as ReparameterizationType
from tf1compat._facade.distributions.gammas import Exponential as Exponential
from tf1compat._facade.distributions.gammas import Gamma as Gamma
from tf1compat._facade.distributions.kullback_leibler import RegisterKL as RegisterKL
from tf1compat._facade.distributions.kullback_leibler import kl_divergence as kl_divergence
from tf1compat._facade.distributions.simplex import Beta as Beta
from tf1compat._facade.distributions.simplex import Dirichlet as Dirichlet
from tf1compat._facade.distributions.simplex import DirichletMultinomial as DirichletMultinomial
from tf1compat._facade.distributions.simplex import Multinomial as Multinomial
from tf1compat._facade.distributions.two_sided import Laplace as Laplace
from tf1compat._facade.distributions.two_sided import StudentT as StudentT
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
