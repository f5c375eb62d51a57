"""Choosing operations and tensors: by name, by what is ahead and behind in the graph, by what is around."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade.contrib.graph_editor import elements
from tf1compat._facade.contrib.graph_editor.elements import ControlOutputs, make_list_of_op
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor


def can_be_regex(obj: Any) -> bool:
    """Is it a regular expression, or the text of one?"""
    return isinstance(obj, (str, re.Pattern))


def make_regex(obj: Any) -> re.Pattern[str]:
    """A compiled regular expression.

    Raises:
      ValueError: it is none.
    """
    if not can_be_regex(obj):
        raise ValueError(f"Expected a string or a regex, got: {type(obj)}")
    return re.compile(obj) if isinstance(obj, str) else obj


# ---- by name ----------------------------------------------------------------------------------------------------


def _get_input_ts(ops: Any) -> list[Tensor]:
    return list(dict.fromkeys(t for op in make_list_of_op(ops) for t in op.inputs))


def _get_output_ts(ops: Any) -> list[Tensor]:
    return [t for op in make_list_of_op(ops) for t in op.outputs]


def filter_ts(ops: Any, positive_filter: Any) -> list[Tensor]:
    """Inputs and outputs of operations for which `positive_filter` holds; all if that is True."""
    ops = make_list_of_op(ops)
    found = elements.concatenate_unique(_get_input_ts(ops), _get_output_ts(ops))
    return found if positive_filter is True else [t for t in found if positive_filter(t)]


def filter_ts_from_regex(ops: Any, regex: Any) -> list[Tensor]:
    """Inputs and outputs of operations whose names match."""
    pattern = make_regex(regex)
    return filter_ts(ops, lambda t: pattern.search(t.name))


def filter_ops(ops: Any, positive_filter: Any) -> list[Operation]:
    """The operations for which `positive_filter` holds; all if that is True."""
    ops = make_list_of_op(ops)
    return ops if positive_filter is True else [op for op in ops if positive_filter(op)]


def filter_ops_from_regex(ops: Any, regex: Any) -> list[Operation]:
    """The operations whose names match."""
    pattern = make_regex(regex)
    return filter_ops(ops, lambda op: pattern.search(op.name))


def get_name_scope_ops(ops: Any, scope: str) -> list[Operation]:
    """The operations below a name scope (and that of its name)."""
    return filter_ops_from_regex(ops, f"^{scope.removesuffix('/')}(/.*)?$")


# ---- by place ---------------------------------------------------------------------------------------------------


def check_cios(
    control_inputs: bool = False, control_outputs: Any = None, control_ios: Any = None
) -> tuple[bool, ControlOutputs | None]:
    """Whether control inputs, and which control outputs, are followed; `control_ios` stands for both.

    Raises:
      TypeError: they are no ControlOutputs.
      ValueError: both are given.
    """
    for given in (control_ios, control_outputs):
        if given is not None and not isinstance(given, ControlOutputs):
            raise TypeError(f"Expected a util.ControlOutputs, got: {type(given)}")
    if control_ios is not None:
        if control_outputs is not None:
            raise ValueError("control_outputs should be None when using control_ios.")
        control_inputs, control_outputs = True, control_ios
    if control_outputs is not None:
        control_outputs.update()
    return control_inputs, control_outputs


def _ahead(op: Operation, control_outputs: ControlOutputs | None, stop_at: Any = ()) -> list[Operation]:
    found = [consumer for t in op.outputs if t not in stop_at for consumer in t.consumers()]
    return found if control_outputs is None else [*found, *control_outputs.get(op)]


def _behind(op: Operation, control_inputs: bool, stop_at: Any = ()) -> list[Operation]:
    found = [t.op for t in op.inputs if t not in stop_at]
    return [*found, *op.control_inputs] if control_inputs else found


def get_ops_ios(
    ops: Any, control_inputs: bool = False, control_outputs: Any = None, control_ios: Any = None
) -> list[Operation]:
    """The operations that are connected to any of `ops`."""
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    found = ((*_behind(op, control_inputs), *_ahead(op, control_outputs)) for op in make_list_of_op(ops))
    return list(dict.fromkeys(op for some in found for op in some))


def compute_boundary_ts(ops: Any) -> tuple[list[Tensor], list[Tensor], list[Tensor]]:
    """Tensors that come from outside of `ops`, that go outside (or nowhere), and that stay inside.

    A tensor that goes outside and is used inside is in the second and the third list.
    """
    ops = make_list_of_op(ops)
    inside_ops = frozenset(ops)
    inputs, outputs = _get_input_ts(ops), _get_output_ts(ops)
    made = frozenset(outputs)
    inside = [t for t in inputs if t in made]
    hidden = {t for t in inside if inside_ops.issuperset(t.consumers())}
    return [t for t in inputs if t not in made], [t for t in outputs if t not in hidden], inside


def get_within_boundary_ops(
    ops: Any,
    seed_ops: Any,
    boundary_ops: Any = (),
    inclusive: bool = True,
    control_inputs: bool = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """Those of `ops` that are reached from `seed_ops`, in any direction, without crossing `boundary_ops`.

    Raises:
      ValueError: a seed is on the boundary.
    """
    control_inputs, control_outputs = check_cios(control_inputs, control_outputs, control_ios)
    boundary = frozenset(make_list_of_op(boundary_ops))
    wave = make_list_of_op(seed_ops, allow_graph=False)
    found = set(wave)
    if boundary & found:
        raise ValueError("Boundary is intersecting with the seeds.")
    while wave:
        around = [op for op in get_ops_ios(wave, control_inputs, control_outputs) if op not in found]
        wave = [op for op in around if op not in boundary]
        found.update(around if inclusive else wave)
    return [op for op in make_list_of_op(ops) if op in found]


# ---- walks ------------------------------------------------------------------------------------------------------


def _walk(
    seed_ops: Any,
    from_tensors: Callable[[Any], list[Operation]],
    inclusive: bool,
    within_ops: Any,
    within_ops_fn: Any,
    step: Callable[[Operation], Iterable[Operation]],
) -> list[Operation]:
    """The operations reached from the seeds by `step`, in waves."""
    seeds = list(seed_ops) if elements.is_iterable(seed_ops) else [seed_ops]
    if not seeds:
        return []
    seeds = from_tensors(seeds) if isinstance(seeds[0], Tensor) else make_list_of_op(seeds, allow_graph=False)
    within = frozenset(make_list_of_op(within_ops, allow_graph=False)) if within_ops else within_ops
    if within:
        seeds = [op for op in seeds if op in within]
    found = dict.fromkeys(seeds)
    wave = list(found)
    while wave:
        reached = dict.fromkeys(new for op in wave for new in step(op) if new not in found)
        wave = [
            op for op in reached if (within is None or op in within) and (within_ops_fn is None or within_ops_fn(op))
        ]
        found.update(dict.fromkeys(wave))
    return list(found) if inclusive else [op for op in found if op not in frozenset(seeds)]


def get_forward_walk_ops(
    seed_ops: Any,
    inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Any = None,
    stop_at_ts: Any = (),
    control_outputs: Any = None,
) -> list[Operation]:
    """The operations that depend on `seed_ops` (for tensors: on what takes them), and these if `inclusive`."""
    _, control_outputs = check_cios(False, control_outputs)
    stop_at = frozenset(elements.make_list_of_t(stop_at_ts))
    return _walk(
        seed_ops,
        elements.get_consuming_ops,
        inclusive,
        within_ops,
        within_ops_fn,
        lambda op: _ahead(op, control_outputs, stop_at),
    )


def _backward_walk(
    seed_ops: Any, inclusive: bool, within_ops: Any, within_ops_fn: Any, stop_at_ts: Any, control_inputs: bool
) -> list[Operation]:
    stop_at = frozenset(elements.make_list_of_t(stop_at_ts))
    return _walk(
        seed_ops,
        elements.get_generating_ops,
        inclusive,
        within_ops,
        within_ops_fn,
        lambda op: _behind(op, control_inputs, stop_at),
    )


@deprecated(
    "2019-06-06",
    "Please use tensorflow.python.ops.op_selector.get_backward_walk_ops.",
    "tensorflow.contrib.graph_editor.select",
)
def get_backward_walk_ops(
    seed_ops: Any,
    inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Any = None,
    stop_at_ts: Any = (),
    control_inputs: bool = False,
) -> list[Operation]:
    """The operations that `seed_ops` depend on (for tensors: what makes them), and these if `inclusive`."""
    return _backward_walk(seed_ops, inclusive, within_ops, within_ops_fn, stop_at_ts, control_inputs)


def _both_walks(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool,
    backward_inclusive: bool,
    within: tuple[Any, Any],
    controls: tuple[bool, Any, Any],
) -> tuple[list[Operation], list[Operation]]:
    control_inputs, control_outputs = check_cios(*controls)
    forward = get_forward_walk_ops(forward_seed_ops, forward_inclusive, *within, control_outputs=control_outputs)
    return forward, _backward_walk(backward_seed_ops, backward_inclusive, *within, (), control_inputs)


def get_walks_intersection_ops(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool = True,
    backward_inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Any = None,
    control_inputs: bool = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """The operations that depend on the first seeds and that the second ones depend on: what is between them."""
    forward, backward = _both_walks(
        forward_seed_ops,
        backward_seed_ops,
        forward_inclusive,
        backward_inclusive,
        (within_ops, within_ops_fn),
        (control_inputs, control_outputs, control_ios),
    )
    behind = frozenset(backward)
    return [op for op in forward if op in behind]


def get_walks_union_ops(
    forward_seed_ops: Any,
    backward_seed_ops: Any,
    forward_inclusive: bool = True,
    backward_inclusive: bool = True,
    within_ops: Any = None,
    within_ops_fn: Any = None,
    control_inputs: bool = False,
    control_outputs: Any = None,
    control_ios: Any = None,
) -> list[Operation]:
    """The operations that depend on the first seeds or that the second ones depend on."""
    forward, backward = _both_walks(
        forward_seed_ops,
        backward_seed_ops,
        forward_inclusive,
        backward_inclusive,
        (within_ops, within_ops_fn),
        (control_inputs, control_outputs, control_ios),
    )
    return elements.concatenate_unique(forward, backward)


# ---- by anything ------------------------------------------------------------------------------------------------


def _selected(kind: str, args: Any, graph: Any, positive_filter: Any, restricted: bool) -> list[Any]:
    """Elements given, and those that expressions match: of the comment `(?#ops)` or `(?#ts)`, if that is needed."""
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
    other = "ts" if kind == "ops" else "ops"
    found: dict[Any, None] = {}
    for arg in args:
        if not can_be_regex(arg):
            some: Any = (
                make_list_of_op(arg, ignore_ts=True) if kind == "ops" else elements.make_list_of_t(arg, ignore_ops=True)
            )
        elif graph is None:
            raise ValueError("Use the keyword argument 'graph' to use regex.")
        else:
            pattern = make_regex(arg)
            marked = pattern.pattern.startswith(f"(?#{kind})")
            if pattern.pattern.startswith(f"(?#{other})") or (restricted and not marked):
                continue
            some = (filter_ops_from_regex if kind == "ops" else filter_ts_from_regex)(graph, pattern)
        found.update(dict.fromkeys(x for x in some if positive_filter is None or positive_filter(x)))
    return list(found)


def _options(kwargs: dict[str, Any]) -> tuple[Any, Any]:
    for key in kwargs:
        if key not in ("graph", "positive_filter", "restrict_ops_regex", "restrict_ts_regex"):
            raise ValueError(f"Wrong keywords argument: {key}.")
    return kwargs.get("graph"), kwargs.get("positive_filter")


def select_ops(*args: Any, **kwargs: Any) -> list[Operation]:
    """Operations given, and those of `graph=` whose names match expressions; tensors among them are ignored.

    Raises:
      TypeError: something else is among them.
      ValueError: an expression without `graph=`; another keyword argument than `graph`, `positive_filter`,
        `restrict_ops_regex` (expressions must begin with `(?#ops)`).
    """
    return _selected("ops", args, *_options(kwargs), kwargs.get("restrict_ops_regex", False))


def select_ts(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Tensors given, and those of `graph=` whose names match expressions; operations among them are ignored.

    Raises:
      TypeError: something else is among them.
      ValueError: an expression without `graph=`; another keyword argument than `graph`, `positive_filter`,
        `restrict_ts_regex` (expressions must begin with `(?#ts)`).
    """
    return _selected("ts", args, *_options(kwargs), kwargs.get("restrict_ts_regex", False))


def select_ops_and_ts(*args: Any, **kwargs: Any) -> tuple[list[Operation], list[Tensor]]:
    """Operations and tensors given, and those that match: expressions for tensors begin with `(?#ts)`."""
    return (
        select_ops(*args, restrict_ops_regex=False, **kwargs),
        select_ts(*args, restrict_ts_regex=True, **kwargs),
    )
