"""The runner does what `python` does: each program runs both ways and must behave the same."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

STATE = """
import sys
print(sys.argv, sys.path[0], sorted(globals()), __name__)
print(globals().get("__file__"), __package__, __spec__ and __spec__.name, type(__builtins__).__name__, __doc__)
print(getattr(__loader__, "name", __loader__), sys.modules["__main__"].__dict__ is globals())
"""
PROGRAMS = {
    "state": STATE,
    "exit 3": "import sys; sys.exit(3)",
    "exit none": "import sys; print('out'); sys.exit(None)",
    "exit text": "import sys; sys.exit('what happened')",
    "exit true": "raise SystemExit(True)",
    "exit object": "raise SystemExit((1, 2))",
    "traceback": "def f(x):\n    return 1 / x\n\nf(0)\n",
    "chained": "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError('b') from e\n",
    "recursion": "def f():\n    f()\n\ntry:\n    f()\nexcept RecursionError:\n    print('deep')\n",
    "import error": "import no_such_module_anywhere",
    "syntax error": "x = 1\ndef (:\n",
    "indentation error": "if 1:\nprint(2)\n",
    "latin-1": "# -*- coding: latin-1 -*-\nprint(ascii('\xe9'))\n",
    "null byte": "x = 1\0\n",
    "empty": "",
    "atexit": "import atexit\natexit.register(print, 'bye', __name__)\nprint('first')\n1 / 0\n",
    "thread": "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.05), print('late'))).start()\n",
    "excepthook": "import sys\nsys.excepthook = lambda t, v, tb: print(t, tb.tb_frame.f_code.co_name)\n1 / 0\n",
    "future": "from __future__ import annotations\nx: no_such_type = 1\nprint(__annotations__)\n",
    "no future": "x: int = 1\nprint(sys_annotations := __annotations__)\n",
    "pickle": "import pickle\nclass A:\n    pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A, A.__module__)\n",
    "inspect": "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f), inspect.getmodule(f).__name__)\n",
    "main module": "import __main__\nx = 5\nprint(__main__.x, __main__.__file__)\n",
    "warning": "import warnings\nwarnings.warn('careful')\n",
}


def both(run: Run, *arguments: str, **options: object) -> tuple[subprocess.CompletedProcess[str], ...]:
    plain, ours = run(*arguments, **options), run("-m", "tf1compat", *arguments, **options)
    return plain, ours


def assert_same(plain: subprocess.CompletedProcess[str], ours: subprocess.CompletedProcess[str]) -> None:
    assert ours.stdout == plain.stdout
    assert ours.stderr == plain.stderr
    assert ours.returncode == plain.returncode


@pytest.mark.parametrize("name", PROGRAMS)
def test_script(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()
    encoding = "latin-1" if name == "latin-1" else "utf-8"
    (tmp_path / "sub" / "script.py").write_text(PROGRAMS[name], encoding=encoding)
    assert_same(*both(run, "sub/script.py", "a", "--b", "-c"))


@pytest.mark.parametrize("name", ["state", "exit 3", "traceback", "syntax error", "import error", "atexit", "pickle"])
def test_code(run: Run, name: str) -> None:
    assert_same(*both(run, "-c", PROGRAMS[name].replace("class A:\n    pass\n", "A = dict\n"), "a", "-m", "b"))


@pytest.mark.parametrize("name", ["state", "exit 3", "traceback", "syntax error", "inspect", "pickle"])
def test_module(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("")
    (tmp_path / "package" / "module.py").write_text(PROGRAMS[name])
    assert_same(*both(run, "-m", "package.module", "a", "--b"))


def test_unknown_encoding_is_named_with_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("# -*- coding: no-such-coding -*-\n")
    done = run("-m", "tf1compat", "script.py")
    assert done.returncode == 1 and done.stderr.startswith(f'  File "{tmp_path / "script.py"}"')
    assert done.stderr.endswith("SyntaxError: unknown encoding: no-such-coding\n")


def test_package_folder_and_zip(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "__main__.py").write_text(STATE + "import beside\n")
    (folder / "beside.py").write_text("print(__name__)\n")
    with zipfile.ZipFile(tmp_path / "program.zip", "w") as archive:
        archive.write(folder / "__main__.py", "__main__.py")
        archive.write(folder / "beside.py", "beside.py")
    for arguments in (["program", "a"], ["program.zip", "a"]):
        assert_same(*both(run, *arguments))


def test_compiled_file(run: Run, tmp_path: Path) -> None:
    import py_compile

    (tmp_path / "program.py").write_text("print(__name__)\n")
    py_compile.compile(str(tmp_path / "program.py"), cfile=str(tmp_path / "program.pyc"))
    assert_same(*both(run, "program.pyc"))


def test_standard_input(run: Run) -> None:
    assert_same(*both(run, "-", "a", input=STATE))


def test_symlinked_script_finds_its_neighbours(run: Run, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "script.py").write_text("import neighbour\n" + STATE)
    (tmp_path / "real" / "neighbour.py").write_text("print('hello')\n")
    os.symlink(tmp_path / "real" / "script.py", tmp_path / "link.py")
    assert_same(*both(run, "link.py"))


@pytest.mark.parametrize("arguments", [["no_such.py"], ["no/such/folder/x.py", "a"], ["no_such.pyc"]])
def test_missing_script(run: Run, arguments: list[str]) -> None:
    plain, ours = both(run, *arguments)
    assert ours.returncode == plain.returncode == 2
    name = re.escape(sys.executable)
    assert re.sub(name, "tf1compat", plain.stderr) == ours.stderr
    assert "can't open file" in ours.stderr and ours.stderr.endswith("[Errno 2] No such file or directory\n")


def test_folder_without_main_and_missing_module(run: Run, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    for arguments in (["nothing"], ["-m", "no_such_module"], ["-m", "nothing.here"], ["-m", "json"]):
        assert_same(*both(run, *arguments))


def test_unreadable_script(run: Run, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (tmp_path / "closed.py").write_text("")
    (tmp_path / "closed.py").chmod(0)
    assert "[Errno 13] Permission denied" in run("-m", "tf1compat", "closed.py").stderr


@pytest.mark.parametrize("way", ["script", "module", "code"])
def test_interrupt_ends_by_the_signal(run: Run, tmp_path: Path, way: str) -> None:
    # The handler is set because a child of a background job starts with the signal ignored.
    code = (
        "import os, signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "os.kill(os.getpid(), signal.SIGINT)\ntime.sleep(5)\n"
    )
    (tmp_path / "script.py").write_text(code)
    arguments = {"script": ["script.py"], "module": ["-m", "script"], "code": ["-c", code]}[way]
    plain, ours = both(run, *arguments)
    assert ours.returncode == plain.returncode == -signal.SIGINT
    assert ours.stderr == plain.stderr and "KeyboardInterrupt" in ours.stderr


def test_no_frame_of_ours_in_any_traceback(run: Run, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import tensorflow.contrib.no_such\n")
    done = run("-m", "tf1compat", "script.py")
    files = re.findall(r'File "(.*?)"', done.stderr)
    assert files == [str(tmp_path / "script.py")]
    assert "docs/coverage.md" in done.stderr.splitlines()[-1]


def test_the_installed_command(run: Run, fake_root: Path, tmp_path: Path) -> None:
    command = tmp_path / "bin" / "tf1compat"
    command.parent.mkdir()
    command.write_text("import sys\nfrom tf1compat.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n")
    (tmp_path / "script.py").write_text(PROGRAMS["state"] + "import tensorflow\nsys.exit(7)")
    done = run(str(command), "script.py", "x")
    assert done.returncode == 7, done.stderr
    assert done.stdout.startswith(f"['script.py', 'x'] {tmp_path} ")
    (tmp_path / "script.py").write_text(PROGRAMS["traceback"])
    assert re.findall(r'File "(.*?)"', run(str(command), "script.py").stderr) == [str(tmp_path / "script.py")] * 2


def test_a_script_called_like_a_command_needs_its_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "status").write_text("print('a script')\n")
    assert run("-m", "tf1compat", "./status").stdout == "a script\n"
    assert "environment:" in run("-m", "tf1compat", "status").stdout


def test_safe_path_is_respected(run: Run, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import sys; print(sys.path)\n")
    assert_same(run("-P", "script.py"), run("-P", "-m", "tf1compat", "script.py"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no program given"),
        (["-m"], "argument expected for the -m option"),
        (["-u", "script.py"], "unknown option: -u"),
    ],
)
def test_wrong_command_lines(run: Run, arguments: list[str], words: str) -> None:
    done = run("-m", "tf1compat", *arguments)
    assert done.returncode == 2 and words in done.stderr and "python -u -m tf1compat" in done.stderr


def test_help_and_version(run: Run) -> None:
    done = run("-m", "tf1compat", "--help")
    assert done.returncode == 0 and "enable" in done.stdout and "doctor" in done.stdout
    assert run("-m", "tf1compat", "--version").stdout.startswith("tf1compat ")


def test_a_module_of_tensorflow_runs_as_a_program(run: Run, fake_root: Path) -> None:
    program = fake_root / "tf1compat" / "tool.py"
    program.write_text(
        textwrap.dedent("""
        import sys
        if __name__ == "__main__":
            print(__package__, sys.argv[1:])
        """)
    )
    try:
        done = run("-m", "tf1compat", "-m", "tensorflow.tool", "x")
    finally:
        program.unlink()
    assert done.stdout == "tensorflow ['x']\n", done.stderr
