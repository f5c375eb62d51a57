"""The public names: they are TensorFlow 1.15's, with its kinds, aliases and parameters; what is missing says so."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tf1compat as tf
from tf1compat._facade import missing_names
from tf1compat._facade.missing_names import RENAMED_SINCE_0, explain

ROOT = Path(__file__).parent.parent
GOLDEN = json.loads((ROOT / "tests" / "golden" / "names.json").read_text())
KINDS = {name: kind for kind, names in GOLDEN["kinds"].items() for name in names}

# What tf1compat adds, and modules that TensorFlow has without listing them as its own.
OURS = {
    "tf.alias": "the module behind install()",
    "tf.cli": "the command line",
    "tf.install": "makes `import tensorflow` mean tf1compat",
    "tf.to_jax": "graphs as JAX functions",
    "tf.load_ipython_extension": "%load_ext tf1compat",
    "tf.unload_ipython_extension": "%unload_ext tf1compat",
    "tf.examples": "tensorflow.examples",
    "tf.compat.v1": "tf1compat itself",
    "tf.compat.v2": "a module of TensorFlow",
    "tf.contrib.eager": "a module of TensorFlow",
    "tf.contrib.keras": "a module of TensorFlow",
    "tf.contrib.framework.nest": "a module of TensorFlow's sources",
    "tf.contrib.layers.summaries": "a module of TensorFlow's sources",
    "tf.contrib.slim.evaluation": "a module of TensorFlow's sources",
    "tf.contrib.slim.initializers": "a module of TensorFlow's sources",
    "tf.contrib.slim.layers": "a module of TensorFlow's sources",
    "tf.contrib.slim.learning": "a module of TensorFlow's sources",
    "tf.contrib.slim.losses": "a module of TensorFlow's sources",
    "tf.contrib.slim.model_analyzer": "a module of TensorFlow's sources",
    "tf.contrib.slim.nets": "a module of TensorFlow's sources",
    "tf.contrib.slim.queues": "a module of TensorFlow's sources",
    "tf.contrib.slim.regularizers": "a module of TensorFlow's sources",
    "tf.contrib.slim.summaries": "a module of TensorFlow's sources",
    "tf.contrib.slim.utils": "a module of TensorFlow's sources",
    "tf.contrib.slim.variables": "a module of TensorFlow's sources",
    "tf.test.mock": "a module of Python",
    "tf.train.OptaxOptimizer": "any Optax transformation as an optimizer",
}
# Parameters that differ, and why that is right.
OTHER_PARAMETERS = {
    "tf.Operation": "made by tf.Graph only",
    "tf.Tensor": "made by tf.Graph only",
    "tf.UnconnectedGradients": "an enum: its parameters are Python's",
    "tf.VariableAggregation": "an enum: its parameters are Python's",
    "tf.VariableSynchronization": "an enum: its parameters are Python's",
    "tf.nn.rnn_cell.DeviceWrapper": "its parameters are named; TF has *args",
    "tf.nn.rnn_cell.DropoutWrapper": "its parameters are named; TF has *args",
    "tf.nn.rnn_cell.ResidualWrapper": "its parameters are named; TF has *args",
    "tf.autograph.experimental.Feature": "an enum: its parameters are Python's",
    "tf.contrib.layers.recompute_grad": "a decorator with and without arguments",
    "tf.contrib.layers.scale_gradient": "its parameters are named; TF has *args",
    "tf.print": "its parameters are named; TF has **kwargs",
    "tf.get_local_variable": "hands all parameters of tf.get_variable on",
}


def value_of(path):
    value = tf
    for part in path.split(".")[1:]:
        value = getattr(value, part)
    return value


def has(path):
    try:
        value_of(path)
    except AttributeError:
        return False
    return True


@pytest.fixture(scope="module", autouse=True)
def lazy_modules():
    for name in ("app", "flags", "compat", "contrib", "test"):
        getattr(tf, name)


def parameters(value):
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return " ".join(
        stars.get(p.kind, "") + p.name + ("" if p.default is inspect.Parameter.empty else "=") for p in found
    )


def kind_of(value):
    if isinstance(value, ModuleType):
        return "module"
    return "class" if inspect.isclass(value) else "function" if callable(value) else "constant"


def test_every_public_name_is_of_tensorflow_1_or_0():
    code = (
        "from tf1compat._facade.missing_names import supported_names; print(*supported_names())"  # nothing else loaded
    )
    names = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=ROOT).split()
    assert len(names) > 1000
    strange = {
        path
        for path in names
        if path not in KINDS and path not in RENAMED_SINCE_0 and not any(f"{path}.".startswith(f"{o}.") for o in OURS)
    }
    assert not strange


@pytest.mark.parametrize("kind", sorted(GOLDEN["kinds"]))
def test_kinds(kind):
    wrong = {path for path in GOLDEN["kinds"][kind] if has(path) and kind_of(value_of(path)) != kind}
    assert not wrong


def test_aliases_are_one_object():
    for names in GOLDEN["groups"]:
        there = [path for path in names if has(path)]
        assert len({id(value_of(path)) for path in there}) <= 1, f"not one object: {there}"


def test_parameters_are_those_of_tensorflow():
    differing = {}
    for path, wanted in GOLDEN["signatures"].items():
        if path not in OTHER_PARAMETERS and "flags" not in path and has(path):
            if getattr(value_of(path), "only_a_name", False):
                continue
            found = parameters(value_of(path))
            if found != wanted:
                differing[path] = (wanted, found)
    assert not differing


def test_listed_differences_exist():
    assert all(parameters(value_of(path)) != GOLDEN["signatures"][path] for path in OTHER_PARAMETERS)


def test_flags_is_absl():
    import absl.flags

    assert tf.flags is tf.app.flags
    assert {name for name in KINDS if name.startswith("tf.flags.")} <= {f"tf.flags.{name}" for name in dir(tf.flags)}
    assert tf.flags.DEFINE_list is absl.flags.DEFINE_list


@pytest.mark.parametrize("old", sorted(RENAMED_SINCE_0))
def test_names_of_0_are_there_if_the_new_ones_are(old):
    assert old not in KINDS or KINDS[old] == "function"
    if has(RENAMED_SINCE_0[old]) and not isinstance(value_of(RENAMED_SINCE_0[old]), ModuleType):
        assert has(old)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (
            "tf.contrib.distributions.percentile",
            "tf.contrib.distributions.percentile exists in TensorFlow 1.15 but not in tf1compat yet; docs/coverage.md",
        ),
        ("tf.matmull", "neither TensorFlow 1.15 nor tf1compat has tf.matmull (supported and close: tf.matmul"),
        ("tf.nn.rleu", "neither TensorFlow 1.15 nor tf1compat has tf.nn.rleu (supported and close: tf.nn.relu"),
        ("tf.xyzzy", "neither TensorFlow 1.15 nor tf1compat has tf.xyzzy; docs/coverage.md lists what is supported"),
        ("tf.optimizers", "tf.optimizers is a TensorFlow 2 name; TensorFlow 1 programs use tf.train"),
        (
            "tf.random.set_seed",
            "tf.random.set_seed is a TensorFlow 2 name; TensorFlow 1 programs use tf.set_random_seed",
        ),
        ("tf.contrib.xyzzy", "neither TensorFlow 1.15 nor tf1compat has tf.contrib.xyzzy"),
        ("tf.train.relu", "neither TensorFlow 1.15 nor tf1compat has tf.train.relu (supported and close: tf.nn.relu"),
    ],
)
def test_missing_names_say_what_to_do(path, message):
    assert not has(path)
    with pytest.raises(AttributeError) as error:
        value_of(path)
    assert str(error.value).startswith(message)


def test_a_missing_name_of_0_names_the_new_one(monkeypatch):
    monkeypatch.setitem(RENAMED_SINCE_0, "tf.old", "tf.new")
    with pytest.raises(AttributeError, match=r"tf\.old is the TensorFlow 0\.x name of tf\.new, which tf1compat"):
        tf.old


def test_names_of_2_are_not_of_1():
    assert not [path for path in missing_names._TENSORFLOW_2 if path in KINDS]


def test_hasattr_reads_no_list_of_names(monkeypatch):
    monkeypatch.setattr(missing_names, "explain", lambda path: pytest.fail("explained"))
    assert not hasattr(tf, "xyzzy")
    assert getattr(tf.nn, "xyzzy", 3) == 3


def test_missing_name_as_python_shows_it():
    code = "import tf1compat as tf\ntf.matmull\n"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT).stderr
    last = shown.strip().splitlines()[-1]
    assert last.startswith("AttributeError: neither TensorFlow 1.15 nor tf1compat has tf.matmull (supported and close")
    assert 'File "<string>", line 2' in shown


def test_messages_are_made_on_demand():
    assert "GraphDef" in dir(tf)
    assert "ClusterDef" in dir(tf.train)
    assert tf.ConfigProto(allow_soft_placement=True).allow_soft_placement
    example = tf.train.Example(
        features=tf.train.Features(feature={"x": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))})
    )
    assert tf.train.Example.FromString(example.SerializeToString()).features.feature["x"].int64_list.value == [3]


def test_import_is_light():
    heavy = {"google.protobuf", "tensorboard", "optax", "orbax", "absl", "PIL", "matplotlib", "tensorflow"}
    code = "import sys, jax; before = set(sys.modules); import tf1compat; print(*set(sys.modules) - before)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not heavy & set(shown.stdout.split())


def test_ops_are_declared_by_importing_the_package():
    code = "import tf1compat; from tf1compat._jaxcore.schema import opdef; print(opdef.get('MatMul').type)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert shown.stdout.split() == ["MatMul"]


def test_versions():
    assert tf.__version__ == tf.VERSION == tf.version.VERSION == "1.15.5"
    assert tf.GIT_VERSION == tf.__git_version__ == "v1.15.4-39-g3db52be"
    assert tf.GRAPH_DEF_VERSION == 134


def test_compat():
    import tf1compat.compat.v1 as v1

    assert v1 is tf
    assert tf.compat.v1 is tf
    assert tf.compat.as_bytes("é") == b"\xc3\xa9"
    assert tf.compat.dimension_value(tf.TensorShape([3])[0]) == 3


def test_switches_between_1_and_2():
    assert not tf.executing_eagerly()
    tf.disable_eager_execution()
    tf.disable_v2_behavior()
    with pytest.raises(tf.errors.UnimplementedError, match="tf.enable_eager_execution"):
        tf.enable_eager_execution()
    with pytest.raises(tf.errors.UnimplementedError, match="what to do: remove the call"):
        tf.enable_v2_behavior()


def test_the_page_of_coverage_is_up_to_date():
    command = [sys.executable, "tools/coverage.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stdout + done.stderr


def test_explained_names_are_one_line():
    for path in ("tf.keras", "tf.data.Dataset", "tf.Variablee", "tf.optimizers"):
        assert "\n" not in explain(path)
