"""`tf.config`: devices of this machine, and settings for sessions that are made without a ConfigProto."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import context

_POLICIES = ("silent", "silent_for_int32", "warn", "explicit")
_SWITCHES = (
    "layout_optimizer",
    "constant_folding",
    "shape_optimization",
    "remapping",
    "arithmetic_optimization",
    "dependency_optimization",
    "loop_optimization",
    "function_optimization",
    "debug_stripper",
    "scoped_allocator_optimization",
    "pin_to_host_optimization",
    "auto_mixed_precision",
)
_NUMBERS = ("min_graph_nodes",)
_BOOLEANS = ("disable_model_pruning", "disable_meta_optimizer")


class PhysicalDevice(NamedTuple):
    """A device of this machine, whether JAX has started it or not."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that operations can be placed on."""

    name: str
    device_type: str


class VirtualDeviceConfiguration(NamedTuple("VirtualDeviceConfiguration", [("memory_limit", Any)])):
    """A part of a physical device.

    Args:
      memory_limit: megabytes of a GPU; None for CPUs.
    """

    def __new__(cls, memory_limit: Any = None) -> VirtualDeviceConfiguration:
        return super().__new__(cls, memory_limit)


def session_config() -> Any:
    """The ConfigProto of sessions that are given none; None where nothing has been set."""
    settings = context.CONFIG
    if not settings:
        return None
    from tf1compat._formats import protos

    config = protos.ConfigProto(
        allow_soft_placement=settings.get("soft", False),
        log_device_placement=settings.get("log", False),
        intra_op_parallelism_threads=settings.get("intra", 0),
        inter_op_parallelism_threads=settings.get("inter", 0),
    )
    virtual = settings.get("virtual", {})
    cpus = sum(len(virtual.get(d, [None])) for d in _visible("CPU"))
    if cpus != 1:
        config.device_count["CPU"] = cpus
    if "visible" in settings:
        gpus = _visible("GPU")
        if len(gpus) < len(list_physical_devices("GPU")):
            config.gpu_options.visible_device_list = ",".join(d.name.rpartition(":")[2] for d in gpus)
            if not gpus:
                config.device_count["GPU"] = 0
    config.gpu_options.allow_growth = any(settings.get("growth", {}).values())
    _set_optimizer(config.graph_options, settings)
    return config


def _set_optimizer(message: Any, settings: Any) -> None:
    if settings.get("jit"):
        message.optimizer_options.global_jit_level = 1
    for name, value in settings.get("optimizer", {}).items():
        if name in _SWITCHES:
            setattr(message.rewrite_options, name, 1 if value else 2)
        else:
            setattr(message.rewrite_options, name, value)


# ---- devices ---------------------------------------------------------------------------------------------------------


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The CPU, and the GPUs of this machine; does not start JAX, so that their memory can still be set."""
    found = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    found += [PhysicalDevice(f"/physical_device:GPU:{i}", "GPU") for i in range(_gpu_count())]
    return [d for d in found if device_type in (None, d.device_type)]


def _gpu_count() -> int:
    from tf1compat._facade import device_options

    if device_options._started():
        import jax

        return sum(d.platform in ("gpu", "cuda", "rocm") for d in jax.local_devices())
    return _unstarted_gpus()


def _unstarted_gpus() -> int:
    """GPUs that JAX will find: there is a plugin for them, the driver has them, and the environment shows them."""
    import importlib.util

    plugins = ("jax_cuda13_plugin", "jax_cuda12_plugin", "jax_rocm7_plugin", "jax_rocm60_plugin")
    platforms = os.environ.get("JAX_PLATFORMS", "")
    if platforms and not any(p in platforms for p in ("cuda", "gpu", "rocm")):
        return 0
    if not any(importlib.util.find_spec(name) for name in plugins):
        return 0
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is not None:
        return len([v for v in visible.split(",") if v.strip() not in ("", "-1")])
    try:
        return sum(name.removeprefix("nvidia").isdigit() for name in os.listdir("/dev") if name.startswith("nvidia"))
    except OSError:
        return 0


def _visible(device_type: str) -> list[PhysicalDevice]:
    return [d for d in get_visible_devices() if d.device_type == device_type]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The physical devices that will be used."""
    found = context.CONFIG.get("visible")
    devices = list_physical_devices() if found is None else list(found)
    return [d for d in devices if device_type in (None, d.device_type)]


