"""`GRU` and `LSTM` of TensorFlow 2 by their inner names: other defaults, the same formulas."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras.layers import recurrent, recurrent_cells


class GRUCell(recurrent_cells.GRUCell):
    """`GRUCell` with plain sigmoids and the reset gate after the product."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(
            units, **{"recurrent_activation": "sigmoid", "reset_after": True, "implementation": 2, **kwargs}
        )


class LSTMCell(recurrent_cells.LSTMCell):
    """`LSTMCell` with plain sigmoids."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(units, **{"recurrent_activation": "sigmoid", "implementation": 2, **kwargs})


class GRU(recurrent.GRU):
    """`GRU` with plain sigmoids and the reset gate after the product."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(
            units, **{"recurrent_activation": "sigmoid", "reset_after": True, "implementation": 2, **kwargs}
        )


class LSTM(recurrent.LSTM):
    """`LSTM` with plain sigmoids."""

    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(units, **{"recurrent_activation": "sigmoid", "implementation": 2, **kwargs})
