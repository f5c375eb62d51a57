"""`tf.errors`: one exception class per status code, and the one builder of messages that TF1 has no words for."""

from __future__ import annotations

import traceback
import warnings
from typing import Any, Final

OK: Final = 0
CANCELLED: Final = 1
UNKNOWN: Final = 2
INVALID_ARGUMENT: Final = 3
DEADLINE_EXCEEDED: Final = 4
NOT_FOUND: Final = 5
ALREADY_EXISTS: Final = 6
PERMISSION_DENIED: Final = 7
RESOURCE_EXHAUSTED: Final = 8
FAILED_PRECONDITION: Final = 9
ABORTED: Final = 10
OUT_OF_RANGE: Final = 11
UNIMPLEMENTED: Final = 12
INTERNAL: Final = 13
UNAVAILABLE: Final = 14
DATA_LOSS: Final = 15
UNAUTHENTICATED: Final = 16


class InaccessibleTensorError(ValueError):
    """A tensor was used outside the function or graph that owns it."""


class OperatorNotAllowedInGraphError(TypeError):
    """A Python operation on a symbolic tensor that only a value can answer, such as `bool(tensor)`."""


class OpError(Exception):
    """A step failed: `message`, the `node_def` and `op` that failed where known, and the status `error_code`.

    The text of the exception is the message, followed by where the op was created if `op` knows that.
    """

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int) -> None:
        super().__init__()  # TF1: args stay empty, repr shows the class name only
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code

    @property
    def message(self) -> str:
        """What went wrong."""
        return self._message

    @property
    def op(self) -> Any:
        """The Operation that failed, None where unknown."""
        return self._op

    @property
    def node_def(self) -> Any:
        """The NodeDef of the op that failed, None where unknown."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The status code, one of the constants of this module."""
        return self._error_code

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self._node_def, self._op, self._message, self._error_code)

    def __str__(self) -> str:
        if self._op is None:
            return self._message
        return f"{self._message}\n\n{_creation_trace(self._op)}"


class CancelledError(OpError):
    """An operation or step was cancelled, for example by closing its queue or session."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, CANCELLED)


class UnknownError(OpError):
    """An error of no other kind, such as an exception of a `tf.py_func`."""

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int = UNKNOWN) -> None:
        super().__init__(node_def, op, message, error_code)


class InvalidArgumentError(OpError):
    """An op got a value or shape that it does not accept."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, INVALID_ARGUMENT)


class DeadlineExceededError(OpError):
    """A deadline passed before the operation was done."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, DEADLINE_EXCEEDED)


class NotFoundError(OpError):
    """A file, directory, key or resource does not exist."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, NOT_FOUND)


class AlreadyExistsError(OpError):
    """Something that was to be created exists already."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, ALREADY_EXISTS)


class PermissionDeniedError(OpError):
    """The caller may not do this."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, PERMISSION_DENIED)


class UnauthenticatedError(OpError):
    """The caller did not say who it is."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, UNAUTHENTICATED)


class ResourceExhaustedError(OpError):
    """Memory, disk or a quota ran out."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, RESOURCE_EXHAUSTED)


class FailedPreconditionError(OpError):
    """The system is not in the state the operation needs, for example a variable is not initialised."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, FAILED_PRECONDITION)


class AbortedError(OpError):
    """The operation gave up, usually because of a concurrent one."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, ABORTED)


class OutOfRangeError(OpError):
    """The input is at its end: a dataset, a reader or a closed queue has no more elements."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, OUT_OF_RANGE)


class UnimplementedError(OpError):
    """The operation, or the arguments it was called with, are not implemented."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, UNIMPLEMENTED)


class InternalError(OpError):
    """Something that must hold does not: a bug."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, INTERNAL)


class UnavailableError(OpError):
    """A server cannot be reached at the moment."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, UNAVAILABLE)


class DataLossError(OpError):
    """Data was lost or damaged, for example a truncated record file."""

    def __init__(self, node_def: Any, op: Any, message: str) -> None:
        super().__init__(node_def, op, message, DATA_LOSS)


class UnsupportedError(UnimplementedError):
    """TF1 can do this and tf1compat cannot; made by `unsupported`."""


_CODE_TO_CLASS: Final[dict[int, Any]] = {
    CANCELLED: CancelledError,
    UNKNOWN: UnknownError,
    INVALID_ARGUMENT: InvalidArgumentError,
    DEADLINE_EXCEEDED: DeadlineExceededError,
    NOT_FOUND: NotFoundError,
    ALREADY_EXISTS: AlreadyExistsError,
    PERMISSION_DENIED: PermissionDeniedError,
    RESOURCE_EXHAUSTED: ResourceExhaustedError,
    FAILED_PRECONDITION: FailedPreconditionError,
    ABORTED: AbortedError,
    OUT_OF_RANGE: OutOfRangeError,
    UNIMPLEMENTED: UnimplementedError,
    INTERNAL: InternalError,
    UNAVAILABLE: UnavailableError,
    DATA_LOSS: DataLossError,
    UNAUTHENTICATED: UnauthenticatedError,
}
_CLASS_TO_CODE: Final = {cls: code for code, cls in _CODE_TO_CLASS.items()}


def exception_type_from_error_code(error_code: int) -> Any:
    """The exception class of a status code; raises KeyError for OK and unknown codes."""
    return _CODE_TO_CLASS[error_code]


def error_code_from_exception_type(cls: Any) -> Any:
    """The status code of an exception class of this module."""
    if cls in _CLASS_TO_CODE:
        return _CLASS_TO_CODE[cls]
    warnings.warn("Unknown class exception", stacklevel=2)
    # TF1: the answer for an unknown class is an exception object, and it is returned, not raised.
    return UnknownError(None, None, "Unknown class exception", None)  # pyright: ignore[reportArgumentType]


