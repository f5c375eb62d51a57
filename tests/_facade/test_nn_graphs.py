"""nn functions, initializers, losses and layers make the nodes that TF 1.15.5 makes, and refuse what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from nn_programs import PROGRAMS, REFUSED

from tf1compat._facade import (
    array_ops,
    collections,
    constants,
    embedding_ops,
    framework,
    graph,
    init_ops,
    losses,
    math_ops,
    nn_conv,
    nn_conv_transpose,
    nn_loss,
    nn_moments,
    nn_ops,
    nn_pool,
    random_ops,
    variable_scope,
    variables,
)
from tf1compat._facade.layers import (
    base,
    convolutional,
    core,
    normalization,
    pooling,
    separable,
    transposed,
)
from tf1compat._jaxcore.base import dtypes, shapes

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "graphs" / "nn.json").read_text())


class Namespace:
    """The public names of several modules."""

    def __init__(self, *modules: Any, **more: Any) -> None:
        self._modules = modules
        self.__dict__.update(more)

    def __getattr__(self, name: str) -> Any:
        for module in self._modules:
            found = getattr(module, name, None)
            if found is not None:
                return found
        raise AttributeError(name)


tf = Namespace(
    math_ops,
    array_ops,
    random_ops,
    init_ops,
    framework,
    collections,
    constants,
    variables,
    variable_scope,
    dtypes,
    shapes,
    nn=Namespace(nn_ops, nn_loss, nn_conv, nn_conv_transpose, nn_pool, nn_moments, embedding_ops),
    losses=losses,
    random=Namespace(
        stateless_uniform=random_ops.stateless_random_uniform,
        stateless_normal=random_ops.stateless_random_normal,
        stateless_truncated_normal=random_ops.stateless_truncated_normal,
        stateless_multinomial=random_ops.stateless_multinomial,
        stateless_categorical=random_ops.stateless_categorical,
    ),
    layers=Namespace(base, core, convolutional, pooling, normalization, separable, transposed),
    initializers=Namespace(init_ops, identity=init_ops.Identity),
)


def is_refined(ours: Any, theirs: Any) -> bool:
    """Ours says all that theirs says, perhaps more."""
    if theirs is None:
        return True
    return ours is not None and len(ours) == len(theirs) and all(b in (None, a) for a, b in zip(ours, theirs))


def plain(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def close(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, float) or (isinstance(theirs, list) and theirs and isinstance(theirs[0], float | list)):
        return bool(np.allclose(ours, theirs, rtol=1e-6, atol=0))
    return ours == theirs


def facts(op: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """Our values of the recorded attrs."""
    found = {name: plain(op.attrs.get(name)) for name in wanted if name not in ("value", "dtype")}
    if "value" in wanted:
        found["value"], found["dtype"] = op.attrs["value"].tolist(), op.outputs[0].dtype.name
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_graph(name: str) -> None:
    with graph.Graph().as_default() as g:
        PROGRAMS[name](tf)
    ours = [
        [op.name, op.type, [t.name for t in op.inputs], [c.name for c in op.control_inputs]]
        for op in g.get_operations()
    ]
    assert ours == [row[:4] for row in GOLDEN["graphs"][name]]
    for op, (*_, dims, wanted) in zip(g.get_operations(), GOLDEN["graphs"][name]):
        for output, theirs in zip(op.outputs, dims, strict=True):
            assert is_refined(output.dims, theirs), (output, theirs)
        got = facts(op, wanted)
        for key, value in wanted.items():
            if key in ("N", "num_split", "num"):
                continue  # follow from the inputs or outputs
            assert close(got[key], value), (op.name, key, got[key], value)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    kind, message = GOLDEN["errors"][name]
    with graph.Graph().as_default(), pytest.raises(Exception) as caught:
        REFUSED[name](tf)
    assert (type(caught.value).__name__, str(caught.value)) == (kind, message)
