"""Patterns as RE2 reads them, matched by Python's `re`."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache

from tf1compat._formats.faults import InvalidArgument

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7f",
    "blank": r"\t ",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_TOKEN = re.compile(
    r"\\Q(?P<quoted>.*?)(?:\\E|\Z)|\\[pP](?P<property>\{\^?\w+\}|\w)|\\(?P<escaped>.)|\[:(?P<posix>\^?\w+):\]"
    r"|(?P<perl>\(\?(?:=|!|<=|<!|>|#|\())|(?P<end>\$)|(?P<open>\[\^?\]?)|(?P<close>\])",
    re.DOTALL,
)


@lru_cache(maxsize=256)
def compiled(pattern: bytes) -> re.Pattern[str]:
    """The pattern, ready to match text decoded by `decoded`.

    Raises:
      InvalidArgument: the pattern is not one that RE2 takes, or asks for a Unicode script.

    >>> bool(compiled(b"[[:alpha:]]+$").fullmatch("abc"))
    True
    """
    text = decoded(pattern)
    try:
        return re.compile(_translated(text), re.ASCII)
    except re.error as e:
        reason = f"missing ): {text}" if "unterminated subpattern" in e.msg or "missing )" in e.msg else e.msg
        raise InvalidArgument(f"Invalid pattern: {text}, error: {reason}") from None


def _translated(text: str) -> str:
    out: list[str] = []
    at, in_class = 0, False
    for found in _TOKEN.finditer(text):
        out.append(text[at : found.start()])
        at = found.end()
        kind = found.lastgroup
        if kind == "open":
            out.append(found[0] if not in_class else "\\[")
            in_class = True
        elif kind == "close":
            out.append("]")
            in_class = False
        elif kind == "end":
            out.append("$" if in_class else r"(?!\n)\Z" if "(?m" not in text else "$")
        elif kind == "posix":
            out.append(_posix(text, found["posix"], in_class))
        elif kind == "perl":
            raise InvalidArgument(f"Invalid pattern: {text}, error: invalid perl operator: {found['perl']}")
        elif kind == "property":
            out.append(_property(text, found[0], in_class))
        elif kind == "quoted":
            out.append(re.escape(found["quoted"]))
        else:
            out.append(_escape(text, found["escaped"]))
    return "".join([*out, text[at:]])


def _posix(text: str, name: str, in_class: bool) -> str:
    if not in_class:
        return f"[:{name}:]"
    if name not in _CLASSES:
        raise InvalidArgument(f"Invalid pattern: {text}, error: invalid character class range: [:{name}:]")
    return _CLASSES[name]


def _property(text: str, shown: str, in_class: bool) -> str:
    name = shown[2:].strip("{}")
    negated = (shown[1] == "P") != name.startswith("^")
    ranges = _category(name.lstrip("^"))
    if not ranges or (negated and in_class):
        raise InvalidArgument(
            f"Invalid pattern: {text}: of Unicode properties, general categories such as \\pL and \\p{{Lu}} are supported, "
            "negated ones outside of brackets"
        )
    return ranges if in_class else f"[{'^' if negated else ''}{ranges}]"


@lru_cache
def _category(name: str) -> str:
    """The characters of a general category (or of a group of them, by its first letter) as ranges in a class."""
    found: list[str] = []
    start: int | None = None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and unicodedata.category(chr(code)).startswith(name)
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            found.append(f"\\U{start:08x}-\\U{code - 1:08x}")
            start = None
    return "".join(found)


def _escape(text: str, char: str) -> str:
    if char == "z":
        return r"\Z"
    if char in "123456789" or char in "ZGXRhHkK":
        raise InvalidArgument(f"Invalid pattern: {text}, error: invalid escape sequence: \\{char}")
    return "\\" + char


def decoded(text: bytes) -> str:
    """Text to match; bytes that are no UTF-8 are characters of their own."""
    return text.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """The bytes of matched text."""
    return text.encode("utf-8", "surrogateescape")


def full_match(text: bytes, pattern: bytes) -> bool:
    """Does the pattern match all of the text?"""
    return compiled(pattern).fullmatch(decoded(text)) is not None


def replace(text: bytes, pattern: bytes, rewrite: bytes, everywhere: bool) -> bytes:
    r"""The text with matches (or the first one) replaced; `\0` to `\9` in `rewrite` are groups, `\\` a backslash.

    >>> replace(b"abc", b"(a)(b)", rb"\2\1", True)
    b'bac'
    """
    source, parts = decoded(text), re.split(r"\\(.)", decoded(rewrite))
    out: list[str] = []
    at, last = 0, -1
    for found in compiled(pattern).finditer(source):
        if found.start() == found.end() == last:
            continue  # RE2: no empty match where the last one ended
        last = found.end()
        out.append(source[at : found.start()])
        out.append(_rewritten(found, parts))
        at = found.end()
        if not everywhere:
            break
    return encoded("".join([*out, source[at:]]))


def _rewritten(found: re.Match[str], parts: list[str]) -> str:
    out = [parts[0]]
    for i in range(1, len(parts), 2):
        char = parts[i]
        if char.isdigit():
            group = int(char)
            out.append((found[group] or "") if group <= len(found.groups()) else "")
        else:
            out.append(char)
        out.append(parts[i + 1])
    return "".join(out)
