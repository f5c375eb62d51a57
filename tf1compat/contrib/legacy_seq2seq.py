"""`tf.contrib.legacy_seq2seq`: networks from sequences to sequences, with a piece of graph for each step."""

from tf1compat._facade.contrib.seq2seq.legacy_decoders import attention_decoder as attention_decoder
from tf1compat._facade.contrib.seq2seq.legacy_decoders import (
    embedding_attention_decoder as embedding_attention_decoder,
)
from tf1compat._facade.contrib.seq2seq.legacy_decoders import embedding_rnn_decoder as embedding_rnn_decoder
from tf1compat._facade.contrib.seq2seq.legacy_decoders import rnn_decoder as rnn_decoder
from tf1compat._facade.contrib.seq2seq.legacy_losses import model_with_buckets as model_with_buckets
from tf1compat._facade.contrib.seq2seq.legacy_losses import sequence_loss as sequence_loss
from tf1compat._facade.contrib.seq2seq.legacy_losses import sequence_loss_by_example as sequence_loss_by_example
from tf1compat._facade.contrib.seq2seq.legacy_models import basic_rnn_seq2seq as basic_rnn_seq2seq
from tf1compat._facade.contrib.seq2seq.legacy_models import (
    embedding_attention_seq2seq as embedding_attention_seq2seq,
)
from tf1compat._facade.contrib.seq2seq.legacy_models import embedding_rnn_seq2seq as embedding_rnn_seq2seq
from tf1compat._facade.contrib.seq2seq.legacy_models import embedding_tied_rnn_seq2seq as embedding_tied_rnn_seq2seq
from tf1compat._facade.contrib.seq2seq.legacy_models import one2many_rnn_seq2seq as one2many_rnn_seq2seq
from tf1compat._facade.contrib.seq2seq.legacy_models import tied_rnn_seq2seq as tied_rnn_seq2seq
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
