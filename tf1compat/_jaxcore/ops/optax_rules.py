"""Update rules that a program brings along: Optax transformations, called inside the compiled step.

Neither op exists in TensorFlow. The transformation is named by a token, like the function of a `PyFunc`: a graph that is
written to a file keeps the token only.
"""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _like_parameters_and_state(x: Any) -> Any:
    """The outputs are new values of the parameters and the state, which have the shapes of the old ones."""
    n = len(x.attrs["Tparams"])
    return tuple(x.shape(i if i < n else n + i) for i in range(x.n_outputs))


@op("OptaxInit", "params: [Tparams] -> state: [Tstate]", grad="none", own=True, shape=shape_rules.unknown)
def optax_init(params: Any, *, token: bytes = REQUIRED, Tstate: Any = REQUIRED) -> Any:
    """The leaves of the state with which the transformation starts."""
    return tuple(host_services.get("python functions")(token).start(params, Tstate))


@op("OptaxUpdate", "params: [Tparams], grads: [Tgrads], state: [Tstate] -> new_params: [Tparams], new_state: [Tstate]",
    grad="none", own=True, shape=_like_parameters_and_state)  # fmt: skip
def optax_update(params: Any, grads: Any, state: Any, *, token: bytes = REQUIRED) -> Any:
    """The parameters after one update by the gradients, and the leaves of the next state."""
    new_params, new_state = host_services.get("python functions")(token).step(params, grads, state)
    return (*new_params, *new_state)
