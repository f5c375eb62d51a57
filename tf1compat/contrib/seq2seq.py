"""`tf.contrib.seq2seq`: decoders, helpers, attention, beam search."""

from tf1compat._facade.contrib.seq2seq.attention_mechanisms import AttentionMechanism as AttentionMechanism
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import BahdanauAttention as BahdanauAttention
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import (
    BahdanauMonotonicAttention as BahdanauMonotonicAttention,
)
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import LuongAttention as LuongAttention
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import LuongMonotonicAttention as LuongMonotonicAttention
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import hardmax as hardmax
from tf1compat._facade.contrib.seq2seq.attention_wrapper import AttentionWrapper as AttentionWrapper
from tf1compat._facade.contrib.seq2seq.attention_wrapper import AttentionWrapperState as AttentionWrapperState
from tf1compat._facade.contrib.seq2seq.basic_decoder import BasicDecoder as BasicDecoder
from tf1compat._facade.contrib.seq2seq.basic_decoder import BasicDecoderOutput as BasicDecoderOutput
from tf1compat._facade.contrib.seq2seq.beam_arrays import gather_tree as gather_tree
from tf1compat._facade.contrib.seq2seq.beam_arrays import tile_batch as tile_batch
from tf1compat._facade.contrib.seq2seq.beam_search import BeamSearchDecoder as BeamSearchDecoder
from tf1compat._facade.contrib.seq2seq.beam_search import BeamSearchDecoderOutput as BeamSearchDecoderOutput
from tf1compat._facade.contrib.seq2seq.beam_search import BeamSearchDecoderState as BeamSearchDecoderState
from tf1compat._facade.contrib.seq2seq.beam_search import FinalBeamSearchDecoderOutput as FinalBeamSearchDecoderOutput
from tf1compat._facade.contrib.seq2seq.decoder import Decoder as Decoder
from tf1compat._facade.contrib.seq2seq.decoder import dynamic_decode as dynamic_decode
from tf1compat._facade.contrib.seq2seq.losses import sequence_loss as sequence_loss
from tf1compat._facade.contrib.seq2seq.monotonic import monotonic_attention as monotonic_attention
from tf1compat._facade.contrib.seq2seq.monotonic import safe_cumprod as safe_cumprod
from tf1compat._facade.contrib.seq2seq.plain_helpers import CustomHelper as CustomHelper
from tf1compat._facade.contrib.seq2seq.plain_helpers import GreedyEmbeddingHelper as GreedyEmbeddingHelper
from tf1compat._facade.contrib.seq2seq.plain_helpers import Helper as Helper
from tf1compat._facade.contrib.seq2seq.plain_helpers import InferenceHelper as InferenceHelper
from tf1compat._facade.contrib.seq2seq.plain_helpers import SampleEmbeddingHelper as SampleEmbeddingHelper
from tf1compat._facade.contrib.seq2seq.plain_helpers import TrainingHelper as TrainingHelper
from tf1compat._facade.contrib.seq2seq.scheduled_helpers import (
    ScheduledEmbeddingTrainingHelper as ScheduledEmbeddingTrainingHelper,
)
from tf1compat._facade.contrib.seq2seq.scheduled_helpers import (
    ScheduledOutputTrainingHelper as ScheduledOutputTrainingHelper,
)
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
