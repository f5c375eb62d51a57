"""The abstract classes that Experiment asks for: Evaluable and Trainable."""

from __future__ import annotations

import abc
from typing import Any


class Evaluable(abc.ABC):
    """Something that can be evaluated."""

    @property
    @abc.abstractmethod
    def model_dir(self) -> Any:
        """The folder of its checkpoints."""
        raise NotImplementedError

    @abc.abstractmethod
    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        feed_fn: Any = None,
        batch_size: int | None = None,
        steps: int | None = None,
        metrics: Any = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Any = None,
    ) -> Any:
        """The metrics by name."""
        raise NotImplementedError


class Trainable(abc.ABC):
    """Something that can be trained."""

    @abc.abstractmethod
    def fit(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        steps: int | None = None,
        batch_size: int | None = None,
        monitors: Any = None,
        max_steps: int | None = None,
    ) -> Any:
        """Trains."""
        raise NotImplementedError