def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Use only `devices` (of `device_type`).

    Raises:
      ValueError: one is none of this machine, or of another type.
      RuntimeError: the devices are in use already.
    """
    devices = list(devices) if isinstance(devices, list) else [devices]
    for device in devices:
        _check_known(device)
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unrecognized device: {device!r}")
    others = [d for d in get_visible_devices() if device_type is not None and d.device_type != device_type]
    if [*others, *devices] != get_visible_devices():
        _check_unstarted("Visible devices cannot be modified after being initialized")
        context.CONFIG["visible"] = [*others, *devices]


def get_memory_growth(device: PhysicalDevice) -> Any:
    """Whether a GPU's memory is taken as it is needed.

    Raises:
      ValueError: no device of this machine.
      KeyError: it is no GPU.
    """
    _check_known(device)
    if device.device_type != "GPU":
        raise KeyError(device)
    return context.CONFIG.get("growth", {}).get(device)


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Take a GPU's memory as it is needed, not most of it at once. JAX does so for all GPUs or for none.

    Raises:
      ValueError: no GPU, or one with virtual devices.
      RuntimeError: it is in use already.
    """
    _check_known(device)
    if device in context.CONFIG.get("virtual", {}):
        raise ValueError("Cannot set memory growth on device when virtual devices configured")
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU devices")
    growth = context.CONFIG.get("growth", {})
    if growth.get(device) != enable:
        _check_unstarted("Physical devices cannot be modified after being initialized")
        context.CONFIG["growth"] = {**growth, device: enable}


def get_virtual_device_configuration(device: PhysicalDevice) -> list[VirtualDeviceConfiguration] | None:
    """What `set_virtual_device_configuration` has set."""
    _check_known(device)
    return context.CONFIG.get("virtual", {}).get(device)


def set_virtual_device_configuration(device: PhysicalDevice, virtual_devices: Any) -> None:
    """Name several devices that share the CPU: `tf.device("/cpu:1")` exists then; they compute as one.

    Raises:
      ValueError: no device of this machine, or a memory limit for a CPU.
      NotImplementedError: a GPU; JAX does not divide GPUs.
      RuntimeError: the devices are in use already.
    """
    _check_known(device)
    if device.device_type == "CPU":
        if any(v.memory_limit is not None for v in virtual_devices):
            raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
    else:
        raise NotImplementedError(
            f"{device.name} cannot be divided into {len(virtual_devices)} devices: JAX gives a GPU as a whole. To limit "
            "its memory, set per_process_gpu_memory_fraction in tf.GPUOptions"
        )
    virtual = context.CONFIG.get("virtual", {})
    if virtual.get(device) != virtual_devices:
        _check_unstarted("Virtual devices cannot be modified after being initialized")
        context.CONFIG["virtual"] = {**virtual, device: virtual_devices}


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that operations can be placed on; from then on they cannot be configured."""
    from tf1compat._facade import device_lib, device_options

    config = session_config()
    device_options.apply(config)
    context.CONFIG.setdefault("started", True)
    found = [
        LogicalDevice("/job:localhost/replica:0/task:0" + d.name, d.device_type)
        for d in device_lib.list_local_devices(config)
    ]
    return [d for d in found if device_type in (None, d.device_type)]


def experimental_list_devices() -> list[str]:
    """The names of `list_logical_devices`."""
    return [d.name for d in list_logical_devices()]


def _check_known(device: Any) -> None:
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")


def _is_started() -> bool:
    return bool(context.CONFIG.get("started"))


def _check_unstarted(message: str) -> None:
    from tf1compat._facade import device_options

    if _is_started() or (device_options._started() and device_options._has_gpu()):
        raise RuntimeError(message)


# ---- settings --------------------------------------------------------------------------------------------------------


def get_soft_device_placement() -> bool:
    """Whether operations may run elsewhere than they ask for."""
    return bool(context.CONFIG.get("soft", False))


def set_soft_device_placement(enabled: bool) -> None:
    """Let operations run elsewhere where the device that they ask for is not there."""
    context.CONFIG["soft"] = bool(enabled)


def get_log_device_placement() -> bool:
    """Whether sessions print where operations run."""
    return bool(context.CONFIG.get("log", False))


def set_log_device_placement(enabled: bool) -> None:
    """Let sessions that are made without a ConfigProto print where operations run.

    Raises:
      RuntimeError: `tf.config.experimental.list_logical_devices` has been called.
    """
    if bool(enabled) != get_log_device_placement():
        if _is_started():
            raise RuntimeError("Device placement logging must be set at program startup")
        context.CONFIG["log"] = bool(enabled)


def _threads(key: str, title: str) -> tuple[Callable[[], int], Callable[[int], None]]:
    def get() -> int:
        return int(context.CONFIG.get(key, 0))

    def put(num_threads: int) -> None:
        if num_threads != context.CONFIG.get(key):
            if _is_started():
                raise RuntimeError(f"{title} op parallelism cannot be modified after initialization.")
            context.CONFIG[key] = num_threads

    return get, put


get_inter_op_parallelism_threads, set_inter_op_parallelism_threads = _threads("inter", "Inter")
get_inter_op_parallelism_threads.__doc__ = """Number of operations at the same time; 0: the system decides."""
set_inter_op_parallelism_threads.__doc__ = """Kept in the ConfigProto of sessions; XLA chooses its threads itself."""
get_intra_op_parallelism_threads, set_intra_op_parallelism_threads = _threads("intra", "Intra")
get_intra_op_parallelism_threads.__doc__ = """Number of threads of one operation; 0: the system decides."""
set_intra_op_parallelism_threads.__doc__ = """Kept in the ConfigProto of sessions; XLA chooses its threads itself."""


def get_optimizer_jit() -> bool:
    """Whether XLA was asked for; everything is compiled by it in any case."""
    return bool(context.CONFIG.get("jit", False))


def set_optimizer_jit(enabled: bool) -> None:
    """Ask for XLA, which compiles everything in any case."""
    context.CONFIG["jit"] = bool(enabled)


def get_optimizer_experimental_options() -> dict[str, Any]:
    """What `set_optimizer_experimental_options` has set."""
    found = {"disable_model_pruning": False, "disable_meta_optimizer": False, **context.CONFIG.get("optimizer", {})}
    return {name: found[name] for name in (*_SWITCHES, *_BOOLEANS, *_NUMBERS) if name in found}


def set_optimizer_experimental_options(options: dict[str, Any]) -> None:
    """Switches of TensorFlow's graph optimizer, kept in the ConfigProto of sessions; XLA optimises by its own rules."""
    known = {k: bool(v) for k, v in options.items() if k in _SWITCHES or k in _BOOLEANS}
    known.update({k: v for k, v in options.items() if k in _NUMBERS})
    context.CONFIG["optimizer"] = {**context.CONFIG.get("optimizer", {}), **known}


