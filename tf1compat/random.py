"""`tf.random`: random numbers."""

from tf1compat._facade.candidate_sampling_ops import all_candidate_sampler as all_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import (
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
)
from tf1compat._facade.candidate_sampling_ops import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import uniform_candidate_sampler as uniform_candidate_sampler
from tf1compat._facade.framework import get_seed as get_seed
from tf1compat._facade.framework import set_random_seed as set_random_seed
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.random_ops import categorical as categorical
from tf1compat._facade.random_ops import multinomial as multinomial
from tf1compat._facade.random_ops import random_gamma as gamma
from tf1compat._facade.random_ops import random_normal as normal
from tf1compat._facade.random_ops import random_poisson as poisson
from tf1compat._facade.random_ops import random_shuffle as shuffle
from tf1compat._facade.random_ops import random_uniform as uniform
from tf1compat._facade.random_ops import stateless_categorical as stateless_categorical
from tf1compat._facade.random_ops import stateless_multinomial as stateless_multinomial
from tf1compat._facade.random_ops import stateless_random_normal as stateless_normal
from tf1compat._facade.random_ops import stateless_random_uniform as stateless_uniform
from tf1compat._facade.random_ops import stateless_truncated_normal as stateless_truncated_normal
from tf1compat._facade.random_ops import truncated_normal as truncated_normal

__getattr__, __dir__ = _on_demand(__name__)
