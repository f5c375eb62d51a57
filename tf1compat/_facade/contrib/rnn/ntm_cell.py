"""`NTMCell`: a Neural Turing Machine, a cell that reads and writes a memory of its own (Graves et al., arXiv:1410.5401)."""

from __future__ import annotations

import collections
import math
from typing import Any

from tf1compat._facade import cond, init_ops
from tf1compat._facade.array_creation import ones, ones_like, zeros
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import concat, expand_dims, reverse, split, squeeze, stack
from tf1compat._facade.clip_ops import clip_by_value
from tf1compat._facade.math_elementwise import equal, exp, sigmoid, sqrt, square, tanh
from tf1compat._facade.math_elementwise import pow as power
from tf1compat._facade.math_products import matmul
from tf1compat._facade.math_reductions import reduce_sum
from tf1compat._facade.nn_ops import bias_add, softmax, softplus
from tf1compat._facade.rnn_cell_base import LayerRNNCell, assert_like_rnncell
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

NTMControllerState = collections.namedtuple(
    "NTMControllerState", ("controller_state", "read_vector_list", "w_list", "M", "time")
)


class NTMCell(LayerRNNCell):
    """A Neural Turing Machine with a recurrent controller; first reads, addresses and memory are variables.

    Args:
      controller: the cell that decides what the heads do.
      memory_size: number of locations.
      memory_vector_dim: size of each location.
      read_head_num, write_head_num: number of heads.
      shift_range: how far an address may move in a step, either way.
      output_dim: size of the outputs; that of the inputs where absent.
      clip_value: bound of what the controller tells the heads, and of the outputs.
      dtype: type of the variables.
      name: name of the layer.

    Raises:
      TypeError: the controller is no cell.
      ValueError: the size of the inputs is not known and there is no `output_dim`.
    """

    def __init__(
        self,
        controller: Any,
        memory_size: int,
        memory_vector_dim: int,
        read_head_num: int,
        write_head_num: int,
        shift_range: int = 1,
        output_dim: int | None = None,
        clip_value: float = 20,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=dtype, name=name)
        assert_like_rnncell("NTM RNN controller cell", controller)
        self.controller = controller
        self.memory_size, self.memory_vector_dim = memory_size, memory_vector_dim
        self.read_head_num, self.write_head_num = read_head_num, write_head_num
        self.clip_value = clip_value
        self.output_dim, self.shift_range = output_dim, shift_range
        self.num_parameters_per_head = memory_vector_dim + 2 * shift_range + 4
        self.num_heads = read_head_num + write_head_num
        self.total_parameter_num = (
            self.num_parameters_per_head * self.num_heads + 2 * memory_vector_dim * write_head_num
        )

    @property
    def state_size(self) -> Any:
        return NTMControllerState(
            controller_state=self.controller.state_size,
            read_vector_list=[self.memory_vector_dim] * self.read_head_num,
            w_list=[self.memory_size] * self.num_heads,
            M=shapes.TensorShape([self.memory_size * self.memory_vector_dim]),
            time=shapes.TensorShape([]),
        )

    @property
    def output_size(self) -> Any:
        return self.output_dim

    def build(self, inputs_shape: Any) -> None:
        if self.output_dim is None:
            self.output_dim = inputs_shape[1].value
            if self.output_dim is None:
                raise ValueError(f"Expected inputs.shape[-1] to be known, saw shape: {inputs_shape}")
        width, read = self.controller.output_size, self.memory_vector_dim * self.read_head_num
        zero = init_ops.constant_initializer(0.0, dtype=self.dtype)
        self._params_kernel = self.add_variable(
            "parameters_kernel", shape=[width, self.total_parameter_num], initializer=_scaled(width)
        )
        self._params_bias = self.add_variable("parameters_bias", shape=[self.total_parameter_num], initializer=zero)
        self._output_kernel = self.add_variable(
            "output_kernel", shape=[width + read, self.output_dim], initializer=_scaled(width + read)
        )
        self._output_bias = self.add_variable("output_bias", shape=[self.output_dim], initializer=zero)
        self._init_read_vectors = [
            self._first(f"initial_read_vector_{i}", self.memory_vector_dim) for i in range(self.read_head_num)
        ]
        self._init_address_weights = [
            self._first(f"initial_address_weights_{i}", self.memory_size) for i in range(self.num_heads)
        ]
        self._M = self.add_variable(
            "memory",
            shape=[self.memory_size, self.memory_vector_dim],
            initializer=init_ops.constant_initializer(1e-6, dtype=self.dtype),
        )
        self.built = True

    def _first(self, name: str, size: int) -> Any:
        return self.add_variable(name, shape=[1, size], initializer=init_ops.glorot_uniform_initializer())

    def call(self, x: Any, prev_state: Any) -> Any:
        """One step: (outputs, new state)."""
        reads_before = self._begun(
            x, prev_state.time, lambda i: tanh(_row(self._init_read_vectors[i])), prev_state.read_vector_list
        )
        inputs = concat([x, *reads_before], axis=1)
        told, controller_state = self.controller(inputs, prev_state.controller_state)
        orders = bias_add(matmul(told, self._params_kernel), self._params_bias)
        orders = clip_by_value(orders, -self.clip_value, self.clip_value)
        ends = self.num_parameters_per_head * self.num_heads
        for_heads = split(orders[:, :ends], self.num_heads, axis=1)
        changes = split(orders[:, ends:], 2 * self.write_head_num, axis=1)
        addresses_before = self._begun(
            x, prev_state.time, lambda i: softmax(_row(self._init_address_weights[i])), prev_state.w_list
        )
        memory = cond.cond(equal(prev_state.time, 0), lambda: self._expand(self._M, 0, _rows(x)), lambda: prev_state.M)
        addresses = [self._address(h, memory, w) for h, w in zip(for_heads, addresses_before)]
        reads = [reduce_sum(expand_dims(w, dim=2) * memory, axis=1) for w in addresses[: self.read_head_num]]
        written = memory
        for i, w in enumerate(addresses[self.read_head_num :]):
            at = expand_dims(w, axis=2)
            erased = expand_dims(sigmoid(changes[2 * i]), axis=1)
            added = expand_dims(tanh(changes[2 * i + 1]), axis=1)
            kept = ones_like(written) - matmul(at, erased)
            written = written * kept + matmul(at, added)
        outputs = bias_add(matmul(concat([told, *reads], axis=1), self._output_kernel), self._output_bias)
        outputs = clip_by_value(outputs, -self.clip_value, self.clip_value)
        return outputs, NTMControllerState(controller_state, reads, addresses, written, prev_state.time + 1)

    def _begun(self, x: Any, time: Any, first: Any, before: list[Any]) -> list[Any]:
        """What the heads had `before`; in the first step what the variables say."""

        def at_first() -> list[Any]:
            return [self._expand(first(i), dim=0, N=_rows(x)) for i in range(len(before))]

        found = cond.cond(equal(time, 0), at_first, lambda: before)
        return [found] if len(before) == 1 else list(found)

    def _expand(self, x: Any, dim: int, N: Any) -> Any:
        return concat([expand_dims(x, dim) for _ in range(N)], axis=dim)

    def _address(self, orders: Any, memory: Any, before: Any) -> Tensor:
        """Where a head looks, from what the controller tells it: weights of the locations."""
        size = self.memory_vector_dim
        key = tanh(orders[:, 0:size])
        strength = softplus(orders[:, size])
        gate = sigmoid(orders[:, size + 1])
        shift = softmax(orders[:, size + 2 : size + 3 + self.shift_range * 2])
        sharpness = softplus(orders[:, -1]) + 1
        return self._addressing(key, strength, gate, shift, sharpness, memory, before)

    def _addressing(self, k: Any, beta: Any, g: Any, s: Any, gamma: Any, prev_M: Any, prev_w: Any) -> Tensor:
        """By content (the key `k` of strength `beta`), then by place (gate `g`, shift `s`, sharpness `gamma`)."""
        k = expand_dims(k, axis=2)
        products = matmul(prev_M, k)
        k_norm = sqrt(reduce_sum(square(k), axis=1, keepdims=True))
        memory_norm = sqrt(reduce_sum(square(prev_M), axis=2, keepdims=True))
        norms = memory_norm * k_norm
        similar = squeeze(products / (norms + 1e-8))  # TF1: a batch of one loses its dimension, and gets it back below
        amplified = exp(expand_dims(beta, axis=1) * similar)
        by_content = amplified / reduce_sum(amplified, axis=1, keepdims=True)
        g = expand_dims(g, axis=1)
        gated = g * by_content + (1 - g) * prev_w
        shifts = self._shifts(s)
        moved = reduce_sum(expand_dims(gated, axis=1) * shifts, axis=2)
        sharpened = power(moved, expand_dims(gamma, axis=1))
        return sharpened / reduce_sum(sharpened, axis=1, keepdims=True)

    def _shifts(self, s: Any) -> Tensor:
        """For each location the weights of those that it may come from, in a circle (batch, locations, locations)."""
        n, reach = self.memory_size, self.shift_range
        s = concat([s[:, : reach + 1], zeros([_rows(s), n - (reach * 2 + 1)]), s[:, -reach:]], axis=1)
        twice = concat([reverse(s, axis=[1]), reverse(s, axis=[1])], axis=1)
        return stack([twice[:, n - i - 1 : n * 2 - i - 1] for i in range(n)], axis=1)

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state before the first step, whose zeros nobody looks at."""
        reads = [zeros([batch_size, self.memory_vector_dim]) for _ in range(self.read_head_num)]
        addresses = [zeros([batch_size, self.memory_size]) for _ in range(self.num_heads)]
        controller = self.controller.zero_state(batch_size, dtype)
        memory = zeros([batch_size, self.memory_size, self.memory_vector_dim])
        return NTMControllerState(controller, reads, addresses, memory, 0)


def _scaled(width: int) -> Any:
    return init_ops.truncated_normal_initializer(stddev=1.0 / math.sqrt(width), dtype=dtypes.float32)


def _row(variable: Any) -> Tensor:
    return squeeze(matmul(ones([1, 1]), variable))


def _rows(x: Any) -> Any:
    return x.shape[0].value or shape_of(x)[0]
