"""`If`, `While`, `For` and `partitioned_call` of TF1's `functional_ops`: operations whose parts are `Defun` functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context, math_casts
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.array_creation import zeros_like
from tf1compat._facade.convert import convert
from tf1compat._facade.defun import Defun, reference
from tf1compat._facade.framework import name_scope
from tf1compat._facade.gradients import gradients
from tf1compat._facade.math_elementwise import abs as absolute
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes


def If(cond: Any, inputs: Sequence[Any], then_branch: Any, else_branch: Any, name: str | None = None) -> list[Tensor]:
    """What `then_branch(*inputs)` gives if `cond` is true (a number: not zero), else what `else_branch(*inputs)` gives."""
    types = [arg.fixed for arg in then_branch.function.opdef.outputs]
    given = {"then_branch": reference(then_branch), "else_branch": reference(else_branch), "Tout": types}
    return _results(apply_op("If", cond, _tensors(inputs), name=name, **given))


def While(input_: Sequence[Any], cond: Any, body: Any, name: str | None = None, hostmem: Any = None) -> list[Tensor]:
    """The values after `body` has been applied to them as long as `cond` gives true.

    `hostmem` (which inputs TF keeps in host memory) is noted in the graph and changes nothing.

    Raises:
      ValueError: `cond` uses values from outside, or the two take different types.
    """
    if cond.captured_inputs:
        raise ValueError("While op 'cond' argument must be a function without implicitly captured inputs.")
    if cond.declared_input_types != body.declared_input_types:
        raise ValueError(
            f"While op 'cond' and 'body' signatures do not match. {cond.declared_input_types!r} vs "
            f"{body.declared_input_types!r}"
        )
    captured = list(body.captured_inputs)
    count = len(body.declared_input_types)
    if captured:
        types = [*body.declared_input_types, *(t.dtype for t in captured)]
        inner = cond
        cond = Defun(*types, func_name=f"{cond.name}_Wrapper")(lambda *args: inner(*args[:count]))
        body = _with_captured(body)
    given = {"cond": reference(cond), "body": reference(body)}
    found = _results(apply_op("While", [*_tensors(input_), *captured], name=name, **given))
    _note_host_memory(found, hostmem, 0)
    return found[: len(found) - len(captured)]


def For(
    start: Any,
    limit: Any,
    delta: Any,
    inputs: Sequence[Any],
    body: Any,
    name: str | None = None,
    hostmem: Any = None,
    rewrite_with_while: bool | None = None,
) -> list[Tensor]:
    """The inputs after `body(i, *inputs)` has been applied for all i from `start` to `limit` in steps of `delta`."""
    if rewrite_with_while:
        return _for_by_while(start, limit, delta, list(inputs), body, name, hostmem)
    captured = list(body.captured_inputs)
    if captured:
        body = _with_captured(body)
    all_inputs = [*_tensors(inputs), *captured]
    if not all_inputs:
        types: dict[str, Any] = {"T": [], "body": reference(body)}
        add_op("For", start, limit, delta, [], name=name, **types)
        return []
    found = _results(apply_op("For", start, limit, delta, all_inputs, name=name, body=reference(body)))
    _note_host_memory(found, hostmem, 3)
    return found[: len(found) - len(captured)]


def _for_by_while(
    start: Any, limit: Any, delta: Any, inputs: list[Any], body: Any, name: str | None, hostmem: Any
) -> list[Tensor]:
    step = absolute(delta)
    distance = math_casts.cast(absolute(limit - start) + step - 1, dtypes.float32)
    count = math_casts.cast(distance / math_casts.cast(step, dtypes.float32), dtypes.int32)
    types = [dtypes.int32] * 4 + list(body.declared_input_types)[1:]

    def goes_on(i: Any, n: Any, *_: Any) -> Any:
        return i < n

    def one_step(i: Any, n: Any, first: Any, by: Any, *args: Any) -> Any:
        made = body(first + i * by, *args)
        made = () if isinstance(made, Operation) else (made,) if isinstance(made, Tensor) else tuple(made)
        return (i + 1, n, first, by, *made)

    found = While(
        [0, count, start, delta, *inputs],
        Defun(*types, func_name=f"{body.name}_Cond")(goes_on),
        Defun(*types, func_name=f"{body.name}_Body")(one_step),
        name=name,
        hostmem=[0, 1, 2, 3, *(4 + i for i in hostmem or ())],
    )
    return found[4:]


def Gradient(inputs: Sequence[Any], f: Any, name: str | None = None) -> list[Tensor]:
    """What `f` makes of its inputs, differentiated by them.

    Args:
      inputs: the inputs of `f`, then the gradients of its results.
      f: a Defun.
      name: name scope of the operations.

    Returns:
      A gradient for each input of `f`, zeros where the results do not depend on it.
    """
    with name_scope(name, "SymbolicGradient"):
        given = _tensors(inputs)
        xs = given[: len(f.function.opdef.inputs)]
        made = f(*xs)
        ys = list(made) if isinstance(made, tuple) else [made]
        found = gradients(ys, xs, given[len(xs) :])
        return [zeros_like(x) if dx is None else dx for x, dx in zip(xs, found)]


def partitioned_call(
    args: Sequence[Any],
    f: Any,
    tout: Any = None,
    executing_eagerly: Any = None,
    config: Any = None,
    executor_type: str | None = None,
) -> Any:
    """The results of the function `f` on `args` (captured values last); the operation if there are none."""
    types = [arg.fixed for arg in f.function.opdef.outputs] if tout is None else [dtypes.as_dtype(t) for t in tout]
    kind = "StatefulPartitionedCall" if f.stateful_ops else "PartitionedCall"
    attrs = {
        "f": reference(f),
        "Tout": types,
        "config_proto": config or b"",
        "executor_type": (executor_type or "").encode(),
    }
    if not types:
        return add_op(kind, [convert(x) for x in args], name="PartitionedFunctionCall", **attrs)
    return _results(apply_op(kind, [convert(x) for x in args], **attrs))


def remote_call(args: Sequence[Any], Tout: Sequence[Any], f: Any, target: Any, name: str | None = None) -> Any:
    """The results of the function `f` on `args`; the device `target` is noted, and the runtime chooses."""
    types = [dtypes.as_dtype(t) for t in Tout]
    attrs = {"f": reference(f), "Tout": types}
    inputs = [convert(x) for x in args]
    if not types:
        return add_op("RemoteCall", target, inputs, name=name, **attrs)
    return _results(apply_op("RemoteCall", target, inputs, name=name, **attrs))


def _with_captured(body: Any) -> Any:
    """`body`, which gives back what it uses from outside, so that this stays the same from step to step."""

    def wrapper(*args: Any) -> Any:
        result = body(*args)
        inner: Any = context.get_default_graph()
        more = tuple(inner.internal_captures)
        if isinstance(result, Operation):
            return more
        return (*(result if isinstance(result, tuple) else (result,)), *more)

    return Defun(*body.declared_input_types, func_name=f"{body.name}_Wrapper")(wrapper)


def _tensors(inputs: Any) -> list[Any]:
    return [convert(x) for x in (inputs if isinstance(inputs, (list, tuple)) else [inputs])]


def _results(found: Any) -> list[Tensor]:
    return list(found) if isinstance(found, (list, tuple)) else [found]


def _note_host_memory(found: list[Tensor], hostmem: Any, before: int) -> None:
    if hostmem and found:
        attrs: Any = found[0].op.attrs
        attrs["_input_hostmem"] = [before + i for i in hostmem]
        attrs["_output_hostmem"] = list(hostmem)
