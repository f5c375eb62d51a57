"""The update rules of the optimizers, in TF's own formulas.

`@update` declares a rule twice: for reference variables (`ApplyAdam`) and for resource variables (`ResourceApplyAdam`).
Gradient descent and plain momentum are Optax transformations; docs/adr/0005-optimizers.md says why the others are not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from jax import lax
from jax import numpy as jnp

from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.schema import checks, rows
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op

Kernel = Callable[..., Any]
_TYPES = {"indices": "Tindices", "global_step": "int64"}


def update(name: str, variables: str, *, ref: bool = True, prefix: str = "Apply") -> Callable[[Kernel], Kernel]:
    """Declare the kernel as `prefix + name` and `"Resource" + prefix + name`, writing `variables` (one string)."""
    written = variables.split()

    def declare(kernel: Kernel) -> Kernel:
        parameters = inspect.signature(kernel).parameters.values()
        inputs = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        options: dict[str, Any] = {
            "effect": "write",
            "writes": written,
            "grad": "none",
            "shape": _shape_rule(inputs, len(written)),
            "attrs": {"use_locking": False},
        }
        if "indices" in inputs:
            at = inputs.index("indices")
            options["check"] = _rows_exist(at)
            options["rows"] = rows.entries(at, inputs.index("grad"))

        def signature(variable_type: str) -> str:
            return ", ".join(f"{n}: {variable_type if n in written else _TYPES.get(n, 'T')}" for n in inputs)

        if ref:
            op(prefix + name, signature("Ref(T)") + " -> out: Ref(T)", stateful=False, **options)(kernel)
        op("Resource" + prefix + name, signature("resource") + " ->", **options)(kernel)
        return kernel

    return declare


def _rows_exist(position: int) -> Callable[..., Check | None]:
    """The check of the row numbers at input `position`; the variable is the first input."""
    return lambda *inputs: checks.offsets(inputs[position], np.shape(inputs[0])[0])


def _shape_rule(inputs: list[str], n_variables: int) -> Callable[[Any], Any]:
    """All variables and the gradient have one shape; with `indices`, the gradient has rows of it."""
    grad = inputs.index("grad" if "grad" in inputs else "delta")
    sparse = "indices" in inputs
    scalars = [i for i, n in enumerate(inputs) if i >= n_variables and i != grad and n != "indices"]

    def rule(x: Any) -> Any:
        shape = x.shape(0)
        for i in range(1, n_variables):
            shape = shapes.merge(shape, x.shape(i))
        given = x.shape(grad)
        if sparse and given is not None:
            given = (None, *given[1:])
        shape = shapes.merge(shape, given)
        for i in scalars:
            shapes.with_rank(x.shape(i), 0)
        return (shape,) * x.n_outputs

    return rule


# ---- gradient descent and momentum ------------------------------------------------------------------------------


@update("GradientDescent", "var")
def apply_gradient_descent(var: Any, alpha: Any, delta: Any) -> Any:
    """var - alpha * delta."""
    import optax

    step, _ = optax.scale(-alpha).update(delta, optax.EmptyState())
    return var + step


@update("Momentum", "var accum")
def apply_momentum(var: Any, accum: Any, lr: Any, grad: Any, momentum: Any, *, use_nesterov: bool = False) -> Any:
    """accum = momentum * accum + grad; var moves by -lr * accum, with Nesterov by -lr * (grad + momentum * accum)."""
    import optax

    rule: Any = optax.trace(decay=momentum, nesterov=use_nesterov)
    step, state = rule.update(grad, optax.TraceState(trace=accum))
    return var - lr * step, state.trace


@update("KerasMomentum", "var accum", ref=False)
def apply_keras_momentum(var: Any, accum: Any, lr: Any, grad: Any, momentum: Any, *, use_nesterov: bool = False) -> Any:
    """Momentum with the learning rate inside the accumulator."""
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


# ---- Adam and relatives -----------------------------------------------------------------------------------------


@update("Adam", "var m v")
def apply_adam(
    var: Any, m: Any, v: Any, beta1_power: Any, beta2_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any,
    grad: Any, *, use_nesterov: bool = False,
) -> Any:  # fmt: skip
    """Adam (Kingma and Ba 2014) in the form of the paper's section 2: epsilon is not corrected for bias.

    alpha = lr * sqrt(1 - beta2^t) / (1 - beta1^t); var -= alpha * m / (sqrt(v) + epsilon).
    """
    # written with lax functions: operators take twice as long to trace, and a model has one Adam per variable
    one = np.ones((), grad.dtype)
    alpha = lax.div(lax.mul(lr, lax.sqrt(lax.sub(one, beta2_power))), lax.sub(one, beta1_power))
    rest1, rest2 = lax.sub(one, beta1), lax.sub(one, beta2)
    m = lax.add(m, lax.mul(lax.sub(grad, m), rest1))
    v = lax.add(v, lax.mul(lax.sub(lax.mul(grad, grad), v), rest2))
    first = lax.add(lax.mul(grad, rest1), lax.mul(m, beta1)) if use_nesterov else m
    return lax.sub(var, lax.div(lax.mul(first, alpha), lax.add(lax.sqrt(v), epsilon))), m, v


@update("AdamWithAmsgrad", "var m v vhat", ref=False)
def apply_adam_with_amsgrad(
    var: Any, m: Any, v: Any, vhat: Any, beta1_power: Any, beta2_power: Any, lr: Any, beta1: Any, beta2: Any,
    epsilon: Any, grad: Any,
) -> Any:  # fmt: skip
    """Adam divided by the largest second moment so far."""
    alpha = lr * lax.sqrt(1 - beta2_power) / (1 - beta1_power)
    m = m + (grad - m) * (1 - beta1)
    v = v + (grad * grad - v) * (1 - beta2)
    vhat = lax.max(vhat, v)
    return var - m * alpha / (lax.sqrt(vhat) + epsilon), m, v, vhat


@update("AdaMax", "var m v")
def apply_ada_max(
    var: Any, m: Any, v: Any, beta1_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any, grad: Any
) -> Any:
    """AdaMax: an infinity norm in place of the second moment."""
    m = m + (grad - m) * (1 - beta1)
    v = lax.max(beta2 * v, lax.abs(grad))
    return var - lr / (1 - beta1_power) * (m / (v + epsilon)), m, v


# ---- sums of squares --------------------------------------------------------------------------------------------


@update("Adagrad", "var accum")
def apply_adagrad(var: Any, accum: Any, lr: Any, grad: Any, *, update_slots: bool = True) -> Any:
    """accum += grad²; var -= lr * grad / sqrt(accum)."""
    accum = accum + grad * grad if update_slots else accum
    return var - grad * lr * lax.rsqrt(accum), accum


@update("AdagradV2", "var accum")
def apply_adagrad_v2(var: Any, accum: Any, lr: Any, epsilon: Any, grad: Any, *, update_slots: bool = True) -> Any:
    """Adagrad with epsilon in the denominator."""
    accum = accum + grad * grad if update_slots else accum
    return var - grad * lr / (lax.sqrt(accum) + epsilon), accum


@update("Adadelta", "var accum accum_update")
def apply_adadelta(var: Any, accum: Any, accum_update: Any, lr: Any, rho: Any, epsilon: Any, grad: Any) -> Any:
    """Adadelta (Zeiler 2012): steps in units of earlier steps."""
    accum = accum * rho + grad * grad * (1 - rho)
    step = lax.sqrt(accum_update + epsilon) * lax.rsqrt(accum + epsilon) * grad
    return var - step * lr, accum, accum_update * rho + step * step * (1 - rho)


@update("RMSProp", "var ms mom")
def apply_rms_prop(var: Any, ms: Any, mom: Any, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any) -> Any:
    """RMSProp with momentum; epsilon stands under the root."""
    ms = ms + (grad * grad - ms) * (1 - rho)
    mom = mom * momentum + grad * lr / lax.sqrt(ms + epsilon)
    return var - mom, ms, mom


@update("CenteredRMSProp", "var mg ms mom")
def apply_centered_rms_prop(
    var: Any, mg: Any, ms: Any, mom: Any, lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any
) -> Any:
    """RMSProp divided by the variance of the gradient instead of its mean square."""
    ms = ms + (grad * grad - ms) * (1 - rho)
    mg = mg + (grad - mg) * (1 - rho)
    mom = mom * momentum + grad * lr / lax.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


# ---- proximal and follow-the-leader rules -----------------------------------------------------------------------


def _shrunk(x: Any, threshold: Any) -> Any:
    """Soft thresholding: towards zero by `threshold`, not beyond."""
    return lax.sign(x) * jnp.maximum(lax.abs(x) - threshold, 0)


@update("ProximalGradientDescent", "var")
def apply_proximal_gradient_descent(var: Any, alpha: Any, l1: Any, l2: Any, delta: Any) -> Any:
    """Gradient descent, then the proximal step of the l1 and l2 penalties."""
    return _proximal(var - alpha * delta, alpha, l1, l2)


@update("ProximalAdagrad", "var accum")
def apply_proximal_adagrad(var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any) -> Any:
    """Adagrad, then the proximal step of the l1 and l2 penalties."""
    accum = accum + grad * grad
    rate = lr * lax.rsqrt(accum)
    return _proximal(var - grad * rate, rate, l1, l2), accum


def _proximal(moved: Any, rate: Any, l1: Any, l2: Any) -> Any:
    """TF1: a negative l1 is no penalty."""
    return jnp.where(l1 > 0, _shrunk(moved, rate * l1), moved) / (1 + l2 * rate)


@update("AdagradDA", "var gradient_accumulator gradient_squared_accumulator")
def apply_adagrad_da(
    var: Any, gradient_accumulator: Any, gradient_squared_accumulator: Any, grad: Any, lr: Any, l1: Any, l2: Any,
    global_step: Any,
) -> Any:  # fmt: skip
    """Adagrad by dual averaging."""
    total = gradient_accumulator + grad
    squares = gradient_squared_accumulator + grad * grad
    steps = lax.convert_element_type(global_step, total.dtype)
    shrunk = jnp.where(l1 > 0, _shrunk(total, l1 * steps), total)
    return -lr * shrunk / (l2 * steps * lr + lax.sqrt(squares)), total, squares


@update("Ftrl", "var accum linear")
def apply_ftrl(var: Any, accum: Any, linear: Any, grad: Any, lr: Any, l1: Any, l2: Any, lr_power: Any) -> Any:
    """Follow the regularised leader (McMahan and others 2013)."""
    return _ftrl(var, accum, linear, grad, grad, lr, l1, l2, lr_power)


@update("FtrlV2", "var accum linear")
def apply_ftrl_v2(
    var: Any, accum: Any, linear: Any, grad: Any, lr: Any, l1: Any, l2: Any, l2_shrinkage: Any, lr_power: Any
) -> Any:
    """Ftrl whose gradient includes an l2 penalty of its own."""
    return _ftrl(var, accum, linear, grad, grad + 2 * l2_shrinkage * var, lr, l1, l2, lr_power)


def _ftrl(var: Any, accum: Any, linear: Any, grad: Any, shrinking: Any, lr: Any, l1: Any, l2: Any, power: Any) -> Any:
    new_accum = accum + grad * grad
    old, new = (jnp.where(power == -0.5, lax.sqrt(a), jnp.power(a, -power)) for a in (accum, new_accum))
    linear = linear + shrinking - (new - old) / lr * var
    quadratic = new / lr + 2 * l2
    var = jnp.where(lax.abs(linear) > l1, (l1 * lax.sign(linear) - linear) / quadratic, 0)
    return lax.convert_element_type(var, linear.dtype), new_accum, linear


# ---- rules that look at signs -----------------------------------------------------------------------------------


@update("AddSign", "var m")
def apply_add_sign(var: Any, m: Any, lr: Any, alpha: Any, sign_decay: Any, beta: Any, grad: Any) -> Any:
    """Larger steps where gradient and moving average agree in sign."""
    m = m * beta + grad * (1 - beta)
    return var - lr * (alpha + sign_decay * (lax.sign(grad) * lax.sign(m))) * grad, m


@update("PowerSign", "var m")
def apply_power_sign(var: Any, m: Any, lr: Any, logbase: Any, sign_decay: Any, beta: Any, grad: Any) -> Any:
    """Steps scaled by a power of `exp(logbase)` where gradient and moving average agree in sign."""
    m = m * beta + grad * (1 - beta)
    return var - lr * lax.exp(logbase * sign_decay * (lax.sign(grad) * lax.sign(m))) * grad, m
