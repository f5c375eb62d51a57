"""`tf.contrib.crf`: linear-chain conditional random fields."""

from tf1compat._facade.contrib.crf import CrfDecodeBackwardRnnCell as CrfDecodeBackwardRnnCell
from tf1compat._facade.contrib.crf import CrfDecodeForwardRnnCell as CrfDecodeForwardRnnCell
from tf1compat._facade.contrib.crf import CrfForwardRnnCell as CrfForwardRnnCell
from tf1compat._facade.contrib.crf import crf_binary_score as crf_binary_score
from tf1compat._facade.contrib.crf import crf_decode as crf_decode
from tf1compat._facade.contrib.crf import crf_log_likelihood as crf_log_likelihood
from tf1compat._facade.contrib.crf import crf_log_norm as crf_log_norm
from tf1compat._facade.contrib.crf import crf_multitag_sequence_score as crf_multitag_sequence_score
from tf1compat._facade.contrib.crf import crf_sequence_score as crf_sequence_score
from tf1compat._facade.contrib.crf import crf_unary_score as crf_unary_score
from tf1compat._facade.contrib.crf import viterbi_decode as viterbi_decode
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
