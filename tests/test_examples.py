"""Every example runs as a user runs it (`python -m tf1compat examples/x.py`) and prints what it should."""

import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(script, folder):
    command = [sys.executable, "-m", "tf1compat", str(script)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300)
    assert result.returncode == 0, result.stderr
    return result.stdout


def check_linear_regression(out, folder):
    losses = [float(x) for x in re.findall(r"loss ([\d.]+)", out)]
    slope, intercept = map(float, re.search(r"y = ([-\d.]+) x \+ ([-\d.]+)", out).groups())
    assert losses == sorted(losses, reverse=True) and losses[-1] < 0.3
    assert abs(slope - 5) < 0.3 and abs(intercept - 2) < 0.2


def check_logistic_regression_tensorboard(out, folder):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(folder / "logs" / "logistic_regression")).Reload()
    losses = [e.value for e in events.Scalars("cross_entropy")]
    assert len(losses) == 100 and losses[-1] < 0.2 < losses[0]
    assert "model/weights" in {n.name for n in events.Graph().node}
    assert len(events.Histograms("weights")) > 0
    assert float(re.search(r"accuracy ([\d.]+)", out).group(1)) > 0.9


def check_mlp(out, folder):
    assert "after 200 steps" in out
    assert float(re.search(r"test accuracy ([\d.]+)", out).group(1)) > 0.9


def check_variable_sharing(out, folder):
    assert "variables: ['siamese/dense/kernel:0', 'siamese/dense/bias:0']" in out
    assert "without reuse: Variable siamese/dense/kernel already exists, disallowed" in out
    assert "same weights, same codes: True" in out


def check_control_dependencies(out, folder):
    averages = [float(x) for x in re.findall(r"average ([\d.]+)", out)]
    assert averages == [0.1, 0.19, 0.571]
    assert "fetching only reads: 2.1070" in out
    assert "an operation gives None and the counter is 4" in out


def check_interactive_session(out, folder):
    assert "total: 14.0" in out
    assert "slope: [2. 4. 6.]" in out
    assert "total of fed squares: 3.0" in out
    assert "total with another x: 4.0" in out
    assert "Result of 14.0 and [2. 4. 6.]" in out
    assert "wrong feed: Cannot feed value of shape (1, 2) for Tensor 'squared:0', which has shape '(3,)'" in out


def check_control_flow(out, folder):
    assert "absolute of -3: 3.0" in out
    assert "2 to the 5th: 32, derivative by the base: 80" in out
    assert "collatz steps of 27: 111" in out
    assert "squares: [ 1.  4.  9. 16.] running sums: [ 1.  3.  6. 10.]" in out


def check_to_jax(out, folder):
    assert "parameters: {'dense/bias': (16,), 'dense/kernel': (2, 16)" in out
    assert "same as the session: True" in out
    assert float(re.search(r"accuracy: ([\d.]+)", out).group(1)) > 0.9
    assert "the probability falls outwards: True" in out
    assert "lowers the loss: True" in out


def check_export_stablehlo(out, folder):
    assert "input x: float32[batch, 3]" in out
    assert "outputs for 1 rows: [7.]\noutputs for 4 rows: [7. 7. 7. 7.]" in out
    assert "modules of this library: []" in out


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda p: p.stem)
def test_example(script, tmp_path):
    check = globals()[f"check_{script.stem}"]  # every example has a check of its own
    check(run(script, tmp_path), tmp_path)


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda p: p.stem)
def test_examples_are_plain_tensorflow_programs(script):
    text = script.read_text()
    assert "import tensorflow as tf" in text
    assert "tf1compat" not in re.sub(r'"""[\s\S]*?"""', "", text)


def texts(notebook):
    return [
        [(o.output_type, o.get("text", o.get("data", {}).get("text/plain"))) for o in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda p: p.stem)
def test_notebook(path):
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    spec = importlib.util.spec_from_file_location("execute", ROOT / "notebooks" / "execute.py")
    execute = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(execute)
    stored = nbformat.read(path, as_version=4)
    assert texts(execute.execute(path, store=False)) == texts(stored)
