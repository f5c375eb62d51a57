"""`tf.errors` as in TensorFlow 1.15, and the messages that are our own."""

from __future__ import annotations

import pickle
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from tests._jaxcore.base.golden import names, outcome, rows
from tf1compat._jaxcore.base import errors

NODE = SimpleNamespace(name="weight/read", type="Identity", location=("train.py", 12), node_def=None)


@pytest.mark.parametrize(("expression", "expected"), rows("errors"))
def test_answers_as_tf1(expression: str, expected: str) -> None:
    # TF1 strips the folders that all files share; we keep the path, so that it can be clicked.
    got = outcome(expression, names(E=errors))
    assert got.replace("/home/me/", "/") == expected


def test_unknown_class_gives_an_error_object() -> None:
    with pytest.warns(UserWarning, match="Unknown class exception"):
        answer = errors.error_code_from_exception_type(ValueError)
    assert isinstance(answer, errors.UnknownError)
    assert answer.error_code is None


def test_status_raises_on_leaving() -> None:
    with warnings.catch_warnings(), errors.raise_exception_on_not_ok_status() as status:
        assert status.code == errors.OK
    with pytest.raises(errors.OutOfRangeError, match=r"^end$"), errors.raise_exception_on_not_ok_status() as status:
        status.set(errors.OUT_OF_RANGE, "end")


def test_unknown_code_is_kept() -> None:
    with pytest.warns(UserWarning, match="Unknown error code: 99"):
        error = errors.exception_from_status(None, None, "odd", 99)
    assert (type(error), error.error_code) == (errors.UnknownError, 99)


def test_an_op_that_knows_only_its_place() -> None:
    text = str(errors.InternalError(None, SimpleNamespace(name="w", location=("train.py", 12)), "broken"))
    assert text == "broken\n\nOriginal stack trace for 'w':\n  File \"train.py\", line 12, in <module>\n"


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (NODE, "[[node weight/read (defined at train.py:12) ]]"),
        (SimpleNamespace(name="w", location=None), "[[{{node w}}]]"),
        (SimpleNamespace(name="w"), "[[{{node w}}]]"),
    ],
)
def test_describe_node(node: Any, text: str) -> None:
    assert errors.describe_node(node) == text


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ({}, []),
        (
            {"node": NODE, "expected": "float32", "got": "string", "advice": "cast it"},
            [
                "  node: weight/read (op: Identity)",
                "  created at: train.py:12",
                "  expected: float32",
                "  got: string",
                "  what to do: cast it",
            ],
        ),
        ({"node": NODE, "where": ("other.py", 1)}, ["  node: weight/read (op: Identity)", "  created at: other.py:1"]),
        ({"where": ("train.py", 3), "got": 0}, ["  at: train.py:3", "  got: 0"]),
        ({"node": SimpleNamespace(name="w", location=None)}, ["  node: w"]),
    ],
)
def test_unsupported_says_everything(arguments: dict[str, Any], lines: list[str]) -> None:
    error = errors.unsupported("tf.fancy is not supported.", **arguments)
    assert str(error) == error.message == "\n".join(["tf.fancy is not supported.", *lines])
    assert isinstance(error, errors.UnimplementedError)
    assert error.error_code == errors.UNIMPLEMENTED
    assert errors.compose_message("tf.fancy is not supported.", **arguments) == error.message
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
