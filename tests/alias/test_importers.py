"""Who gets the alias: probing packages see no TensorFlow, everybody else sees tf1compat."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

Passes = Callable[..., str]
Run = Callable[..., subprocess.CompletedProcess[str]]
Installed = Callable[[str, str], dict[str, str]]

# What a package does to find out; each must come out "absent".
PROBES = """
    import importlib, importlib.util, sys

    def probe():
        seen = []
        def attempt(name, function):
            try:
                seen.append((name, function()))
            except ModuleNotFoundError as error:
                assert str(error) == "No module named 'tensorflow'" and error.name == "tensorflow", error
        def statement():
            import tensorflow
            return tensorflow
        def dotted():
            import tensorflow.compat.v1 as tf
            return tf
        def names():
            from tensorflow.python.framework import ops
            return ops
        attempt("import", statement)
        attempt("dotted", dotted)
        attempt("from", names)
        attempt("__import__", lambda: __import__("tensorflow"))
        attempt("import_module", lambda: importlib.import_module("tensorflow"))
        attempt("import_module dotted", lambda: importlib.import_module("tensorflow.python"))
        if importlib.util.find_spec("tensorflow") is not None:
            seen.append("find_spec")
        if any(name.partition(".")[0] == "tensorflow" for name in sys.modules):
            seen.append("sys.modules")
        return seen
    AT_IMPORT = probe()
    """


@pytest.mark.parametrize("name", ["tensorboard_plugin_wit", "transformers", "keras", "wandb"])
def test_probing_packages_do_not_see_it(passes: Passes, installed_package: Installed, name: str) -> None:
    env = installed_package(name, PROBES)
    passes(
        f"""
        import sys, os
        sys.path.insert(0, os.environ["SITE"])
        import {name} as prober
        assert prober.AT_IMPORT == [], prober.AT_IMPORT
        import tensorflow as tf, tensorflow.python.ops.math_ops
        assert prober.probe() == [], prober.probe()
        import importlib.util
        assert importlib.util.find_spec("tensorflow").name == "tensorflow"
        assert importlib.import_module("tensorflow") is tf
        """,
        env=env,
    )


def test_tf1_libraries_get_it(passes: Passes, installed_package: Installed) -> None:
    env = installed_package("tflearn", "import tensorflow as tf\nfrom tensorflow.python.ops import math_ops\n")
    passes(
        """
        import sys, os
        sys.path.insert(0, os.environ["SITE"])
        import tflearn, tf1compat
        assert tflearn.tf is tf1compat
        """,
        env=env,
    )


def test_a_users_own_package_of_the_same_name_gets_it(passes: Passes, tmp_path: object) -> None:
    folder = os.path.join(str(tmp_path), "datasets")
    os.mkdir(folder)
    with open(os.path.join(folder, "__init__.py"), "w") as file:
        file.write("import tensorflow as tf\n")
    passes("import datasets, tf1compat\nassert datasets.tf is tf1compat\n")


def test_keras_2_is_a_tf1_library(passes: Passes, installed_package: Installed, tmp_path: object) -> None:
    env = installed_package("keras", "import tensorflow as tf\n")
    info = os.path.join(env["SITE"], "keras-2.2.4.dist-info")
    os.mkdir(info)
    with open(os.path.join(info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: keras\nVersion: 2.2.4\n")
    passes(
        """
        import sys, os
        sys.path.insert(0, os.environ["SITE"])
        import keras, tf1compat
        assert keras.tf is tf1compat
        """,
        env=env,
    )


def test_probers_get_the_real_one_where_it_is_installed(passes: Passes, installed_package: Installed) -> None:
    env = installed_package("tensorflow", "REAL = True\n")
    info = os.path.join(env["SITE"], "tensorflow-2.21.0.dist-info")
    os.mkdir(info)
    with open(os.path.join(info, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\nName: tensorflow\nVersion: 2.21.0\n")
    installed_package("transformers", "import tensorflow as tf\n")
    passes(
        """
        import sys, os
        sys.path.insert(0, os.environ["SITE"])
        import transformers, tensorflow, tf1compat
        assert transformers.tf.REAL and tensorflow is tf1compat
        """,
        env=env,
    )


@pytest.mark.parametrize("first", ["tensorboard", "tensorflow"])
def test_the_real_tensorboard_takes_its_stub(passes: Passes, first: str) -> None:
    pytest.importorskip("tensorboard")
    imports = ["import tensorflow", "from tensorboard.backend.event_processing import event_accumulator"]
    if first == "tensorboard":
        imports.reverse()
    passes(f"""
        {imports[0]}
        {imports[1]}
        from tensorboard.compat import tf
        assert tf.__version__ == "stub", tf
        assert tf.io.gfile.exists("/")
        import tensorflow as user, tf1compat
        assert user is tf1compat
        """)


def test_early_bound_import_module_leaves_nothing_behind(run: Run) -> None:
    done = run(
        "-c",
        """if True:
        from importlib import import_module
        import sys, tf1compat.alias
        tf1compat.alias.install()
        assert import_module("tensorflow") is tf1compat
        assert import_module("tensorflow.python.ops").__name__ == "tensorflow.python.ops"
        assert tf1compat.__name__ == tf1compat.__spec__.name == "tf1compat"
        import tensorflow
        assert not [name for name in sys.modules if name.startswith("tensorflow")]
        """,
    )
    assert done.returncode == 0, done.stderr


def test_relative_imports_and_other_names_are_left_alone(passes: Passes, installed_package: Installed) -> None:
    env = installed_package("library", "from . import tensorflow\nfrom .tensorflow import mine\n")
    with open(os.path.join(env["SITE"], "library", "tensorflow.py"), "w") as file:
        file.write("mine = 1\n")
    installed_package("tensorflow_helpers", "mine = 2\n")
    passes(
        """
        import sys, os
        sys.path.insert(0, os.environ["SITE"])
        import library, tensorflow_helpers
        assert library.mine == 1 and tensorflow_helpers.mine == 2
        assert library.tensorflow.__name__ == "library.tensorflow"
        """,
        env=env,
    )


def test_many_threads_importing_at_once_get_the_same_modules(passes: Passes) -> None:
    passes("""
        import threading
        found, start = [], threading.Barrier(8)
        def work():
            start.wait()
            import tensorflow.python.ops.math_ops as m
            from tensorflow.contrib import slim
            from tensorflow.core.framework import graph_pb2
            found.append((m, slim, graph_pb2))
        threads = [threading.Thread(target=work) for _ in range(8)]
        [t.start() for t in threads]; [t.join() for t in threads]
        assert len(found) == 8 and len(set(map(id, (row[0] for row in found)))) == 1
        """)


def test_a_worker_of_multiprocessing_has_the_alias(passes: Passes) -> None:
    assert "worker tf1compat" in passes("""
        import multiprocessing
        import tensorflow as tf
        def work(queue):
            queue.put("worker " + tf.__name__)
        if __name__ == "__main__":
            context = multiprocessing.get_context("spawn")
            queue = context.Queue()
            process = context.Process(target=work, args=(queue,))
            process.start()
            print(queue.get(timeout=30))
            process.join()
            assert process.exitcode == 0
        """)


def test_install_and_uninstall_nest_with_other_wrappers(run: Run) -> None:
    done = run(
        "-c",
        """if True:
        import builtins, importlib, sys, tf1compat.alias as alias
        before = builtins.__import__, importlib.import_module, list(sys.meta_path), sys.excepthook
        for _ in range(2):
            alias.install(); alias.install("again")
            import tensorflow
            assert alias.is_installed() and alias.installed_by() == ("tf1compat.install()", "again")
            alias.uninstall()
            assert (builtins.__import__, importlib.import_module, sys.meta_path, sys.excepthook) == before
            try:
                import tensorflow
            except ModuleNotFoundError:
                pass
            else:
                raise AssertionError("still there")
        alias.install()
        inner = builtins.__import__
        builtins.__import__ = lambda *a, **k: inner(*a, **k)
        alias.uninstall()
        alias.install()
        import tensorflow, json
        assert tensorflow.__name__ == 'tf1compat'
        """,
    )
    assert done.returncode == 0, done.stderr


def test_ipython_extension(run: Run) -> None:
    done = run(
        "-c",
        """if True:
        from tf1compat import alias
        alias.load_ipython_extension(None)
        import tensorflow
        assert alias.installed_by() == ("%load_ext tf1compat",)
        alias.unload_ipython_extension(None)
        assert not alias.is_installed()
        """,
    )
    assert done.returncode == 0, done.stderr


def test_an_import_costs_next_to_nothing_more(run: Run) -> None:
    """The wrapper adds one Python call, well under a microsecond, to an import of something else."""
    done = run(
        "-c",
        """if True:
        import timeit, tf1compat.alias
        def measure():
            return min(timeit.repeat("import json", "import json", number=20000, repeat=5)) / 20000
        plain = measure()
        tf1compat.alias.install()
        print((measure() - plain) * 1e6)
        """,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 2.0


def test_failing_imports_show_no_frame_of_ours(run: Run) -> None:
    done = run("-c", "import tf1compat.alias as a\na.install()\nimport no_such_module\n")
    assert "alias" not in done.stderr and "No module named 'no_such_module'" in done.stderr
