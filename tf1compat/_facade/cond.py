"""`tf.cond`, `tf.case`, `tf.switch_case`: branches chosen while the graph runs."""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade import control_nodes as nodes
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import stack
from tf1compat._facade.constants import constant
from tf1compat._facade.control_contexts import CondContext
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import warn
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import less_equal
from tf1compat._facade.math_reductions import reduce_sum
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import with_new_flows
from tf1compat._jaxcore.base import dtypes, nest

_ON_HOST = (dtypes.string, dtypes.int32)


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """What `true_fn` gives if `pred` is true, else what `false_fn` gives; only operations made in them depend on it.

    Args:
      pred: a boolean scalar tensor.
      true_fn, false_fn: functions without arguments; both give the same structure of tensors, or an operation.
      strict: whether a structure of one element comes back as such.
      name: name scope.
      fn1, fn2: old names of `true_fn` and `false_fn`.

    Raises:
      TypeError: a function is missing or cannot be called, `pred` is a Python bool, the structures differ in type.
      ValueError: a function gives None, or the results differ in structure or dtype.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, [])
    ...     print(tf.cond(x > 0.0, lambda: tf.square(x), lambda: -x))
    Tensor("cond/Merge:0", shape=(), dtype=float32)
    """
    true_fn = _function("true_fn", true_fn, "fn1", fn1)
    false_fn = _function("false_fn", false_fn, "fn2", fn2)
    for function, argument in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if not callable(function):
            raise TypeError(f"{argument} must be callable.")
    with name_scope(name, "cond", [pred]):
        if isinstance(pred, bool):
            raise TypeError("pred must not be a Python bool")
        if_false, if_true = nodes.switch(pred, pred)
        pivot_t = apply_op("Identity", if_true, name="switch_t")
        pivot_f = apply_op("Identity", if_false, name="switch_f")
        pred = apply_op("Identity", convert(pred), name="pred_id")
        for tensor in (if_true, if_false, pivot_t, pivot_f, pred):
            tensor.graph.prevent_fetching(tensor.op)
        context_t, original_t, results_t = _branch("true_fn", true_fn, CondContext(pred, pivot_t, 1))
        context_f, original_f, results_f = _branch("false_fn", false_fn, CondContext(pred, pivot_f, 0))
        if not strict:
            original_t, original_f = _without_list(original_t), _without_list(original_f)
        merges = _merged(original_t, results_t, original_f, results_f)
        if context_t.outer_context is None:
            graph = context.get_default_graph()
            graph.add_to_collection("cond_context", context_t)
            graph.add_to_collection("cond_context", context_f)
        merged = nest.pack_sequence_as(original_t, merges, expand_composites=True)
        return merged if strict else _without_list(merged)


def _function(argument: str, function: Any, old_argument: str, old: Any) -> Any:
    if old is None:
        if function is None:
            raise TypeError(f"cond(): {argument} argument required")
        return function
    warn(
        f"From tf.cond: calling cond with {old_argument} is deprecated and will be removed in a future version.\n"
        "Instructions for updating:\nfn1/fn2 are deprecated in favor of the true_fn/false_fn arguments."
    )
    if function is not None:
        raise TypeError(f"cond(): {argument} and {old_argument} may not be set simultaneously.")
    return old


def _branch(argument: str, function: Any, branch: CondContext) -> tuple[CondContext, Any, Any]:
    branch.Enter()
    try:
        original, results = branch.BuildCondBranch(function)
        if original is None:
            raise ValueError(f"{argument} must have a return value.")
        branch.ExitResult(results)
    finally:
        branch.Exit()
    return branch, original, results


def _without_list(result: Any) -> Any:
    return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 else result


