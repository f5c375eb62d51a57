"""What tf.contrib.graph_editor, copy_graph and imports make of a graph; also runs on Python 3.7 with TF 1.15.

Each function takes `tf` and returns JSON.
"""


def names(found):
    return [x.name for x in found]


def wires(graph):
    """Every operation with its inputs."""
    return [[op.name, op.type, names(op.inputs), names(op.control_inputs)] for op in graph.get_operations()]


def attempt(function):
    try:
        return function()
    except Exception as e:
        return [type(e).__name__, str(e)]


def network(tf):
    a = tf.placeholder(tf.float32, [2], name="a")
    with tf.name_scope("foo"):
        b = tf.constant([1.0, 2.0], name="b")
        c = tf.add(a, b, name="c")
        with tf.control_dependencies([tf.no_op(name="tick")]):
            d = tf.multiply(c, b, name="d")
    e = tf.subtract(d, a, name="e")
    return a, b, c, d, e


def selecting(tf):
    ge = tf.contrib.graph_editor
    a, b, c, d, e = network(tf)
    graph = a.graph
    return [
        names(ge.select_ops("^foo/", graph=graph)),
        names(ge.select_ts(a, "(?#ts)^foo/[cd]", graph=graph)),
        [names(x) for x in ge.select_ops_and_ts("^foo/b", "(?#ts)^foo/c", graph=graph)],
        sorted(names(ge.get_forward_walk_ops(c.op))),
        sorted(names(ge.get_backward_walk_ops(c.op, inclusive=False))),
        sorted(names(ge.get_walks_intersection_ops(b, d))),
        [names(x) for x in ge.compute_boundary_ts([c.op, d.op])],
        sorted(names(ge.get_within_boundary_ops(graph, c.op, [d.op, b.op], inclusive=False))),
        names(ge.get_name_scope_ops(graph, "foo/")),
        attempt(lambda: names(ge.select_ops("^foo"))),
        attempt(lambda: ge.select_ops(a, wrong=1)),
        attempt(lambda: ge.make_regex(3)),
    ]


def views(tf):
    ge = tf.contrib.graph_editor
    a, b, c, d, _ = network(tf)
    view = ge.sgv(c.op, d.op)
    return [
        [names(view.inputs), names(view.outputs), names(view.ops)],
        names(view.remap_outputs([c, 0, 0]).outputs) if c in view.outputs else names(view.outputs),
        names(view.remap_inputs([1]).inputs),
        names(view.consumers()),
        names(ge.sgv_scope("foo", graph=a.graph).ops),
        str(view).split("\n")[1:],
        attempt(lambda: names(view.remap_inputs([5]).inputs)),
        attempt(lambda: names(view.remap_inputs([0, 0]).inputs)),
        [view.input_index(b), view.op(1).name, view.find_op_by_name("foo/c").name],
    ]


def rewiring(tf):
    ge = tf.contrib.graph_editor
    a, b, c, d, _ = network(tf)
    count = ge.swap_ts([a], [b])
    out = [count, wires(a.graph)]
    out.append(ge.reroute_ts([c], [b], can_modify=[d.op]))
    ge.remove_control_inputs(d.op, a.graph.get_operation_by_name("foo/tick"))
    ge.add_control_inputs(c.op, b.op)
    out.append(attempt(lambda: ge.add_control_inputs(c.op, b.op)))
    _, holders = ge.detach_inputs(ge.sgv(c.op))
    out += [names(holders), wires(a.graph)]
    return out


def cutting(tf):
    ge = tf.contrib.graph_editor
    a, _, c, d, e = network(tf)
    _, inputs, outputs = ge.detach(ge.sgv(c.op), control_ios=ge.ControlOutputs(a.graph))
    out = [names(inputs), names(outputs), wires(a.graph)]
    ge.connect(ge.sgv(a.op), ge.sgv(e.op).remap_inputs([0]))
    out.append(wires(a.graph))
    _, holders = ge.bypass(ge.sgv(d.op).remap_inputs([0]))
    return [*out, names(holders), wires(a.graph)]


def copies(tf):
    ge = tf.contrib.graph_editor
    a, b, c, d, e = network(tf)
    tf.add_to_collection("foo/mine", c)
    other = tf.Graph()
    view, info = ge.copy(ge.sgv_scope("foo", graph=a.graph), other, "there", "foo")
    out = [names(view.inputs), names(view.outputs), wires(other)]
    out += [info.transformed(c).name, info.original(info.transformed(d)).name, other.get_all_collection_keys()]
    replaced = ge.graph_replace({"e": e, "c": c}, {a: tf.constant([10.0, 20.0], name="ten")}, dst_scope="new")
    with tf.Session() as session:
        out.append({k: v.tolist() for k, v in session.run(replaced).items()})
    out.append({k: v.name for k, v in replaced.items()})
    out.append(attempt(lambda: ge.graph_replace(b, {e: c})))
    return out


def copy_graph(tf):
    cg = tf.contrib.copy_graph
    v = tf.Variable([1.0, 2.0], name="v", collections=["mine", tf.GraphKeys.GLOBAL_VARIABLES])
    y = tf.add(v * 3.0, 1.0, name="y")
    tf.add_to_collection("ends", y)
    other = tf.Graph()
    copied = cg.copy_variable_to_graph(v, other, "to")
    z = cg.copy_op_to_graph(y, other, [copied], "to")
    with tf.Session(graph=other) as session:
        session.run(copied.initializer)
        value = session.run(z).tolist()
    return [
        copied.name, z.name, value, sorted(other.get_all_collection_keys()), cg.get_copied_op(y, other, "to").name,
        wires(other),
    ]  # fmt: skip


def imports(tf):
    """Names that are taken, versions and recorded shapes."""
    tf.constant(1, name="foo/bar")
    with tf.name_scope("baz"):
        pass
    out = []
    for name in ("foo", "baz", "foo/bar", "foo/Bar"):
        message = tf.GraphDef()
        message.node.add(name=name, op="NoOp")
        (op,) = tf.import_graph_def(message, name="", return_elements=[name])
        out.append(op.name)
    out.append(tf.constant(1, name="baz").name)
    message = tf.GraphDef()
    message.versions.producer, message.versions.min_consumer = 24, 12
    for dims in ([-1, 3], [7]):
        del message.node[:]
        node = message.node.add(name="B", op="Const")
        node.attr["dtype"].type = 1
        node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto([[1.0, 2.0, 3.0]]))
        shape = node.attr["_output_shapes"].list.shape.add()
        for size in dims:
            shape.dim.add(size=size)
        out.append(attempt(lambda: tf.import_graph_def(message, return_elements=["B:0"])[0].shape.as_list()))
    versions = tf.get_default_graph().graph_def_versions
    return [*out, versions.producer, versions.min_consumer]


RUNS = [selecting, views, rewiring, cutting, copies, copy_graph, imports]
