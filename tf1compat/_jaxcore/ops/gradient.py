"""The one op that TF1 does not have: `Gradient`, a whole `tf.gradients` call as one node."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _like_xs(x: Any) -> Any:
    n = len(x.attrs["Ty"])
    shapes = [x.shape(i) for i in range(n, n + len(x.attrs["Tx"]))]
    for i in x.attrs["by_row"]:
        shapes[i] = None if shapes[i] is None else (None, *shapes[i][1:])
    return [*shapes, *((None,) for _ in x.attrs["by_row"])]


@op("Gradient", "ys: [Ty], xs: [Tx], grad_ys: [Tg], stops: [Ts] -> grads: [Tout]", shape=_like_xs, own=True,
    attrs={"Ty": REQUIRED, "Tx": REQUIRED, "Tg": REQUIRED, "Ts": REQUIRED, "by_row": ()})  # fmt: skip
def gradient(ys: Any, xs: Any, grad_ys: Any, stops: Any) -> Any:
    """d(sum of ys · grad_ys) / dxs; evaluated by `exec.autodiff` together with what lies between xs and ys.

    `by_row` are the places among the xs of tables that loops and conditions look up in: their gradients are values of
    rows, and further outputs say which rows these are.
    """
    raise AssertionError("Gradient nodes are evaluated by exec.autodiff")
