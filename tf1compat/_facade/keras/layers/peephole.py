"""`PeepholeLSTMCell`: a long short-term memory whose gates see the carry."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.layers.recurrent_cells import LSTMCell


class PeepholeLSTMCell(LSTMCell):
    """`LSTMCell` with peepholes (Gers and Schmidhuber 2000); its arguments."""

    def build(self, input_shape: Any) -> None:
        super().build(input_shape)
        self._peepholes = [
            self.add_weight(
                shape=(self.units,), name=f"{gate}_gate_peephole_weights", initializer=self.kernel_initializer
            )
            for gate in ("input", "forget", "output")
        ]

    def _by_gates(self, parts: Any, hs: Any, carried: Any) -> tuple[Any, Any]:
        kept = [K.dot(h, self.recurrent_kernel[:, i * self.units : (i + 1) * self.units]) for i, h in enumerate(hs)]
        return self._gated([part + more for part, more in zip(parts, kept)], carried)

    def _at_once(self, parts: Any, carried: Any) -> tuple[Any, Any]:
        return self._gated(parts, carried)

    def _gated(self, parts: Any, carried: Any) -> tuple[Any, Any]:
        of_input, of_forget, of_output = self._peepholes
        i = self.recurrent_activation(parts[0] + of_input * carried)
        f = self.recurrent_activation(parts[1] + of_forget * carried)
        carry = f * carried + i * self.activation(parts[2])
        return carry, self.recurrent_activation(parts[3] + of_output * carry)
