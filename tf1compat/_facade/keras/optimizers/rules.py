"""`tf.keras.optimizers`: SGD, Adam, RMSprop and the others."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.init_ops import Constant
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.optimizers.base import Optimizer
from tf1compat._facade.keras.optimizers.schedules import LearningRateSchedule
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


class _Ruled(Optimizer):
    """An optimizer with a learning rate; `_hypers` names the hyperparameters, `_plain` the other arguments."""

    _hypers: tuple[str, ...] = ()
    _plain: tuple[str, ...] = ()

    def _start(self, learning_rate: Any, kwargs: dict[str, Any], **hypers: Any) -> None:
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("decay", self._initial_decay)
        for name, value in hypers.items():
            self._set_hyper(name, value)

    def _check_momentum(self, momentum: Any) -> bool:
        if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
            raise ValueError("`momentum` must be between [0, 1].")
        return isinstance(momentum, Tensor) or callable(momentum) or momentum > 0

    def _handles(self, var: Any, *slots: str) -> list[Any]:
        return [var.handle, *(self.get_slot(var, name).handle for name in slots)]

    def _shrunk(self, slot: Any, by: Any) -> Any:
        return state_ops.assign(slot, slot * by, use_locking=self._use_locking)

    def get_config(self) -> dict[str, Any]:
        hypers = {n: self._serialize_hyperparameter(n) for n in ("learning_rate", "decay", *self._hypers)}
        return {**super().get_config(), **hypers, **{n: getattr(self, n) for n in self._plain}}


class SGD(_Ruled):
    """Gradient descent, with momentum and Nesterov's variant of it."""

    _hypers, _plain = ("momentum",), ("nesterov",)

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: Any = 0.0,
        nesterov: bool = False,
        name: str = "SGD",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._momentum = self._check_momentum(momentum)
        self._start(learning_rate, kwargs, momentum=momentum)
        self.nesterov = nesterov

    def _create_slots(self, var_list: Any) -> None:
        for var in var_list if self._momentum else ():
            self.add_slot(var, "momentum")

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        momentum = array_ops.identity(self._get_hyper("momentum", var_dtype))
        apply_state[(var_device, var_dtype)]["momentum"] = momentum

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        if not self._momentum:
            return apply_op("ResourceApplyGradientDescent", handle.handle, c["lr_t"], grad, use_locking=True)
        return apply_op(
            "ResourceApplyKerasMomentum",
            *self._handles(handle, "momentum"),
            c["lr_t"],
            grad,
            c["momentum"],
            use_locking=True,
            use_nesterov=self.nesterov,
        )

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, handle: Any, indices: Any, **kwargs: Any) -> Any:
        if self._momentum:
            return super()._resource_apply_sparse_duplicate_indices(grad, handle, indices, **kwargs)
        c = self._values(handle, kwargs.get("apply_state"))
        return apply_op("ResourceScatterAdd", handle.handle, indices, -grad * c["lr_t"])

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        return apply_op(
            "ResourceSparseApplyKerasMomentum",
            *self._handles(handle, "momentum"),
            c["lr_t"],
            grad,
            indices,
            c["momentum"],
            use_locking=True,
            use_nesterov=self.nesterov,
        )


