"""The versions that TF1 programs test: those of TensorFlow 1.15.5, whose behaviour tf1compat has.

tf1compat's own version is `importlib.metadata.version("tf1compat")`.
"""

from __future__ import annotations

VERSION = "1.15.5"
GIT_VERSION = "v1.15.4-39-g3db52be"
COMPILER_VERSION = "7.3.1 20180303"
CXX11_ABI_FLAG = 0
MONOLITHIC_BUILD = 0
GRAPH_DEF_VERSION = 134
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
