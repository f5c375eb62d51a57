"""`tf.contrib.ffmpeg`: names that are refused, with advice."""

from tf1compat._facade.contrib.ffmpeg import decode_audio as decode_audio
from tf1compat._facade.contrib.ffmpeg import decode_video as decode_video
from tf1compat._facade.contrib.ffmpeg import encode_audio as encode_audio
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
