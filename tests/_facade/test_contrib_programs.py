"""tf.print, tf.function, staging areas, tf.contrib.nn: equal to TensorFlow 1.15.5; names that refuse to be used."""

import importlib.util
import json
from pathlib import Path

import pytest

import tf1compat as tf

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "contrib_programs.json").read_text())
_spec = importlib.util.spec_from_file_location("contrib_programs", HERE / "contrib_programs.py")
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_is_what_tensorflow_makes(program, tmp_path):
    with tf.Graph().as_default():
        found = json.loads(json.dumps(program(tf, str(tmp_path))))
    compare(found, GOLDEN[program.__name__])


def compare(ours, theirs):
    """Equal, numbers up to 2e-5."""
    if isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs):
            compare(one, other)
    elif isinstance(theirs, float):
        assert ours == pytest.approx(theirs, rel=1e-5, abs=2e-5)
    else:
        assert ours == theirs


def test_what_needs_tensorflow_itself_says_what_to_use(tmp_path):
    library = tmp_path / "own.so"
    library.touch()
    uses = {
        "use tf.gradients": lambda: tf.contrib.eager.implicit_gradients(lambda: 0),
        "make_one_shot_iterator": lambda: tf.contrib.eager.Iterator(None),
        "tf.while_loop": lambda: tf.autograph.to_graph(lambda x: x),
        "frozen graph": lambda: tf.lite.TFLiteConverter.from_session(None, [], []),
        "import_graph_def": lambda: tf.lite.Interpreter("model.tflite"),
        "tf.py_func": lambda: tf.load_op_library(str(library)),
    }
    for advice, use in uses.items():
        with pytest.raises(tf.errors.OpError, match="(?s)not supported|kernels are compiled") as error:
            use()
        assert advice in str(error.value)
    with pytest.raises(tf.errors.NotFoundError, match="absent.so: cannot open shared object file"):
        tf.load_op_library("absent.so")


def test_marks_for_autograph_leave_functions_as_they_are(capsys):
    assert tf.autograph.experimental.do_not_convert(abs) is abs
    assert tf.autograph.experimental.do_not_convert()(abs) is abs
    tf.autograph.trace("step", 1)
    assert capsys.readouterr().out == "step 1\n"
