"""Calls of tf.train.Saver, of its builders, of import_graph_def and of meta graphs."""

import contextlib
import os
import shutil
import tempfile
import uuid


@contextlib.contextmanager
def fixed_uuid():
    """Sharded savers put a random name into a constant."""
    kept = uuid.uuid4
    uuid.uuid4 = lambda: uuid.UUID(int=1)
    try:
        yield
    finally:
        uuid.uuid4 = kept


def variables(tf, resource=False):
    tf.Variable([1.0, 2.0], name="b")
    tf.get_variable("a", [2, 3], initializer=tf.zeros_initializer(), use_resource=resource)


def saver(tf, resource=False, **options):
    variables(tf, resource)
    with fixed_uuid():
        return tf.train.Saver(**options)


def on_devices(tf, v):
    with tf.device("/cpu:0"):
        tf.Variable(1.0, name="first")
    with tf.device("/job:ps/task:1"):
        tf.Variable(2.0, name="second")
    with fixed_uuid():
        tf.train.Saver(sharded=True)


def two(tf, v):
    saver(tf)
    with fixed_uuid():
        tf.train.Saver({"new": tf.global_variables()[0]}, name="mine")
        tf.train.Saver([tf.global_variables()[1]])


def slices(tf, v):
    parts = [tf.Variable(tf.ones([2, 3]), name="part_%d" % i) for i in range(2)]
    for i, part in enumerate(parts):
        part._set_save_slice_info(tf.Variable.SaveSliceInfo("whole", [4, 3], [2 * i, 0], [2, 3]))
    tf.train.Saver()


def slices_of_resources(tf, v):
    part = tf.get_variable("part", [2, 3], initializer=tf.zeros_initializer(), use_resource=True)
    part._set_save_slice_info(tf.Variable.SaveSliceInfo("whole", [4, 3], [2, 0], [2, 3]))
    tf.train.Saver({"whole": [part]})


def unknown_shape(tf, v):
    tf.Variable(v.u, validate_shape=False, name="u")
    tf.train.Saver(reshape=True)


def one_by_one(tf, v):
    variables(tf)
    builder = tf.train.Saver({"x": tf.global_variables()[0]}, defer_build=False)._builder
    kind = type(builder).__mro__[1]
    tf.train.Saver(builder=kind(), name="each")


def deferred(tf, v):
    later = tf.train.Saver(defer_build=True)
    variables(tf)
    later.build()
    later.build()


def small(tf):
    """A GraphDef of two placeholders, their sum under a scope, and an Identity that waits."""
    with tf.Graph().as_default() as graph:
        a = tf.placeholder(tf.float32, [2], name="a")
        b = tf.placeholder(tf.float32, [2], name="b")
        with tf.name_scope("s"), tf.device("/cpu:0"):
            c = tf.add(a, b, name="c")
        with tf.control_dependencies([c]):
            tf.identity(a, name="d")
        with tf.colocate_with(a.op):
            tf.negative(b, name="e")
        return graph.as_graph_def()


def imported(tf, v):
    tf.import_graph_def(small(tf))
    tf.import_graph_def(small(tf))
    tf.import_graph_def(small(tf), name="")
    with tf.name_scope("outer"), tf.device("/job:w"):
        tf.import_graph_def(small(tf), name="inner")


def mapped(tf, v):
    given = tf.placeholder(tf.float32, [2], name="given")
    found = tf.import_graph_def(small(tf), {"a": given, "b:0": [1.0, 2.0]}, ["s/c", "s/c:0", "b:0"], name="m")
    tf.negative(found[1])
    tf.no_op(name="/".join(["found", found[0].name.replace("/", "."), found[2].op.name.replace("/", ".")]))


def mapped_control(tf, v):
    tf.import_graph_def(small(tf), {"^s/c": tf.no_op(name="instead")})


def stripped(tf, v):
    graph_def = small(tf)
    for node in graph_def.node:
        if node.op == "Placeholder":
            del node.attr["shape"]
    tf.import_graph_def(graph_def)


def meta_graph(tf, v):
    with tf.Graph().as_default():
        saver(tf)
        exported = tf.train.export_meta_graph(clear_devices=True)
    tf.train.import_meta_graph(exported, import_scope="again")
    tf.no_op(name=".".join(x.op.name.replace("/", ".") for x in tf.trainable_variables()))


