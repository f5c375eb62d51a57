"""Datasets from tensors, ranges, files and Python generators.

The kernels make objects of the dataset service (`host_services`), lazy sequences that travel along variant edges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

ELEMENTS = {"output_types": REQUIRED, "output_shapes": REQUIRED}
SHAPES = {"output_shapes": REQUIRED}


def dataset_op(
    type: str, signature: str, attrs: dict[str, Any] = ELEMENTS, stateful: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An op whose one output is a dataset."""
    return op(
        type,
        signature + " -> handle: variant",
        host=True,
        grad="none",
        shape=shape_rules.scalar,
        stateful=stateful,
        attrs=attrs,
    )


def service() -> Any:
    """The kinds of datasets, by name."""
    return host_services.get("datasets")


def function(context: HostContext, reference: Any, captured: Sequence[Any] = ()) -> Any:
    """A graph function with what it captured, for the service."""
    return service().Function(context.function(reference), captured)


def string(x: Any) -> bytes:
    """A scalar string."""
    found = np.asarray(x, object).item()
    return found if isinstance(found, bytes) else str(found).encode()


@dataset_op("TensorDataset", "components: [Toutput_types]", SHAPES, stateful=True)
def tensor_dataset(components: Any) -> Any:
    """One element."""
    return service().Tensors(components)


@dataset_op("TensorSliceDataset", "components: [Toutput_types]", SHAPES, stateful=True)
def tensor_slice_dataset(components: Any) -> Any:
    """The slices of tensors along their first dimension."""
    return service().TensorSlices(components)


@dataset_op("SparseTensorSliceDataset", "indices: int64, values: Tvalues, dense_shape: int64", {}, stateful=True)
def sparse_tensor_slice_dataset(indices: Any, values: Any, dense_shape: Any) -> Any:
    """The rows of a sparse tensor."""
    return service().SparseSlices(indices, values, dense_shape)


@dataset_op("RangeDataset", "start: int64, stop: int64, step: int64", stateful=True)
def range_dataset(start: Any, stop: Any, step: Any) -> Any:
    """Numbers at equal distances."""
    return service().Range(int(start), int(stop), int(step))


@dataset_op("RandomDataset", "seed: int64, seed2: int64", stateful=True)
@dataset_op("ExperimentalRandomDataset", "seed: int64, seed2: int64", stateful=True)
def random_dataset(seed: Any, seed2: Any) -> Any:
    """Random numbers without end."""
    return service().Random((int(seed), int(seed2)))


@dataset_op("GeneratorDataset", "init_func_other_args: [Tinit_func_args], next_func_other_args: [Tnext_func_args], "
            "finalize_func_other_args: [Tfinalize_func_args]", stateful=True)  # fmt: skip
def generator_dataset(
    init_func_other_args: Any,
    next_func_other_args: Any,
    finalize_func_other_args: Any,
    *,
    init_func: Any = REQUIRED,
    next_func: Any = REQUIRED,
    finalize_func: Any = REQUIRED,
    context: HostContext = Unattached(),
) -> Any:
    """Elements that a function gives until it raises OutOfRangeError."""
    return service().Generator(
        function(context, init_func),
        init_func_other_args,
        function(context, next_func, next_func_other_args),
        function(context, finalize_func, finalize_func_other_args),
    )


# ---- files --------------------------------------------------------------------------------------------------------


@dataset_op("TextLineDataset", "filenames: string, compression_type: string, buffer_size: int64", {}, stateful=True)
def text_line_dataset(filenames: Any, compression_type: Any, buffer_size: Any) -> Any:
    """The lines of text files."""
    return service().TextLines(filenames, string(compression_type).decode(), int(buffer_size))


@dataset_op("TFRecordDataset", "filenames: string, compression_type: string, buffer_size: int64", {}, stateful=True)
def tf_record_dataset(filenames: Any, compression_type: Any, buffer_size: Any) -> Any:
    """The records of TFRecord files."""
    return service().TFRecords(filenames, string(compression_type).decode(), int(buffer_size))


@dataset_op("FixedLengthRecordDataset", "filenames: string, header_bytes: int64, record_bytes: int64, "
            "footer_bytes: int64, buffer_size: int64", {}, stateful=True)  # fmt: skip
def fixed_length_record_dataset(
    filenames: Any, header_bytes: Any, record_bytes: Any, footer_bytes: Any, buffer_size: Any
) -> Any:
    """Records of equal size."""
    sizes = int(header_bytes), int(record_bytes), int(footer_bytes), int(buffer_size)
    return service().FixedLengthRecords(filenames, *sizes, "")


@dataset_op("FixedLengthRecordDatasetV2", "filenames: string, header_bytes: int64, record_bytes: int64, "
            "footer_bytes: int64, buffer_size: int64, compression_type: string", {}, stateful=True)  # fmt: skip
def fixed_length_record_dataset_v2(
    filenames: Any, header_bytes: Any, record_bytes: Any, footer_bytes: Any, buffer_size: Any, compression_type: Any
) -> Any:
    """Records of equal size in files that may be compressed."""
    sizes = int(header_bytes), int(record_bytes), int(footer_bytes), int(buffer_size)
    return service().FixedLengthRecords(filenames, *sizes, string(compression_type).decode())


_CSV = (
    "filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, "
    "use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: [output_types]"
)


@dataset_op("CSVDataset", _CSV, SHAPES, stateful=True)
@dataset_op("ExperimentalCSVDataset", _CSV, SHAPES, stateful=True)
def csv_dataset(
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    header: Any,
    field_delim: Any,
    use_quote_delim: Any,
    na_value: Any,
    select_cols: Any,
    record_defaults: Any,
) -> Any:
    """The columns of CSV files."""
    from tf1compat._jaxcore.ops.parsing import decode_csv

    return service().Csv(
        filenames,
        string(compression_type).decode(),
        int(buffer_size),
        bool(header),
        string(field_delim),
        bool(use_quote_delim),
        string(na_value),
        np.ravel(select_cols).tolist(),
        record_defaults,
        decode_csv,
    )


_SQL = "driver_name: string, data_source_name: string, query: string"


@dataset_op("SqlDataset", _SQL, SHAPES, stateful=True)
@dataset_op("ExperimentalSqlDataset", _SQL, SHAPES, stateful=True)
def sql_dataset(driver_name: Any, data_source_name: Any, query: Any, *, output_types: Any = REQUIRED) -> Any:
    """The rows of a query."""
    return service().Rows(string(driver_name), string(data_source_name), string(query), output_types)


@dataset_op("MatchingFilesDataset", "patterns: string", {}, stateful=True)
@dataset_op("ExperimentalMatchingFilesDataset", "patterns: string", {}, stateful=True)
def matching_files_dataset(patterns: Any) -> Any:
    """The names of the files that match patterns."""
    return service().MatchingFiles(patterns)
