"""The legacy environment: dropped names are back under the runner, and gone again after uninstall()."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

Passes = Callable[..., str]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("order", ["numpy first", "tensorflow first"])
def test_numpy(passes: Passes, order: str) -> None:
    first = "import numpy as np" if order == "numpy first" else "import tensorflow"
    passes(f"""
        {first}
        import tensorflow as tf, numpy as np, warnings
        warnings.simplefilter("error")
        assert np.float is float and np.int is int and np.object is object and np.str is str and np.unicode is str
        assert np.complex is complex and np.dtype(np.bool) == np.dtype(bool) and np.long(3) == 3
        assert np.asscalar(np.array([2.5])) == 2.5 and np.product([2, 3]) == 6 and np.sometrue([0, 1])
        assert np.alltrue([1, 1]) and list(np.cumproduct([2, 3])) == [2, 6]
        assert list(np.in1d([[1, 2], [3, 1]], [1])) == [True, False, False, True]
        assert np.float_ is np.float64 and np.Inf == np.inf == np.PINF == -np.NINF and np.isnan(np.NaN)
        assert np.trapz([1, 1]) == 1 and np.rank([[1]]) == 2
        assert np.cast["float32"](1).dtype == np.float32
        assert np.cast[np.int32]([1.7])[0] == 1 and np.round_(1.26, 1) == 1.3
        assert np.msort(np.array([[2], [1]]))[0, 0] == 1 and np.asfarray([1]).dtype == np.float64
        assert np.unicode_ is np.str_ and np.string_ is np.bytes_ and np.complex_ is np.complex128
        assert np.find_common_type([np.float32], [np.int64]) == np.float64
        assert np.issctype(np.int32) and not np.issctype(1) and np.obj2sctype(np.array([1.0])) is np.float64
        assert issubclass(np.VisibleDeprecationWarning, Warning) and np.AxisError
        assert np.zeros(2, dtype=np.int).dtype == np.int64
        warnings.simplefilter("ignore")
        assert np.row_stack([[1], [2]]).shape == (2, 1) and np.mat("1 2").shape == (1, 2)
        """)


def test_numpy_bytes(passes: Passes) -> None:
    passes("""
        import numpy as np, warnings
        warnings.simplefilter("error")
        a = np.arange(6, dtype=np.uint8).reshape(2, 3)
        assert a.tostring() == a.tobytes() == bytes(range(6)) and a.tostring("F") == bytes([0, 3, 1, 4, 2, 5])
        class Sub(np.ndarray):
            pass
        assert a.view(Sub).tostring() == a.tobytes() and np.float32(1).tobytes()
        b = np.fromstring(a.tostring(), dtype=np.uint8)
        b[0] = 9                                       # a copy, as it always was
        assert list(b) == [9, 1, 2, 3, 4, 5]
        assert list(np.fromstring(b"\\x01\\x00\\x02\\x00", np.int16, 1)) == [1]
        assert list(np.fromstring("1 2 3", sep=" ")) == [1.0, 2.0, 3.0]
        assert list(np.fromstring("1,2", dtype=int, sep=",")) == [1, 2]
        """)


def test_numpy_scalars_print_as_numbers(passes: Passes) -> None:
    passes("""
        import tensorflow as tf, numpy as np, tf1compat.alias
        assert str({"loss": np.float32(0.5), "step": np.int64(3)}) == "{'loss': 0.5, 'step': 3}"
        tf1compat.alias.uninstall()
        assert repr(np.float32(0.5)) == "np.float32(0.5)"
        """)


def test_nothing_is_patched_without_install(run: Run) -> None:
    done = run(
        "-c",
        """if True:
        import tf1compat, numpy as np, unittest, time, collections, sys
        assert not hasattr(np, "float") and not hasattr(np.ndarray, "tostring") and not hasattr(time, "clock")
        assert not hasattr(collections, "Mapping") and not hasattr(unittest.TestCase, "assertItemsEqual")
        tf1compat.install()
        assert np.float is float and np.zeros(1, np.uint8).tostring() == b"\\0" and time.clock() >= 0
        assert collections.Mapping and unittest.TestCase.assertItemsEqual
        import tf1compat.alias
        tf1compat.alias.uninstall()
        assert "float" not in vars(np) and not hasattr(np.ndarray, "tostring") and not hasattr(time, "clock")
        assert not hasattr(collections, "Mapping") and not hasattr(unittest.TestCase, "assertItemsEqual")
        try:
            np.fromstring(b"ab", np.uint8)
        except ValueError:
            pass
        else:
            raise AssertionError
        """,
    )
    assert done.returncode == 0, done.stderr


def test_matplotlib_artist_lists(passes: Passes) -> None:
    pytest.importorskip("matplotlib")
    passes("""
        import matplotlib
        matplotlib.use("Agg", warn=False)
        import matplotlib.pyplot as plt, warnings
        fig, ax = plt.subplots()
        lines = ax.plot([1, 2], [3, 4], "r-")
        ax.lines.remove(lines[0])
        assert len(ax.lines) == 0
        try:
            ax.lines.remove(lines[0])
        except ValueError:
            pass
        else:
            raise AssertionError("a second time")
        (line,) = ax.plot([1, 2]); kept = ax.plot([2, 1])
        assert ax.lines.pop(0) is line and list(ax.lines) == kept
        ax.lines.append(line)
        assert list(ax.lines) == [*kept, line]
        del ax.lines[0]
        assert list(ax.lines) == [line]
        ax.lines = []
        assert len(ax.lines) == 0
        patch = ax.add_patch(plt.Circle((0, 0), 1)); points = ax.scatter([1], [2])
        ax.patches.remove(patch); ax.collections.remove(points)
        assert len(ax.patches) == len(ax.collections) == 0
        ax.text(0, 0, "a"); ax.texts.clear()
        assert len(ax.texts) == 0
        """)


def test_matplotlib_keywords_and_functions(passes: Passes) -> None:
    pytest.importorskip("matplotlib")
    passes("""
        import matplotlib.pyplot as plt, matplotlib.cm as cm, matplotlib.mlab as mlab, warnings
        plt.hold(True); assert plt.ishold()
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            plt.hold(False)
        assert "plt.cla()" in str(seen[0].message) and seen[0].filename == __file__
        ax = plt.subplot(211, axisbg="red")
        assert ax.get_facecolor() == (1.0, 0.0, 0.0, 1.0) == ax.get_axis_bgcolor()
        heights, _, _ = ax.hist([1, 2, 2, 3], bins=2, normed=True)
        assert abs(sum(heights) - 1) < 1e-6
        ax.grid(b=True); ax.set_yscale("log", nonposy="clip")
        fig = plt.figure()
        assert fig.gca(projection="3d").name == "3d"
        plt.figure(); assert plt.gca(projection="polar").name == "polar"
        plt.style.use("seaborn-whitegrid"); plt.style.use("seaborn")
        assert cm.get_cmap("gray", 4).N == 4 and cm.get_cmap("jet")
        fig.canvas.set_window_title("title")
        fig.canvas.draw()
        width, height = fig.canvas.get_width_height()
        assert len(fig.canvas.tostring_rgb()) == width * height * 3
        assert abs(mlab.normpdf(0, 0, 1) - 0.39894) < 1e-4
        """)


def test_jax_does_not_log_into_programs(passes: Passes) -> None:
    passes(
        """
        import logging, io
        log = io.StringIO()
        logging.basicConfig(level=logging.DEBUG, stream=log)
        import tensorflow as tf
        import jax; jax.jit(lambda x: x + 1)(2.0)
        logging.info("mine")
        assert log.getvalue() == "INFO:root:mine\\n", log.getvalue()
        """
    )


def test_scipy_arpack(passes: Passes) -> None:
    pytest.importorskip("scipy")
    passes(
        """
        from scipy.sparse.linalg.eigen.arpack import eigsh, ArpackNoConvergence
        import scipy.sparse.linalg

        assert eigsh is scipy.sparse.linalg.eigsh
        """
    )


def test_scipy_misc(passes: Passes) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("PIL")
    passes("""
        import warnings
        warnings.simplefilter("ignore")
        import numpy as np
        import scipy.misc
        from scipy.misc import imread, imsave, imresize, toimage, logsumexp, comb, factorial
        image = np.zeros((4, 6, 3), np.uint8); image[1, 2] = [255, 128, 0]
        imsave("a.png", image)
        assert (scipy.misc.imread("a.png") == image).all()
        assert imread("a.png", flatten=True).dtype == np.float32 and imread("a.png", mode="L").shape == (4, 6)
        assert imresize(image, (8, 12)).shape == (8, 12, 3) and imresize(image, 50).shape == (2, 3, 3)
        assert imresize(image, 2.0, interp="nearest").shape == (8, 12, 3)
        grey = toimage(np.array([[0.0, 0.5], [1.0, 0.25]]))
        assert grey.mode == "L" and np.asarray(grey).tolist() == [[0, 128], [255, 64]]
        assert toimage(image.transpose(2, 0, 1)).size == (6, 4)
        assert scipy.misc.imrotate(image, 90).shape == (4, 6, 3)
        assert comb(4, 2) == 6 and factorial(3) == 6 and abs(logsumexp([0, 0]) - np.log(2)) < 1e-12
        for bad in (lambda: imresize(image, 50, interp="no"), lambda: toimage(np.zeros((2, 2, 2)))):
            try:
                bad()
            except ValueError:
                continue
            raise AssertionError
        """)


def test_standard_library(passes: Passes) -> None:
    passes("""
        import collections, inspect, time, random, fractions, base64, threading, array, configparser, io, imp
        from collections import Mapping, Iterable, Sequence, Callable
        assert isinstance({}, Mapping) and issubclass(list, collections.MutableSequence) and Callable
        spec = inspect.getargspec(lambda a, b=2, *c, **d: 0)
        assert spec == (["a", "b"], "c", "d", (2,)) and spec.args == ["a", "b"]
        def of_ours(features: int, name: str = "relu"): pass
        of_ours.__module__ = "tf1compat.nn"
        assert inspect.getargspec(of_ours) == (["features", "name"], None, None, ("relu",))
        try:
            inspect.getargspec(eval("lambda *, a: 0"))
        except ValueError:
            pass
        else:
            raise AssertionError
        start = time.clock(); assert time.clock() >= start
        items = [1, 2, 3]; random.shuffle(items, lambda: 0.0); assert items == [2, 3, 1]
        random.seed(1); a = random.sample({1, 2, 3}, 2); random.seed(1); assert a == random.sample((1, 2, 3), 2)
        import pickle
        assert pickle.loads(pickle.dumps(random.shuffle)) is random.shuffle and random.shuffle.__module__ == "random"
        assert fractions.gcd(12, 18) == 6 and base64.decodestring(base64.encodestring(b"x")) == b"x"
        assert threading.current_thread().isAlive()
        assert array.array("B", [1, 2]).tostring() == b"\\1\\2"
        parser = configparser.SafeConfigParser(); parser.readfp(io.StringIO("[a]\\nb=1\\n"))
        assert parser.get("a", "b") == "1"
        open("loaded.py", "w").write("x = 5\\n")
        assert imp.load_source("loaded_as", "loaded.py").x == 5 and imp.new_module("m").__name__ == "m"
        file, path, details = imp.find_module("loaded", ["."])
        with file:
            assert imp.load_module("again", file, path, details).x == 5
        """)


def test_unittest_spellings(passes: Passes) -> None:
    passes("""
        import unittest
        class Old(unittest.TestCase):
            def test_all(self):
                self.assertEquals(1, 1); self.assertNotEquals(1, 2); self.assert_(True); self.failUnless(True)
                self.assertItemsEqual([1, 2], [2, 1]); self.assertAlmostEquals(1.0, 1.0)
                self.assertRegexpMatches("abc", "b"); self.assertNotRegexpMatches("abc", "x")
                with self.assertRaisesRegexp(ValueError, "bad"):
                    raise ValueError("bad")
                with self.assertRaises(AssertionError):
                    self.assertEquals(1, 2)
        result = unittest.TextTestRunner().run(unittest.makeSuite(Old))
        assert result.wasSuccessful() and result.testsRun == 1
        """)


def test_a_library_loads_as_before_apart_from_its_patch(passes: Passes) -> None:
    passes("""
        import numpy, importlib, importlib.resources, inspect
        assert type(numpy.__spec__.loader).__name__ == "SourceFileLoader" is not None
        assert numpy.__loader__ is numpy.__spec__.loader and inspect.getsource(numpy)
        import matplotlib
        assert importlib.resources.files("matplotlib").joinpath("mpl-data").is_dir()
        """)


def test_a_patch_that_fails_warns_and_lets_the_import_pass(run: Run) -> None:
    done = run(
        "-c",
        """if True:
        import tf1compat.alias, tf1compat.alias.legacy as legacy, warnings
        legacy.watch("json.tool", lambda module: module.no_such_thing)
        tf1compat.alias.install()
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            import json.tool
        assert "json.tool" in str(seen[0].message) and "no_such_thing" in str(seen[0].message), seen
        """,
    )
    assert done.returncode == 0, done.stderr


def test_ragged_arrays_are_arrays_of_objects_for_programs_only():
    np = pytest.importorskip("numpy")
    from tf1compat.alias import legacy

    legacy.activate()
    try:
        pairs = np.array(list(zip([np.zeros(5)] * 3, [np.zeros(2)] * 3, strict=True)))
        assert pairs.shape == (3, 2) and pairs.dtype == object
        assert np.asarray([[1, 2], [3]]).dtype == object
        with pytest.raises(ValueError, match="inhomogeneous"):
            np.array([[1, 2], [3]], np.float32)
        library = {"__name__": "jax.numpy", "np": np}
        with pytest.raises(ValueError, match="inhomogeneous"):
            exec("np.array([[1, 2], [3]])", library)
    finally:
        legacy.deactivate()
    with pytest.raises(ValueError, match="inhomogeneous"):
        np.array([[1, 2], [3]])


def test_pillow_has_its_old_names():
    image = pytest.importorskip("PIL.Image")
    draw, font = pytest.importorskip("PIL.ImageDraw"), pytest.importorskip("PIL.ImageFont")
    from tf1compat.alias import legacy

    legacy.activate()
    try:
        assert image.ANTIALIAS == image.LANCZOS
        text = font.load_default()
        width, height = text.getsize("abc")
        assert width > height > 0
        assert draw.Draw(image.new("L", (9, 9))).textsize("abc", text) == (width, height)
    finally:
        legacy.deactivate()
    assert not hasattr(image, "ANTIALIAS")
