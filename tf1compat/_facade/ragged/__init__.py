"""RaggedTensors: made, taken apart, computed with; importing this package gives them their operators."""

from tf1compat._facade.ragged import dispatch as dispatch
from tf1compat._facade.ragged import operators as operators
