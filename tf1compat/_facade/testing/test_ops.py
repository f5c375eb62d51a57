"""`tensorflow.python.framework.test_ops`: op types that exist for tests of graphs; declared when this is imported.

They can be built, imported and looked at, and cannot run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import raw_ops
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema import opdef, signature
from tf1compat._jaxcore.schema.opdef import REQUIRED

_SIGNATURES = """
    A -> out: float
    B -> out: float
    Binary a: T, b: T -> out: T
    CopyOp a: T -> b: T
    FiveFloatOutputs -> a: float, b: float, c: float, d: float, e: float
    FloatInput a: float ->
    FloatOutput -> a: float
    FloatOutputStringOutput -> a: float, b: string
    Foo1 a: float, b: int32, c: int32 -> d: float, e: int32
    Foo2 a: float, b: string, c: string -> d: float, e: int32
    Foo3 a: float, b: string, c: float -> d: float, e: int32
    GraphDefVersion -> version: int32
    Int64Output -> out: int64
    IntInput a: int32 ->
    IntInputFloatInput a: int32, b: float ->
    IntInputIntOutput a: int32 -> b: int32
    IntOutput -> a: int32
    IntOutputFloatOutput -> a: int32, b: float
    KernelLabel -> result: string
    KernelLabelRequired input: int32 -> result: string
    ListInput a: N*T ->
    ListOutput -> a: [T]
    None ->
    Old ->
    OpWithFutureDefaultAttr ->
    OutT -> a: T
    OutTypeList -> out: [T]
    Polymorphic a: T -> out: T
    PolymorphicOut -> out: T
    RefInputFloatInput a: Ref(float), b: float ->
    RefInputFloatInputIntOutput a: Ref(float), b: float -> c: int32
    RefInputIntInput a: Ref(int32), b: int32 ->
    RefOutput -> a: Ref(int32)
    RefOutputFloatOutput -> a: Ref(float), b: float
    RequiresOlderGraphVersion -> version: int32
    ResourceCreateOp resource: resource ->
    ResourceInitializedOp resource: resource -> initialized: bool
    ResourceUsingOp resource: resource ->
    Simple a: int32 -> out: float
    TestStringOutput input: float -> output1: float, output2: string
    TwoFloatInputs a: float, b: float ->
    TwoFloatInputsFloatOutput a: float, b: float -> c: float
    TwoFloatInputsIntOutput a: float, b: float -> c: int32
    TwoFloatOutputs -> a: float, b: float
    TwoIntInputs a: int32, b: int32 ->
    TwoIntOutputs -> a: int32, b: int32
    TypeList a: [T] ->
    TypeListTwice a: [T], b: [T] ->
    Unary a: T -> b: T
"""

_ATTRS: dict[str, dict[str, Any]] = {
    "Attr": {"a": REQUIRED},
    "AttrBool": {"a": REQUIRED},
    "AttrDefault": {"a": b"banana"},
    "AttrEmptyListDefault": {"a": []},
    "AttrFloat": {"a": REQUIRED},
    "AttrListDefault": {"a": [5, 15]},
    "AttrPartialShape": {"a": REQUIRED},
    "AttrShape": {"a": REQUIRED},
    "DefaultAttrs": {
        "string_val": b"abc",
        "string_list_val": [b"abc", b""],
        "int_val": 123,
        "int_list_val": [1, 2, 3],
        "float_val": 10.0,
        "float_list_val": [10.0],
        "bool_val": True,
        "bool_list_val": [True, False],
        "type_val": dtypes.int32,
        "type_list_val": [dtypes.int32, dtypes.float32],
        "shape_val": (2, 1),
        "shape_list_val": [(), (1,)],
    },
    "IntAttr -> out: int64": {"foo": 1},
    "OpWithDefaultAttr -> a: int32": {"default_float": 123.0},
    "ReservedAttr": {"range": REQUIRED},
    "StringListAttr": {"a": REQUIRED, "b": REQUIRED},
}

_SCALARS = ("KernelLabel", "KernelLabelRequired", "GraphDefVersion", "ResourceInitializedOp")


def _kernel(op_type: str, inputs: int) -> Callable[..., Any]:
    names = "abc"[:inputs]

    def refuse(*values: Any) -> Any:
        raise errors.unsupported(f"{op_type}: it exists for tests of graphs and cannot run")

    kernel: Callable[..., Any] = eval(  # the number of a kernel's parameters is the number of inputs
        f"lambda {', '.join(names)}: refuse({', '.join(names)})", {"refuse": refuse}
    )
    kernel.__doc__ = "For tests of graphs only."
    return kernel


def _declare() -> None:
    lines = [line.strip() for line in _SIGNATURES.strip().splitlines()]
    for text, attrs in [*((line, None) for line in lines), *_ATTRS.items()]:
        op_type, _, text = text.partition(" ")
        parsed = signature.parse(text)
        known = () if op_type in _SCALARS else None
        opdef.op(op_type, text, shape=lambda x, known=known: [known] * x.n_outputs, grad="none", attrs=attrs)(
            _kernel(op_type, len(parsed.inputs))
        )


_declare()


def __getattr__(name: str) -> Any:
    return getattr(raw_ops, name)
