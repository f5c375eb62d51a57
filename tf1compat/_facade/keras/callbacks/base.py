"""`Callback`, the list of them, and `History`."""

from __future__ import annotations

from typing import Any


class Callback:
    """Base of callbacks; subclasses define what happens at epochs and batches.

    Attributes:
      model: the model that is trained.
      params: dictionary: epochs, steps, samples, verbose, metrics…
      validation_data: None, as in TF1.
    """

    def __init__(self) -> None:
        self.validation_data: Any = None
        self.model: Any = None
        self.params: Any = None

    def set_params(self, params: Any) -> None:
        self.params = params

    def set_model(self, model: Any) -> None:
        self.model = model

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        """Called before an epoch of training."""

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        """Called after an epoch of training, with loss and metrics, `val_…` those of the validation."""

    def on_batch_begin(self, batch: int, logs: Any = None) -> None:
        """The old name of `on_train_batch_begin`."""

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """The old name of `on_train_batch_end`."""

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Called before a step of training."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        """Called after a step of training."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Called before a batch of an evaluation."""

    def on_test_batch_end(self, batch: int, logs: Any = None) -> None:
        """Called after a batch of an evaluation."""

    def on_predict_batch_begin(self, batch: int, logs: Any = None) -> None:
        """Called before a batch of a prediction."""

    def on_predict_batch_end(self, batch: int, logs: Any = None) -> None:
        """Called after a batch of a prediction."""

    def on_train_begin(self, logs: Any = None) -> None:
        """Called before training."""

    def on_train_end(self, logs: Any = None) -> None:
        """Called after training."""

    def on_test_begin(self, logs: Any = None) -> None:
        """Called before an evaluation."""

    def on_test_end(self, logs: Any = None) -> None:
        """Called after an evaluation."""

    def on_predict_begin(self, logs: Any = None) -> None:
        """Called before a prediction."""

    def on_predict_end(self, logs: Any = None) -> None:
        """Called after a prediction."""


class CallbackList:
    """Calls all callbacks in turn."""

    def __init__(self, callbacks: Any = None, model: Any = None, params: Any = None, queue_length: int = 10) -> None:
        given = [] if callbacks is None else callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]
        self.callbacks: list[Any] = list(given)
        self.params: dict[str, Any] = {}
        self.queue_length = queue_length
        if params is not None:
            self.set_params(params)
        if model is not None:
            self.set_model(model)

    def append(self, callback: Any) -> None:
        """One callback more."""
        self.callbacks.append(callback)

    def set_params(self, params: dict[str, Any]) -> None:
        """Tell all callbacks how training goes."""
        self.params = params
        for callback in self.callbacks:
            callback.set_params(params)

    def set_model(self, model: Any) -> None:
        """Tell all callbacks which model is trained."""
        self.model = model
        for callback in self.callbacks:
            callback.set_model(model)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("on_"):
            raise AttributeError(name)

        def call(*args: Any, **kwargs: Any) -> None:
            for callback in self.callbacks:
                getattr(callback, name)(*args, **kwargs)

        return call


class History(Callback):
    """Keeps loss and metrics of all epochs: `epoch`, and `history` by name."""

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[Any]] = {}
        self.epoch: list[int] = []

    def on_train_begin(self, logs: Any = None) -> None:
        self.epoch = []

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
