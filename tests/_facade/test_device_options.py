"""Options of a ConfigProto about devices: those of GPUs reach JAX before it starts; placements are printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import tf1compat as tf

_CHILD = """
import json, os, sys
import tf1compat as tf
if sys.argv[1] == "late":
    import jax
    jax.devices()
options = tf.GPUOptions(allow_growth=True, per_process_gpu_memory_fraction=0.25, visible_device_list="1,0")
with tf.Session(config=tf.ConfigProto(gpu_options=options, device_count={"GPU": 0})) as session:
    assert session.run(tf.constant(3) + 4) == 7
import jax
names = ("XLA_PYTHON_CLIENT_PREALLOCATE", "XLA_PYTHON_CLIENT_MEM_FRACTION")
print(json.dumps([*map(os.environ.get, names), jax.config.values["jax_cuda_visible_devices"], jax.config.jax_platforms]))
"""


def _child(when: str, **given: str) -> list[str | None]:
    names = ("XLA_PYTHON_CLIENT_PREALLOCATE", "XLA_PYTHON_CLIENT_MEM_FRACTION", "JAX_PLATFORMS")
    env = {**{k: v for k, v in os.environ.items() if k not in names}, **given}
    done = subprocess.run([sys.executable, "-c", _CHILD, when], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_options_reach_jax() -> None:
    assert _child("early") == ["false", "0.25", "1,0", "cpu"]


def test_the_environment_wins() -> None:
    assert _child("early", XLA_PYTHON_CLIENT_MEM_FRACTION="0.5")[:2] == ["false", "0.5"]


def test_options_come_too_late() -> None:
    assert _child("late")[:2] == [None, None]


def test_log_device_placement(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines, and their order, of TF 1.15.5: sources come last; a graph that has grown is printed again."""
    monkeypatch.delenv("TF_CPP_MIN_LOG_LEVEL", raising=False)
    with tf.Graph().as_default():
        v = tf.Variable(tf.constant(1.0, name="a"), name="v")
        with tf.device("/cpu:0"):
            c = tf.multiply(v, 2.0, name="c")
        with tf.Session(config=tf.ConfigProto(log_device_placement=True, device_count={"GPU": 0})) as sess:
            sess.run(v.initializer)
            sess.run(c)
            first = capsys.readouterr()
            sess.run(tf.constant(7.0, name="w"))
            second = capsys.readouterr()
    cpu = "/job:localhost/replica:0/task:0/device:CPU:0"
    nodes = ["v: (VariableV2)", "v/Assign: (Assign)", "v/read: (Identity)", "c: (Mul)", "a: (Const)", "c/y: (Const)"]
    lines = [f"{node}: {cpu}" for node in nodes]
    assert first.out.splitlines() == ["Device mapping: no known devices.", *lines]
    assert second.out.splitlines() == [*lines, f"w: (Const): {cpu}"]
    assert f"placer] v: (VariableV2): {cpu}" in first.err
