"""Points on circles and spirals, two classes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.contrib.learn.datasets.base import Dataset
from tf1compat._facade.deprecation import deprecated

_MODULE = "tensorflow.contrib.learn.python.learn.datasets.synthetic"
_SCIKITS = "Consider using synthetic datasets from scikits.learn."
_Points = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def _shuffled(points: Any, labels: Any, n_samples: int, noise: float | None) -> Dataset:
    order = np.random.permutation(range(n_samples))
    if noise is not None:
        points += np.random.normal(scale=noise, size=points.shape)
    return Dataset(points[order], labels[order])


@deprecated(None, _SCIKITS, _MODULE)
def circles(
    n_samples: int = 100,
    noise: float | None = None,
    seed: int | None = None,
    factor: float = 0.8,
    n_classes: int = 2,
    *args: Any,
    **kwargs: Any,
) -> Dataset:
    """Circles around each other, a class each, in random order.

    Args:
      n_samples: how many points; those left over by the division among classes lie on the outer circle.
      noise: standard deviation of noise on the coordinates.
      seed: seed of NumPy's global generator.
      factor: each circle's radius as a share of the next outer one's.
      n_classes: how many circles.
    """
    if seed is not None:
        np.random.seed(seed)
    each, extra = divmod(n_samples, n_classes)
    angles = np.linspace(0, 2 * np.pi, each)
    radii = factor ** np.arange(n_classes)
    outer_x = np.cos(angles)
    x = np.concatenate([np.concatenate([outer_x * r for r in radii]), np.cos(np.random.rand(extra) * 2 * np.pi)])
    y = np.concatenate([np.concatenate([np.sin(angles) * r for r in radii]), np.sin(np.random.rand(extra) * 2 * np.pi)])
    labels = np.concatenate([np.repeat(np.arange(n_classes, dtype=np.int32), each), np.zeros(extra, np.int32)])
    return _shuffled(np.vstack((x, y)).T, labels, n_samples, noise)


def _scaled(x: Any, y: Any) -> _Points:
    return x / np.max(np.abs(x)), y / np.max(np.abs(y))


def _archimedes(theta: Any, offset: float = 0.0, **unused: Any) -> _Points:
    return _scaled(theta * np.cos(theta + offset), theta * np.sin(theta + offset))


def _bernoulli(theta: Any, offset: float = 0.0, exp_scale: float = 0.1, **unused: Any) -> _Points:
    growth = np.exp(exp_scale * theta)
    return _scaled(growth * np.cos(theta + offset), growth * np.sin(theta + offset))


def _fermat(theta: Any, offset: float = 0.0, **unused: Any) -> _Points:
    return _scaled(np.sqrt(theta) * np.cos(theta + offset), np.sqrt(theta) * np.sin(theta + offset))


_MODES: dict[str, Callable[..., _Points]] = {"archimedes": _archimedes, "bernoulli": _bernoulli, "fermat": _fermat}


@deprecated(None, _SCIKITS, _MODULE)
def spirals(
    n_samples: int = 100,
    noise: float | None = None,
    seed: int | None = None,
    mode: str = "archimedes",
    n_loops: int = 2,
    *args: Any,
    **kwargs: Any,
) -> Dataset:
    """Two spirals, a class each, in random order.

    Args:
      n_samples: how many points.
      noise: standard deviation of noise on the coordinates.
      seed: seed of NumPy's global generator.
      mode: "archimedes" (equal distances), "bernoulli" (growing ones) or "fermat" (shrinking ones).
      n_loops: how often a spiral goes round.

    Raises:
      ValueError: another mode.
    """
    if mode not in _MODES:
        raise ValueError(f"Cannot generate spiral with mode {mode}")
    if seed is not None:
        np.random.seed(seed)
    each, extra = divmod(n_samples, 2)
    angles = np.linspace(0, 2 * n_loops * np.pi, each)
    parts = [_MODES[mode](angles, label * np.pi, *args, **kwargs) for label in range(2)]
    labels = np.repeat(np.arange(2, dtype=np.int32), each)
    if extra:
        parts.append(_MODES[mode](np.random.rand(extra) * 2 * np.pi, *args, **kwargs))
        labels = np.append(labels, np.zeros(extra, dtype=np.int32))
    points = np.vstack([np.concatenate(axis) for axis in zip(*parts, strict=True)]).T
    return _shuffled(points, labels, n_samples, noise)
