"""`fit`, `evaluate`, `predict` and their variants for one batch and for generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine import arguments, data, feeds, loops
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._jaxcore.base import dtypes, errors, nest


class Training:
    """The part of `Model` that runs."""

    built: bool
    outputs: Any
    inputs: Any
    stateful: bool
    optimizer: Any
    loss: Any
    loss_weights: Any
    sample_weight_mode: Any
    train_function: Any
    test_function: Any
    predict_function: Any
    _endpoints: list[Any]
    _compile_metrics: Any
    _compile_weighted_metrics: Any
    _expects_training_arg: bool
    _is_compiled: bool
    _is_graph_network: bool

    if TYPE_CHECKING:  # what `Network` and `Model` bring
        compile: Callable[..., None]
        reset_metrics: Callable[[], None]
        _make_train_function: Callable[[], None]
        _make_test_function: Callable[[], None]
        _make_predict_function: Callable[[], None]

        def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any: ...

        @property
        def _feed_targets(self) -> list[Any]: ...

    # ---- shapes that are known by data only -------------------------------------------------------------------------

    def _set_inputs(self, inputs: Any, outputs: Any = None, training: Any = None) -> Any:
        """Take over inputs and outputs of a subclassed model, making placeholders of arrays."""
        if self.inputs:
            raise ValueError("Model inputs are already set.")
        named = isinstance(inputs, dict)
        flat = [inputs[k] for k in sorted(inputs)] if named else nest.flatten(inputs)
        names = sorted(inputs) if named else [f"input_{i + 1}" for i in range(len(flat))]
        made = [_placeholder(x, name) for x, name in zip(flat, names)]
        structure = dict(zip(names, made)) if named else nest.pack_sequence_as(inputs, made)
        fed = [(n, x) for n, x in zip(names, made) if K.is_placeholder(x)]
        self.__dict__.update(inputs=made, input_names=names)
        self._feed_input_names = [n for n, _ in fed]
        self._feed_inputs = [x for _, x in fed]
        self._feed_input_shapes = [K.int_shape(x) for _, x in fed]
        if outputs is None:
            given = {"training": K.learning_phase()} if self._expects_training_arg else {}
            outputs = self(structure, **given)
        flat_outputs = nest.flatten(outputs)
        self.__dict__["outputs"] = flat_outputs
        self.__dict__["output_names"] = [f"output_{i + 1}" for i in range(len(flat_outputs))]
        self.built = True
        return structure

    def _after_call(self, inputs: Any, outputs: Any) -> None:
        if not self.inputs:
            self._set_inputs(inputs, outputs)

    def _settle(self, x: Any) -> None:
        """Build and compile what waits for data."""
        if not self.inputs:
            self._set_inputs(list(x) if isinstance(x, tuple) else x)
        if not self._is_compiled and self.optimizer:
            self.compile(
                optimizer=self.optimizer,
                loss=self.loss,
                metrics=self._compile_metrics,
                weighted_metrics=self._compile_weighted_metrics,
                loss_weights=self.loss_weights,
                sample_weight_mode=self.sample_weight_mode,
            )

    def _require_compiled(self) -> None:
        if not self.optimizer:
            raise RuntimeError(
                "You must compile your model before training/testing. Use `model.compile(optimizer, loss)`."
            )

    def _standardize_user_data(
        self,
        x: Any,
        y: Any = None,
        sample_weight: Any = None,
        class_weight: Any = None,
        batch_size: int | None = None,
        with_targets: bool = True,
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """Inputs, targets and weights of samples as lists."""
        self._settle(x)
        shapes = self._feed_input_shapes if self._is_graph_network else None
        inputs = data.standardize(x, self._feed_input_names, shapes, "input")
        if y is None:
            if with_targets and self._is_compiled and self._feed_targets:
                raise ValueError("Target data is missing. Your model has `loss`: " + str(self.loss))
            return inputs, [], []
        fed = [e for e in self._endpoints if not e.skipped and e.feedable]
        arguments.sample_weight_modes(self._endpoints, self.sample_weight_mode)
        names = [e.name for e in fed]
        targets = data.standardize(y, names, None, "target")
        weights = data.per_output(sample_weight, names, "sample_weight")
        classes = data.per_output(class_weight, names, "class_weight")
        found = [
            data.sample_weights(t, w, c, e.sample_weight_mode) for t, w, c, e in zip(targets, weights, classes, fed)
        ]
        data.check_lengths(inputs, targets, found)
        if self._is_graph_network:
            data.check_targets(targets, [e.loss_fn for e in fed], [e.fed_shape for e in fed])
        if self.stateful and batch_size and inputs[0].shape[0] % batch_size != 0:
            raise ValueError(
                "In a stateful network, you should only pass inputs with a number of samples that can be divided by "
                f"the batch size. Found: {inputs[0].shape[0]} samples"
            )
        return inputs, targets, self._wanted_weights(fed, targets, found)

    def _wanted_weights(self, fed: list[Any], targets: list[Any], found: list[Any]) -> list[Any]:
        """Weights where some are given or wanted; ones where an output of several has none."""
        if all(w is None for w in found) and all(e.sample_weight_mode is None for e in fed):
            return []
        for endpoint in fed:
            endpoint.sample_weight_mode = endpoint.sample_weight_mode or "samplewise"
        return [
            np.ones(t.shape[: 2 if e.sample_weight_mode == "temporal" else 1], K.floatx()) if w is None else w
            for w, t, e in zip(found, targets, fed)
        ]

    def _feed_values(self, inputs: list[Any], targets: list[Any], weights: list[Any], training: bool) -> list[Any]:
        if not weights:
            for endpoint in self._endpoints if self._is_compiled else ():
                endpoint.sample_weight_mode = None
        values = [*inputs, *targets, *weights]
        if training and not isinstance(K.symbolic_learning_phase(), int):
            values.append(True)
        return values

    # ---- loops ------------------------------------------------------------------------------------------------------

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        epochs: int = 1,
        verbose: int = 1,
        callbacks: Any = None,
        validation_split: float = 0.0,
        validation_data: Any = None,
        shuffle: Any = True,
        class_weight: Any = None,
        sample_weight: Any = None,
        initial_epoch: int = 0,
        steps_per_epoch: int | None = None,
        validation_steps: int | None = None,
        validation_freq: Any = 1,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        **kwargs: Any,
    ) -> Any:
        """Train for a number of epochs.

        Args:
          x, y: arrays, lists or dictionaries of them; or, as `x`, a dataset, a generator or a `Sequence`.
          batch_size: samples per step, 32 where nothing else says.
          epochs, initial_epoch: last epoch, and the first.
          verbose: 0 silent, 1 a progress bar, 2 a line per epoch.
          callbacks: list of `tf.keras.callbacks.Callback`.
          validation_split: part of the arrays to validate with.
          validation_data: (x, y), (x, y, weights), or a dataset.
          shuffle: mix the samples before each epoch; `"batch"` mixes batches.
          class_weight, sample_weight: weights of classes and samples.
          steps_per_epoch, validation_steps: numbers of batches, for datasets and generators.
          validation_freq: validate every so many epochs, or after the epochs listed.
          max_queue_size, workers, use_multiprocessing: of generators, which run in this thread here.

        Returns:
          A `History`: its `history` has a list of values for each metric.
        """
        if "nb_epoch" in kwargs:
            epochs = kwargs.pop("nb_epoch")
        if kwargs:
            raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
        self._require_compiled()
        run = loops.Fit(self, epochs, initial_epoch, verbose, callbacks, validation_freq)
        return run(
            loops.Given(x, y, sample_weight, class_weight, batch_size, steps_per_epoch, shuffle),
            validation_data,
            validation_split,
            validation_steps,
        )

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        batch_size: int | None = None,
        verbose: int = 1,
        sample_weight: Any = None,
        steps: int | None = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        """The loss and the metrics of data; a number, or a list as in `metrics_names`."""
        self._require_compiled()
        given = loops.Given(x, y, sample_weight, None, batch_size, steps, False)
        return loops.evaluate(self, given, verbose, callbacks)

    def predict(
        self,
        x: Any,
        batch_size: int | None = None,
        verbose: int = 0,
        steps: int | None = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
    ) -> Any:
        """The outputs for data, as arrays."""
        return loops.predict(self, loops.Given(x, None, None, None, batch_size, steps, False), verbose, callbacks)

    def fit_generator(
        self,
        generator: Any,
        steps_per_epoch: int | None = None,
        epochs: int = 1,
        verbose: int = 1,
        callbacks: Any = None,
        validation_data: Any = None,
        validation_steps: int | None = None,
        validation_freq: Any = 1,
        class_weight: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        shuffle: bool = True,
        initial_epoch: int = 0,
    ) -> Any:
        """`fit` of a generator or a `Sequence`."""
        return self.fit(
            generator,
            epochs=epochs,
            verbose=verbose,
            callbacks=callbacks,
            validation_data=validation_data,
            shuffle=shuffle,
            class_weight=class_weight,
            initial_epoch=initial_epoch,
            steps_per_epoch=steps_per_epoch,
            validation_steps=validation_steps,
            validation_freq=validation_freq,
        )

    def evaluate_generator(
        self,
        generator: Any,
        steps: int | None = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: int = 0,
    ) -> Any:
        """`evaluate` of a generator or a `Sequence`."""
        return self.evaluate(generator, steps=steps, callbacks=callbacks, verbose=verbose)

    def predict_generator(
        self,
        generator: Any,
        steps: int | None = None,
        callbacks: Any = None,
        max_queue_size: int = 10,
        workers: int = 1,
        use_multiprocessing: bool = False,
        verbose: int = 0,
    ) -> Any:
        """`predict` of a generator or a `Sequence`."""
        return self.predict(generator, steps=steps, callbacks=callbacks, verbose=verbose)

    # ---- one batch --------------------------------------------------------------------------------------------------

    def train_on_batch(
        self, x: Any, y: Any = None, sample_weight: Any = None, class_weight: Any = None, reset_metrics: bool = True
    ) -> Any:
        """One step of training; the loss, or a list as in `metrics_names`."""
        self._require_compiled()
        x, y, sample_weight = _parts(x, y, sample_weight)
        found = self._standardize_user_data(x, y, sample_weight, class_weight)
        values = self._feed_values(*found, training=True)
        self._make_train_function()
        return self._batch_results(self.train_function(values), reset_metrics)

    def test_on_batch(self, x: Any, y: Any = None, sample_weight: Any = None, reset_metrics: bool = True) -> Any:
        """The loss (and metrics) of one batch."""
        self._require_compiled()
        x, y, sample_weight = _parts(x, y, sample_weight)
        values = self._feed_values(*self._standardize_user_data(x, y, sample_weight), training=False)
        self._make_test_function()
        return self._batch_results(self.test_function(values), reset_metrics)

    def _batch_results(self, results: list[Any], reset: bool) -> Any:
        if reset:
            self.reset_metrics()
        return results[0] if len(results) == 1 else results

    def predict_on_batch(self, x: Any) -> Any:
        """The outputs for one batch."""
        inputs, _, _ = self._standardize_user_data(x, with_targets=False)
        self._make_predict_function()
        outputs = self.predict_function(inputs)
        return outputs[0] if len(outputs) == 1 else outputs

    @property
    def run_eagerly(self) -> bool:
        """False: there is no eager execution."""
        return False

    @run_eagerly.setter
    def run_eagerly(self, value: bool) -> None:
        if value:
            raise errors.unsupported("run_eagerly=True is not supported.", advice="Leave it at False.")


def _parts(x: Any, y: Any, weights: Any) -> tuple[Any, Any, Any]:
    return feeds.DatasetFeed(x).parts() if feeds.is_dataset(x) else (x, y, weights)


def _placeholder(x: Any, name: str) -> Any:
    """A placeholder for arrays like this one; tensors as they are."""
    if is_tensor(x) and not getattr(x, "_from_dataset", False):
        return x
    array = cast(Any, x if hasattr(x, "dtype") else np.asarray(x))
    sizes = cast(Any, array.shape).as_list() if is_tensor(array) else list(array.shape)
    kind = dtypes.as_dtype(array.dtype).base_dtype
    rest = sizes[1:] or [1]
    if kind.is_floating and not is_tensor(array):
        kind = dtypes.as_dtype(K.floatx())
    return K.placeholder(shape=(None, *rest), name=name, dtype=kind)
