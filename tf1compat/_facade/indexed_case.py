"""The `Case` node that `tf.switch_case` makes: a function of the graph's library for each branch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.array_ops import identity
from tf1compat._facade.convert import convert
from tf1compat._facade.defun import outside
from tf1compat._facade.framework import name_scope
from tf1compat._facade.function_graph import FuncGraph
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir.function import references
from tf1compat._jaxcore.schema.function_ref import FunctionRef


def indexed_case(branch_index: Tensor, branch_fns: Sequence[Callable[[], Any]]) -> Any:
    """What the branch at `branch_index` gives, the last one for an index out of range.

    Raises:
      TypeError: the branches give different structures or types.
      ValueError: a branch uses a tensor of another one.
    """
    with name_scope("indexed_case") as scope:
        outer: Any = context.get_default_graph()
        branches: list[FuncGraph] = []
        for i, function in enumerate(branch_fns):
            name = f"{scope}branch{i}_{len(outer.functions)}".replace("/", "_")
            branches.append(_traced(name, function, branch_index, branches))
        _widen_indices(branches)
        for i, branch in enumerate(branches[1:], 1):
            _check_like_first(branches[0], branch, i)
        inputs = list(dict.fromkeys(t for b in branches for t in b.external_captures))
        types = [t.dtype.base for t in branches[0].outputs]
        attrs = {
            "branches": [_reference(b, inputs, outer) for b in branches],
            "output_shapes": [_common_shape([b.outputs[i] for b in branches]) for i in range(len(types))],
            "Tin": [t.dtype.base for t in inputs],
            "Tout": types,
        }
        op = add_op("Case", branch_index, inputs, name=scope, **attrs)
        op.attrs = {**op.attrs, "_lower_using_switch_merge": True}
        results = [identity(t) for t in op.outputs]
        outer.prevent_fetching(op)
    return nest.pack_sequence_as(branches[0].structured_outputs, results, expand_composites=True)


def _traced(name: str, function: Callable[[], Any], index: Tensor, others: Sequence[FuncGraph]) -> FuncGraph:
    from tf1compat._facade.variable_scope import variable_scope

    graph = FuncGraph(name)
    graph.seed = graph.outer_graph.seed
    graph._collections = graph.outer_graph._collections
    with graph.as_default(), variable_scope("", custom_getter=outside(graph)):
        structure = function()

        def converted(x: Any) -> Any:
            if isinstance(x, Operation):  # a number that is there when the operation has run
                with graph.control_dependencies([x]):
                    x = identity(index)
            return x if isinstance(x, IndexedSlices) else convert(x)

        structure = nest.map_structure(converted, structure)
        graph.structured_outputs = structure
        graph.outputs = [graph.capture(t) for t in nest.flatten(structure, expand_composites=True)]
    for tensor in graph.external_captures:
        for i, other in enumerate(others):
            if tensor.graph is other:
                raise ValueError(f"Tensor {tensor.name} in branch {i} is accessed from branch {len(others)}.")
    graph.control_outputs = [op for op in graph.get_operations() if op.opdef.stateful and op.opdef.effect != "random"]
    return graph


def _widen_indices(branches: Sequence[FuncGraph]) -> None:
    """Indices of slices are int64 in all branches where they are in one."""
    flat = [nest.flatten(b.structured_outputs) for b in branches]
    for values in zip(*flat):
        if all(isinstance(v, IndexedSlices) for v in values) and len({v.indices.dtype for v in values}) > 1:
            for branch, value in zip(branches, values):
                with branch.as_default():
                    value._indices = cast(value.indices, dtypes.int64)
    for branch in branches:
        with branch.as_default():
            flat_outputs = nest.flatten(branch.structured_outputs, expand_composites=True)
            branch.outputs = [branch.capture(t) for t in flat_outputs]


def _check_like_first(first: FuncGraph, branch: FuncGraph, i: int) -> None:
    def refused(detail: str) -> TypeError:
        return TypeError(
            f"branches[0] and branches[{i}] arguments to tf.switch_case must have the same number, type, and overall "
            f"structure of return values.\n\nbranches[0] output: {first.structured_outputs}\n"
            f"branches[{i}] output: {branch.structured_outputs}\n\nError details:\n{detail}"
        )

    try:
        nest.assert_same_structure(first.structured_outputs, branch.structured_outputs, expand_composites=True)
    except (TypeError, ValueError) as e:
        raise refused(str(e)) from None
    for a, b in zip(first.outputs, branch.outputs):
        if a.dtype != b.dtype:
            raise refused(f"{a} and {b} have different types")


def _reference(branch: FuncGraph, inputs: Sequence[Any], outer: Any) -> FunctionRef:
    """The branch as a function of all `inputs`."""
    own = dict(branch.captures)
    branch.inputs = [own[t] if t in own else branch.placeholder(t.dtype.base, t.dims, "Placeholder") for t in inputs]
    function = branch.as_function(branch.name)
    outer.functions.add(function)
    for node in function.nodes:
        for reference in references(node):
            outer.functions.add(reference.body)
    return FunctionRef(function.name, outer.functions)


def _common_shape(outputs: Sequence[Tensor]) -> Any:
    """The shape that all have: what differs is unknown."""
    found = outputs[0].shape
    for other in outputs[1:]:
        found = found.most_specific_compatible_shape(other.shape)
    return shapes.TensorShape(found).raw
