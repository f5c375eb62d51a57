"""Data sets by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.contrib.learn.datasets import base, synthetic, text
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.mnist import load_mnist

DATASETS: dict[str, Callable[..., Any]] = {
    "iris": base.load_iris,
    "boston": base.load_boston,
    "mnist": load_mnist,
    "dbpedia": text.load_dbpedia,
}
SYNTHETIC: dict[str, Callable[..., Any]] = {"circles": synthetic.circles, "spirals": synthetic.spirals}
_MODULE = "tensorflow.contrib.learn.python.learn.datasets"


@deprecated(None, "Please use tf.data.", _MODULE)
def load_dataset(name: str, size: str = "small", test_with_fake_data: bool = False) -> Any:
    """The data set "iris", "boston", "mnist" or "dbpedia" (with `size` and fake data or not).

    Raises:
      ValueError: there is no such data set.
    """
    if name not in DATASETS:
        raise ValueError(f"Name of dataset is not found: {name}")
    return DATASETS[name](size, test_with_fake_data) if name == "dbpedia" else DATASETS[name]()


@deprecated(None, "Please use tf.data.", _MODULE)
def make_dataset(
    name: str, n_samples: int = 100, noise: float | None = None, seed: int | None = 42, *args: Any, **kwargs: Any
) -> base.Dataset:
    """The generated data set "circles" or "spirals".

    Raises:
      ValueError: there is no such data set.
    """
    if name not in SYNTHETIC:
        raise ValueError(f"Synthetic dataset not found or not implemeted: {name}")
    return SYNTHETIC[name](*args, n_samples=n_samples, noise=noise, seed=seed, **kwargs)