class Adam(_Ruled):
    """Adam (Kingma and Ba 2014); `amsgrad` for the variant of Reddi et al. 2018."""

    _hypers, _plain = ("beta_1", "beta_2"), ("epsilon", "amsgrad")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: Any = 1e-7,
        amsgrad: bool = False,
        name: str = "Adam",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._start(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or K.epsilon()
        self.amsgrad = amsgrad

    def _create_slots(self, var_list: Any) -> None:
        for name in ("m", "v", "vhat") if self.amsgrad else ("m", "v"):
            for var in var_list:
                self.add_slot(var, name)

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        step = math_ops.cast(self.iterations + 1, var_dtype)
        c["beta_1_t"] = array_ops.identity(self._get_hyper("beta_1", var_dtype))
        c["beta_2_t"] = array_ops.identity(self._get_hyper("beta_2", var_dtype))
        c["beta_1_power"] = math_ops.pow(c["beta_1_t"], step)
        c["beta_2_power"] = math_ops.pow(c["beta_2_t"], step)
        c["lr"] = c["lr_t"] * (math_ops.sqrt(1 - c["beta_2_power"]) / (1 - c["beta_1_power"]))
        c["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        c["one_minus_beta_1_t"] = 1 - c["beta_1_t"]
        c["one_minus_beta_2_t"] = 1 - c["beta_2_t"]

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        numbers = [c[k] for k in ("beta_1_power", "beta_2_power", "lr_t", "beta_1_t", "beta_2_t", "epsilon")]
        kind, slots = ("ResourceApplyAdam", ("m", "v"))
        if self.amsgrad:
            kind, slots = ("ResourceApplyAdamWithAmsgrad", ("m", "v", "vhat"))
        return apply_op(kind, *self._handles(handle, *slots), *numbers, grad, use_locking=True)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        m = self.get_slot(handle, "m")
        scaled = grad * c["one_minus_beta_1_t"]
        with control_dependencies([self._shrunk(m, c["beta_1_t"])]):
            m_t = self._resource_scatter_add(m, indices, scaled)
        v = self.get_slot(handle, "v")
        scaled = grad * grad * c["one_minus_beta_2_t"]
        with control_dependencies([self._shrunk(v, c["beta_2_t"])]):
            v_t = self._resource_scatter_add(v, indices, scaled)
        made, most = [m_t, v_t], v_t
        if self.amsgrad:
            v_hat = self.get_slot(handle, "vhat")
            most = math_ops.maximum(v_hat, v_t)
            with control_dependencies([most]):
                most = state_ops.assign(v_hat, most, use_locking=True)
            made.append(most)
        root = math_ops.sqrt(most)
        step = state_ops.assign_sub(handle, c["lr"] * m_t / (root + c["epsilon"]), use_locking=True)
        return group(step, *made)

    def set_weights(self, weights: Any) -> None:
        mine = self.weights
        if len(weights) == 3 * ((len(mine) - 1) // 2) + 1:  # TF1: of Keras' own Adam
            weights = weights[: len(mine)]
        super().set_weights(weights)


class RMSprop(_Ruled):
    """Gradients over the root of the moving average of their squares."""

    _hypers, _plain = ("rho", "momentum"), ("epsilon", "centered")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-7,
        centered: bool = False,
        name: str = "RMSprop",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._momentum = self._check_momentum(momentum)
        self._start(learning_rate, kwargs, rho=rho, momentum=momentum)
        self.epsilon = epsilon or K.epsilon()
        self.centered = centered

    def _create_slots(self, var_list: Any) -> None:
        for name, wanted in (("rms", True), ("momentum", self._momentum), ("mg", self.centered)):
            for var in var_list if wanted else ():
                self.add_slot(var, name)

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        c["rho"] = array_ops.identity(self._get_hyper("rho", var_dtype))
        c["neg_lr_t"] = -c["lr_t"]
        c["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        c["momentum"] = array_ops.identity(self._get_hyper("momentum", var_dtype))
        c["one_minus_rho"] = 1.0 - c["rho"]

    def _fused(self, prefix: str, var: Any, c: Any, *gradient: Any) -> Any:
        kind = "CenteredRMSProp" if self.centered else "RMSProp"
        slots = ("mg", "rms", "momentum") if self.centered else ("rms", "momentum")
        numbers = (c["lr_t"], c["rho"], c["momentum"], c["epsilon"])
        return apply_op(prefix + kind, *self._handles(var, *slots), *numbers, *gradient, use_locking=True)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        if self._momentum:
            return self._fused("ResourceApply", handle, c, grad)
        rms = self.get_slot(handle, "rms")
        new = c["rho"] * rms + c["one_minus_rho"] * math_ops.square(grad)
        below = state_ops.assign(rms, new, use_locking=True)
        if self.centered:
            mg = self.get_slot(handle, "mg")
            mean = state_ops.assign(mg, c["rho"] * mg + c["one_minus_rho"] * grad, use_locking=True)
            below = below - math_ops.square(mean)
        value = handle - c["lr_t"] * grad / (math_ops.sqrt(below) + c["epsilon"])
        return state_ops.assign(handle, value, use_locking=True).op

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        if self._momentum:
            return self._fused("ResourceSparseApply", handle, c, grad, indices)
        rms = self.get_slot(handle, "rms")
        scaled = grad * grad * c["one_minus_rho"]
        with control_dependencies([self._shrunk(rms, c["rho"])]):
            made = [self._resource_scatter_add(rms, indices, scaled)]
            below = array_ops.gather(made[0], indices)
        if self.centered:
            mg = self.get_slot(handle, "mg")
            scaled = grad * c["one_minus_rho"]
            with control_dependencies([self._shrunk(mg, c["rho"])]):
                made.append(self._resource_scatter_add(mg, indices, scaled))
                below = below - math_ops.square(array_ops.gather(made[1], indices))
        step = c["neg_lr_t"] * grad / (math_ops.sqrt(below) + c["epsilon"])
        return group(self._resource_scatter_add(handle, indices, step), *made)


class Adagrad(_Ruled):
    """Gradients over the root of the sum of their squares."""

    _plain = ("epsilon",)

    def __init__(
        self,
        learning_rate: Any = 0.001,
        initial_accumulator_value: Any = 0.1,
        epsilon: Any = 1e-7,
        name: str = "Adagrad",
        **kwargs: Any,
    ) -> None:
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value must be non-negative: {initial_accumulator_value}")
        super().__init__(name, **kwargs)
        self._start(learning_rate, kwargs)
        self._initial_accumulator_value = initial_accumulator_value
        self.epsilon = epsilon or K.epsilon()

    def _create_slots(self, var_list: Any) -> None:
        for var in var_list:
            self.add_slot(var, "accumulator", Constant(self._initial_accumulator_value, dtype=var.dtype.base_dtype))

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        c["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        c["neg_lr_t"] = -c["lr_t"]
        c["zero"] = array_ops.zeros((), dtype=dtypes.int64)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        slot = self.get_slot(handle, "accumulator")
        total = state_ops.assign_add(slot, math_ops.square(grad), use_locking=True)
        step = c["lr_t"] * grad / (math_ops.sqrt(total) + c["epsilon"])
        return state_ops.assign_sub(handle, step, use_locking=True)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        slot = self.get_slot(handle, "accumulator")
        total = self._resource_scatter_add(slot, indices, math_ops.square(grad))
        rows = array_ops.gather(total, indices, axis=c["zero"])
        step = c["neg_lr_t"] * grad / (math_ops.sqrt(rows) + c["epsilon"])
        return self._resource_scatter_add(handle, indices, step)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "initial_accumulator_value": self._initial_accumulator_value}


class Adadelta(_Ruled):
    """Adadelta (Zeiler 2012)."""

    _hypers, _plain = ("rho",), ("epsilon",)

    def __init__(
        self, learning_rate: Any = 0.001, rho: Any = 0.95, epsilon: Any = 1e-7, name: str = "Adadelta", **kwargs: Any
    ) -> None:
        super().__init__(name, **kwargs)
        self._start(learning_rate, kwargs, rho=rho)
        self.epsilon = epsilon or K.epsilon()

    def _create_slots(self, var_list: Any) -> None:
        for name in ("accum_grad", "accum_var"):
            for var in var_list:
                self.add_slot(var, name)

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        c["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        c["rho"] = array_ops.identity(self._get_hyper("rho", var_dtype))

    def _fused(self, kind: str, var: Any, apply_state: Any, *gradient: Any) -> Any:
        c = self._values(var, apply_state)
        handles = self._handles(var, "accum_grad", "accum_var")
        return apply_op(kind, *handles, c["lr_t"], c["rho"], c["epsilon"], *gradient, use_locking=True)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        return self._fused("ResourceApplyAdadelta", handle, apply_state, grad)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        return self._fused("ResourceSparseApplyAdadelta", handle, apply_state, grad, indices)


class Adamax(_Ruled):
    """Adam with the largest gradient in place of the mean square (Kingma and Ba 2014, section 7)."""

    _hypers, _plain = ("beta_1", "beta_2"), ("epsilon",)

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: Any = 1e-7,
        name: str = "Adamax",
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        self._start(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or K.epsilon()

    def _create_slots(self, var_list: Any) -> None:
        for name in ("m", "v"):
            for var in var_list:
                self.add_slot(var, name)

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        step = math_ops.cast(self.iterations + 1, var_dtype)
        c["beta_1_t"] = array_ops.identity(self._get_hyper("beta_1", var_dtype))
        c["beta_2_t"] = array_ops.identity(self._get_hyper("beta_2", var_dtype))
        c["beta_1_power"] = math_ops.pow(c["beta_1_t"], step)
        c["neg_scaled_lr"] = -c["lr_t"] / (1 - c["beta_1_power"])
        c["epsilon"] = convert_to_tensor(self.epsilon, var_dtype)
        c["one_minus_beta_1_t"] = 1 - c["beta_1_t"]
        c["zero"] = array_ops.zeros((), dtype=dtypes.int64)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        numbers = [c[k] for k in ("beta_1_power", "lr_t", "beta_1_t", "beta_2_t", "epsilon")]
        return apply_op("ResourceApplyAdaMax", *self._handles(handle, "m", "v"), *numbers, grad, use_locking=True)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        rows = array_ops.gather(m, indices, axis=c["zero"]) * c["beta_1_t"] + grad * c["one_minus_beta_1_t"]
        with control_dependencies([rows]):
            m_t = self._resource_scatter_update(m, indices, rows)
        largest = math_ops.maximum(array_ops.gather(v, indices, axis=c["zero"]) * c["beta_2_t"], math_ops.abs(grad))
        with control_dependencies([largest]):
            v_t = self._resource_scatter_update(v, indices, largest)
        step = c["neg_scaled_lr"] * (rows / (largest + c["epsilon"]))
        with control_dependencies([step]):
            moved = self._resource_scatter_add(handle, indices, step)
        return group(moved, m_t, v_t)
