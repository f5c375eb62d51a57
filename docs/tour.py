"""A tour of tf1compat: from a placeholder to a compiled training step, with the real parts, in one file.

    python docs/tour.py

A TensorFlow 1 program has two halves. The first *builds a graph*: every call adds nodes, nothing is computed. The
second *runs parts of it*: `session.run(fetches, feeds)`. tf1compat keeps the first half as it was and turns what a
`run` needs into one pure function, which JAX compiles:

    placeholder ─> graph ─> prune ─> order_effects ─> static_inputs ─> split_host ─> lower ─> jit ─> step
                   TF1's nodes       no variables      what must be    what is not   a Python  XLA
                                     any more          known early     arrays        function

Every chapter below builds one of these by hand and prints it. Only the last one uses `tf.Session`. One pass is left
out: between prune and order_effects, `functionalize` turns TensorFlow's control flow (Switch, Merge, Enter, Exit) into
nodes that contain graphs, `Cond` and `While`; a graph without conditions and loops passes it unchanged.
"""

import jax
import numpy as np

import tf1compat as tf
from tf1compat._jaxcore.exec import compile as compiling
from tf1compat._jaxcore.exec.lower import Evaluator
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import make_step
from tf1compat._jaxcore.ir.show import show
from tf1compat._jaxcore.passes.order_effects import order_effects
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.split_host import split_host
from tf1compat._jaxcore.passes.static_inputs import static_inputs
from tf1compat._jaxcore.schema import opdef


def chapter(title, text):
    print(f"\n== {title}\n{text.strip()}\n")


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "placeholder",
    """
A placeholder is a node without inputs whose value comes from outside. `tf.placeholder` computes nothing: it appends a
node to the default graph and returns the node's output, a tensor. What is known of it is a name, a dtype and a shape.
""",
)

x = tf.placeholder(tf.float32, [None, 2], name="x")
print(x)
print("node:", x.op.type, x.op.name, "| inputs:", list(x.op.inputs), "| shape:", x.shape)


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "graph",
    """
The graph is TensorFlow's own: the same op types, names, inputs and order of creation as TensorFlow 1.15.5 makes for the
same calls. A variable is four nodes (initial value, variable, assignment, read); the number 2.0 becomes a Const node
called after the op that uses it. Names, seeds, GraphDef and TensorBoard are right because of that.
""",
)

weight = tf.Variable([[1.0], [2.0]], name="weight")
predicted = tf.matmul(x, weight, name="predicted")
loss = tf.reduce_mean(tf.square(predicted - 2.0), name="loss")
unused = tf.exp(predicted, name="unused")

for op in tf.get_default_graph().get_operations():
    print(f"{op.name:22} {op.type:12} {[t.name for t in op.inputs]}")


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "op",
    """
What an op means is declared once, in one decorated function of `tf1compat/_jaxcore/ops`: its signature is the schema,
its body the kernel. Kernels are pure functions of arrays; the same function runs on NumPy arrays and inside `jax.jit`.
""",
)

matmul = opdef.get("MatMul")
print("inputs: ", [a.name for a in matmul.inputs], "outputs:", [a.name for a in matmul.outputs])
print("attrs:  ", dict(matmul.attrs))
with compiling.x64():
    print("kernel: ", np.asarray(matmul.kernel(np.eye(2, dtype="f"), np.float32([[3], [4]]))).tolist())


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "prune",
    """
`session.run(loss, {x: …})` needs some of the nodes only. `prune` walks back from what is fetched and stops at what is
fed: `x` is an input now, `unused` and the assignment are gone. Any tensor may be fed, so any edge can be such a cut.
""",
)

pruned = prune([loss], [], [x])
print(show(pruned))


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "order_effects",
    """
Variables are the only thing that stands between a graph and a function. Data and control edges order reads and writes
in part; `order_effects` completes the order (a read that nothing puts after a write comes before it) and then replaces
each variable by its values: one that comes in, and one for every write. `state weight` is an input, `state weight :=`
an output, and `weight/read` is nothing but the value.
""",
)

step = tf.assign_sub(weight, [[0.5], [0.5]], name="step")
with tf.control_dependencies([step]):
    afterwards = tf.identity(weight * 10.0, name="afterwards")
