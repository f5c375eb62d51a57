"""TensorInfo messages: how a signature names tensors, and how they are found again; paths inside a SavedModel."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import file_io
from tf1compat._facade.saved_model import constants
from tf1compat._facade.scope_names import prepend_name_scope
from tf1compat._jaxcore.base import dtypes, errors

_MODULE = "tensorflow.python.saved_model.utils_impl"


def _v1_only(name: str) -> str:
    return (
        "This function will only be available through the v1 compatibility library as "
        f"tf.compat.v1.saved_model.utils.{name} or tf.compat.v1.saved_model.{name}."
    )


@deprecated(None, _v1_only("build_tensor_info"), _MODULE)
def build_tensor_info(tensor: Any) -> Any:
    """The TensorInfo of a tensor, variable or SparseTensor: its name, dtype and shape."""
    return info_of(tensor)


def info_of(tensor: Any) -> Any:
    """`build_tensor_info` without its warning."""
    from tf1compat._formats import protos

    message = protos.TensorInfo(
        dtype=dtypes.as_dtype(tensor.dtype).as_datatype_enum, tensor_shape=tensor.get_shape().as_proto()
    )
    if hasattr(tensor, "dense_shape"):
        message.coo_sparse.values_tensor_name = tensor.values.name
        message.coo_sparse.indices_tensor_name = tensor.indices.name
        message.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    elif hasattr(tensor, "name"):
        message.name = tensor.name
    else:
        raise errors.unsupported(f"a signature with a {type(tensor).__name__}", advice="name its tensors one by one")
    return message


def build_tensor_info_from_op(op: Any) -> Any:
    """The TensorInfo that names an operation: without dtype, of unknown shape."""
    from tf1compat._formats import protos

    message = protos.TensorInfo(name=op.name)
    message.tensor_shape.unknown_rank = True
    return message


@deprecated(None, _v1_only("get_tensor_from_tensor_info"), _MODULE)
def get_tensor_from_tensor_info(tensor_info: Any, graph: Any = None, import_scope: str | None = None) -> Any:
    """The tensor (or SparseTensor) of a graph that a TensorInfo names, below `import_scope`.

    Raises:
      KeyError: it is not there.
      ValueError: the message names nothing.
    """
    return tensor_of(tensor_info, graph, import_scope)


def tensor_of(tensor_info: Any, graph: Any = None, import_scope: str | None = None) -> Any:
    """`get_tensor_from_tensor_info` without its warning."""
    graph = graph or context.get_default_graph()
    encoding = tensor_info.WhichOneof("encoding")
    if encoding == "name":
        return graph.get_tensor_by_name(prepend_name_scope(tensor_info.name, import_scope))
    if encoding == "coo_sparse":
        from tf1compat._facade.sparse_tensor import SparseTensor  # pyright: ignore

        sparse = tensor_info.coo_sparse
        names = (sparse.indices_tensor_name, sparse.values_tensor_name, sparse.dense_shape_tensor_name)
        return SparseTensor(*[graph.get_tensor_by_name(prepend_name_scope(n, import_scope)) for n in names])
    if encoding == "composite_tensor":
        raise errors.unsupported(
            "a signature with a composite tensor other than a SparseTensor", advice="fetch its components by name"
        )
    raise ValueError(f"Invalid TensorInfo.encoding: {encoding}")


def get_element_from_tensor_info(tensor_info: Any, graph: Any = None, import_scope: str | None = None) -> Any:
    """The operation or tensor that a TensorInfo names.

    Raises:
      KeyError: it is not in the graph.
    """
    graph = graph or context.get_default_graph()
    return graph.as_graph_element(prepend_name_scope(tensor_info.name, import_scope))


# ---- paths ------------------------------------------------------------------------------------------------------


def get_variables_dir(export_dir: Any) -> str:
    """The folder of the checkpoint."""
    return os.path.join(_text(export_dir), constants.VARIABLES_DIRECTORY)


def get_or_create_variables_dir(export_dir: Any) -> str:
    """The folder of the checkpoint, made if needed."""
    return _made(get_variables_dir(export_dir))


def get_variables_path(export_dir: Any) -> str:
    """The prefix of the checkpoint."""
    return os.path.join(get_variables_dir(export_dir), constants.VARIABLES_FILENAME)


def get_assets_dir(export_dir: Any) -> str:
    """The folder of the asset files."""
    return os.path.join(_text(export_dir), constants.ASSETS_DIRECTORY)


def get_or_create_assets_dir(export_dir: Any) -> str:
    """The folder of the asset files, made if needed."""
    return _made(get_assets_dir(export_dir))


def _made(path: str) -> str:
    if not file_io.file_exists(path):
        file_io.recursive_create_dir(path)
    return path


def _text(path: Any) -> str:
    return os.fsdecode(path)
