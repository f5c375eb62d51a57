"""What the documentation shows is true: examples in public docstrings, and the tour."""

import doctest
import importlib
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import tf1compat

ROOT = pathlib.Path(__file__).parent.parent


def modules_with_examples():
    for path in sorted((ROOT / "tf1compat").rglob("*.py")):
        text = path.read_text()
        if ">>> " in text:
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("module", list(modules_with_examples()))
def test_examples_in_docstrings(module):
    with tf1compat.Graph().as_default():
        result = doctest.testmod(
            importlib.import_module(module),
            optionflags=doctest.NORMALIZE_WHITESPACE,
            extraglobs={"print": print},  # the package has a tf.print
        )
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_module_has_a_docstring():
    silent = [m.name for m in pkgutil.iter_modules(tf1compat.__path__) if not m.name.startswith("_")]
    assert not [m for m in silent if not importlib.import_module(f"tf1compat.{m}").__doc__]


def test_tour_runs():
    tour = ROOT / "docs" / "tour.py"
    assert len(tour.read_text().splitlines()) <= 500
    result = subprocess.run([sys.executable, tour], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr
    for chapter in ("graph", "prune", "order_effects", "lower", "jit", "grad"):
        assert f"\n== {chapter}" in result.stdout


def test_ci_runs_the_test_command_of_the_readme():
    (command,) = re.findall(
        r"^    .* && \.venv/bin/(python -m pytest.*)$", (ROOT / "README.md").read_text(), re.MULTILINE
    )
    assert f" {command}\n" in (ROOT / ".ci" / "run").read_text().replace(" ;;", "\n")


def test_every_decision_is_listed_and_fits_a_page():
    folder = ROOT / "docs" / "adr"
    records = sorted(p.name for p in folder.glob("0*.md"))
    assert re.findall(r"\]\((0[^)]*)\)", (folder / "README.md").read_text()) == records
    assert [r for r in records if len((folder / r).read_text().splitlines()) > 60] == []


def exists(name):
    found = tf1compat
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found is not None


def test_table_of_the_readme_is_true():
    rows = [r.split("|")[1:-1] for r in (ROOT / "README.md").read_text().splitlines() if r.count("|") == 4]
    table = rows[[r[1].strip() for r in rows].index("supported") + 2 :]
    supported, missing = ([n for row in table for n in re.findall(r"`(tf\.[\w.]+)`", row[i])] for i in (1, 2))
    assert len(supported) > 10 and [n for n in supported if not exists(n)] == []
    assert len(missing) > 3 and [n for n in missing if exists(n)] == [], "supported now: move them in the README"
