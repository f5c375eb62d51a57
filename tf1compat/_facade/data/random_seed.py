"""Seeds of datasets: as those of random ops, but as int64 tensors, since they may be given as tensors."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.array_index import where
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_elementwise import equal, logical_and
from tf1compat._jaxcore.base import dtypes


def get_seed(seed: Any) -> tuple[Any, Any]:
    """The two seeds of a dataset; (0, 0) stands for seeds that nobody chose."""
    first, second = framework.get_seed(seed)
    if first is None:
        one = constant(0, dtypes.int64, name="seed")
    else:
        one = convert_to_tensor(first, dtypes.int64, name="seed")
    if second is None:
        return one, constant(0, dtypes.int64, name="seed2")
    with name_scope("seed2") as scope:
        two = convert_to_tensor(second, dtypes.int64)
        unchosen = logical_and(equal(one, 0), equal(two, 0))
        return one, where(unchosen, constant(2**31 - 1, dtypes.int64), two, name=scope)
