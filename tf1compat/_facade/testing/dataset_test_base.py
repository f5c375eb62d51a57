"""`tensorflow.python.data.kernel_tests.test_base`: a test case that compares what datasets give."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_creation
from tf1compat._facade import data as dataset_ops
from tf1compat._facade.data import nest, structure
from tf1compat._facade.platform.testcase import TestCase
from tf1compat._facade.sparse_tensor import SparseTensor, SparseTensorValue
from tf1compat._facade.testing import combinations
from tf1compat._jaxcore.base import dtypes, errors


def default_test_combinations() -> Any:
    """The modes that tests of datasets run in."""
    return combinations.combine(tf_api_version=[1, 2], mode=["eager", "graph"])


class DatasetTestBase(TestCase):
    """A test case for datasets."""

    def assert_op_cancelled(self, op: Any) -> None:
        """Running `op` is cancelled."""
        with self.assertRaises(errors.CancelledError):
            self.evaluate(op)

    def assertValuesEqual(self, expected: Any, actual: Any) -> None:
        """Two arrays, or values of sparse or ragged tensors, are equal."""
        if isinstance(expected, (SparseTensor, SparseTensorValue)):
            for part in ("indices", "values", "dense_shape"):
                self.assertAllEqual(getattr(expected, part), getattr(actual, part))
        else:
            self.assertAllEqual(expected, actual)

    def getNext(
        self, dataset: Any, requires_initialization: bool = False, shared_name: str | None = None
    ) -> Callable[[], Any]:
        """A function that gives the tensors of the next element."""
        if requires_initialization:
            iterator = dataset_ops.make_initializable_iterator(dataset, shared_name)
            self.evaluate(iterator.initializer)
        else:
            iterator = dataset_ops.make_one_shot_iterator(dataset)
        following = iterator.get_next()
        return lambda: following.stack() if hasattr(following, "stack") else following

    def _compareOutputToExpected(self, result_values: Any, expected_values: Any, assert_items_equal: bool) -> None:
        if assert_items_equal:
            self.assertItemsEqual(result_values, expected_values)
            return
        for result, expected in zip(result_values, expected_values):
            nest.assert_same_structure(result, expected)
            for got, wanted in zip(nest.flatten(result), nest.flatten(expected)):
                self.assertValuesEqual(wanted, got)

    def assertDatasetProduces(
        self,
        dataset: Any,
        expected_output: Any = None,
        expected_shapes: Any = None,
        expected_error: Any = None,
        requires_initialization: bool = False,
        num_test_iterations: int = 1,
        assert_items_equal: bool = False,
        expected_error_iter: int = 1,
    ) -> None:
        """The dataset gives these elements and ends, or fails with this error.

        Args:
          dataset: the dataset.
          expected_output: its elements.
          expected_shapes: its `output_shapes`.
          expected_error: type of an error, and a regular expression for its message or a function of it.
          requires_initialization: use an initializable iterator.
          num_test_iterations: how often to go through it.
          assert_items_equal: in any order.
          expected_error_iter: how many elements to ask for until the error.
        """
        self.assertTrue(expected_error is not None or expected_output is not None)
        if expected_error:
            self.assertTrue(expected_output is None)
            with self.assertRaisesWithPredicateMatch(expected_error[0], expected_error[1]):
                following = self.getNext(dataset, requires_initialization=requires_initialization)
                for _ in range(expected_error_iter):
                    self.evaluate(following())
            return
        assert expected_output is not None
        count = len(expected_output)
        if expected_shapes:
            self.assertEqual(expected_shapes, dataset_ops.get_legacy_output_shapes(dataset))
        self.assertGreater(num_test_iterations, 0)
        for _ in range(num_test_iterations):
            following = self.getNext(dataset, requires_initialization=requires_initialization)
            found = [self.evaluate(following()) for _ in range(count)]
            self._compareOutputToExpected(found, expected_output, assert_items_equal)
            for _ in range(2):
                with self.assertRaises(errors.OutOfRangeError):
                    self.evaluate(following())

    def assertDatasetsEqual(self, dataset1: Any, dataset2: Any) -> None:
        """Both give the same elements."""
        specs = [dataset_ops.get_structure(d) for d in (dataset1, dataset2)]
        self.assertTrue(structure.are_compatible(*specs))
        types = nest.flatten(dataset_ops.get_legacy_output_types(dataset1))
        next1, next2 = self.getNext(dataset1), self.getNext(dataset2)
        while True:
            try:
                one = self.evaluate(next1())
            except errors.OutOfRangeError:
                with self.assertRaises(errors.OutOfRangeError):
                    self.evaluate(next2())
                return
            two = self.evaluate(next2())
            self.assertEqual(len(nest.flatten(one)), len(nest.flatten(two)))
            for a, b, dtype in zip(nest.flatten(one), nest.flatten(two), types):
                if isinstance(a, SparseTensorValue):
                    self.assertValuesEqual(a, b)
                elif dtype == dtypes.string:
                    self.assertAllEqual(a, b)
                else:
                    self.assertAllClose(a, b)

    def assertDatasetsRaiseSameError(
        self, dataset1: Any, dataset2: Any, exception_class: Any, replacements: Any = None
    ) -> None:
        """Both fail with the same message, after `replacements` of texts in the first one."""
        next1, next2 = self.getNext(dataset1), self.getNext(dataset2)
        try:
            self.evaluate(next1())
        except exception_class as e:
            message = e.message
        else:
            raise ValueError(f"Expected dataset to raise an error of type {exception_class!r}, but it did not.")
        for old, new, count in replacements or []:
            message = message.replace(old, new, count)
        with self.assertRaisesRegex(exception_class, re.escape(message)):
            self.evaluate(next2())

    def structuredDataset(self, dataset_structure: Any, shape: Any = None, dtype: Any = dtypes.int64) -> Any:
        """A dataset with one element of zeros in the given nest of None."""
        if dataset_structure is None:
            return dataset_ops.Dataset.from_tensors(array_creation.zeros(shape or [], dtype=dtype))
        return dataset_ops.Dataset.zip(tuple(self.structuredDataset(s, shape, dtype) for s in dataset_structure))

    def structuredElement(self, element_structure: Any, shape: Any = None, dtype: Any = dtypes.int64) -> Any:
        """Zeros in the given nest of None."""
        if element_structure is None:
            return array_creation.zeros(shape or [], dtype=dtype)
        return tuple(self.structuredElement(s, shape, dtype) for s in element_structure)
