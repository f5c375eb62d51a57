"""`tf.contrib.slim.model_analyzer`: sizes of operations' outputs and of variables."""

from __future__ import annotations

from typing import Any


def tensor_description(var: Any) -> str:
    """`"(float32 3x4)"`."""
    return f"({var.dtype.name} {'x'.join(str(size) for size in var.get_shape())})"


def analyze_ops(graph: Any, print_info: bool = False) -> int:
    """The number of elements of all operations' outputs, as far as shapes are known; prints each if asked to."""
    if print_info:
        print("---------\nOperations: name -> (type shapes) [size]\n---------")
    total_size = 0
    for op in graph.get_operations():
        size = sum(output.get_shape().num_elements() or 0 for output in op.outputs)
        if print_info:
            shapes = ", ".join(tensor_description(output) for output in op.outputs if output.get_shape())
            print(op.name, "\t->", shapes, f"[{size}]")
        total_size += size
    return total_size


def analyze_vars(variables: Any, print_info: bool = False) -> tuple[int, int]:
    """The numbers of elements and of bytes of variables; prints each if asked to."""
    if print_info:
        print("---------\nVariables: name (type shape) [size]\n---------")
    total_size = total_bytes = 0
    for var in variables:
        size = var.get_shape().num_elements() or 0
        in_bytes = size * var.dtype.size
        if print_info:
            print(var.name, tensor_description(var), f"[{size}, bytes: {in_bytes}]")
        total_size += size
        total_bytes += in_bytes
    if print_info:
        print(f"Total size of variables: {total_size}")
        print(f"Total bytes of variables: {total_bytes}")
    return total_size, total_bytes
