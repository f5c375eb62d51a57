"""Static shapes derived from kernels: abstract evaluation with several sizes in place of each unknown dimension.

Dimensions on which all probes agree are static, the others unknown. The sizes have many common divisors, so that
reshapes and splits of a probe succeed. Ops that are common in graphs have explicit rules (`shape_rules`) because a
probe costs about as much as a hundred nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema.opdef import OpDef

_SIZES = (5040, 10080, 27720)
_CACHE: dict[Any, tuple[Shape, ...]] = {}


class KnownInputs(Protocol):
    """What a rule may ask of a node's inputs."""

    @property
    def attrs(self) -> Any: ...
    def __len__(self) -> int: ...
    def shape(self, i: int) -> Shape: ...
    def dtype(self, i: int) -> Any: ...
    def value(self, i: int) -> Any: ...


def output_shapes(opdef: OpDef, inputs: KnownInputs, n_outputs: int) -> Sequence[Shape]:
    """Shapes of all outputs; all unknown where the kernel cannot be probed (host ops, unknown ranks, dynamic axes)."""
    unknown: tuple[Shape, ...] = (None,) * n_outputs
    if opdef.host or opdef.effect == "io":
        return unknown
    shapes = [inputs.shape(i) for i in range(len(inputs))]
    static = _static_values(opdef, inputs)
    if static is None or any(s is None and i not in static for i, s in enumerate(shapes)):
        return unknown
    types = tuple(inputs.dtype(i).base.np for i in range(len(inputs)))
    if any(t == object for t in types):
        return unknown
    key = (opdef.type, tuple(shapes), types, repr(sorted(inputs.attrs.items())), _hashable(static))
    found = _CACHE.get(key)
    if found is None:
        found = _CACHE[key] = _probe(opdef, shapes, types, static, inputs.attrs, n_outputs)
    return found


def _static_values(opdef: OpDef, inputs: KnownInputs) -> dict[int, Any] | None:
    """Values of the inputs that must be known while tracing; None if one of them is not."""
    values: dict[int, Any] = {}
    position = 0
    for arg, size in zip(opdef.inputs, opdef.input_sizes(len(inputs), inputs.attrs)):
        for i in range(position, position + size):
            if arg.name in opdef.static:
                value = inputs.value(i)
                if value is None:
                    return None
                values[i] = value
        position += size
    return values


def _hashable(static: dict[int, Any]) -> tuple[Any, ...]:
    return tuple((i, np.asarray(v).tobytes(), np.shape(v)) for i, v in static.items())


def _probe(
    opdef: OpDef, shapes: list[Shape], types: tuple[Any, ...], static: dict[int, Any], attrs: Any, n_outputs: int
) -> tuple[Shape, ...]:
    has_unknown = any(s is not None and None in s for s in shapes)
    seen: list[list[tuple[int, ...]]] = []
    for size in _SIZES if has_unknown else _SIZES[:1]:
        result = _evaluate(opdef, shapes, types, static, attrs, size)
        if result is None:
            return (None,) * n_outputs
        seen.append(result)
    first = seen[0]
    return tuple(_agreed([probe[i] for probe in seen]) for i in range(len(first)))


def _agreed(found: list[tuple[int, ...]]) -> Shape:
    if len({len(f) for f in found}) > 1:
        return None
    return tuple(dims[0] if len(set(dims)) == 1 else None for dims in zip(*found))


def _evaluate(
    opdef: OpDef, shapes: list[Shape], types: tuple[Any, ...], static: dict[int, Any], attrs: Any, size: int
) -> list[tuple[int, ...]] | None:
    import jax

    abstract = [
        None if i in static else jax.ShapeDtypeStruct(tuple(size if d is None else d for d in shape or ()), types[i])
        for i, shape in enumerate(shapes)
    ]

    def run(given: list[Any]) -> Any:
        return opdef([static.get(i, g) for i, g in enumerate(given)], attrs)

    try:
        with jax.enable_x64(True):
            return [tuple(o.shape) for o in jax.eval_shape(run, abstract)]
    except Exception:  # the kernel will say what is wrong when it runs, with the real sizes
        return None