def meta_graph_scope(tf, v):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [2], name="x")
        with tf.name_scope("part"):
            tf.Variable([1.0, 2.0], name="w") + x
        exported = tf.train.export_meta_graph(export_scope="part")
    key = [
        k.decode() if isinstance(k, bytes) else k for k in exported.collection_def["unbound_inputs"].bytes_list.value
    ]
    tf.train.import_meta_graph(exported, import_scope="copy", input_map={key[0]: tf.constant([3.0, 4.0])})


@contextlib.contextmanager
def checkpoint_at(tf, path):
    """A checkpoint at a relative path, so that graphs that name it are the same everywhere."""
    kept, folder = os.getcwd(), tempfile.mkdtemp()
    os.chdir(folder)
    try:
        with tf.Graph().as_default(), tf.Session() as session:
            variables(tf)
            session.run(tf.global_variables_initializer())
            tf.train.Saver().save(session, path, write_meta_graph=False)
        yield
    finally:
        os.chdir(kept)
        shutil.rmtree(folder)


def initialised_from(tf, assignments):
    with checkpoint_at(tf, "./model"):
        with tf.variable_scope("new"):
            tf.get_variable("a", [2, 3], initializer=tf.zeros_initializer())
            tf.get_variable("b", [2], initializer=tf.zeros_initializer(), use_resource=True)
        tf.train.init_from_checkpoint("./model", assignments)


CALLS = {
    "saver": lambda tf, v: saver(tf),
    "saver_resource": lambda tf, v: saver(tf, resource=True),
    "saver_sharded": lambda tf, v: saver(tf, sharded=True),
    "saver_reshape": lambda tf, v: saver(tf, reshape=True),
    "saver_named": lambda tf, v: saver(tf, name="mine", filename="elsewhere"),
    "saver_v1": lambda tf, v: saver(tf, write_version=1),
    "saver_v1_sharded": lambda tf, v: saver(tf, write_version=1, sharded=True),
    "saver_sequential": lambda tf, v: saver(tf, restore_sequentially=True),
    "saver_devices": on_devices,
    "savers": two,
    "saver_slices": slices,
    "saver_resource_slices": slices_of_resources,
    "saver_unknown_shape": unknown_shape,
    "saver_one_by_one": one_by_one,
    "saver_deferred": deferred,
    "saver_empty": lambda tf, v: tf.train.Saver(),
    "saver_empty_allowed": lambda tf, v: tf.train.Saver(allow_empty=True),
    "saver_no_variable": lambda tf, v: tf.train.Saver([v.x]),
    "saver_no_dict": lambda tf, v: tf.train.Saver(v.x),
    "saver_bad_name": lambda tf, v: tf.train.Saver({1: tf.Variable(1.0)}),
    "saver_same_twice": lambda tf, v: (lambda w: tf.train.Saver({"a": w, "b": w}))(tf.Variable(1.0)),
    "saver_deferred_list": lambda tf, v: tf.train.Saver([tf.Variable(1.0)], defer_build=True),
    "init_from_checkpoint": lambda tf, v: initialised_from(tf, {"a": "new/a", "b": "new/b"}),
    "init_from_checkpoint_scope": lambda tf, v: initialised_from(tf, {"/": "new/"}),
    "init_from_checkpoint_missing": lambda tf, v: initialised_from(tf, {"zzz": "new/a"}),
    "init_from_checkpoint_shape": lambda tf, v: initialised_from(tf, {"b": "new/a"}),
    "init_from_checkpoint_no_scope": lambda tf, v: initialised_from(tf, {"b": "other"}),
    "import": imported,
    "import_mapped": mapped,
    "import_mapped_control": mapped_control,
    "import_defaults": stripped,
    "import_no_graph": lambda tf, v: tf.import_graph_def("graph"),
    "import_missing_map": lambda tf, v: tf.import_graph_def(small(tf), {"zzz": v.x}),
    "import_bad_map": lambda tf, v: tf.import_graph_def(small(tf), {1: v.x}),
    "import_bad_elements": lambda tf, v: tf.import_graph_def(small(tf), return_elements=[1]),
    "import_missing_element": lambda tf, v: tf.import_graph_def(small(tf), return_elements=["zzz"]),
    "import_constant_unnamed": lambda tf, v: tf.import_graph_def(small(tf), {"a": [1.0, 2.0]}, name=""),
    "import_meta_graph": meta_graph,
    "import_meta_graph_scope": meta_graph_scope,
    "import_no_file": lambda tf, v: tf.train.import_meta_graph("/no/such/file.meta"),
}

LIMITS = {"init_from_checkpoint_missing": "TF1 lists the tensors of the checkpoint in the order of a hash table"}