def _merged(original_t: Any, results_t: Any, original_f: Any, results_f: Any) -> list[Any]:
    """The results of the branches merged pairwise, arrays where the branches give arrays."""
    _check_structures(original_t, results_t, original_f, results_f)
    if not results_t:
        raise ValueError("true_fn and false_fn must return at least one result.")
    flat_t = nest.flatten(results_t, expand_composites=True)
    flat_f = nest.flatten(results_f, expand_composites=True)
    for x, y in zip(flat_t, flat_f):
        if x.dtype.base_dtype != y.dtype.base_dtype:
            raise ValueError(f"Outputs of true_fn and false_fn must have the same type: {x.dtype.name}, {y.dtype.name}")
    merges = [nodes.merge(pair)[0] for pair in zip(flat_f, flat_t)]
    return with_new_flows(nest.flatten(original_t, expand_composites=True), merges)


def _check_structures(original_t: Any, results_t: Any, original_f: Any, results_f: Any) -> None:
    try:
        nest.assert_same_structure(original_t, original_f, expand_composites=True)
        return
    except (TypeError, ValueError):
        # indices of slices may differ in their dtype
        nest.map_structure(_widen_indices, original_t, original_f)
        nest.map_structure(_widen_indices, results_t, results_f)
    try:
        nest.assert_same_structure(original_t, original_f, expand_composites=True)
    except TypeError as e:
        raise TypeError(f"Incompatible return types of true_fn and false_fn: {e}") from None
    except ValueError as e:
        raise ValueError(f"Incompatible return values of true_fn and false_fn: {e}") from None


def _widen_indices(a: Any, b: Any) -> None:
    if isinstance(a, IndexedSlices) and isinstance(b, IndexedSlices) and a.indices.dtype != b.indices.dtype:
        a._indices = cast(a.indices, dtypes.int64)
        b._indices = cast(b.indices, dtypes.int64)


def guarded_assert(condition: Any, data: Sequence[Any], summarize: int | None = None, name: str | None = None) -> Any:
    """`tf.Assert` as TF1 builds it: in a branch, so that `data` travels to the host only if the condition is false."""
    with name_scope(name, "Assert", [condition, data]):
        given = {} if summarize is None else {"summarize": summarize}
        shown = [convert(x) for x in data]
        if all(x.dtype.base in _ON_HOST for x in shown):
            return apply_op("Assert", condition, data, name="Assert", **given)
        condition = convert(condition, None, "Condition")
        guarded = cond(
            condition, no_op, lambda: apply_op("Assert", condition, data, name="Assert", **given), name="AssertGuard"
        )
        return guarded.op


