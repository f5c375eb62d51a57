"""Beam search: reading whole beams from the steps of a search."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
from jax import lax

from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


def _like_step_ids(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(0), 3),)


@op(
    "GatherTree",
    "step_ids: T, parent_ids: T, max_sequence_lengths: int32, end_token: T -> beams: T",
    shape=_like_step_ids,
    grad="none",
)
def gather_tree(step_ids: Any, parent_ids: Any, max_sequence_lengths: Any, end_token: Any) -> Any:
    """The symbols of each beam, followed back from its last step; `end_token` from its first occurrence on.

    `step_ids` and `parent_ids` have the shape (time, batch, beam).
    """
    steps, batch, width = step_ids.shape
    lengths = jnp.minimum(max_sequence_lengths, steps)[:, None]
    rows = jnp.arange(batch)[:, None]
    first = jnp.broadcast_to(jnp.arange(width, dtype=parent_ids.dtype), (batch, width))

    def back(parent: Any, at: Any) -> Any:
        step, ids, parents = at
        inside = step < lengths
        found = jnp.where(inside, ids[rows, parent], end_token)
        return jnp.where(inside, parents[rows, parent], parent), found

    over = (jnp.arange(steps), step_ids, parent_ids)
    _, beams = lax.scan(back, first, over, reverse=True)
    ended = jnp.cumsum(beams == end_token, axis=0) > 0
    return jnp.where(ended, end_token, beams)
