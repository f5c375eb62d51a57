"""`tf.keras.optimizers`: Nadam and Ftrl."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops, state_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.init_ops import Constant
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.optimizers.rules import _Ruled
from tf1compat._facade.keras.optimizers.schedules import LearningRateSchedule
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


class Nadam(_Ruled):
    """Adam with Nesterov's momentum (Dozat 2016)."""

    _hypers, _plain = ("beta_1", "beta_2"), ("epsilon",)

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: Any = 1e-7,
        name: str = "Nadam",
        **kwargs: Any,
    ) -> None:
        kwargs["decay"] = kwargs.pop("schedule_decay", 0.004)
        if isinstance(kwargs.get("lr", learning_rate), LearningRateSchedule):
            raise ValueError(
                "The Nadam optimizer does not support tf.keras.optimizers.LearningRateSchedules as the learning rate."
            )
        super().__init__(name, **kwargs)
        self._start(learning_rate, kwargs, beta_1=beta_1, beta_2=beta_2)
        self.epsilon = epsilon or K.epsilon()
        self._m_cache: Any = None

    def _create_slots(self, var_list: Any) -> None:
        if self._m_cache is None:
            kind = var_list[0].dtype.base_dtype
            self._m_cache = self.add_weight("momentum_cache", [], kind, "ones", trainable=False)
            self._weights.append(self._m_cache)
        for name in ("m", "v"):
            for var in var_list:
                self.add_slot(var, name)

    def _prepare(self, var_list: Any) -> Any:
        self._m_cache_read = array_ops.identity(self._m_cache)
        return super()._prepare(var_list)

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        rate = array_ops.identity(self._get_hyper("learning_rate", var_dtype))
        beta_1 = array_ops.identity(self._get_hyper("beta_1", var_dtype))
        beta_2 = array_ops.identity(self._get_hyper("beta_2", var_dtype))
        step, following = (math_ops.cast(self.iterations + n, var_dtype) for n in (1, 2))
        base = math_ops.cast(0.96, var_dtype)
        now = beta_1 * (1.0 - 0.5 * math_ops.pow(base, self._initial_decay * step))
        then = beta_1 * (1.0 - 0.5 * math_ops.pow(base, self._initial_decay * following))
        schedule = math_ops.cast(self._m_cache_read, var_dtype) * now
        if var_dtype is self._m_cache.dtype:
            schedule = array_ops.identity(state_ops.assign(self._m_cache, schedule, use_locking=True))
        next_schedule = schedule * then
        apply_state[(var_device, var_dtype)] = {
            "lr_t": rate,
            "neg_lr_t": -rate,
            "epsilon": convert_to_tensor(self.epsilon, var_dtype),
            "beta_1_t": beta_1,
            "beta_2_t": beta_2,
            "m_t_1": then,
            "one_minus_beta_1_t": 1 - beta_1,
            "one_minus_beta_2_t": 1 - beta_2,
            "one_minus_m_t": 1.0 - now,
            "one_minus_m_schedule_new": 1.0 - schedule,
            "one_minus_m_schedule_next": 1.0 - next_schedule,
            "v_t_prime_denominator": 1.0 - math_ops.pow(beta_2, step),
        }

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        prime = grad / c["one_minus_m_schedule_new"]
        m_t = state_ops.assign(m, c["beta_1_t"] * m + c["one_minus_beta_1_t"] * grad, use_locking=True)
        m_prime = m_t / c["one_minus_m_schedule_next"]
        squares = c["beta_2_t"] * v + c["one_minus_beta_2_t"] * math_ops.square(grad)
        v_prime = state_ops.assign(v, squares, use_locking=True) / c["v_t_prime_denominator"]
        m_bar = c["one_minus_m_t"] * prime + c["m_t_1"] * m_prime
        value = handle - c["lr_t"] * m_bar / (math_ops.sqrt(v_prime) + c["epsilon"])
        return state_ops.assign(handle, value, use_locking=True).op

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        c = self._values(handle, apply_state)
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        prime = grad / c["one_minus_m_schedule_new"]
        scaled = grad * c["one_minus_beta_1_t"]
        with control_dependencies([self._shrunk(m, c["beta_1_t"])]):
            rows = array_ops.gather(self._resource_scatter_add(m, indices, scaled), indices)
        m_bar = c["one_minus_m_t"] * prime + c["m_t_1"] * (rows / c["one_minus_m_schedule_next"])
        scaled = grad * grad * c["one_minus_beta_2_t"]
        with control_dependencies([self._shrunk(v, c["beta_2_t"])]):
            v_t = self._resource_scatter_add(v, indices, scaled)
            rows = array_ops.gather(v_t, indices)
        below = math_ops.sqrt(rows / c["v_t_prime_denominator"]) + c["epsilon"]
        moved = self._resource_scatter_add(handle, indices, c["neg_lr_t"] * m_bar / below)
        return group(moved, m_bar, v_t)


class Ftrl(_Ruled):
    """Follow the regularized leader (McMahan et al. 2013)."""

    _hypers = ("learning_rate_power", "l1_regularization_strength", "l2_regularization_strength")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        learning_rate_power: Any = -0.5,
        initial_accumulator_value: Any = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        name: str = "Ftrl",
        l2_shrinkage_regularization_strength: Any = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(name, **kwargs)
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value {initial_accumulator_value:f} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power:f} needs to be negative or zero")
        strengths = {
            "l1_regularization_strength": l1_regularization_strength,
            "l2_regularization_strength": l2_regularization_strength,
        }
        shrinkage = {"l2_shrinkage_regularization_strength": l2_shrinkage_regularization_strength}
        for key, value in {**strengths, **shrinkage}.items():
            if value < 0.0:
                raise ValueError(f"{key} {value:f} needs to be positive or zero")
        self._start(learning_rate, kwargs, learning_rate_power=learning_rate_power, **strengths)
        self._initial_accumulator_value = initial_accumulator_value
        self._l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength

    def _create_slots(self, var_list: Any) -> None:
        for var in var_list:
            initial = Constant(self._initial_accumulator_value, dtype=var.dtype.base_dtype)
            self.add_slot(var, "accumulator", initial)
            self.add_slot(var, "linear")

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        super()._prepare_local(var_device, var_dtype, apply_state)
        c = apply_state[(var_device, var_dtype)]
        for name in self._hypers:
            c[name] = array_ops.identity(self._get_hyper(name, var_dtype))
        c["shrinkage"] = math_ops.cast(self._l2_shrinkage_regularization_strength, var_dtype)

    def _fused(self, kind: str, var: Any, apply_state: Any, *gradient: Any) -> Any:
        c = self._values(var, apply_state)
        numbers = [c["lr_t"], c["l1_regularization_strength"], c["l2_regularization_strength"]]
        if self._l2_shrinkage_regularization_strength > 0.0:
            kind += "V2"
            numbers.append(c["shrinkage"])
        handles = self._handles(var, "accumulator", "linear")
        return apply_op(kind, *handles, *gradient, *numbers, c["learning_rate_power"], use_locking=True)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        return self._fused("ResourceApplyFtrl", handle, apply_state, grad)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        return self._fused("ResourceSparseApplyFtrl", handle, apply_state, grad, indices)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "initial_accumulator_value": self._initial_accumulator_value,
            "l2_shrinkage_regularization_strength": self._l2_shrinkage_regularization_strength,
        }
