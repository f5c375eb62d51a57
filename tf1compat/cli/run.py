"""Runs a script, module or code as `__main__` exactly as `python` would, with the alias installed."""

from __future__ import annotations

import builtins
import importlib.machinery
import io
import linecache
import pkgutil
import runpy
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from tf1compat.alias import install

# What `python -m` itself calls: runpy.run_module would put the old __main__ back, too early for atexit and threads.
_run_module_as_main: Callable[..., object] = getattr(runpy, "_run_module_as_main")  # noqa: B009


def run_script(path: str, arguments: Sequence[str]) -> None:
    """`python path arguments…`: a source or .pyc file, or a folder or zip file that holds `__main__.py`."""
    sys.argv = [path, *arguments]
    absolute = str(Path.cwd() / path)
    if _is_importable_from(absolute):
        _set_first_path(absolute)
        _as_main(lambda _: _run_module_as_main("__main__", alter_argv=False), _fresh_main())
        return
    code = _read(path, absolute)
    _set_first_path(str(Path(path).resolve().parent))
    main = _fresh_main()
    main.__file__ = absolute
    main.__dict__["__cached__"] = None
    main.__loader__ = importlib.machinery.SourceFileLoader("__main__", absolute)
    _as_main(_executing(code, absolute), main)


def run_module(name: str, arguments: Sequence[str]) -> None:
    """`python -m name arguments…`."""
    sys.argv = ["-m", *arguments]
    _set_first_path(str(Path.cwd()))
    _as_main(lambda _: _run_module_as_main(name, alter_argv=True), _fresh_main())


def run_code(code: str, arguments: Sequence[str]) -> None:
    """`python -c code arguments…`."""
    sys.argv = ["-c", *arguments]
    if sys.version_info >= (3, 14):  # as python does since
        code = textwrap.dedent(code)
    if sys.version_info >= (3, 13):  # tracebacks show the lines of -c since then
        lines = code.splitlines(keepends=True)
        linecache.cache["<string>"] = (len(code), None, lines, "<string>")
    _set_first_path("")
    _as_main(_executing(code, "<string>"), _fresh_main())


def run_stdin(arguments: Sequence[str]) -> None:
    """`python - arguments…`: the program stands on standard input."""
    sys.argv = ["-", *arguments]
    _set_first_path("")
    main = _fresh_main()
    main.__dict__.update(__file__="<stdin>", __cached__=None)
    _as_main(_executing(sys.stdin.buffer.read(), "<stdin>"), main)


def _is_importable_from(path: str) -> bool:
    """True for what `python` treats as a sys.path entry: folders and zip files."""
    importer: Any = pkgutil.get_importer(path)
    return importer is not None


def _read(path: str, absolute: str) -> CodeType | bytes:
    try:
        with io.open_code(absolute) as file:
            compiled = pkgutil.read_code(file) if path.endswith(".pyc") else None
            return compiled or file.read()
    except OSError as error:
        print(f"tf1compat: can't open file {absolute!r}: [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        sys.exit(2)


def _set_first_path(entry: str) -> None:
    # In place of what python put there for `-m tf1compat` or for the folder of the command.
    if not sys.flags.safe_path:
        sys.path[:1] = [entry]


def _fresh_main() -> ModuleType:
    main = ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __spec__=None, __package__=None)
    main.__loader__ = importlib.machinery.BuiltinImporter  # type: ignore[assignment]
    if sys.version_info < (3, 14):
        main.__annotations__ = {}
    return main


def _executing(source: CodeType | bytes | str, filename: str) -> Callable[[ModuleType], None]:
    def execute(main: ModuleType) -> None:
        if isinstance(source, bytes) and b"\0" in source:  # compile() would not say where
            before, _, _ = source.partition(b"\0")
            text = before.rpartition(b"\n")[2].decode("utf-8", "replace")
            where = (filename, before.count(b"\n") + 1, None, text)
            raise SyntaxError("source code cannot contain null bytes", where)
        code = source if isinstance(source, CodeType) else compile(source, filename, "exec", dont_inherit=True)
        exec(code, main.__dict__)

    return execute


_kept_alive: list[ModuleType | None] = []


def _as_main(execute: Callable[[ModuleType], object], main: ModuleType) -> None:
    """Makes `main` the `__main__` module for good and executes it; exceptions go on to the interpreter.

    The interpreter itself then prints them, chooses the exit status, joins threads and runs atexit functions.
    """
    install(by="the runner")
    _kept_alive.append(sys.modules.get("__main__"))  # its code is still running: python -m tf1compat
    sys.modules["__main__"] = main
    try:
        execute(main)
    except BaseException as error:
        _print_without_frames_above(error)
        raise


def _print_without_frames_above(error: BaseException) -> None:
    """Sees to it that the excepthook gets a traceback that begins with the user's code."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename == __file__:
        traceback = traceback.tb_next
    hook = sys.excepthook

    def excepthook(kind: type[BaseException], value: BaseException, found: TracebackType | None) -> Any:
        if value is error:
            found = value.__traceback__ = traceback
        return hook(kind, value, found)

    sys.excepthook = excepthook