def exception_from_status(node_def: Any, op: Any, message: str, error_code: int) -> OpError:
    """The exception of a status; an UnknownError that keeps the code where the code is not known."""
    cls = _CODE_TO_CLASS.get(error_code)
    if cls is not None:
        return cls(node_def, op, message)
    warnings.warn(f"Unknown error code: {error_code}", stacklevel=2)
    return UnknownError(node_def, op, message, error_code)


class Status:
    """A code and a message that a callee fills in; `OK` until then."""

    def __init__(self) -> None:
        self.code = OK
        self.message = ""

    def set(self, code: int, message: str) -> None:
        """Record how the call ended."""
        self.code, self.message = code, message


class raise_exception_on_not_ok_status:
    """`with raise_exception_on_not_ok_status() as status:` raises on leaving what the body recorded in `status`.

    >>> with raise_exception_on_not_ok_status() as status:
    ...     status.set(NOT_FOUND, "no such file")
    Traceback (most recent call last):
    tf1compat._jaxcore.base.errors.NotFoundError: no such file
    """

    def __enter__(self) -> Status:
        self.status = Status()
        return self.status

    def __exit__(self, *exc_info: object) -> bool:
        if self.status.code != OK:
            raise exception_from_status(None, None, self.status.message, self.status.code)
        return False


_make_specific_exception = exception_from_status  # the name it has in TF's own module


def describe_node(node: Any) -> str:
    """TF's mention of a node in a run-time message, from its `name` and `location`: (file, line) or None.

    `[[node weight/read (defined at train.py:12) ]]`, and `[[{{node weight/read}}]]` where the place is not known.
    """
    location = getattr(node, "location", None)
    if location is None:
        return f"[[{{{{node {node.name}}}}}]]"
    filename, line = location
    return f"[[node {node.name} (defined at {filename}:{line}) ]]"


def compose_message(
    what: str,
    *,
    node: Any = None,
    where: tuple[str, int] | None = None,
    expected: Any = None,
    got: Any = None,
    advice: str | None = None,
) -> str:
    """One clear message of several lines: the thing, op and node, the user's file:line, expected, got, what to do.

    `node` is anything with a `name` and, where known, a `type` and a `location`; `where` wins over its location.
    Lines without content are left out.
    """
    lines = [what]
    if node is not None:
        op_type = getattr(node, "type", None)
        lines.append(f"  node: {node.name}" + (f" (op: {op_type})" if op_type else ""))
        where = where or getattr(node, "location", None)
    if where is not None:
        lines.append(f"  created at: {where[0]}:{where[1]}" if node is not None else f"  at: {where[0]}:{where[1]}")
    details = (("expected", expected), ("got", got), ("what to do", advice))
    lines.extend(f"  {title}: {text}" for title, text in details if text is not None)
    return "\n".join(lines)


def unsupported(
    what: str,
    *,
    node: Any = None,
    where: tuple[str, int] | None = None,
    expected: Any = None,
    got: Any = None,
    advice: str | None = None,
) -> UnsupportedError:
    """The error to raise where TF1 can do something and tf1compat cannot; arguments as in `compose_message`.

    >>> raise unsupported("tf.nn.fancy is not supported.", where=("train.py", 3), advice="use tf.nn.plain")
    Traceback (most recent call last):
    tf1compat._jaxcore.base.errors.UnsupportedError: tf.nn.fancy is not supported.
      at: train.py:3
      what to do: use tf.nn.plain
    """
    message = compose_message(what, node=node, where=where, expected=expected, got=got, advice=advice)
    return UnsupportedError(getattr(node, "node_def", None), None, message)


def _restore(cls: type[OpError], node_def: Any, op: Any, message: str, error_code: int) -> OpError:
    error = cls.__new__(cls)
    OpError.__init__(error, node_def, op, message, error_code)
    return error


def _frames(op: Any) -> list[tuple[str, int, str, str | None]]:
    """The stack at an op's creation, outermost frame first; TF1 strips common folders, here paths stay usable."""
    frames: list[tuple[str, int, str, str | None]] = [
        tuple(frame)[:4] for frame in getattr(op, "traceback", None) or ()
    ]
    if not frames and getattr(op, "location", None) is not None:
        filename, line = op.location
        return [(filename, line, "<module>", None)]
    return frames


def _creation_trace(op: Any) -> str:
    """Where an op was created, and the ops it was made from, frames of several traces shown once."""
    current = traceback.format_list(_frames(op))
    text = [f"Original stack trace for {op.name!r}:\n", *current]
    original = getattr(op, "_original_op", None)
    while original is not None:
        text.append(f"\n...which was originally created as op {original.name!r}, defined at:\n")
        previous, current = current, traceback.format_list(_frames(original))
        text.extend(_elide(current, previous))
        original = getattr(original, "_original_op", None)
    return "".join(text)


def _elide(lines: list[str], previous: list[str]) -> list[str]:
    """`lines` with runs that `previous` has at the same place shortened to their first and last line."""
    shown: list[str] = []
    run: list[str] = []
    # TF1: lines beyond the shorter trace and a run that reaches its end are not shown in full.
    for line, earlier in zip(lines, previous, strict=False):
        if line == earlier:
            if not run:
                shown.append(line)
            run.append(line)
            continue
        if len(run) > 1:
            shown += [f"[elided {len(run) - 2} identical lines from previous traceback]\n", run[-1]]
        run = []
        shown.append(line)
    return shown
