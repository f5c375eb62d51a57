"""The loops over epochs and batches."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.callbacks.base import CallbackList, History
from tf1compat._facade.keras.callbacks.progress import BaseLogger, ProgbarLogger
from tf1compat._facade.keras.engine import data, feeds
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._jaxcore.base import errors


class Given(NamedTuple):
    """What `fit`, `evaluate` and `predict` were given."""

    x: Any
    y: Any
    sample_weight: Any
    class_weight: Any
    batch_size: int | None
    steps: int | None
    shuffle: Any


class _Source:
    """Batches of one epoch, and how many samples or steps there are."""

    samples: int | None = None
    steps: int | None = None
    restarts = False

    def restart(self) -> None:
        pass

    def epoch(self) -> Any:
        """The batches: pairs of values and number of samples."""
        raise NotImplementedError


class _Arrays(_Source):
    """Arrays in memory."""

    def __init__(self, model: Any, values: list[Any], given: Given) -> None:
        self.values, self._shuffle = values, given.shuffle
        self.samples = next((int(v.shape[0]) for v in values if hasattr(v, "shape")), None)
        self.size = 32 if given.batch_size is None else given.batch_size

    def epoch(self) -> Any:
        assert self.samples is not None
        order = feeds.shuffled(self.samples, self.size, self._shuffle)
        spans = list(feeds.batches(self.samples, self.size))
        for start, end in spans:
            rows = order[start:end]
            yield self.values if len(spans) == 1 and not self._shuffle else feeds.taken(self.values, rows), len(rows)


class _Tensors(_Source):
    """Tensors of a dataset (or of the program), which give another batch in each step."""

    def __init__(self, values: list[Any], steps: int | None, feed: Any) -> None:
        self.values, self.steps, self._feed = values, steps, feed
        self.restarts = feed is not None and steps is None

    def restart(self) -> None:
        if self._feed is not None:
            self._feed.restart()

    def epoch(self) -> Any:
        step = 0
        while self.steps is None or step < self.steps:
            yield self.values, 1
            step += 1


class _Generated(_Source):
    """Batches of a Python generator or a `Sequence`."""

    def __init__(self, model: Any, given: Given, training: bool, with_targets: bool) -> None:
        self._model, self._given = model, given
        self._training, self._with_targets = training, with_targets
        self._indexed = hasattr(given.x, "__getitem__") and hasattr(given.x, "__len__")
        self.steps = given.steps if given.steps is not None else len(given.x) if self._indexed else None
        if self.steps is None:
            raise ValueError(
                "When passing a Python generator, you must specify the number of steps: `steps_per_epoch` or `steps`."
            )
        self._seen: list[Any] = []  # a batch that was taken from a generator to build the model
        if not model.inputs:
            batch = given.x[0] if self._indexed else next(given.x)
            self._seen = [] if self._indexed else [batch]
            self._values(batch)

    def epoch(self) -> Any:
        x = self._given.x
        order = list(range(len(x))) if self._indexed else []
        if self._indexed and self._given.shuffle:
            np.random.shuffle(order)
        for step in range(self.steps or 0):
            try:
                ready = self._seen.pop() if self._seen else None
                batch = x[order[step % len(order)]] if self._indexed else next(x) if ready is None else ready
            except StopIteration:
                raise errors.OutOfRangeError(None, None, "the generator is exhausted") from None
            yield self._values(batch)
        if self._indexed and hasattr(x, "on_epoch_end"):
            x.on_epoch_end()

    def _values(self, batch: Any) -> tuple[list[Any], int]:
        if not self._with_targets:
            inputs = batch[0] if isinstance(batch, tuple) else batch
            found = self._model._standardize_user_data(inputs, with_targets=False)
        else:
            if not isinstance(batch, tuple) or len(batch) not in (2, 3):
                raise ValueError(
                    "Output of generator should be a tuple `(x, y, sample_weight)` or `(x, y)`. Found: " + str(batch)
                )
            found = self._model._standardize_user_data(*batch, class_weight=self._given.class_weight)
        values = self._model._feed_values(*found, training=self._training)
        return values, int(np.shape(found[0][0])[0])


def _dataset_steps(dataset: Any, steps: int | None, name: str) -> int | None:
    from tf1compat._facade.data.experimental.sources import cardinality

    if steps is not None or not hasattr(dataset, "element_spec"):
        return steps
    size = int(K.get_value(cardinality(dataset)))
    if size == -1:
        raise ValueError(f"When passing an infinitely repeating dataset, you must specify the `{name}` argument.")
    return size if size >= 0 else None


def source(model: Any, given: Given, training: bool, with_targets: bool = True) -> tuple[_Source, str]:
    """Where the batches come from, and whether `"samples"` or `"steps"` are counted."""
    if feeds.is_generator(given.x):
        return _Generated(model, given, training, with_targets), "steps"
    feed, parts, steps = None, (given.x, given.y, given.sample_weight), given.steps
    if feeds.is_dataset(given.x):
        if given.y is not None:
            raise ValueError(
                "You passed a dataset or dataset iterator as input `x` to your model. In that case, you should not "
                f"specify a target (`y`) argument, since the dataset or dataset iterator generates both input data and "
                f"target data. Received: {given.y}"
            )
        feed = feeds.DatasetFeed(given.x)
        parts = feed.parts()
        for tensor in parts[:1]:
            for x in (
                tensor.values()
                if isinstance(tensor, dict)
                else tensor
                if isinstance(tensor, (list, tuple))
                else [tensor]
            ):
                x._from_dataset = True
    if given.x is None and model.inputs and not model._feed_inputs:
        parts = ([], given.y, given.sample_weight)
    size = given.batch_size if feed is not None else given.batch_size or 32
    found = model._standardize_user_data(*parts, given.class_weight, size, with_targets and parts[1] is not None)
    values = model._feed_values(*found, training=training)
    if feed is None and given.steps is None and not feeds.are_tensors(values):
        return _Arrays(model, values, given), "samples"
    if feed is None and given.steps is None:
        raise ValueError(
            "If your data is in the form of symbolic tensors, you should specify the `steps_per_epoch` argument "
            "(instead of the `batch_size` argument, because symbolic tensors are expected to produce batches of input "
            "data)."
        )
    made = _Tensors(values, steps, feed)
    if feed is not None:
        known = _dataset_steps(given.x, steps, "steps_per_epoch" if training else "steps")
        made.restarts = steps is None
        made.steps = known
    return made, "steps"


def _named(model: Any, logs: dict[str, Any], results: Any, prefix: str = "") -> dict[str, Any]:
    values = results if isinstance(results, list) else [results]
    return {**logs, **{prefix + name: value for name, value in zip(model.metrics_names, values)}}


class _Sums:
    """The loss as a mean over samples or steps; metrics as they were last."""

    def __init__(self) -> None:
        self._total = np.float64(0.0)
        self._weight = 0
        self._others: list[Any] = []

    def add(self, results: list[Any], weight: int) -> None:
        self._total += np.float64(results[0] * weight)
        self._weight += weight
        self._others = results[1:]

    @property
    def results(self) -> list[Any]:
        """Nothing before the first batch."""
        return [self._total / self._weight, *self._others] if self._weight else []


def _tested(model: Any, batches: _Source, callbacks: Any, bar: Any = None) -> list[Any]:
    """Loss and metrics over the batches."""
    model.reset_metrics()
    model._make_test_function()
    sums = _Sums()
    batches.restart()
    try:
        for step, (values, size) in enumerate(batches.epoch()):
            logs: dict[str, Any] = {"batch": step, "size": size}
            callbacks.on_test_batch_begin(step, logs)
            found = model.test_function(values)
            sums.add(found, size)
            logs = _named(model, logs, found)
            callbacks.on_test_batch_end(step, logs)
            if bar is not None:
                bar.on_batch_end(step, logs)
    except errors.OutOfRangeError:
        _ran_out(batches, "steps", 1)
    if not sums.results:
        raise ValueError("Empty training data.")
    return sums.results


def _ran_out(batches: _Source, name: str, epochs: int) -> None:
    if batches.steps:
        logging.warning(
            "Your dataset ran out of data; interrupting training. Make sure that your dataset can generate at least "
            f"`{name} * epochs` batches (in this case, {batches.steps * epochs} batches). You may need to use the "
            "repeat() function when building your dataset."
        )


def evaluate(model: Any, given: Given, verbose: int, callbacks: Any) -> Any:
    """`Model.evaluate`."""
    batches, mode = source(model, given, training=False)
    hooks = CallbackList(callbacks, model, {"samples": batches.samples, "steps": batches.steps, "verbose": verbose})
    bar = ProgbarLogger(mode) if verbose else None
    if bar is not None:
        bar.start(model, {**hooks.params, "epochs": 1})
    hooks.on_test_begin({})
    results = _tested(model, batches, hooks, bar)
    if bar is not None:
        bar.on_epoch_end(0, _named(model, {}, results))
    hooks.on_test_end({})
    return results[0] if len(results) == 1 else results


def predict(model: Any, given: Given, verbose: int, callbacks: Any) -> Any:
    """`Model.predict`."""
    batches, mode = source(model, given, training=False, with_targets=False)
    model._make_predict_function()
    hooks = CallbackList(callbacks, model, {"samples": batches.samples, "steps": batches.steps, "verbose": verbose})
    bar = ProgbarLogger(mode) if verbose else None
    if bar is not None:
        bar.start(model, {**hooks.params, "epochs": 1})
    hooks.on_predict_begin({})
    found: list[list[Any]] = []
    count = len(model._feed_inputs)
    try:
        for step, (values, size) in enumerate(batches.epoch()):
            logs: dict[str, Any] = {"batch": step, "size": size}
            hooks.on_predict_batch_begin(step, logs)
            outputs = model.predict_function(values[:count])
            found.append(outputs)
            logs["outputs"] = outputs
            hooks.on_predict_batch_end(step, logs)
            if bar is not None:
                bar.on_batch_end(step, {"batch": step, "size": size})
    except errors.OutOfRangeError:
        _ran_out(batches, "steps", 1)
    if bar is not None:
        bar.on_epoch_end(0, {})
    hooks.on_predict_end({})
    results = [parts[0] if len(parts) == 1 else np.concatenate(parts, axis=0) for parts in zip(*found)]
    return results[0] if len(results) == 1 else results


class Fit:
    """`Model.fit`."""

    def __init__(
        self, model: Any, epochs: int, initial_epoch: int, verbose: int, callbacks: Any, frequency: Any
    ) -> None:
        self.model, self.epochs, self.initial_epoch = model, epochs, initial_epoch
        self.verbose, self.callbacks, self.frequency = verbose, callbacks, frequency

    def __call__(self, given: Given, validation: Any, split: float, validation_steps: Any) -> Any:
        model = self.model
        tested = self._validation(given, validation, split, validation_steps)
        if split and validation is None:
            given, tested = self._split(given, split)
        batches, mode = source(model, given, training=True)
        model._make_train_function()
        self._print_size(batches, mode, tested)
        params = {
            "batch_size": given.batch_size,
            "epochs": self.epochs,
            "steps": batches.steps,
            "samples": batches.samples if mode == "samples" else batches.steps,
            "verbose": 0,
            "do_validation": tested is not None,
            "metrics": [*model.metrics_names, *("val_" + n for n in model.metrics_names)],
        }
        history = History()
        hooks = CallbackList([BaseLogger(mode), *(self.callbacks or []), history], model, params)
        bar = ProgbarLogger(mode)
        bar.start(model, {**params, "verbose": self.verbose})
        model.__dict__["history"] = history
        model.__dict__["stop_training"] = False
        hooks.on_train_begin({})
        for epoch in range(self.initial_epoch, self.epochs):
            if model.stop_training:
                break
            self._epoch(epoch, batches, tested, hooks, bar)
        hooks.on_train_end({})
        return history

    def _epoch(self, epoch: int, batches: _Source, tested: Any, hooks: Any, bar: Any) -> None:
        model = self.model
        model.reset_metrics()
        hooks.on_epoch_begin(epoch, {})
        bar.on_epoch_begin(epoch, {})
        sums = _Sums()
        if batches.restarts and epoch > self.initial_epoch:
            batches.restart()
        try:
            for step, (values, size) in enumerate(batches.epoch()):
                logs: dict[str, Any] = {"batch": step, "size": size}
                hooks.on_train_batch_begin(step, logs)
                results = model.train_function(values)
                sums.add(results, size)
                logs = _named(model, logs, results)
                hooks.on_train_batch_end(step, logs)
                bar.on_batch_end(step, logs)
                if model.stop_training:
                    break
        except errors.OutOfRangeError:
            if batches.steps:
                model.__dict__["stop_training"] = True
            _ran_out(batches, "steps_per_epoch", self.epochs)
        if not sums.results:
            raise ValueError("Empty training data.")
        logs = _named(model, {}, sums.results)
        if tested is not None and self._validates(epoch) and not model.stop_training:
            hooks.on_test_begin({})
            logs = _named(model, logs, _tested(model, tested, hooks), "val_")
            hooks.on_test_end({})
        hooks.on_epoch_end(epoch, logs)
        bar.on_epoch_end(epoch, logs)

    def _validates(self, epoch: int) -> bool:
        if isinstance(self.frequency, int):
            if self.frequency < 1:
                raise ValueError("`validation_freq` can not be less than 1.")
            return (epoch + 1) % self.frequency == 0
        return epoch + 1 in self.frequency

    def _validation(self, given: Given, validation: Any, split: float, steps: Any) -> Any:
        if validation is None or (isinstance(validation, (list, tuple)) and not validation):
            if split and (feeds.is_dataset(given.x) or feeds.is_generator(given.x)):
                raise ValueError("`validation_split` argument is not supported when `x` is a dataset or a generator.")
            return None
        if feeds.is_dataset(validation) or feeds.is_generator(validation):
            parts: tuple[Any, Any, Any] = (validation, None, None)
        elif isinstance(validation, (list, tuple)) and len(validation) in (2, 3):
            parts = (validation[0], validation[1], validation[2] if len(validation) == 3 else None)
        else:
            raise ValueError(
                "`validation_data` should be a tuple `(val_x, val_y, val_sample_weight)` or `(val_x, val_y)`. Found: "
                + str(validation)
            )
        made, _ = source(self.model, Given(*parts, None, given.batch_size, steps, False), training=False)
        return made

    def _split(self, given: Given, fraction: float) -> tuple[Given, Any]:
        inputs, targets, weights = self.model._standardize_user_data(
            given.x, given.y, given.sample_weight, given.class_weight
        )
        parts = [data.split(v, fraction) if v else ([], []) for v in (inputs, targets, weights)]
        first = Given(parts[0][0], parts[1][0], parts[2][0] or None, None, given.batch_size, None, given.shuffle)
        last = Given(parts[0][1], parts[1][1], parts[2][1] or None, None, given.batch_size, None, False)
        made, _ = source(self.model, last, training=False)
        return first, made

    def _print_size(self, batches: _Source, mode: str, tested: Any) -> None:
        if not self.verbose or isinstance(batches, _Generated):
            return
        text = f"Train on {batches.samples if mode == 'samples' else batches.steps} {mode}"
        size = None if tested is None else tested.samples or tested.steps
        print(text + (f", validate on {size} {mode}" if size else ""))