print(show(order_effects(prune([predicted, afterwards], [], [x]))))


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "static_inputs",
    """
XLA must know shapes and axes when it compiles. Where an op asks for such a value (`Reshape` its shape), `static_inputs`
walks back through small integer arithmetic. What depends on shapes and constants is folded while tracing (in `flat`:
all of it). What depends on a fed number (in `rows`) is computed in NumPy before, and joins the key under which the
compiled program is kept.
""",
)

flat = tf.reshape(predicted, [tf.shape(x)[0] * 1], name="flat")
statics = static_inputs(order_effects(prune([flat], [], [x])))
print("flat: folded", sorted(node.name for node in statics.folded))

n = tf.placeholder(tf.int32, [], name="n")
rows = tf.reshape(predicted, [n, -1], name="rows")
statics = static_inputs(order_effects(prune([rows], [], [x, n])))
print("rows: computed before", sorted(node.name for node in statics.on_host), "| key", [v.name for v in statics.static])


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "split_host",
    """
Strings, files and printing cannot be part of an XLA program. `split_host` cuts the graph into segments that run on the
device or in Python. The usual plan is one device segment, and pays nothing for this.
""",
)

summary = tf.summary.scalar("loss_summary", loss)
graph_s = order_effects(prune([summary], [], [x]))
for segment in split_host(graph_s, static_inputs(graph_s)):
    place = "host  " if segment.on_host else "device"
    print(place, [node.name for node in segment.nodes], "->", [v.name for v in segment.outputs])


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "lower",
    """
Lowering is an interpreter: go through the nodes in order, call each kernel, keep the results in an environment. Run on
arrays, it computes. Run under `jax.make_jaxpr` or `jax.jit`, the same loop *traces*, and out comes one JAX function.
""",
)

graph = order_effects(prune([loss], [], [x]))
print(show(graph))


def function(x_value, weight_value):
    env = {x: x_value, graph.state_in["weight"]: weight_value}
    Evaluator().run(graph.nodes, env, graph.fetches)
    return [env[v] for v in graph.fetches]


points = np.float32([[1, 0], [0, 1], [1, 1]])
start = np.float32([[1], [2]])
print("\ncomputed:", [float(v) for v in function(points, start)])
print("traced:")
print(jax.make_jaxpr(function)(points, start))


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "jit",
    """
`jax.jit` compiles this function; `exec.program.DeviceProgram` does it for each segment, once per value of what must be
known early. 64-bit types are real inside a scope, so that int64 labels stay int64 and the user's own JAX settings stay
what they are. State that a step overwrites is donated: its buffer becomes the result's.
""",
)

with compiling.x64():
    compiled = compiling.jit(function)
    print("result:", float(compiled(points, start)[0]))
    print("program:", compiled.lower(points, start).compile().as_text().split(",")[0])


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "grad",
    """
`tf.gradients` adds one node, `Gradient(ys, xs)`, the only op that TensorFlow does not have. When the graph is lowered,
the part between xs and ys runs inside `jax.vjp`, once; whatever else is wanted of it (here the loss) comes out of the
same evaluation. An optimizer is the Gradient node and an update op per variable.
""",
)

train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, name="train")
graph = order_effects(prune([loss], [train], [x]))
print(show(graph))


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "step",
    """
`make_step` is all of the above for one signature (fetches, targets, feeds). The state lives in a container; a step
takes the values of the slots it reads, calls the compiled function and puts the new values back.
""",
)

container = Container()
run_step = make_step([loss], [train], [x], container, RandomStreams())
container.slot("weight").value = start
for _ in range(3):
    (value,) = run_step([points])
    print(f"loss {float(value):.4f}   weight {np.asarray(container.slot('weight').value).ravel().tolist()}")


# ---------------------------------------------------------------------------------------------------------------------
chapter(
    "session",
    """
`tf.Session` adds what users see: nested fetches, feeds by tensor or name, TensorFlow's errors, and a dictionary from
signatures to steps. The second `run` with the same signature finds its step there. The numbers are those of the chapter
before.
""",
)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        result = sess.run({"loss": loss, "train": train}, {x: points})
        print(f"loss {result['loss']:.4f}   weight {sess.run(weight).ravel().tolist()}")
