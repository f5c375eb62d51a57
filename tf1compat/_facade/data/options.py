"""`tf.data.Options`: how datasets are worked on."""

from __future__ import annotations

from typing import Any

_DEFAULT_OPTIMIZATIONS = ("map_and_batch_fusion", "noop_elimination", "shuffle_and_repeat_fusion")


class OptionsBase:
    """Options with fixed names; None where nothing was said."""

    _names: tuple[str, ...] = ()

    def __init__(self) -> None:
        object.__setattr__(self, "_values", dict.fromkeys(self._names))

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("_values", {})
        if name in values:
            return values[name]
        raise AttributeError(f"Cannot get the property {name} on {type(self).__name__}.")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._names:
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        self._check(name, value)
        self._values[name] = value

    def _check(self, name: str, value: Any) -> None:
        """TypeError where an option cannot have the value."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._values == other._values

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def merge(self, other: Any) -> Any:
        """Both together.

        Raises:
          ValueError: they say different things.
        """
        merged = type(self)()
        for name in self._names:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine is None or theirs is None:
                value = theirs if mine is None else mine
            elif isinstance(mine, OptionsBase):
                value = mine.merge(theirs)
            elif mine != theirs:
                raise ValueError(f"Cannot merge incompatible values ({mine!r} and {theirs!r}) of option: {name}")
            else:
                value = mine
            merged._values[name] = value
        return merged


class ThreadingOptions(OptionsBase):
    """`tf.data.experimental.ThreadingOptions`: numbers of threads; nothing here depends on them."""

    _names = ("max_intra_op_parallelism", "private_threadpool_size")


class StatsOptions(OptionsBase):
    """`tf.data.experimental.StatsOptions`: statistics, which are not collected."""

    _names = ("aggregator", "prefix", "counter_prefix", "latency_all_edges")


class DistributeOptions(OptionsBase):
    """`tf.data.experimental.DistributeOptions`: how datasets are shared out among workers."""

    _names = ("auto_shard", "make_stateless", "num_devices")


class MapVectorizationOptions(OptionsBase):
    """`tf.data.experimental.MapVectorizationOptions`."""

    _names = ("enabled", "use_choose_fastest")


class OptimizationOptions(OptionsBase):
    """`tf.data.experimental.OptimizationOptions`: which rewrites are applied to a dataset."""

    _rewrites = (
        "filter_fusion",
        "filter_with_random_uniform_fusion",
        "hoist_random_uniform",
        "map_and_batch_fusion",
        "map_and_filter_fusion",
        "map_fusion",
        "map_parallelization",
        "noop_elimination",
        "parallel_batch",
        "shuffle_and_repeat_fusion",
    )
    _names = (
        "apply_default_optimizations",
        "autotune",
        "autotune_algorithm",
        "autotune_buffers",
        "autotune_cpu_budget",
        "map_vectorization",
        *_rewrites,
    )

    def __init__(self) -> None:
        super().__init__()
        self._values["map_vectorization"] = MapVectorizationOptions()


class Options(OptionsBase):
    """Options of a dataset, given to `Dataset.with_options`.

    >>> import tf1compat as tf
    >>> options = tf.data.Options()
    >>> options.experimental_deterministic = True
    """

    _kinds: Any = {
        "experimental_distribute": DistributeOptions,
        "experimental_optimization": OptimizationOptions,
        "experimental_stats": StatsOptions,
        "experimental_threading": ThreadingOptions,
    }
    _names = (
        "experimental_deterministic",
        "experimental_distribute",
        "experimental_optimization",
        "experimental_slack",
        "experimental_stats",
        "experimental_threading",
        "experimental_stateful_whitelist",
    )

    def __init__(self) -> None:
        super().__init__()
        self._values.update((name, kind()) for name, kind in self._kinds.items())

    def _check(self, name: str, value: Any) -> None:
        kind = self._kinds.get(name) or (bool if name in ("experimental_deterministic", "experimental_slack") else None)
        if kind is not None and not isinstance(value, kind):
            raise TypeError(f"Property {name} must be of type {kind}, got: {value} (type: {type(value)})")

    def _static_optimizations(self) -> list[str]:
        """The rewrites that are asked for, and those that are on unless switched off."""
        asked = self.experimental_optimization
        found: list[str] = []
        defaults = asked is None or asked.apply_default_optimizations is not False
        for name in OptimizationOptions._rewrites:
            value = None if asked is None else getattr(asked, name)
            if value or (value is None and defaults and name in _DEFAULT_OPTIMIZATIONS):
                found.append(name)
        if asked is not None and asked.map_vectorization is not None and asked.map_vectorization.enabled:
            found.append("map_vectorization")
        found.sort()
        if self.experimental_deterministic is False:
            found.append("make_sloppy")
        if self.experimental_slack:
            found.append("slack")
        return found

    def _static_optimization_configs(self) -> list[str]:
        asked = self.experimental_optimization
        vectorize = None if asked is None else asked.map_vectorization
        fastest = bool(vectorize is not None and vectorize.use_choose_fastest)
        return [f"map_vectorization:use_choose_fastest:{str(fastest).lower()}"]
