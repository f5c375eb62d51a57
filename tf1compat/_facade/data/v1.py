"""`tf.data.Dataset` of TensorFlow 1: datasets with one-shot and initializable iterators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, framework
from tf1compat._facade.apply import apply_op
from tf1compat._facade.data import iterators, structure
from tf1compat._facade.data.dataset import DatasetV2
from tf1compat._facade.framework import colocate_with


class DatasetV1(DatasetV2):
    """A sequence of elements, each a nest of tensors: the input of a program.

    Datasets are made from tensors (`from_tensor_slices`), files (`tf.data.TFRecordDataset`) or generators, and from
    other datasets (`map`, `batch`, `shuffle`…). Iterators give their elements to the graph.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     squares = tf.data.Dataset.range(5).map(lambda x: x * x).batch(3)
    ...     following = squares.make_one_shot_iterator().get_next()
    ...     print(sess.run(following), sess.run(following))
    [0 1 4] [ 9 16]
    """

    _map_preserves = False

    def __init__(self) -> None:
        super().__init__(self._as_variant_tensor())

    def _as_variant_tensor(self) -> Any:
        raise NotImplementedError("Dataset._as_variant_tensor")

    @classmethod
    def _made(cls, dataset: Any) -> Any:
        return DatasetV1Adapter(dataset)

    def make_one_shot_iterator(self) -> iterators.Iterator:
        """An iterator that starts by itself and cannot be started again.

        Raises:
          ValueError: the dataset depends on variables, tables or placeholders.
        """
        return self._make_one_shot_iterator()

    def _make_one_shot_iterator(self) -> iterators.Iterator:
        from tf1compat._facade.defun import DefinedFunction
        from tf1compat._jaxcore.schema.function_ref import FunctionRef

        _check_graph(self)
        graph_seed, op_seed = framework.get_seed(None)

        def _make_dataset() -> Any:
            """Factory function for a dataset."""
            if graph_seed is not None and op_seed is not None:
                framework.set_random_seed((graph_seed + 87654321 * op_seed) % (2**63 - 1))
            return self._apply_options()._variant_tensor

        factory = DefinedFunction(
            _make_dataset, [], [], capture_by_value=True, whitelisted_stateful_ops=_variant_ops(self)
        )
        graph = context.get_default_graph()
        try:
            factory.add_to_graph(graph)
        except ValueError as e:
            if "Cannot capture a stateful node" not in str(e):
                raise
            raise ValueError(
                "Failed to create a one-shot iterator for a dataset. `Dataset.make_one_shot_iterator()` does not "
                "support datasets that capture stateful objects, such as a `Variable` or `LookupTable`. In these "
                f"cases, use `Dataset.make_initializable_iterator()`. (Original error: {e})"
            ) from None
        reference = FunctionRef(factory.name, graph.functions)
        handle = apply_op("OneShotIterator", dataset_factory=reference, **self._flat_structure)
        return iterators.Iterator(handle, None, *iterators.legacy(self.element_spec))

    def make_initializable_iterator(self, shared_name: str | None = None) -> iterators.Iterator:
        """An iterator that begins at the first element whenever its `initializer` is run."""
        return self._make_initializable_iterator(shared_name)

    def _make_initializable_iterator(self, shared_name: str | None = None) -> iterators.Iterator:
        _check_graph(self)
        dataset = self._apply_options()
        handle = apply_op("IteratorV2", container=b"", shared_name=(shared_name or "").encode(), **self._flat_structure)
        with colocate_with(handle.op):
            initializer = apply_op("MakeIterator", dataset._variant_tensor, handle)
        return iterators.Iterator(handle, initializer, *iterators.legacy(dataset.element_spec))

    @property
    def output_types(self) -> Any:
        """The types of an element's parts."""
        return structure.legacy_types(self.element_spec)

    @property
    def output_shapes(self) -> Any:
        """The shapes of an element's parts."""
        return structure.legacy_shapes(self.element_spec)

    @property
    def output_classes(self) -> Any:
        """The classes of an element's parts: `tf.Tensor` or `tf.SparseTensor`."""
        return structure.legacy_classes(self.element_spec)

    @classmethod
    def from_sparse_tensor_slices(cls, sparse_tensor: Any) -> Any:
        """Indices, values and dense shape of each row of a sparse tensor."""
        from tf1compat._facade.data import sources

        return cls._made(sources.from_sparse_tensor_slices(sparse_tensor))

    def map_with_legacy_function(self, map_func: Callable[..., Any], num_parallel_calls: Any = None) -> Any:
        """`map` by functions of old, in which nothing runs for its own sake."""
        from tf1compat._facade.data import transforms

        extra = {"preserve_cardinality": False, "use_legacy_function": True}
        return self._made(transforms.map_elements(self, map_func, num_parallel_calls, **extra))

    def filter_with_legacy_function(self, predicate: Callable[..., Any]) -> Any:
        """`filter` by functions of old."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.filter_elements(self, predicate, use_legacy_function=True))


class DatasetV1Adapter(DatasetV1):
    """A dataset behind TensorFlow 1's interface."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset
        super().__init__()

    def _as_variant_tensor(self) -> Any:
        return self._dataset._variant_tensor

    def _has_captured_ref(self) -> bool:
        return self._dataset._has_captured_ref()

    def _inputs(self) -> Any:
        return self._dataset._inputs()

    def _functions(self) -> Any:
        return self._dataset._functions()

    def options(self) -> Any:
        return self._dataset.options()

    @property
    def element_spec(self) -> Any:
        return self._dataset.element_spec


