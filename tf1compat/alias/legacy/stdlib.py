"""The standard library: what Python 3.7 had and today's Python has not."""

from __future__ import annotations

from . import add, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

# unittest.TestCase: old spelling -> today's (dropped in 3.12; assertItemsEqual is what six and TF1 test code expect).
_ASSERTIONS = {
    "failUnlessEqual": "assertEqual",
    "failIfEqual": "assertNotEqual",
    "failUnless": "assertTrue",
    "failIf": "assertFalse",
    "failUnlessRaises": "assertRaises",
    "failUnlessAlmostEqual": "assertAlmostEqual",
    "failIfAlmostEqual": "assertNotAlmostEqual",
    "assertEquals": "assertEqual",
    "assertNotEquals": "assertNotEqual",
    "assert_": "assertTrue",
    "assertAlmostEquals": "assertAlmostEqual",
    "assertNotAlmostEquals": "assertNotAlmostEqual",
    "assertRegexpMatches": "assertRegex",
    "assertNotRegexpMatches": "assertNotRegex",
    "assertRaisesRegexp": "assertRaisesRegex",
    "assertItemsEqual": "assertCountEqual",
}
_LOADER_FUNCTIONS = ("makeSuite", "getTestCaseNames", "findTestCases")  # of unittest, dropped in 3.13


def patch_collections(module: ModuleType) -> None:
    """collections.Mapping and its kin live in collections.abc only since Python 3.10."""
    import collections.abc

    for name in collections.abc.__all__:
        if name != "Buffer":  # newer than the aliases
            add(module, name, getattr(collections.abc, name))


def patch_time(module: ModuleType) -> None:
    """time.clock was dropped in 3.8; what it measured on Unix was processor time."""
    add(module, "clock", module.process_time)


def patch_inspect(module: ModuleType) -> None:
    """inspect.getargspec was dropped in 3.11."""
    import collections

    arg_spec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")

    def getargspec(func: Any) -> Any:
        """Names and defaults of a function's arguments; ValueError for keyword-only arguments and annotations."""
        inner = module.unwrap(func)
        # TF1: its own functions show their arguments, without annotations, and libraries look at them
        is_ours = (getattr(inner, "__module__", None) or "").startswith("tf1compat.")
        full = module.getfullargspec(inner if is_ours else func)
        if (full.kwonlyargs or full.annotations) and not is_ours:
            raise ValueError("Function has keyword-only parameters or annotations, use inspect.signature()")
        return arg_spec(full.args, full.varargs, full.varkw, full.defaults)

    add(module, "ArgSpec", arg_spec)
    add(module, "getargspec", getargspec)


def patch_unittest_case(module: ModuleType) -> None:
    """The old spellings of TestCase's assertions, dropped in 3.12."""
    for old, today in _ASSERTIONS.items():
        if not hasattr(module.TestCase, old):
            replace(module.TestCase, old, _renamed(old, today))


def _renamed(old: str, today: str) -> Any:
    # By name, not by reference: a subclass that overrides assertEqual is honoured, as unittest's own aliases did not.
    def assertion(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, today)(*args, **kwargs)

    assertion.__name__ = assertion.__qualname__ = old
    return assertion


def patch_unittest(module: ModuleType) -> None:
    """unittest.makeSuite, findTestCases and getTestCaseNames, dropped in 3.13."""
    loader = module.TestLoader

    def make_suite(testCaseClass: Any, prefix: str = "test", suiteClass: Any = module.TestSuite) -> Any:
        found = _loader(loader, prefix, suiteClass)
        return found.loadTestsFromTestCase(testCaseClass)

    def get_names(testCaseClass: Any, prefix: str = "test") -> Any:
        return _loader(loader, prefix, module.TestSuite).getTestCaseNames(testCaseClass)

    def find_cases(module_: Any, prefix: str = "test", suiteClass: Any = module.TestSuite) -> Any:
        return _loader(loader, prefix, suiteClass).loadTestsFromModule(module_)

    for name, function in zip(_LOADER_FUNCTIONS, (make_suite, get_names, find_cases), strict=True):
        add(module, name, function)


def _loader(kind: Any, prefix: str, suite: Any) -> Any:
    found = kind()
    found.testMethodPrefix, found.suiteClass = prefix, suite
    return found


def patch_threading(module: ModuleType) -> None:
    """Thread.isAlive was dropped in 3.9."""
    add(module.Thread, "isAlive", module.Thread.is_alive)


def patch_fractions(module: ModuleType) -> None:
    """fractions.gcd was dropped in 3.9."""
    import math

    add(module, "gcd", math.gcd)


def patch_base64(module: ModuleType) -> None:
    """encodestring and decodestring were dropped in 3.9."""
    add(module, "encodestring", module.encodebytes)
    add(module, "decodestring", module.decodebytes)


def patch_cgi(module: ModuleType) -> None:
    """cgi.escape was dropped in 3.8 (cgi itself in 3.13)."""
    import functools
    import html

    add(module, "escape", functools.partial(html.escape, quote=False))


def patch_html_parser(module: ModuleType) -> None:
    """HTMLParser.unescape was dropped in 3.9."""
    import html

    add(module.HTMLParser, "unescape", lambda self, text: html.unescape(text))


def patch_configparser(module: ModuleType) -> None:
    """SafeConfigParser and readfp were dropped in 3.12."""
    add(module, "SafeConfigParser", module.ConfigParser)
    add(module.RawConfigParser, "readfp", lambda self, fp, filename=None: self.read_file(fp, filename))


def patch_random(module: ModuleType) -> None:
    """random.shuffle(x, random) lost its second argument, random.sample its sets, in 3.11."""
    from collections.abc import Set

    shuffle, sample = module.shuffle, module.sample

    def old_shuffle(x: Any, random: Any = None) -> None:
        """Shuffles in place; `random` is a function of no arguments that gives floats in [0, 1)."""
        if random is None:
            shuffle(x)
            return
        for i in reversed(range(1, len(x))):
            j = int(random() * (i + 1))
            x[i], x[j] = x[j], x[i]

    def old_sample(population: Any, k: int, *, counts: Any = None) -> Any:
        """k elements without replacement; of a set too."""
        if isinstance(population, Set):
            population = tuple(population)
        return sample(population, k, counts=counts)

    replace(module, "shuffle", old_shuffle)
    replace(module, "sample", old_sample)


def patch_array(module: ModuleType) -> None:
    """array.tostring and fromstring were dropped in 3.9."""
    if not hasattr(module.array, "tostring"):
        replace(module.array, "tostring", _array_tostring)
        replace(module.array, "fromstring", _array_fromstring)


def _array_tostring(array: Any) -> bytes:
    return array.tobytes()


def _array_fromstring(array: Any, data: Any) -> None:
    array.frombytes(data)
