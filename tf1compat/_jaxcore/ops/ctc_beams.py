"""Beam search over label sequences (Graves and Jaitly, ICML 2014), as TensorFlow searches."""

from __future__ import annotations

import heapq
import math
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors

_NEVER = -math.inf


def _add(a: float, b: float) -> float:
    """log(exp(a) + exp(b))"""
    if a < b:
        a, b = b, a
    return a if b == _NEVER else a + math.log1p(math.exp(b - a))


class _Beam:
    """A sequence of labels: log probabilities that it ends in a blank, in its last label, and in all."""

    __slots__ = ("parent", "label", "children", "blank", "last", "total", "old")

    def __init__(self, parent: _Beam | None, label: int) -> None:
        self.parent = parent
        self.label = label
        self.children: dict[int, _Beam] = {}
        self.old = (_NEVER, _NEVER, _NEVER)
        self.forget()

    def forget(self) -> None:
        self.blank = self.last = self.total = _NEVER

    def sequence(self) -> list[int]:
        labels: list[int] = []
        beam: _Beam = self
        while beam.parent is not None:
            labels.append(beam.label)
            beam = beam.parent
        return labels[::-1]


def search(logits: Any, beam_width: int, top_paths: int) -> list[tuple[list[int], float]]:
    """The best sequences with their log probabilities, the best one first.

    Args:
      logits: array (time, classes); the last class is the blank.
      beam_width: number of sequences that are kept in each step.
      top_paths: number of sequences that are returned.

    Raises:
      InvalidArgumentError: fewer sequences were found than wanted, or may be.
    """
    if top_paths > beam_width:
        raise errors.InvalidArgumentError(None, None, "requested more paths than the beam width.")
    root = _Beam(None, -1)
    root.blank = root.total = 0.0
    beams = [root]
    for row in np.asarray(logits, np.float64):
        top = row.max()
        log_probs = (row - (top + math.log(np.exp(row - top).sum()))).tolist()
        beams = _step(beams, log_probs, beam_width)
    best = sorted(beams, key=lambda b: -b.total)[:top_paths]
    if len(best) < top_paths:
        raise errors.InvalidArgumentError(None, None, "Less leaves in the beam search than requested.")
    return [(beam.sequence(), beam.total) for beam in best]


def _step(beams: list[_Beam], log_probs: list[float], beam_width: int) -> list[_Beam]:
    beams = sorted(beams, key=lambda b: -b.total)
    for beam in beams:
        beam.old = (beam.blank, beam.last, beam.total)
    kept: list[tuple[float, int, _Beam]] = []
    for order, beam in enumerate(beams):
        _stay(beam, log_probs)
        heapq.heappush(kept, (beam.total, -order, beam))
    order = len(beams)
    for beam in beams:
        blank, _, total = beam.old
        if len(kept) >= beam_width and total <= kept[0][0]:
            continue  # no continuation can be among the best
        for label, log_prob in enumerate(log_probs[:-1]):
            child = beam.children.get(label)
            if child is None:
                child = beam.children[label] = _Beam(beam, label)
            if child.total != _NEVER:
                continue  # is among the beams itself
            score = log_prob + (blank if label == beam.label else total)
            if len(kept) >= beam_width and score <= kept[0][0]:
                continue
            child.blank, child.last, child.total = _NEVER, score, score
            if len(kept) >= beam_width:
                heapq.heappop(kept)[2].forget()
            order += 1
            heapq.heappush(kept, (score, -order, child))
    return [beam for _, _, beam in kept]


def _stay(beam: _Beam, log_probs: list[float]) -> None:
    """What becomes of a sequence that gets no new label in this step, or gets its last label from its parent."""
    blank, last, total = beam.old
    parent = beam.parent
    beam.last = _NEVER
    if parent is not None:
        if parent.total != _NEVER:
            last = _add(last, parent.old[0] if parent.label == beam.label else parent.old[2])
        beam.last = last + log_probs[beam.label]
    beam.blank = total + log_probs[-1]
    beam.total = _add(beam.blank, beam.last)
