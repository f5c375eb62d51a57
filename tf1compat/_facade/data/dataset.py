"""`tf.data.Dataset`: a node that stands for a sequence of elements, and the methods that make others of it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.data import nest, structure
from tf1compat._facade.data.functions import StructuredFunctionWrapper
from tf1compat._facade.data.options import Options
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape
from tf1compat._jaxcore.base.structure import CompositeTensor, TypeSpec

AUTOTUNE = -1


class DatasetV2(CompositeTensor):
    """A sequence of elements, each a nest of tensors; `tf.data.Dataset` is this with TensorFlow 1's iterators.

    Subclasses give `element_spec` and `_inputs()`.
    """

    _map_preserves = True  # an OutOfRangeError in a mapped function is an error, not the end

    def __init__(self, variant_tensor: Any) -> None:
        self._variant_tensor_attr = variant_tensor
        self._graph_attr = context.get_default_graph()

    @property
    def _variant_tensor(self) -> Any:
        return self._variant_tensor_attr

    @property
    def _graph(self) -> Any:
        return self._graph_attr

    def _inputs(self) -> list[DatasetV2]:
        raise NotImplementedError("Dataset._inputs")

    def _functions(self) -> list[StructuredFunctionWrapper]:
        return []

    @property
    def element_spec(self) -> Any:
        """The specs of an element, in its structure."""
        raise NotImplementedError("Dataset.element_spec")

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self.element_spec)

    @property
    def _flat_shapes(self) -> list[Any]:
        return structure.get_flat_tensor_shapes(self.element_spec)

    @property
    def _flat_types(self) -> list[Any]:
        return structure.get_flat_tensor_types(self.element_spec)

    @property
    def _flat_structure(self) -> dict[str, Any]:
        return flat_structure(self.element_spec)

    def options(self) -> Options:
        """The options of this dataset and of those it is made of."""
        found = Options()
        for source in self._inputs():
            found = found.merge(source.options())
        return found

    def with_options(self, options: Options) -> Any:
        """The dataset with more options.

        Raises:
          ValueError: an option was set to another value before.
        """
        return self._made(OptionsDataset(self, options))

    @classmethod
    def _made(cls, dataset: Any) -> Any:
        """What methods return: the dataset as it is, or behind TensorFlow 1's interface."""
        return dataset

    def _has_captured_ref(self) -> bool:
        def is_reference(tensor: Any) -> bool:
            return tensor.dtype._is_ref_dtype or any(is_reference(t) for t in tensor.op.inputs)

        if any(is_reference(t) for f in self._functions() for t in f.function.captured_inputs):
            return True
        return any(d._has_captured_ref() for d in self._inputs())

    def _apply_options(self) -> Any:
        """The dataset as iterators use it, with what its options ask for."""
        dataset: Any = self
        options = self.options()
        threads = options.experimental_threading
        if threads is not None:
            if threads.max_intra_op_parallelism is not None:
                dataset = _tuned("MaxIntraOpParallelismDataset", dataset, threads.max_intra_op_parallelism,
                                 "max_intra_op_parallelism")  # fmt: skip
            if threads.private_threadpool_size is not None:
                dataset = _tuned("PrivateThreadPoolDataset", dataset, threads.private_threadpool_size, "num_threads")
        optimizations = options._static_optimizations()
        if optimizations:
            if self._has_captured_ref():
                warnings.warn(
                    "tf.data static optimizations are not compatible with tf.Variable. The following optimizations "
                    f"will be disabled: {', '.join(optimizations)}. To enable optimizations, use resource variables "
                    "instead by calling `tf.enable_resource_variables()` at the start of the program.",
                    stacklevel=2,
                )
            else:
                dataset = _optimized(dataset, optimizations, options._static_optimization_configs())
        tuning = options.experimental_optimization
        if tuning is None or tuning.autotune is not False:
            algorithm = getattr(tuning, "autotune_algorithm", None)
            budget = getattr(tuning, "autotune_cpu_budget", None)
            dataset = node(
                "ModelDataset", [dataset], dataset, spec=dataset.element_spec,
                algorithm=getattr(algorithm, "value", 0) or 0, cpu_budget=budget or 0,
            )  # fmt: skip
        return dataset

    def __iter__(self) -> Any:
        raise RuntimeError("__iter__() is only supported inside of tf.function or when eager execution is enabled.")

    def __repr__(self) -> str:
        shapes = str(nest.map_structure(str, structure.legacy_shapes(self.element_spec))).replace("'", "")
        types = str(nest.map_structure(repr, structure.legacy_types(self.element_spec))).replace("'", "")
        return f"<{type(self).__name__} shapes: {shapes}, types: {types}>"

    # ---- sources --------------------------------------------------------------------------------------------------

    @classmethod
    def from_tensors(cls, tensors: Any) -> Any:
        """One element."""
        from tf1compat._facade.data import sources

        return cls._made(sources.from_tensors(tensors))

    @classmethod
    def from_tensor_slices(cls, tensors: Any) -> Any:
        """The slices of tensors along their first dimension."""
        from tf1compat._facade.data import sources

        return cls._made(sources.from_tensor_slices(tensors))

    @classmethod
    def from_generator(
        cls, generator: Callable[..., Any], output_types: Any, output_shapes: Any = None, args: Any = None
    ) -> Any:
        """What a Python generator yields.

        Args:
          generator: a function whose result can be iterated over; called anew for every pass.
          output_types, output_shapes: nests of types and shapes of its elements; shapes are unknown if absent.
          args: tensors whose values `generator` is called with.
        """
        from tf1compat._facade.data import generator as generators

        return cls._made(generators.from_generator(generator, output_types, output_shapes, args))

    @classmethod
    def range(cls, *args: Any) -> Any:
        """Integers as Python's `range` gives them."""
        from tf1compat._facade.data import sources

        return cls._made(sources.range_dataset(*args))

    @classmethod
    def zip(cls, datasets: Any) -> Any:
        """Elements of several datasets side by side, in the nest in which the datasets are given."""
        from tf1compat._facade.data import sources

        return cls._made(sources.zip_datasets(datasets))

    @classmethod
    def list_files(cls, file_pattern: Any, shuffle: bool | None = None, seed: Any = None) -> Any:
        """The names of the files that match patterns, shuffled unless that is switched off."""
        from tf1compat._facade.data import sources

        return cls._made(sources.list_files(file_pattern, shuffle, seed))

    # ---- transformations ------------------------------------------------------------------------------------------

    def concatenate(self, dataset: Any) -> Any:
        """This dataset, then another."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.concatenate(self, dataset))

    def prefetch(self, buffer_size: Any) -> Any:
        """Elements are made before they are asked for, `buffer_size` of them at most."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.prefetch(self, buffer_size))

    def repeat(self, count: Any = None) -> Any:
        """The dataset `count` times, or for ever."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.repeat(self, count))

    def enumerate(self, start: int = 0) -> Any:
        """Pairs of a number and an element."""
        import sys

        return self._made(type(self).zip((type(self).range(start, sys.maxsize), self)))

    def shuffle(self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: bool | None = None) -> Any:
        """Elements in random order, drawn from a buffer of `buffer_size` elements."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.shuffle(self, buffer_size, seed, reshuffle_each_iteration))

    def cache(self, filename: Any = "") -> Any:
        """The elements of the first pass again in later ones, from memory or from a file."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.cache(self, filename))

    def take(self, count: Any) -> Any:
        """The first `count` elements."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.counted("TakeDataset", self, count))

    def skip(self, count: Any) -> Any:
        """All but the first `count` elements."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.counted("SkipDataset", self, count))

    def shard(self, num_shards: Any, index: Any) -> Any:
        """Every `num_shards`-th element, beginning with element `index`."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.shard(self, num_shards, index))

    def batch(self, batch_size: Any, drop_remainder: Any = False) -> Any:
        """`batch_size` elements as one, stacked along a new first dimension."""
        from tf1compat._facade.data import batches

        return self._made(batches.batch(self, batch_size, drop_remainder))

    def padded_batch(
        self, batch_size: Any, padded_shapes: Any, padding_values: Any = None, drop_remainder: Any = False
    ) -> Any:
        """Batches of elements that are padded to one shape; None and -1 are the largest size in the batch."""
        from tf1compat._facade.data import batches

        return self._made(batches.padded_batch(self, batch_size, padded_shapes, padding_values, drop_remainder))

    def map(self, map_func: Callable[..., Any], num_parallel_calls: Any = None) -> Any:
        """A function of each element.

        The function is called once, to trace it; what it does becomes a function of the graph.

        Args:
          map_func: takes an element (its parts, if it is a tuple) and returns a nest of tensors.
          num_parallel_calls: how many elements may be worked on at a time; their order is kept.
        """
        from tf1compat._facade.data import transforms

        return self._made(transforms.map_elements(self, map_func, num_parallel_calls, self._map_preserves))

    def flat_map(self, map_func: Callable[..., Any]) -> Any:
        """The elements of the datasets that a function gives, one dataset after the other."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.flat_map(self, map_func))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = AUTOTUNE,
        block_length: Any = 1,
        num_parallel_calls: Any = None,
    ) -> Any:
        """`block_length` elements each, by turns, of `cycle_length` of the datasets that a function gives."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.interleave(self, map_func, cycle_length, block_length, num_parallel_calls))

    def filter(self, predicate: Callable[..., Any]) -> Any:
        """The elements for which a function is true."""
        from tf1compat._facade.data import transforms

        return self._made(transforms.filter_elements(self, predicate))

    def apply(self, transformation_func: Callable[[Any], Any]) -> Any:
        """What a function of datasets gives for this one.

        Raises:
          TypeError: it gives no dataset.
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, DatasetV2):
            raise TypeError(f"`transformation_func` must return a Dataset. Got {dataset}.")
        dataset._input_datasets = [self]  # type: ignore[attr-defined]
        return self._made(dataset)

    def window(self, size: Any, shift: Any = None, stride: Any = 1, drop_remainder: Any = False) -> Any:
        """Datasets of `size` elements each, beginning `shift` elements apart."""
        from tf1compat._facade.data import batches

        return self._made(batches.window(self, size, shift, stride, drop_remainder))

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any]) -> Any:
        """The last state of a function that takes a state and each element in turn, as tensors."""
        from tf1compat._facade.data import reducing

        return reducing.reduce(self, initial_state, reduce_func)

    def unbatch(self) -> Any:
        """The slices of each element along the first dimension."""
        from tf1compat._facade.data import batches

        return self._made(batches.unbatch(self))


def flat_structure(spec: Any) -> dict[str, Any]:
    """The attrs that say what elements a dataset op has."""
    return {
        "output_types": structure.get_flat_tensor_types(spec),
        "output_shapes": [s.raw for s in structure.get_flat_tensor_shapes(spec)],
    }


class NodeDataset(DatasetV2):
    """A dataset that is one node of the graph."""

    def __init__(self, variant: Any, inputs: Any, spec: Any, functions: Any = ()) -> None:
        self._sources, self._structure, self._used = list(inputs), spec, list(functions)
        super().__init__(variant)

    def _inputs(self) -> list[Any]:
        return self._sources

    def _functions(self) -> list[Any]:
        return self._used

    @property
    def element_spec(self) -> Any:
        return self._structure


def node(op_type: str, sources: Any, *inputs: Any, spec: Any, functions: Any = (), **attrs: Any) -> NodeDataset:
    """A dataset op on datasets (`sources`, where they stand among `inputs`) and tensors."""
    given = [_variants(x) for x in inputs]
    kinds = {"output_types", "output_shapes"}
    from tf1compat._jaxcore.schema import opdef

    declared = opdef.get(op_type)
    told = {k: v for k, v in flat_structure(spec).items() if k in kinds and k in declared.attrs}
    return NodeDataset(apply_op(op_type, *given, **told, **attrs), sources, spec, functions)


def _variants(value: Any) -> Any:
    if isinstance(value, DatasetV2):
        return value._variant_tensor
    return [_variants(v) for v in value] if isinstance(value, list) else value


def _tuned(op_type: str, dataset: Any, value: Any, name: str) -> Any:
    from tf1compat._facade.convert import convert_to_tensor

    number = convert_to_tensor(value, dtypes.int64, name=name)
    return node(op_type, [dataset], dataset, number, spec=dataset.element_spec)


def _optimized(dataset: Any, optimizations: list[str], configs: list[str]) -> Any:
    from tf1compat._facade.convert import convert_to_tensor

    names = convert_to_tensor(optimizations, dtypes.string, name="optimizations")
    coded = [c.encode() for c in configs]
    spec = dataset.element_spec
    return node("OptimizeDataset", [dataset], dataset, names, spec=spec, optimization_configs=coded)


class OptionsDataset(DatasetV2):
    """A dataset with options."""

    def __init__(self, dataset: Any, options: Options) -> None:
        self._source = dataset
        self._options = dataset.options().merge(options)
        super().__init__(dataset._variant_tensor)

    def _inputs(self) -> list[Any]:
        return [self._source]

    @property
    def element_spec(self) -> Any:
        return self._source.element_spec

    def options(self) -> Options:
        return self._options


class VariantDataset(DatasetV2):
    """A dataset that a tensor stands for: an element of a dataset of datasets."""

    def __init__(self, variant: Any, spec: Any) -> None:
        self._structure = spec
        super().__init__(variant)

    def _inputs(self) -> list[Any]:
        return []

    @property
    def element_spec(self) -> Any:
        return self._structure


class DatasetSpec(TypeSpec):
    """The type of a dataset: the structure of its elements.

    Args:
      element_spec: specs of an element.
      dataset_shape: the shape of a tensor of datasets.
    """

    value_type = VariantDataset

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self._element_spec = element_spec
        self._dataset_shape = TensorShape(dataset_shape)

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The type of a dataset."""
        return DatasetSpec(value.element_spec)

    @property
    def _component_specs(self) -> Any:
        return TensorSpec(self._dataset_shape, dtypes.variant)

    def _to_components(self, value: Any) -> Any:
        return value._variant_tensor

    def _from_components(self, components: Any) -> Any:
        return VariantDataset(components, self._element_spec)

    @property
    def _flat_tensor_specs(self) -> list[Any]:
        return [self._component_specs]

    def _to_tensor_list(self, value: Any) -> list[Any]:
        return [value._variant_tensor]

    _to_batched_tensor_list = _to_tensor_list

    def _from_tensor_list(self, tensors: Any) -> Any:
        return self._from_components(tensors[0])

    def _batch(self, size: int | None) -> DatasetSpec:
        return DatasetSpec(self._element_spec, TensorShape([size]).concatenate(self._dataset_shape))

    def _unbatch(self) -> DatasetSpec:
        if self._dataset_shape.ndims == 0:
            raise ValueError("Unbatching a dataset is only supported for rank >= 1")
        return DatasetSpec(self._element_spec, self._dataset_shape[1:])

    def is_compatible_with(self, other: Any) -> bool:
        """Whether the other, a spec or a dataset, has compatible elements."""
        spec = other if isinstance(other, DatasetSpec) else getattr(other, "_type_spec", None)
        return isinstance(spec, DatasetSpec) and structure.are_compatible(self._element_spec, spec._element_spec)

    def most_specific_compatible_type(self, other: Any) -> Any:
        """Itself, if the other is equal.

        Raises:
          ValueError: it is not.
        """
        if self != other:
            raise ValueError(f"Types are not compatible: {self!r} vs {other!r}")
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DatasetSpec):
            return False
        return (self._element_spec, self._dataset_shape.raw) == (other._element_spec, other._dataset_shape.raw)

    def __hash__(self) -> int:
        return hash((str(self._element_spec), self._dataset_shape.raw))

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._dataset_shape!r})"
