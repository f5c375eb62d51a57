"""Modules that protoc made before 3.19: today's protobuf refuses them, but all they describe is in their bytes.

Such a `x_pb2.py` builds every descriptor by hand beside the serialized file. Instead of running it, its imports are
run, the serialized file is handed to the pool, and the module gets what protoc writes today.
"""

from __future__ import annotations

import ast
import importlib.machinery
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

_BY_HAND = b"_descriptor.FieldDescriptor("
_BY_HAND_ENUM = b"_descriptor.EnumDescriptor("


class _OldProtoLoader(importlib.machinery.SourceFileLoader):
    """Loads a module by the serialized file in its source."""

    def exec_module(self, module: ModuleType) -> None:
        from google.protobuf import descriptor_pool
        from google.protobuf.internal import builder

        tree = ast.parse(self.get_data(self.path))
        names = vars(module)
        imports = [s for s in tree.body if isinstance(s, ast.Import | ast.ImportFrom)]
        needed: list[ast.stmt] = [s for s in imports if not _is_protobufs_own(s)]
        exec(compile(ast.Module(needed, []), self.path, "exec"), names)  # other protos first: the pool wants them
        file = descriptor_pool.Default().AddSerializedFile(_serialized(tree))
        names["DESCRIPTOR"] = file
        builder.BuildMessageAndEnumDescriptors(file, names)
        builder.BuildTopDescriptorsAndMessages(file, module.__name__, names)


def _is_protobufs_own(statement: ast.Import | ast.ImportFrom) -> bool:
    """True for protobuf's Python modules, which today's builder replaces, but not for messages that it brings."""
    if isinstance(statement, ast.ImportFrom):
        is_message = any(alias.name.endswith("_pb2") for alias in statement.names)
        return statement.module in ("google.protobuf", "google.protobuf.internal") and not is_message
    return False


def _serialized(tree: ast.Module) -> bytes:
    """The serialized FileDescriptorProto in the source."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "serialized_pb":
            value = node.value
            if isinstance(value, ast.Call):  # _b('…') keeps Python 2 and 3 apart
                return ast.literal_eval(value.args[0]).encode("latin-1")
            return ast.literal_eval(value)
    raise ImportError("a module made by an old protoc holds no serialized file; make it anew with today's protoc")


class _Finder:
    """First on sys.meta_path: gives old `x_pb2` modules their loader."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.endswith("_pb2") or fullname.startswith(("google.", "tensorflow.", "tf1compat.")):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader or spec.origin is None:
            return None
        source = spec.loader.get_data(spec.origin)
        if b"serialized_pb=" not in source or (_BY_HAND not in source and _BY_HAND_ENUM not in source):
            return None
        spec.loader = _OldProtoLoader(fullname, spec.origin)
        return spec


_finder = _Finder()


def activate() -> None:
    """Arms the loader."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def deactivate() -> None:
    """Disarms it."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
