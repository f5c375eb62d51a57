"""Contexts of conditionals and loops go into meta graphs as TF 1.15.5 writes them, and come back."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from context_messages import PROGRAMS, plain  # noqa: E402
from graph_calls import Inputs  # noqa: E402

import tf1compat as tf  # noqa: E402
from tf1compat._formats import protos  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "context_messages.json").read_text())


def contexts(meta: Any) -> dict[str, Any]:
    types = {"cond_context": protos.CondContextDef, "while_context": protos.WhileContextDef}
    return {
        key: [plain(message.FromString(text)) for text in meta.collection_def[key].bytes_list.value]
        for key, message in types.items()
        if key in meta.collection_def
    }


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_written(name: str) -> None:
    with tf.Graph().as_default():
        PROGRAMS[name](tf, Inputs(tf))
        assert contexts(tf.train.export_meta_graph()) == GOLDEN[name]


@pytest.mark.parametrize("name", ["cond_nested", "cond_in_while_in_cond", "while_nested", "while_maximum"])
def test_read(name: str) -> None:
    with tf.Graph().as_default():
        PROGRAMS[name](tf, Inputs(tf))
        meta = tf.train.export_meta_graph()
    with tf.Graph().as_default() as graph:
        tf.train.import_meta_graph(meta)
        assert contexts(tf.train.export_meta_graph()) == GOLDEN[name]
        places = [op._get_control_flow_context() for op in graph.get_operations()]
        assert {type(p).__name__ for p in places} >= {"NoneType", "CondContext" if "cond" in name else "WhileContext"}


def test_read_into_a_scope() -> None:
    with tf.Graph().as_default():
        PROGRAMS["while_nested"](tf, Inputs(tf))
        meta = tf.train.export_meta_graph()
    with tf.Graph().as_default() as graph:
        tf.train.import_meta_graph(meta, import_scope="there")
        enter = graph.get_operation_by_name("there/while/Enter")
        assert enter.get_attr("frame_name") == b"there/while/while_context"
        assert enter._get_control_flow_context().name == "there/while/while_context"
