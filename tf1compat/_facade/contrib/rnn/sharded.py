"""Weights in several variables that are joined where they are used."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat

_KEY = "concatenated_variables"


def joined_variable(name: str, shape: list[int], dtype: Any, num_shards: int) -> Any:
    """The variables `name_0`, `name_1`… joined along their rows; joined once per graph and scope.

    Raises:
      ValueError: there are more shards than rows.
    """
    if num_shards > shape[0]:
        raise ValueError(f"Too many shards: shape={shape}, num_shards={num_shards}")
    rows, rest = divmod(shape[0], num_shards)
    shards = [
        scopes.get_variable(f"{name}_{i}", [rows + (i < rest), *shape[1:]], dtype=dtype) for i in range(num_shards)
    ]
    if len(shards) == 1:
        return shards[0]
    graph = context.get_default_graph()
    full_name = f"{scopes.get_variable_scope().name}/{name}/concat:0"
    for value in graph.get_collection(_KEY):
        if value.name == full_name:
            return value
    joined = concat(shards, 0, name=f"{name}/concat")
    graph.add_to_collection(_KEY, joined)
    return joined
