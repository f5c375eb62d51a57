"""`tf.contrib.signal`: the older place of `tf.signal`."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.signal import frame as frame
from tf1compat._facade.signal import hamming_window as hamming_window
from tf1compat._facade.signal import hann_window as hann_window
from tf1compat._facade.signal import inverse_stft as inverse_stft
from tf1compat._facade.signal import inverse_stft_window_fn as inverse_stft_window_fn
from tf1compat._facade.signal import linear_to_mel_weight_matrix as linear_to_mel_weight_matrix
from tf1compat._facade.signal import mfccs_from_log_mel_spectrograms as mfccs_from_log_mel_spectrograms
from tf1compat._facade.signal import overlap_and_add as overlap_and_add
from tf1compat._facade.signal import stft as stft

__getattr__, __dir__ = _on_demand(__name__)
