"""What TF1 says where the sizes of an op's inputs do not fit: asked only after the kernel has failed.

An op declares `refusal=`, a function of `Given` like a shape rule, that gives the message or None. Ops that broadcast
have `broadcast` without being asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np


class Given(NamedTuple):
    """A node that failed.

    Attributes:
      name: of the node.
      type: of its op.
      attrs: all of its attrs.
      inputs: the values, one after the other (lists are flat), known or traced.
    """

    name: str
    type: str
    attrs: Mapping[str, Any]
    inputs: Sequence[Any]

    def shape(self, i: int) -> tuple[int, ...]:
        return np.shape(self.inputs[i])

    def rank(self, i: int) -> int:
        return len(self.shape(i))

    def text(self, i: int) -> str:
        """The shape as TF1's kernels write it: `[2,3]`."""
        return text(self.shape(i))


Refusal = Callable[[Given], str | None]


def text(shape: Sequence[Any]) -> str:
    """`[2,3]`."""
    return f"[{','.join(map(str, shape))}]"


def broadcast(x: Given) -> str | None:
    """Two shapes that do not broadcast."""
    if len(x.inputs) != 2 or _broadcasts(x.shape(0), x.shape(1)):
        return None
    return f"Incompatible shapes: {x.text(0)} vs. {x.text(1)}"


def same_sizes(x: Given) -> str | None:
    """Several inputs of one shape."""
    for i in range(1, len(x.inputs)):
        if x.shape(i) != x.shape(0):
            return _not_same(x, i)
    return None


def select(x: Given) -> str | None:
    """A condition of the shape of both choices, or one for each of their rows."""
    if x.shape(1) != x.shape(2):
        return _not_same(x, 2)
    if x.rank(0) == 1 and x.rank(1) and x.shape(0)[0] != x.shape(1)[0]:
        return f"Number of batches of 'then' must match size of 'cond', but saw: {x.shape(1)[0]} vs. {x.shape(0)[0]}"
    return _not_same(x, 1) if x.shape(0) != x.shape(1) else None


def select_broadcast(x: Given) -> str | None:
    """A condition and two choices that broadcast together."""
    if all(_broadcasts(x.shape(i), x.shape(j)) for i, j in ((0, 1), (0, 2), (1, 2))):
        return None
    return f"condition {x.text(0)}, then {x.text(1)}, and else {x.text(2)} must be broadcastable"


def batch_mat_mul(x: Given) -> str | None:
    """Matrices whose inner sizes, or batches that do not fit."""
    a, b = x.shape(0), x.shape(1)
    if len(a) < 2 or len(b) < 2:
        short = 0 if len(a) < 2 else 1
        return f"In[{short}] ndims must be >= 2: {x.rank(short)}"
    if not _broadcasts(a[:-2], b[:-2]):
        return f"In[0] and In[1] must have compatible batch dimensions: {x.text(0)} vs. {x.text(1)}"
    turned = [bool(x.attrs.get("adj_x")), bool(x.attrs.get("adj_y"))]
    inner = a[-2 if turned[0] else -1], b[-1 if turned[1] else -2]
    if inner[0] == inner[1]:
        return None
    flags = " ".join(str(int(t)) for t in turned)
    return f"In[0] mismatch In[1] shape: {inner[0]} vs. {inner[1]}: {x.text(0)} {x.text(1)} {flags}"


def reduction_of_nothing(x: Given) -> str | None:
    """The axis of an ArgMax or ArgMin has no element."""
    axis = x.inputs[1]
    if isinstance(axis, np.ndarray | np.generic) and x.rank(0) and x.shape(0)[int(axis)] == 0:
        return f"Reduction axis {int(axis)} is empty in shape {x.text(0)}"
    return None


def lengths_of_batch(x: Given) -> str | None:
    """As many lengths as the batch has entries."""
    at = x.attrs.get("batch_dim", 0)
    if x.rank(1) != 1 or x.rank(0) <= at:
        return None
    given, wanted = x.shape(1)[0], x.shape(0)[at]
    return f"len(seq_lens) != input.dims({at}), ({given} vs. {wanted})" if given != wanted else None


def at_least(rank: int, said: str) -> Refusal:
    """The first input has too few dimensions; its shape is put at the end of `said`."""
    return lambda x: f"{said}{x.text(0)}" if x.rank(0) < rank else None


def exactly(rank: int, said: str) -> Refusal:
    """The first input has another rank; its shape is put at the end of `said`."""
    return lambda x: f"{said}{x.text(0)}" if x.rank(0) != rank else None


def _not_same(x: Given, i: int) -> str:
    what = f"Inputs to operation {x.name} of type {x.type} must have the same size and shape."
    return f"{what}  Input 0: {x.text(0)} != input {i}: {x.text(i)}"


def _broadcasts(a: Sequence[int], b: Sequence[int]) -> bool:
    return all(m == n or 1 in (m, n) for m, n in zip(a[::-1], b[::-1]))
