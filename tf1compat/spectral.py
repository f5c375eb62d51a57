"""`tf.spectral`: Fourier and cosine transforms, by their older names."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.spectral import dct as dct
from tf1compat._facade.spectral import fft as fft
from tf1compat._facade.spectral import fft2d as fft2d
from tf1compat._facade.spectral import fft3d as fft3d
from tf1compat._facade.spectral import idct as idct
from tf1compat._facade.spectral import ifft as ifft
from tf1compat._facade.spectral import ifft2d as ifft2d
from tf1compat._facade.spectral import ifft3d as ifft3d
from tf1compat._facade.spectral import irfft as irfft
from tf1compat._facade.spectral import irfft2d as irfft2d
from tf1compat._facade.spectral import irfft3d as irfft3d
from tf1compat._facade.spectral import rfft as rfft
from tf1compat._facade.spectral import rfft2d as rfft2d
from tf1compat._facade.spectral import rfft3d as rfft3d

__getattr__, __dir__ = _on_demand(__name__)
