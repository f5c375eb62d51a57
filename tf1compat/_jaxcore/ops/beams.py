"""Beam search: reading whole beams from the steps of a search."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op


def _like_step_ids(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(0), 3),)


def _followed(parent_ids: Any, max_sequence_lengths: Any) -> Any:
    """For each step and final beam the beam that it continues (time, batch, beam); 0 where nothing is continued."""
    steps, batch, width = parent_ids.shape
    xp: Any = np if is_concrete(parent_ids, max_sequence_lengths) else jnp  # constants are refused while tracing
    lengths = xp.minimum(max_sequence_lengths, steps)[:, None]
    rows = xp.arange(batch)[:, None]
    first = xp.broadcast_to(xp.arange(width, dtype=np.int32), (batch, width))

    def back(beam: Any, at: Any) -> Any:
        step, parents = at
        inside = step < lengths
        found = xp.where(inside, xp.asarray(parents)[rows, xp.clip(beam, 0, width - 1)], beam)
        return found, xp.where(inside & (step > 0), found, 0)

    if xp is jnp:
        return lax.scan(back, first, (jnp.arange(steps), parent_ids), reverse=True)[1]
    found = np.zeros((steps, batch, width), int)
    for step in range(steps - 1, -1, -1):
        first, found[step] = back(first, (step, parent_ids[step]))
    return found


def _parents_exist(step_ids: Any, parent_ids: Any, max_sequence_lengths: Any, end_token: Any) -> Check:
    def refused(parents: Any, lengths: Any) -> Any:
        found = _followed(parents, lengths)
        return (found < 0) | (found >= parents.shape[2])

    def text(parents: Any, lengths: Any) -> str:
        found = np.asarray(_followed(parents, lengths))
        bad = (found < 0) | (found >= parents.shape[2])
        batch, beam, back = np.argwhere(bad.transpose(1, 2, 0)[:, :, ::-1])[0]
        step = len(found) - 1 - back
        return f"parent id {found[step, batch, beam]} at (batch, time, beam) == ({batch}, {step - 1}, {beam})"

    return Check((parent_ids, max_sequence_lengths), refused, text)


@op(
    "GatherTree",
    "step_ids: T, parent_ids: T, max_sequence_lengths: int32, end_token: T -> beams: T",
    shape=_like_step_ids,
    check=_parents_exist,
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
