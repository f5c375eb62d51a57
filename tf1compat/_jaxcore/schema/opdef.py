"""`@op`, the one declaration of an op: schema, kernel, effects, shape rule and gradient in one decorated function.

Kernels get flattened list arguments as Python lists, attrs by keyword (only those they name), and return one value or
a tuple.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema import refusals, shape_rules
from tf1compat._jaxcore.schema import signature as signatures
from tf1compat._jaxcore.schema.checks import Check, refuse_known
from tf1compat._jaxcore.schema.refusals import Refusal
from tf1compat._jaxcore.schema.rows import RowRule, each
from tf1compat._jaxcore.schema.signature import Arg

Effect = Literal["read", "write", "overwrite", "random", "io"]
ShapeRule = Callable[[Any], Sequence[Shape]]
REQUIRED: Any = inspect.Parameter.empty
# keywords of kernels that are no attrs: the random stream, what host ops may ask about their node and session, and how
# many groups there are (`schema.rows`)
_HANDED_IN = frozenset({"stream", "context", "groups"})


@dataclass(frozen=True, eq=False)
class OpDef:
    """Everything the system knows about one op type."""

    type: str
    kernel: Callable[..., Any]
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]
    attrs: Mapping[str, Any]  # name -> default, REQUIRED where there is none
    type_defaults: Mapping[str, dtypes.DType]
    static: frozenset[str] = frozenset()
    static_rule: Callable[[Any], Iterable[str]] | None = None
    effect: Effect | None = None
    writes: tuple[str, ...] = ()
    host: bool = False
    folds: bool = False
    waits: bool = False
    reads_shape: bool = False
    asks: str | None = None
    variable: bool = False
    moves: bool = False
    shape: ShapeRule | None = None
    grad: Callable[..., Any] | None = None
    differentiable: bool = True
    stateful: bool = False
    own: bool = False
    reserve: Callable[..., int] | None = None
    reserve_attrs: tuple[str, ...] = ()
    check: Callable[..., Check | None] | None = None
    check_attrs: tuple[str, ...] = ()
    rows: RowRule | None = None
    refusal: Refusal | None = None
    kernel_attrs: tuple[str, ...] = ()
    wants_context: bool = False
    doc: str = ""
    _out_dtypes: tuple[Callable[[Sequence[dtypes.DType], Mapping[str, Any]], Any], ...] = field(default=())

    def output_dtypes(self, inputs: Sequence[dtypes.DType], attrs: Mapping[str, Any]) -> list[dtypes.DType]:
        """The dtypes of all outputs, lists flattened, for flattened input dtypes."""
        out: list[dtypes.DType] = []
        for resolve in self._out_dtypes:
            found = resolve(inputs, attrs)
            if found.__class__ is list:
                out.extend(found)
            else:
                out.append(found)
        return out

    def static_inputs(self, x: Any) -> frozenset[str]:
        """The inputs of a node that must be known while tracing; `x` is what a shape rule gets (`ir.infer.Inputs`)."""
        return self.static if self.static_rule is None else frozenset(self.static_rule(x))

    def split(self, flat: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
        """Group flattened inputs by argument: list arguments become lists."""
        if not self.has_lists:
            return list(flat)
        sizes = self.input_sizes(len(flat), attrs)
        grouped: list[Any] = []
        at = 0
        for arg, size in zip(self.inputs, sizes):
            grouped.append(list(flat[at : at + size]) if arg.is_list else flat[at])
            at += size
        return grouped

    def input_sizes(self, total: int, attrs: Mapping[str, Any]) -> list[int]:
        """How many flattened inputs each argument has; one list argument may leave its size to be inferred."""
        sizes: list[int | None] = []
        for arg in self.inputs:
            if arg.number_attr is not None:
                sizes.append(attrs.get(arg.number_attr))
            elif arg.type_list_attr is not None:
                types = attrs.get(arg.type_list_attr)
                sizes.append(None if types is None else len(types))
            else:
                sizes.append(1)
        unknown = [i for i, s in enumerate(sizes) if s is None]
        if len({(self.inputs[i].number_attr, self.inputs[i].type_list_attr) for i in unknown}) == 1:
            rest = total - sum(s for s in sizes if s is not None)  # lists of one length attr share what is left
            for i in unknown:
                sizes[i] = rest // len(unknown)
        elif unknown:
            raise ValueError(f"op {self.type!r}: the sizes of {len(unknown)} list inputs cannot be told apart")
        return [int(s or 0) for s in sizes]

    @property
    def has_lists(self) -> bool:
        return any(arg.is_list for arg in self.inputs)

    @property
    def has_refs(self) -> bool:
        """Does it take references to variables?"""
        return any(arg.is_ref for arg in self.inputs)

    def type_attrs(self, inputs: Sequence[dtypes.DType], attrs: Mapping[str, Any]) -> dict[str, Any]:
        """The attrs that follow from the inputs: type attrs, type lists and list lengths."""
        derived: dict[str, Any] = {}
        at = 0
        for arg, size in zip(self.inputs, self.input_sizes(len(inputs), attrs)):
            mine = [d.base for d in inputs[at : at + size]]
            at += size
            if arg.type_list_attr is not None:
                derived[arg.type_list_attr] = mine
            elif arg.type_attr is not None and mine:
                derived.setdefault(arg.type_attr, mine[0])
            if arg.number_attr is not None:
                derived[arg.number_attr] = size
        return derived

    def __call__(self, flat: Sequence[Any], attrs: Mapping[str, Any], **extra: Any) -> tuple[Any, ...]:
        """Run the kernel on flattened inputs; always returns a tuple."""
        chosen = {name: attrs[name] for name in self.kernel_attrs if name in attrs}
        if self.check is not None:
            refuse_known(self.checked(flat, attrs))
        result = self.kernel(*self.split(flat, attrs), **chosen, **extra)
        return tuple(result) if isinstance(result, (tuple, list)) else (result,)

    def checked(self, flat: Sequence[Any], attrs: Mapping[str, Any]) -> Check | None:
        """What a node with these inputs may not be given; None if there is nothing to check."""
        if self.check is None:
            return None
        return self.check(*self.split(flat, attrs), **{n: attrs.get(n, self.attrs[n]) for n in self.check_attrs})

    def reserved(self, flat: Sequence[Any], attrs: Mapping[str, Any]) -> int:
        """How many blocks of its random stream one run with these inputs uses up."""
        assert self.reserve is not None, self.type
        return self.reserve(flat, **{name: attrs[name] for name in self.reserve_attrs})

    def __repr__(self) -> str:
        return f"<op {self.type}>"


_REGISTRY: dict[str, OpDef] = {}


def op(
    type: str,
    signature: str | None = None,
    *,
    static: str | Iterable[str] = (),
    static_rule: Callable[[Any], Iterable[str]] | None = None,
    effect: Effect | None = None,
    writes: str | Iterable[str] = (),
    host: bool = False,
    folds: bool = False,
    waits: bool = False,
    reads: Literal["shape"] | None = None,
    asks: Literal["initialized"] | None = None,
    variable: bool = False,
    moves: bool = False,
    shape: ShapeRule | None = None,
    grad: Callable[..., Any] | Literal["none"] | None = None,
    stateful: bool | None = None,
    own: bool = False,
    reserve: Callable[..., int] | None = None,
    check: Callable[..., Check | None] | None = None,
    rows: RowRule | None = None,
    refusal: Refusal | None = None,
    types: Mapping[str, dtypes.DType] | None = None,
    attrs: Mapping[str, Any] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare an op: the decorated function is its kernel, its signature the schema.

    Args:
      type: TensorFlow's op type, e.g. `"MatMul"`.
      signature: TensorFlow's type signature (`schema/signature.py`); without it every positional parameter and
        the one output share the type attr `T`.
      static: inputs whose values must be known while tracing (axes, shapes, paddings).
      static_rule: which of them this node really needs, asked like a shape rule (`x[i]` may compute `i` on the device).
      effect: `"read"`, `"write"`, `"overwrite"` (a write that does not look at the old value), `"random"`
        (the kernel takes a keyword `stream`), `"io"` (host side effects, kept in order).
      writes: the inputs (variables) that the kernel returns new values for, in front of its other outputs.
      host: runs in Python or NumPy between compiled segments; its kernel may take a keyword `context`
        (`base.host_context`).
      folds: a host op that may also run while tracing, where its inputs are known then.
      waits: may wait for other threads (queues), so that it never runs while a lock is held.
      reads: `"shape"` when only the abstract value of the inputs matters (Shape, Rank, Size).
      asks: `"initialized"`: the runtime answers whether the variable at input 0 has a value; the kernel never runs.
      variable: the one output is the reference to, or the handle of, a variable of attrs `dtype` and `shape`.
      moves: elements are moved, never computed on: partially known vectors pass through at graph construction.
      shape: explicit static shape rule; derived from the kernel where absent.
      grad: `"none"` for ops TF does not differentiate, or a function `(inputs, outputs, cotangents, **attrs)`
        where TF's gradient is not JAX's.
      own: TensorFlow has no such op; graphs are written so that it loads them all the same (`ir/own_ops.py`).
      reserve: for random ops, how many blocks of the random stream one run uses up; a function of the inputs, of
        which it looks at shapes and static values only, and of the attrs that it names.
      check: what the op refuses when it runs (`schema/checks.py`), of the inputs as its kernel gets them and attrs by name.
      rows: what it does with inputs that have more rows than they should (`schema/rows.py`), where their number
        differs from step to step. Ops that broadcast keep them; others cannot have them unless they say how.
      refusal: what TF1 says where the sizes of inputs do not fit (`schema/refusals.py`); ops that broadcast need not.
      types: defaults of type attrs, e.g. `{"Tidx": int32}`.
      attrs: attrs (name -> default) that exist in the schema but make no difference to the kernel.
    """

    def declare(kernel: Callable[..., Any]) -> Callable[..., Any]:
        parameters = inspect.signature(kernel).parameters.values()
        positional = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        keywords = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in _HANDED_IN}
        text = signature if signature is not None else ", ".join(f"{n}: T" for n in positional) + " -> T"
        parsed = signatures.parse(text)
        if len(parsed.inputs) != len(positional):
            raise TypeError(f"op {type!r}: signature {text!r} and kernel parameters {positional} differ in number")
        written = (writes,) if isinstance(writes, str) else tuple(writes)
        definition = OpDef(
            type=type,
            kernel=kernel,
            inputs=parsed.inputs,
            outputs=parsed.outputs,
            attrs=_given_attrs(parsed, {**keywords, **(attrs or {})}, types or {}),
            type_defaults=dict(types or {}),
            static=frozenset((static,) if isinstance(static, str) else static),
            static_rule=static_rule,
            effect=effect,
            writes=written,
            host=host,
            folds=folds,
            waits=waits,
            reads_shape=reads == "shape",
            asks=asks,
            variable=variable,
            moves=moves,
            shape=shape,
            grad=grad if callable(grad) else None,
            differentiable=grad != "none",
            stateful=stateful if stateful is not None else effect is not None,
            own=own,
            reserve=reserve,
            reserve_attrs=() if reserve is None else _keywords(reserve),
            check=check,
            check_attrs=() if check is None else _keywords(check),
            rows=each if rows is None and shape is shape_rules.broadcast else rows,
            refusal=refusals.broadcast if refusal is None and shape is shape_rules.broadcast else refusal,
            kernel_attrs=tuple(keywords),
            wants_context=any(p.name == "context" for p in parameters),
            doc=(kernel.__doc__ or "").strip(),
            _out_dtypes=tuple(_resolver(arg, parsed.inputs) for arg in parsed.outputs),
        )
        if type in _REGISTRY:
            raise ValueError(f"op {type!r} is declared twice")
        _REGISTRY[type] = definition
        return kernel

    return declare


