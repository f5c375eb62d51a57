"""`tf.audio`: sound files."""

from tf1compat._facade.image_coding import decode_wav as decode_wav
from tf1compat._facade.image_coding import encode_wav as encode_wav
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
