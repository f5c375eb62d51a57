"""tf.flags and tf.app: programs with flags, run as programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = """
import sys
from tf1compat._facade.platform import app, flags

flags.DEFINE_string("name", "bob", "the name")
flags.DEFINE_integer("n", 3, "a number")
flags.DEFINE_boolean("fast", False, "be fast")
flags.DEFINE_float("rate", 0.1, "learning rate")
flags.DEFINE_string(flag_name="old", default_value="x", docstring="old names")
flags.DEFINE_list("parts", ["1"], "a list")
FLAGS = flags.FLAGS
if "early" in sys.argv:
    print("early", FLAGS.name, FLAGS.n)

def main(argv):
    print(argv[1:], FLAGS.name, FLAGS.n, FLAGS.fast, FLAGS.rate, FLAGS.old, FLAGS.parts)
    FLAGS.n = 7
    print(FLAGS.n, "name" in FLAGS, FLAGS["name"].value, sorted(FLAGS.flag_values_dict())[:1], hasattr(FLAGS, "none"))
    return 3

if __name__ == "__main__":
    app.run()
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: Any) -> Path:
    path = tmp_path_factory.mktemp("program") / "train.py"
    path.write_text(PROGRAM)
    return path


def run(program: Path, *arguments: str) -> Any:
    return subprocess.run([sys.executable, str(program), *arguments], capture_output=True, text=True, check=False)


def test_flags_reach_main_and_unknown_ones_stay(program: Path) -> None:
    done = run(program, "--name=amy", "--n", "5", "--fast", "--unknown=1", "rest", "--rate=0.5", "--parts=a,b")
    first, second = done.stdout.splitlines()
    assert first == "['--unknown=1', 'rest'] amy 5 True 0.5 x ['a', 'b']"
    assert second.startswith("7 True amy [")
    assert second.endswith("False")
    assert done.returncode == 3
    assert "flag_name, default_value, docstring) is deprecated" in done.stderr


def test_reading_a_flag_parses(program: Path) -> None:
    assert run(program, "--n=4", "early").stdout.startswith("early bob 4\n")


def test_reading_a_flag_refuses_unknown_ones(program: Path) -> None:
    done = run(program, "early", "--foo")
    assert done.returncode == 1
    assert "UnrecognizedFlagError: Unknown command line flag 'foo'" in done.stderr


def test_bad_value(program: Path) -> None:
    done = run(program, "--n=abc")
    assert done.returncode != 0
    assert "flag --n=abc: invalid literal for int() with base 10: 'abc'" in done.stderr


def test_help_names_the_programs_flags(program: Path) -> None:
    done = run(program, "--help")
    assert f"{program}:" in done.stdout or "train.py:" in done.stdout
    assert "--n: a number" in done.stdout
    assert "--[no]fast: be fast" in done.stdout