def _given_attrs(
    parsed: signatures.Signature, named: Mapping[str, Any], types: Mapping[str, dtypes.DType]
) -> dict[str, Any]:
    """The attrs that do not follow from the inputs: the named ones, and the types and lengths of outputs."""
    inferred = {a.type_attr for a in parsed.inputs} | {a.number_attr for a in parsed.inputs}
    inferred |= {a.type_list_attr for a in parsed.inputs}
    found = dict(named)
    for arg in parsed.outputs:
        for name in (arg.type_attr, arg.number_attr, arg.type_list_attr):
            if name is not None and name not in inferred:
                found.setdefault(name, types.get(name, REQUIRED))
    return {k: v for k, v in found.items() if k not in inferred}


def _keywords(function: Callable[..., Any]) -> tuple[str, ...]:
    parameters = inspect.signature(function).parameters.values()
    return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)


def _resolver(arg: Arg, inputs: tuple[Arg, ...]) -> Callable[[Sequence[dtypes.DType], Mapping[str, Any]], Any]:
    """How to find the dtype of output `arg`: fixed, taken from an input, or from an attr."""

    def as_output(dtype: dtypes.DType) -> dtypes.DType:
        return dtype.ref if arg.is_ref else dtype.base

    if arg.number_attr is not None:
        single, number = _resolver(arg._replace(number_attr=None), inputs), arg.number_attr
        counts = [i for i, a in enumerate(inputs) if a.number_attr == arg.number_attr]
        if counts and len([a for a in inputs if a.is_list]) == 1:
            fixed_inputs = len(inputs) - 1
            return lambda dts, attrs: [single(dts, attrs)] * (len(dts) - fixed_inputs)
        return lambda dts, attrs: [single(dts, attrs)] * attrs[number]
    if arg.type_list_attr is not None:
        name = arg.type_list_attr
        at = next((i for i, a in enumerate(inputs) if a.type_list_attr == name), None)
        if at is not None and sum(a.is_list for a in inputs) == 1:
            behind = len(inputs) - at - 1
            return lambda dts, attrs: [d.base for d in dts[at : len(dts) - behind]]
        return lambda dts, attrs: list(attrs[name])
    if arg.fixed is not None:
        fixed = as_output(arg.fixed)
        return lambda dts, attrs: fixed
    name = arg.type_attr or "T"
    for position, source in enumerate(inputs):
        if source.type_attr == name and not any(a.is_list for a in inputs[:position]):
            return lambda dts, attrs, i=position: as_output(dts[i])
        if source.type_attr == name:
            back = position - len(inputs)
            if not any(a.is_list for a in inputs[position + 1 :]):
                return lambda dts, attrs, i=back: as_output(dts[i])
            if len({(a.number_attr, a.type_list_attr) for a in inputs if a.is_list}) == 1:
                lists, before = sum(a.is_list for a in inputs), [a.is_list for a in inputs[:position]]
                singles = len(inputs) - lists
                return lambda dts, attrs, a=before.count(False), b=before.count(True), n=lists, s=singles: as_output(
                    dts[a + b * ((len(dts) - s) // n)]
                )
    return lambda dts, attrs: as_output(attrs[name])


def find(type: str) -> OpDef | None:
    """The declaration of `type`, or None."""
    return _REGISTRY.get(type)


def get(type: str) -> OpDef:
    """The declaration of `type`; an error that says what is close by where there is none."""
    found = _REGISTRY.get(type)
    if found is None:
        raise errors.unsupported(f"op type {type!r}", advice=_nearest(type))
    return found


def all_ops() -> dict[str, OpDef]:
    """Every declared op by type."""
    return dict(_REGISTRY)


def _nearest(type: str) -> str:
    import difflib

    close = difflib.get_close_matches(type, _REGISTRY, n=4)
    near = f"Declared ops with a similar name: {', '.join(close)}. " if close else ""
    return near + "docs/coverage.md lists what is supported; CONTRIBUTING.md shows how an op is added."