def _check_graph(dataset: Any) -> None:
    """All datasets that one is made of are in the default graph.

    Raises:
      ValueError: one is not.
    """
    current = context.get_default_graph()
    todo = [dataset]
    while todo:
        found = todo.pop()
        if found._graph is not current:
            raise ValueError(
                f"The graph ({current}) of the iterator is different from the graph ({found._graph}) the dataset: "
                f"{found._variant_tensor} was created in. If you are using the Estimator API, make sure that no part "
                "of the dataset returned by the `input_fn` function is defined outside the `input_fn` function. "
                "Please ensure that all datasets in the pipeline are created in the same graph as the iterator."
            )
        todo.extend(found._inputs())


def _variant_ops(dataset: Any) -> list[Any]:
    """The operations that a dataset is made of."""
    found: dict[Any, None] = {}
    todo, seen = [dataset._variant_tensor.op], set()
    while todo:
        op = todo.pop()
        if op in seen:
            continue
        seen.add(op)
        if op.outputs and op.outputs[0].dtype.name == "variant":
            found[op] = None
        todo.extend(t.op for t in op.inputs)
    return list(found)


def make_one_shot_iterator(dataset: Any) -> iterators.Iterator:
    """`Dataset.make_one_shot_iterator` of any dataset."""
    return (dataset if isinstance(dataset, DatasetV1) else DatasetV1Adapter(dataset)).make_one_shot_iterator()


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> iterators.Iterator:
    """`Dataset.make_initializable_iterator` of any dataset."""
    made = dataset if isinstance(dataset, DatasetV1) else DatasetV1Adapter(dataset)
    return made.make_initializable_iterator(shared_name)


def get_legacy_output_types(dataset_or_iterator: Any) -> Any:
    """The types of an element's parts."""
    return structure.legacy_types(dataset_or_iterator.element_spec)


def get_legacy_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of an element's parts."""
    return structure.legacy_shapes(dataset_or_iterator.element_spec)


def get_legacy_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of an element's parts."""
    return structure.legacy_classes(dataset_or_iterator.element_spec)


def get_structure(dataset_or_iterator: Any) -> Any:
    """The specs of an element.

    Raises:
      TypeError: the argument is neither dataset nor iterator.
    """
    found = getattr(dataset_or_iterator, "element_spec", None)
    if found is None:
        raise TypeError(
            f"`dataset_or_iterator` must be a Dataset or Iterator object, but got {type(dataset_or_iterator)}."
        )
    return found