# ---- case --------------------------------------------------------------------------------------------------------


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function of the first true predicate gives.

    Args:
      pred_fn_pairs: pairs (boolean scalar tensor, function), or a dictionary of them.
      default: the function used if no predicate is true; without it that is an error at run time.
      exclusive: whether more than one true predicate is an error at run time.
      strict: whether a structure of one element comes back as such.
      name: name scope.

    Raises:
      TypeError: a pair is none, a predicate is no boolean tensor, a function cannot be called.
    """
    predicates, actions = _checked_pairs(pred_fn_pairs, exclusive, name)
    with name_scope(name, "case", [predicates]):
        if default is None:
            default, predicates, actions = _last_as_default(predicates, actions)
        chosen: Any = default
        for predicate, action in reversed(list(zip(predicates, actions))):
            chosen = functools.partial(cond, predicate, true_fn=action, false_fn=chosen, strict=strict)
        if not exclusive:
            return chosen()
        at_most_one = _assert_at_most_n_true(predicates, 1, "Input error: exclusive=True")
        with context.get_default_graph().control_dependencies([at_most_one]):
            return chosen()


def _checked_pairs(pred_fn_pairs: Any, exclusive: bool, name: str) -> tuple[Sequence[Any], Sequence[Any]]:
    if not isinstance(pred_fn_pairs, (list, tuple, dict)):
        raise TypeError("fns must be a list, tuple, or dict")
    pairs: Any = pred_fn_pairs
    if isinstance(pairs, collections.OrderedDict):
        pairs = list(pairs.items())
    elif isinstance(pairs, dict):
        pairs = sorted(pairs.items(), key=lambda item: item[0].name)
        if not exclusive:
            warn(
                f"{name}: An unordered dictionary of predicate/fn pairs was provided, but exclusive=False. The order "
                "of conditional tests is deterministic but not guaranteed."
            )
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in pred_fn_pairs must be a 2-tuple")
        pred, function = pair
        if not isinstance(pred, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if pred.dtype != dtypes.bool:
            raise TypeError(f"pred must be Tensor of type bool: {pred.name}")
        if not callable(function):
            raise TypeError(f"fn for pred {pred.name} must be callable.")
    predicates, actions = zip(*pairs)
    return predicates, actions


def _assert_at_most_n_true(predicates: Sequence[Any], n: int, message: str) -> Operation:
    stacked = stack(predicates, name="preds_c")
    count = reduce_sum(cast(stacked, dtypes.int32), name="num_true_conds")
    condition = less_equal(count, constant(n, name="n_true_conds"))
    names = ", ".join(p.name for p in predicates)
    text = f"{message}: more than {n} conditions ({names}) evaluated as True:"
    return guarded_assert(condition, [text, stacked], summarize=len(predicates))


def _last_as_default(predicates: Sequence[Any], actions: Sequence[Any]) -> tuple[Any, Any, Any]:
    """The last action as the one to fall back to, which then checks that its predicate is the only true one."""
    k = len(predicates) - 1
    predicate, action = predicates[k], actions[k]
    others = predicates[:k]

    def default_action() -> Any:
        words = (
            f"Implementation error: selected default action #{k} was called, but some of other predicates are True: "
        )
        nothing = ("Input error: None of conditions evaluated as True:", stack(predicates, name="preds_c"))
        checks = [_assert_at_most_n_true(others, 0, words), guarded_assert(predicate, nothing)]
        with context.get_default_graph().control_dependencies(checks):
            return action()

    return default_action, others, actions[:k]


def switch_case(
    branch_index: Any,
    branch_fns: Any,
    default: Callable[[], Any] | None = None,
    name: str = "switch_case",
) -> Any:
    """What the function at `branch_index` gives; `default`, or the last function, for an index out of range.

    One `Case` node with a function of the graph's library for each branch, as in TensorFlow.

    Args:
      branch_index: an integer scalar tensor.
      branch_fns: functions, or a dictionary or pairs of all integers from 0 and functions.
      default: the function used if the index is out of range.
      name: name scope.

    Raises:
      TypeError: `branch_index` is no integer tensor, a key is no integer, a function cannot be called.
      ValueError: no functions, or the keys are not contiguous.
    """
    actions = _checked_branches(branch_index, branch_fns)
    if default is not None:
        actions.append(default)
    from tf1compat._facade.indexed_case import indexed_case  # functions of graphs build on conditions

    with name_scope(name, "case", [branch_index]):
        return indexed_case(branch_index, actions)


def _checked_branches(branch_index: Any, branch_fns: Any) -> list[Callable[[], Any]]:
    if not isinstance(branch_index, Tensor):
        raise TypeError(f"branch_index must a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"branch_index must an integer Tensor, got {branch_index.dtype}")
    if not branch_fns:
        raise ValueError("Must provide at least one item in branch_fns")
    if not isinstance(branch_fns, (list, tuple, dict)):
        raise TypeError("branch_fns must be a list, tuple, or dict")
    pairs: Any = list(branch_fns.items()) if isinstance(branch_fns, Mapping) else list(branch_fns)
    if all(callable(fn) for fn in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in branch_fns must be a 2-tuple")
        key, function = pair
        if not isinstance(key, int):
            raise TypeError(f"key must be a Python `int`, got {type(key)}")
        if not callable(function):
            raise TypeError(f"fn for key {key} must be callable.")
    keys = sorted(key for key, _ in pairs)
    if keys != list(range(len(keys))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found "
            f"{{{','.join(map(str, keys))}}}"
        )
    return [function for _, function in sorted(pairs, key=lambda pair: pair[0])]
