"""The rules that keep the house in order: sizes, docstrings, file names, mutable globals, the README's tree."""

import ast
import functools
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parent.parent
FILES = sorted((ROOT / "tf1compat").rglob("*.py"))
MAX_FILE, MAX_FUNCTION = 500, 60

# Exceptions, with their reason and their present size in lines: they may only shrink.
LONG_FILES: dict[str, tuple[int, str]] = {
    "tf1compat/__init__.py": (700, "the namespace itself: a line per public name, nothing else"),
}
LONG_FUNCTIONS: dict[str, tuple[int, str]] = {
    "tf1compat/_facade/contrib/batch_norm.py:batch_norm": (87, "23 arguments and their documentation"),
    "tf1compat/_facade/data/experimental/csv_files.py:make_csv_dataset": (72, "20 arguments and their documentation"),
    "tf1compat/_jaxcore/schema/opdef.py:op": (108, "half of it is the documentation of its options"),
}

# Only context.py may keep mutable state in the facade. These hold nothing that changes what a program means.
REGISTRIES: dict[str, str] = {
    "tf1compat/_facade/array_index.py:_OUTPUTS": "a cache of namedtuple classes",
    "tf1compat/_facade/logging.py:_configured": "the one logger, configured at its first use",
    "tf1compat/_facade/ref_variable.py:_WARNED": "each deprecation is reported once",
    "tf1compat/_facade/variable_base.py:_KINDS": "filled while modules are imported, then only read",
}


def name(path):
    return path.relative_to(ROOT).as_posix()


@functools.cache
def tree(path):
    return ast.parse(path.read_text())


def functions(node, prefix=""):
    """(qualified name, lines) of every function, decorators not counted."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child.end_lineno - child.lineno + 1
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        yield from functions(child, f"{prefix}{child.name}." if named else prefix)


def test_files_are_short():
    sizes = {name(p): len(p.read_text().splitlines()) for p in FILES}
    too_long = {f: n for f, n in sizes.items() if n > LONG_FILES.get(f, (MAX_FILE,))[0]}
    assert not too_long
    settled = {f for f in LONG_FILES if sizes.get(f, 0) <= MAX_FILE}
    assert not settled, "no longer exceptions: take them off the list"


def test_functions_are_short():
    sizes = {f"{name(p)}:{f}": n for p in FILES for f, n in functions(tree(p))}
    too_long = {f: n for f, n in sizes.items() if n > LONG_FUNCTIONS.get(f, (MAX_FUNCTION,))[0]}
    assert not too_long
    settled = {f for f in LONG_FUNCTIONS if sizes.get(f, 0) <= MAX_FUNCTION}
    assert not settled, "no longer exceptions: take them off the list"


def test_every_module_says_its_purpose():
    silent = [name(p) for p in FILES if not (ast.get_docstring(tree(p)) or "").strip()]
    assert not silent


def test_file_names_say_an_idea():
    shapeless = re.compile(r"_*(utils?|helpers?|common|misc)_*")
    modules = ("contrib/learn/utils", "contrib/util", "keras/utils", "saved_model/utils")
    given_by_tensorflow = {f"tf1compat/{module}.py" for module in modules}
    shapeless_files = {name(p) for p in FILES if shapeless.fullmatch(p.stem) or shapeless.fullmatch(p.parent.name)}
    assert not shapeless_files - given_by_tensorflow


MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MUTATORS = frozenset(
    re.findall(r"\w+", "append add extend insert update setdefault pop popitem remove discard clear sort")
)


def mutable_globals(module):
    """Names at module level that are bound to a list, dict or set, or by a `global` statement."""
    found = set()
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        made = isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("list", "dict", "set", "defaultdict")
        if isinstance(node, ast.Assign | ast.AnnAssign) and (isinstance(value, MUTABLE) or made):
            found.update(t.id for t in targets if isinstance(t, ast.Name))
    return found


def changed_names(module):
    """Names that the module's functions change in place: item assignment, del, a mutating method, `global`."""
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                yield from node.names
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                yield getattr(node.value, "id", None)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
                yield getattr(node.func.value, "id", None)


def local_names(module):
    """Names that are assigned or are parameters inside functions (and may hide a global)."""
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            yield from (a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg))
            yield from (n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def test_only_context_keeps_mutable_globals_in_the_facade():
    found = {}
    for path in FILES:
        if "_facade" not in path.parts or path.name == "context.py":
            continue
        declared_global = {n for g in ast.walk(tree(path)) if isinstance(g, ast.Global) for n in g.names}
        changed = mutable_globals(tree(path)) & set(changed_names(tree(path))) - set(local_names(tree(path)))
        names = {n for n in changed | declared_global if f"{name(path)}:{n}" not in REGISTRIES}
        if names:
            found[name(path)] = sorted(names)
    assert not found


def test_tensorflow_is_never_imported():
    importing = [
        f"{name(p)}:{n.lineno}"
        for p in FILES
        for n in ast.walk(tree(p))
        if (isinstance(n, ast.Import) and any(a.name.split(".")[0] == "tensorflow" for a in n.names))
        or (isinstance(n, ast.ImportFrom) and not n.level and (n.module or "").split(".")[0] == "tensorflow")
    ]
    assert not importing


def test_readme_names_rooms_that_exist():
    rows = re.findall(r"^    (tf1compat/[\w/.]*)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(rows) > 8
    assert not [row for row in rows if not (ROOT / row).exists()]


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/adr/README.md", "benchmarks/README.md"])
def test_links_lead_somewhere(document):
    path = ROOT / document
    links = [x for x in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()) if not x.startswith("http")]
    assert not [x for x in links if not (path.parent / x).exists()]
