"""Calls of tf.signal, tf.spectral and the Fourier transforms."""


def free(tf, *shape):
    return tf.placeholder(tf.float32, list(shape), name="in_free")


def half(tf, *shape):
    return tf.placeholder(tf.complex64, list(shape), name="in_half")


CALLS = {
    "fft": lambda tf, v: (tf.fft(v.z), tf.ifft(v.z, name="given"), tf.fft2d(v.z), tf.signal.ifft2d(v.z)),
    "fft3d": lambda tf, v: (tf.fft3d(half(tf, 2, 3, 4)), tf.spectral.ifft3d(half(tf, None, 2, 3, 4))),
    "fft_rank": lambda tf, v: tf.fft2d(half(tf, 4)),
    "rfft": lambda tf, v: (tf.spectral.rfft(v.t), tf.signal.rfft(v.t, [6], name="given"), tf.signal.rfft(v.t, [3])),
    "rfft_free": lambda tf, v: tf.signal.rfft(free(tf, None, None)),
    "rfft_length": lambda tf, v: tf.signal.rfft(v.t, [v.n]),
    "rfft2d": lambda tf, v: (tf.signal.rfft2d(v.t), tf.signal.rfft3d(v.t, [2, 4, 6])),
    "irfft": lambda tf, v: (tf.signal.irfft(v.z), tf.signal.irfft(v.z, [7]), tf.signal.irfft2d(v.z)),
    "irfft_free": lambda tf, v: tf.signal.irfft(half(tf, None, None)),
    "shift": lambda tf, v: (tf.signal.fftshift(v.t), tf.signal.ifftshift(v.t, 1), tf.signal.fftshift(v.t, (0, 2))),
    "dct2": lambda tf, v: (tf.signal.dct(v.t), tf.spectral.dct(v.t, norm="ortho"), tf.signal.dct(v.t, n=2)),
    "dct3": lambda tf, v: (tf.signal.dct(v.t, 3, n=7), tf.signal.idct(v.t, norm="ortho"), tf.signal.dct(v.t, 1)),
    "dct_free": lambda tf, v: tf.signal.dct(free(tf, 2, None), norm="ortho"),
    "dct_wrong": lambda tf, v: tf.signal.dct(v.t, 5),
    "frame": lambda tf, v: tf.signal.frame(v.t, 3, 2),
    "frame_end": lambda tf, v: tf.signal.frame(v.t, 3, 2, pad_end=True, pad_value=1, axis=1, name="given"),
    "frame_free": lambda tf, v: tf.signal.frame(free(tf, None, None), v.n, 2),
    "windows": lambda tf, v: (
        tf.signal.hann_window(5),
        tf.signal.hamming_window(6, periodic=False, dtype=tf.float64),
        tf.signal.hann_window(1),
        tf.signal.hann_window(v.n),
    ),
    "stft": lambda tf, v: tf.signal.stft(free(tf, 2, 100), 20, 10),
    "stft_other": lambda tf, v: tf.signal.stft(free(tf, None), 20, 10, 40, tf.signal.hamming_window, True, "given"),
    "inverse_stft": lambda tf, v: tf.signal.inverse_stft(
        half(tf, 2, 9, 17), 20, 10, window_fn=tf.signal.inverse_stft_window_fn(10)
    ),
    "inverse_stft_free": lambda tf, v: tf.signal.inverse_stft(half(tf, None, 17), 40, v.n, fft_length=32),
    "overlap": lambda tf, v: (tf.signal.overlap_and_add(v.t, 2), tf.signal.overlap_and_add(v.t, 4)),
    "mel": lambda tf, v: tf.signal.linear_to_mel_weight_matrix(10, 65, 16000.0, 80.0, 7600.0),
    "mfcc": lambda tf, v: tf.signal.mfccs_from_log_mel_spectrograms(v.t),
}
KNOWS_MORE_SIZES = True