def get_device_policy() -> str:
    """What eager operations do with inputs on other devices."""
    return str(context.CONFIG.get("policy", "silent"))


def set_device_policy(device_policy: str | None) -> None:
    """What eager operations do with inputs on other devices; there are none here.

    Raises:
      ValueError: no such policy.
    """
    if device_policy is not None and device_policy not in _POLICIES:
        raise ValueError(f"Not a valid device policy: {device_policy!r}")
    context.CONFIG["policy"] = device_policy or "silent"


def get_synchronous_execution() -> bool:
    """Whether eager operations wait for their results."""
    return bool(context.CONFIG.get("synchronous", True))


def set_synchronous_execution(enable: bool | None) -> None:
    """Whether eager operations wait for their results; there are none here."""
    context.CONFIG["synchronous"] = True if enable is None else bool(enable)


def experimental_run_functions_eagerly(run_eagerly: bool) -> None:
    """Whether functions run their Python code each time when they are called eagerly; they are not, here."""
    context.CONFIG["eagerly"] = bool(run_eagerly)


def experimental_connect_to_host(remote_host: Any = None, job_name: str = "worker") -> None:
    """Connects eager execution with another machine.

    Raises:
      ValueError: no host.
      NotImplementedError: there is no eager execution here.
    """
    if not remote_host:
        raise ValueError("Must provide at least one remote_host")
    raise NotImplementedError(
        f"tf.config.experimental_connect_to_host({remote_host!r}): there is no eager execution here. Start a "
        f"tf.train.Server for the job {job_name!r}, and open a tf.Session on its target"
    )


def experimental_connect_to_cluster(
    cluster_spec_or_resolver: Any, job_name: str = "localhost", task_index: int = 0, protocol: str | None = None
) -> None:
    """Connects eager execution with a cluster.

    Raises:
      NotImplementedError: there is no eager execution here.
    """
    raise NotImplementedError(
        "tf.config.experimental_connect_to_cluster: there is no eager execution here. Start a tf.train.Server in each "
        "task, and open a tf.Session on its target"
    )
