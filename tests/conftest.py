"""Which tests are the smoke test (`pytest -m smoke`): a few of every layer, less than 20 seconds together."""

import pathlib

import pytest

TESTS = pathlib.Path(__file__).parent
# file below tests/ -> a part of the test's name, "" for the whole file
SMOKE = {
    "test_structure.py": "",
    "test_docs.py": "[tf1compat]",
    "test_examples.py": "test_example[linear_regression]",
    "_facade/test_session.py": "",
    "_formats/test_tensor_proto.py": "",
    "_jaxcore/base/test_dtypes.py": "",
    "_jaxcore/base/test_errors.py": "",
    "_jaxcore/exec/test_autodiff.py": "",
    "_jaxcore/ops/test_op_defs.py": "",
    "_jaxcore/ops/test_ops.py": "MatMul",
    "_jaxcore/passes/test_order_effects.py": "",
    "_jaxcore/passes/test_static_and_split.py": "",
    "cli/test_run.py": "test_script",
}


def pytest_collection_modifyitems(items):
    for item in items:
        part = SMOKE.get(pathlib.Path(item.path).relative_to(TESTS).as_posix())
        if part is not None and part in item.name:
            item.add_marker(pytest.mark.smoke)
