"""Cases of sound."""

import struct

import numpy as np
from case import Case

SOUND = np.random.RandomState(5).uniform(-1.1, 1.1, size=(300, 2)).astype("f")


def wav(samples, rate=8000):
    data = np.clip(samples * 32768, -32768, 32767).astype("<i2")
    frame = 2 * data.shape[1]
    header = struct.pack(
        "<4sI4s4sIHHIIHH",
        b"RIFF",
        36 + data.nbytes,
        b"WAVE",
        b"fmt ",
        16,
        1,
        data.shape[1],
        rate,
        rate * frame,
        frame,
        16,
    )
    return header + b"LIST" + struct.pack("<I", 4) + b"abcd" + b"data" + struct.pack("<I", data.nbytes) + data.tobytes()


POWER = np.random.RandomState(6).uniform(0, 9, size=(1, 3, 257)).astype("f")
CASES = [
    Case("DecodeWav", wav(SOUND)),
    Case("DecodeWav", wav(SOUND), desired_channels=1, desired_samples=310, label="mono"),
    Case("DecodeWav", wav(SOUND[:, :1]), desired_channels=2, desired_samples=5, label="stereo"),
    Case("EncodeWav", SOUND, 8000),
    Case("AudioSpectrogram", SOUND[:, :1], window_size=100, stride=40, rtol=1e-4),
    Case("AudioSpectrogram", SOUND[:, :1], window_size=64, stride=64, magnitude_squared=True, label="squared", rtol=1e-4),
    Case("Mfcc", POWER, 16000, rtol=1e-4),
    Case("Mfcc", POWER, 22050, upper_frequency_limit=5000.0, lower_frequency_limit=100.0, filterbank_channel_count=20,
         dct_coefficient_count=9, label="other", rtol=1e-4),
]  # fmt: skip
