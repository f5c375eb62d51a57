"""`tf.einsum`: sums of products by index letters, composed of transpositions, reshapes and matrix products."""

from __future__ import annotations

import re
import string
from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.deprecation import warn
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Tensor:
    """Sums of products by index letters, as in `tf.einsum("bij,bjk->bik", x, y)`.

    Args:
      equation: letters for the dimensions of each input and of the result; `...` stands for any further ones. Without
        `->`, letters that occur once are kept, in alphabetical order.
      *inputs: tensors.
      **kwargs: `name` of the result.

    Raises:
      ValueError: the equation is malformed, names a letter twice for one input, or does not fit the inputs.
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise TypeError("invalid keyword arguments for this function: " + ", ".join(sorted(map(str, kwargs))))
    with name_scope(name, "einsum", [equation, inputs]):
        labels, output = _resolved(equation, [x.shape for x in inputs])
        letters = set("".join(labels) + output)
        for letter in sorted(letters):
            for own in labels:
                if len(labels) == 1 and own.count(letter) == 2 and own == own[::-1] and "->" not in equation:
                    return math_ops.trace(inputs[0])
                if own.count(letter) > 1:
                    raise ValueError(f"Subscript not supported: an axis appears more than once: {own}")
        for letter in sorted(letters):
            if sum(letter in own for own in labels) > 2 and letter not in output:
                warn(
                    "Falling back to exponential-space implementation of einsum() because index "
                    f'"{letter}" is summed over more than two inputs.'
                )
                return _broadcast(list(inputs), list(labels), output)
        return _pairwise(list(inputs), labels, output, equation)


def _pairwise(inputs: list[Any], labels: list[str], output: str, equation: str) -> Tensor:
    """Two inputs at a time, from the left."""
    result, own = inputs[0], labels[0]
    for other, other_labels in zip(inputs[1:], labels[1:]):
        summed = (set(own) & set(other_labels)) - set(output)
        result, own = _contracted(result, own, other, other_labels, summed)
    if set(own) - set(output):
        axes = [i for i, letter in enumerate(own) if letter not in output]
        result = math_ops.reduce_sum(result, axis=axes)
        own = "".join(letter for letter in own if letter in output)
    if sorted(own) != sorted(output):
        raise ValueError(f"Invalid equation: {equation}")
    return _transposed(result, [own.index(letter) for letter in output])


# ---- the equation ----------------------------------------------------------------------------------------------------


def _resolved(equation: str, shapes: list[Any]) -> tuple[list[str], str]:
    """(letters of each input, letters of the output), the dots replaced by unused letters."""
    equation = equation.replace(" ", "")
    match = re.match("^([a-zA-Z,.]+)(->[a-zA-Z.]*)?$", equation)
    if match is None:
        raise ValueError(f"Indices have incorrect format: {equation}")
    labels = match.group(1).split(",")
    output = match.group(2)[2:] if match.group(2) else None
    if len(shapes) != len(labels):
        raise ValueError(f'Got {len(shapes)} arguments for equation "{equation}", expecting {len(labels)}')
    dots = ""
    if "..." in equation:
        labels, dots = _without_dots(labels, shapes)
        if output is not None:
            output = output.replace("...", dots)
            if "." in output:
                raise ValueError('period "." found outside of ellipsis')
    if output is None:
        joined = "".join(labels)
        output = dots + "".join(sorted(a for a in set(joined) - set(dots) if joined.count(a) == 1))
    return labels, output


def _without_dots(labels: list[str], shapes: list[Any]) -> tuple[list[str], str]:
    unused = "".join(c for c in string.ascii_letters if c not in "".join(labels))
    found, longest = [], ""
    for own, shape in zip(labels, shapes):
        if "..." in own:
            parts = own.split("...")
            if len(parts) != 2:
                raise ValueError("Unable to resolve ellipsis. Excess number found.")
            if shape.ndims is None:
                raise ValueError("Unable to statically infer ellipsis axes.")
            n = shape.ndims - len("".join(parts))
            if n < 0:
                raise ValueError("Ellipses lengths do not match.")
            if len(unused) < n:
                raise ValueError("Unable to resolve ellipsis, too many distinct labels.")
            letters = unused[-n:] if n > 0 else ""
            own = own.replace("...", letters)
            longest = max(longest, letters, key=len)
        found.append(own)
    if any("." in own for own in found):
        raise ValueError('period "." found outside of ellipsis')
    return found, longest


# ---- two tensors -----------------------------------------------------------------------------------------------------


def _contracted(x: Any, x_labels: str, y: Any, y_labels: str, summed: set[str]) -> tuple[Any, str]:
    """The product of two tensors, summed over letters that both have; and its letters."""
    for tensor, own, which in ((x, x_labels, "t0"), (y, y_labels, "t1")):
        if tensor.shape.ndims != len(own):
            raise ValueError(
                f"Tensor {which} of rank {tensor.shape.ndims} does not match einsum reduction of length {len(own)}"
            )
    kept = (set(x_labels) & set(y_labels)) - summed
    free = [set(own) - kept - summed for own in (x_labels, y_labels)]

    def place(which: int, letter: str) -> tuple[int, str]:
        if letter in kept:
            return -1, letter
        return (0 if letter in (free[0] if which == 0 else summed) else 1), letter

    orders = [sorted(own, key=lambda a, i=i: place(i, a)) for i, own in enumerate((x_labels, y_labels))]
    x = _transposed(x, [x_labels.find(a) for a in orders[0]])
    y = _transposed(y, [y_labels.find(a) for a in orders[1]])
    if not summed:
        for _ in free[1]:
            x = array_ops.expand_dims(x, -1)
        for _ in free[0]:
            y = array_ops.expand_dims(y, len(kept))
        return math_ops.multiply(x, y), "".join(orders[0] + orders[1][len(kept) :])
    x_sizes = _sizes(x)
    x_free, total = _product(x_sizes[len(kept) : -len(summed)]), _product(x_sizes[-len(summed) :])
    x = _reshaped(x, [*x_sizes[: len(kept)], x_free, total])
    y_sizes = _sizes(y)
    y_free = _product(y_sizes[len(kept) + len(summed) :])
    y = _reshaped(y, [*y_sizes[: len(kept)], total, y_free])
    result = math_ops.matmul(x, y)
    x_part = slice(0, len(kept) + len(free[0]))
    y_part = slice(len(y_sizes) - len(free[1]), None)
    result = _reshaped(result, x_sizes[x_part] + y_sizes[y_part])
    return result, "".join(orders[0][x_part] + orders[1][y_part])


def _transposed(tensor: Any, order: list[int]) -> Any:
    return tensor if order == list(range(len(order))) else array_ops.transpose(tensor, perm=order)


def _reshaped(tensor: Any, sizes: list[Any]) -> Any:
    wanted = [-1 if n is None else n for n in sizes]
    known = tensor.shape.as_list()
    if len(wanted) == len(known) and all(
        not isinstance(n, Tensor) and (k == n or n == -1) for k, n in zip(known, wanted)
    ):
        return tensor
    return array_ops.reshape(tensor, tuple(wanted))


def _sizes(tensor: Any) -> list[Any]:
    sizes = tensor.shape.as_list()
    if None in sizes:
        computed: Any = array_ops.shape(tensor)
        sizes = [computed[i] if n is None else n for i, n in enumerate(sizes)]
    return sizes


def _product(sizes: list[Any]) -> Any:
    result: Any = 1
    for n in sizes:
        result = result * n
    return result


def _broadcast(inputs: list[Any], labels: list[Any], output: str) -> Tensor:
    """All inputs in one product with a dimension for every letter; TF1's way where a letter has three inputs."""
    letters = sorted(set("".join(labels) + output))
    order = [a for a in letters if a not in output] + list(output)
    for i, (x, own) in enumerate(zip(inputs, labels)):
        if x.shape.ndims != len(own):
            raise ValueError(
                f"Input {i} with axes {own} has incorrect number of dimensions (expected {len(own)}, got {x.shape.ndims})"
            )
        wanted = sorted(own, key=order.index)
        if len(set(own)) != len(own):
            raise ValueError(f"Subscript not supported: an axis appears more than once: {own}")
        if list(own) != wanted:
            inputs[i], labels[i] = array_ops.transpose(x, [own.find(a) for a in wanted]), wanted
    sizes = [[n or -1 for n in x.shape.as_list()] for x in inputs]
    summed = []
    for j, letter in enumerate(order):
        found = set()
        for own, size in zip(labels, sizes):
            if letter not in own:
                size.insert(j, 1)
            elif size[j] > 1:
                found.add(size[j])
        if len(found) > 1:
            raise ValueError(f"Dimension mismatch on axis: {letter}")
        if letter not in output:
            summed.append(j)
    expanded = [array_ops.reshape(x, size) for x, size in zip(inputs, sizes)]
    result: Any = 1
    for x in expanded:
        result = result * x
    return math_ops.reduce_sum(result, summed)
