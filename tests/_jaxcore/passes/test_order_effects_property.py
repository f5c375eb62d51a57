"""Programs whose effects are fully ordered by control edges behave like the same statements in Python."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tf1compat._facade import framework
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.graph import topological
from tf1compat._jaxcore.ir.verify import verify
from tf1compat._jaxcore.passes.order_effects import order_effects
from tf1compat._jaxcore.passes.prune import prune

NAMES = ("a", "b", "c")
statements = st.lists(
    st.tuples(st.sampled_from(["assign", "add", "read"]), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    min_size=1,
    max_size=8,
)


def build(program, resource):
    """Each statement `target (:=, +=) 2 * source + 1`, or a read of `source`, runs after the one before."""
    variables, inits = {}, []
    for position, name in enumerate(NAMES):
        if resource:
            variables[name] = apply_op("VarHandleOp", dtype=dtypes.float64, shape=(), name=name)
            inits.append(add_op("AssignVariableOp", variables[name], np.float64(position)))
        else:
            variables[name] = apply_op("VariableV2", dtype=dtypes.float64, shape=(), name=name)
            inits.append(apply_op("Assign", variables[name], np.float64(position)).op)
    reads, last = [], None
    for kind, target, source in program:
        with framework.control_dependencies([] if last is None else [last]):
            value = variables[source]
            if resource:
                value = apply_op("ReadVariableOp", value, dtype=dtypes.float64)
            value = apply_op("Add", apply_op("Mul", value, np.float64(2)), np.float64(1))
            if kind == "read":
                reads.append(value)
                last = value.op
            elif resource:
                op = "AssignVariableOp" if kind == "assign" else "AssignAddVariableOp"
                last = add_op(op, variables[target], value)
            else:
                last = apply_op("Assign" if kind == "assign" else "AssignAdd", variables[target], value).op
    return variables, inits, reads, last


def interpret(program):
    state = {name: float(i) for i, name in enumerate(NAMES)}
    reads = []
    for kind, target, source in program:
        value = 2 * state[source] + 1
        if kind == "read":
            reads.append(value)
        elif kind == "assign":
            state[target] = value
        else:
            state[target] += value
    return reads, state


@settings(max_examples=40, deadline=None)
@given(statements, st.booleans())
def test_ordered_programs_run_like_python(program, resource):
    with Graph().as_default() as graph:
        variables, inits, reads, last = build(program, resource)
        session = Session(graph=graph)
        session.run(inits)
        got = session.run([*reads, last])[:-1]
        want, state = interpret(program)
        assert [float(g) for g in got] == want
        final = {
            n: session.run(apply_op("ReadVariableOp", v, dtype=dtypes.float64) if resource else v)
            for n, v in variables.items()
        }
        assert final == state


@settings(max_examples=40, deadline=None)
@given(statements, st.booleans())
def test_every_pass_gives_a_legal_graph(program, resource):
    with Graph().as_default():
        _, _, reads, last = build(program, resource)
        pruned = verify(prune(reads, [last], []))
        assert set(pruned.nodes) == set(topological([*(r.node for r in reads), last]))
        verify(order_effects(pruned), pure=True)
