"""`jax.jit` as this library uses it: 64-bit types in a scope, donated state, the persistent compilation cache."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Sequence
from typing import Any

import jax


def x64() -> Any:
    """The scope in which everything is traced and called: 64-bit types are real, the user's own setting stays."""
    return jax.enable_x64(True)


def in_x64(function: Callable[[Sequence[Any]], Any], args: Sequence[Any]) -> Any:
    """`function(args)` in that scope, which is opened only where it is not open."""
    if jax.config.jax_enable_x64:  # pyright: ignore[reportAttributeAccessIssue]
        return function(args)
    with x64():
        return function(args)


def jit(function: Callable[..., Any], donated: Sequence[int] = (), mesh: Any = None) -> Callable[..., Any]:
    """Compile `function`; the arguments at `donated` give their buffers to the results. Call inside `x64()`.

    `mesh`: devices that all get all of the arguments.
    """
    if mesh is None:
        return jax.jit(function, donate_argnums=tuple(donated))
    everywhere = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
    compiled = jax.jit(function, donate_argnums=tuple(donated), in_shardings=everywhere)

    def call(*args: Any) -> Any:
        # an array that jit itself moves to the devices is a reason to compile once more when it stays there
        there = [isinstance(a, jax.Array) and a.sharding == everywhere for a in args]
        return compiled(*(a if t else jax.device_put(a, everywhere) for a, t in zip(args, there)))

    return call


def cache_folder() -> pathlib.Path:
    """Where compiled programs are kept: `TF1COMPAT_CACHE`, else a folder in the user's cache."""
    given = os.environ.get("TF1COMPAT_CACHE")
    if given:
        return pathlib.Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (pathlib.Path(base) if base else pathlib.Path.home() / ".cache") / "tf1compat" / "xla"


def use_persistent_cache() -> None:
    """Keep compiled programs across processes, unless the user has said otherwise.

    JAX's own settings win: a cache folder that is already configured stays, and `TF1COMPAT_CACHE=off` turns it off.
    """
    if os.environ.get("TF1COMPAT_CACHE") in ("off", "0") or jax.config.values.get("jax_compilation_cache_dir"):
        return
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # a read-only home: compile every time
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
