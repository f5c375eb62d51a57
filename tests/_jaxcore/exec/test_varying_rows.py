"""Numbers of rows that differ from step to step: few compilations, and the same numbers as with one for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._jaxcore.exec import roomy, step
from tf1compat._jaxcore.exec.program import DeviceProgram

_ROWS, _WIDTH, _BATCH = 50, 4, 8
Build = Callable[[], tuple[list[Any], Callable[[np.random.RandomState, int], dict[Any, Any]]]]


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """One entry for each device program that is traced (and compiled): whether it has room for more rows."""
    found: list[bool] = []
    make = DeviceProgram._function

    def counting(self: DeviceProgram, *args: Any) -> Callable[..., Any]:
        function = make(self, *args)

        def run(*values: Any) -> Any:
            found.append(self.varying is not None)
            return function(*values)

        return run

    monkeypatch.setattr(DeviceProgram, "_function", counting)
    yield found


def _table() -> Any:
    start = np.random.RandomState(1).randn(_ROWS, _WIDTH).astype(np.float32)
    return tf.get_variable("table", initializer=tf.constant(start))


def _entries(rng: np.random.RandomState, n: int, width: int) -> np.ndarray:
    """`n` different places, in order, in a matrix with `_BATCH` rows; some are in the last row."""
    flat = np.sort(rng.choice((_BATCH - 1) * width, n - 1, replace=False))
    return np.stack([*np.unravel_index([*flat, _BATCH * width - 1], (_BATCH, width))], 1).astype(np.int64)


def _embeddings(combiner: str, optimizer: Any) -> Any:
    ids, weights = tf.sparse_placeholder(tf.int64, [None, None]), tf.sparse_placeholder(tf.float32, [None, None])
    table = _table()
    with_weights = combiner.startswith("weighted ")
    found = tf.nn.embedding_lookup_sparse(table, ids, weights if with_weights else None, combiner=combiner.split()[-1])
    loss = tf.reduce_sum(tf.tanh(found) ** 2)
    train = optimizer().minimize(loss)

    def feed(rng: np.random.RandomState, n: int) -> dict[Any, Any]:
        indices = _entries(rng, n, 40)
        fed: dict[Any, Any] = {ids: (indices, rng.randint(0, _ROWS, n), [_BATCH, 40])}
        if with_weights:
            fed[weights] = (indices, rng.rand(n).astype(np.float32), [_BATCH, 40])
        return fed

    return [train, loss, found, table], feed


def _adam() -> Any:
    return tf.train.AdamOptimizer(0.1)


def _adagrad() -> Any:
    return tf.train.AdagradOptimizer(0.1)


def _sgd() -> Any:
    return tf.train.GradientDescentOptimizer(0.1)


def _product() -> Any:
    """Sparse dropout in front of a product, as graph networks have it."""
    x = tf.sparse_placeholder(tf.float32)
    keep = tf.placeholder(tf.bool)
    table = _table()
    dropped = tf.sparse_retain(x, keep) * (1.0 / 0.5)
    product = tf.sparse_tensor_dense_matmul(dropped, table)
    loss = tf.reduce_sum(product**2)

    def feed(rng: np.random.RandomState, n: int) -> dict[Any, Any]:
        total = 200
        kept = np.zeros(total, bool)
        kept[rng.choice(total, n, replace=False)] = True
        indices = np.stack([np.sort(rng.randint(0, _BATCH, total)), rng.randint(0, _ROWS, total)], 1)
        return {x: (indices, rng.randn(total).astype(np.float32), [_BATCH, _ROWS]), keep: kept}

    return [_sgd().minimize(loss), loss, product, table, tf.gradients(loss, dropped.values)], feed


def _fed_products() -> Any:
    """Several uses of a fed sparse tensor, among them its values, which are fetched."""
    x = tf.sparse_placeholder(tf.float32, [_BATCH, _ROWS])
    table = _table()
    dense = tf.sparse_tensor_to_dense(x)
    scaled = tf.SparseTensor(x.indices, tf.exp(x.values) * 2, x.dense_shape)
    loss = tf.reduce_sum(tf.sparse_tensor_dense_matmul(scaled, table) ** 2) + tf.reduce_sum(dense)
    sums = tf.sparse_reduce_sum(scaled, 1)
    transposed = tf.sparse_tensor_dense_matmul(x, tf.ones([_BATCH, 3]), adjoint_a=True)

    def feed(rng: np.random.RandomState, n: int) -> dict[Any, Any]:
        return {x: (_entries(rng, n, _ROWS), rng.randn(n).astype(np.float32), [_BATCH, _ROWS])}

    return [_sgd().minimize(loss), loss, scaled.values, sums, transposed, dense, table], feed


def _groups(function: Any) -> Any:
    data = tf.placeholder(tf.float32, [None, 3])
    ids = tf.placeholder(tf.int32, [None])
    found = function(data * 2, ids)

    def feed(rng: np.random.RandomState, n: int) -> dict[Any, Any]:
        return {data: rng.randn(n, 3), ids: np.sort(np.append(rng.randint(0, 6, n - 1), 6))}

    return [found, tf.gradients(tf.reduce_sum(found**2), data)], feed


def _examples() -> Any:
    """Features of variable length from serialized Examples."""
    serialized = tf.placeholder(tf.string, [None])
    features = tf.parse_example(serialized, {"ids": tf.VarLenFeature(tf.int64)})
    table = _table()
    found = tf.nn.embedding_lookup_sparse(table, features["ids"], None, combiner="mean")
    loss = tf.reduce_sum(found**2)

    def feed(rng: np.random.RandomState, n: int) -> dict[Any, Any]:
        counts = rng.multinomial(n - _BATCH, np.ones(_BATCH) / _BATCH) + 1
        return {serialized: [_example(rng.randint(0, _ROWS, c).tolist()) for c in counts]}

    return [_adagrad().minimize(loss), loss, table], feed


def _example(ids: list[int]) -> bytes:
    feature = tf.train.Feature(int64_list=tf.train.Int64List(value=ids))
    return tf.train.Example(features=tf.train.Features(feature={"ids": feature})).SerializeToString()


_PROGRAMS: dict[str, tuple[Build, int]] = {
    "sum": (lambda: _embeddings("sum", _sgd), 1),
    "mean": (lambda: _embeddings("mean", _adam), 2),
    "sqrtn": (lambda: _embeddings("sqrtn", _adagrad), 2),
    "weighted mean": (lambda: _embeddings("weighted mean", _sgd), 1),
    "product": (_product, 1),
    "fed products": (_fed_products, 1),
    "examples": (_examples, 2),
    "segment_sum": (lambda: _groups(tf.segment_sum), 1),
    "segment_mean": (lambda: _groups(tf.segment_mean), 1),
    "unsorted": (lambda: _groups(lambda x, ids: tf.unsorted_segment_sum(x, ids, 9)), 1),
}


def _run(build: Build, sizes: list[int]) -> list[Any]:
    tf.reset_default_graph()
    fetches, feed = build()
    rng = np.random.RandomState(3)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run([f for f in fetches if f is not None], feed(rng, n)) for n in sizes]


@pytest.mark.parametrize("name", _PROGRAMS)
def test_same_numbers_with_few_compilations(name: str, traces: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    build, segments = _PROGRAMS[name]
    sizes = [37, *np.random.RandomState(0).randint(9, 120, 7).tolist(), 37]
    with_room = _run(build, sizes)
    assert True in traces
    assert traces.count(True) <= 4 * segments
    assert traces.count(False) <= segments
    monkeypatch.setattr(step, "varying_rows", lambda *_: None)
    without = _run(build, sizes)
    for ours, theirs in zip(with_room, without):
        for a, b in zip(_flat(ours), _flat(theirs)):
            np.testing.assert_array_equal(a, b)


def _flat(x: Any) -> list[Any]:
    if isinstance(x, list | tuple):
        return [y for part in x for y in _flat(part)]
    return [] if x is None else [x]


def test_one_number_of_rows_is_compiled_as_it_is(traces: list[bool]) -> None:
    _run(_fed_products, [20, 20, 20])
    assert traces == [False]


def test_errors_name_the_true_rows(traces: list[bool]) -> None:
    x = tf.sparse_placeholder(tf.float32, [_BATCH, _ROWS])
    product = tf.sparse_tensor_dense_matmul(x, tf.ones([_ROWS, 2]))
    dense = tf.sparse_tensor_to_dense(x)
    with tf.Session() as session:
        for n in (5, 9):
            session.run([product, dense], {x: ([[0, i] for i in range(n)], np.ones(n), [_BATCH, _ROWS])})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"k \(50\) from index\[1,1\] out of bounds"):
            session.run(product, {x: ([[0, 0], [0, 50]], [1.0, 1.0], [_BATCH, _ROWS])})
        for n in (5, 9):
            session.run(product, {x: ([[0, i] for i in range(n)], np.ones(n), [_BATCH, _ROWS])})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"k \(50\) from index\[1,1\] out of bounds"):
            session.run(product, {x: ([[0, 0], [0, 50]], [1.0, 1.0], [_BATCH, _ROWS])})
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = \[0,0\] is repeated"):
            session.run([product, dense], {x: ([[0, 0], [0, 0], [0, 1]], np.ones(3), [_BATCH, _ROWS])})
    assert True in traces


def test_no_entries_at_all() -> None:
    x = tf.sparse_placeholder(tf.float32, [_BATCH, _ROWS])
    product = tf.sparse_tensor_dense_matmul(x, tf.ones([_ROWS, 2]))
    with tf.Session() as session:
        for n in (3, 0, 4, 0):
            found = session.run(product, {x: (np.zeros((n, 2)), np.ones(n), [_BATCH, _ROWS])})
            np.testing.assert_array_equal(found[0], [n, n])


def test_shapes_of_rows_stay_true(traces: list[bool]) -> None:
    """Whoever asks how many rows there are gets what TF1 gives."""
    x = tf.sparse_placeholder(tf.float32, [_BATCH, _ROWS])
    product = tf.sparse_tensor_dense_matmul(x, tf.ones([_ROWS, 2])) * tf.cast(tf.shape(x.values)[0], tf.float32)
    with tf.Session() as session:
        for n in (3, 5, 4):
            found = session.run(product, {x: (np.zeros((n, 2)), np.ones(n), [_BATCH, _ROWS])})
            np.testing.assert_array_equal(found[0], [n * n, n * n])
    assert traces == [False, False, False]


def test_batches_of_dense_examples_stay_as_they_are(traces: list[bool]) -> None:
    x = tf.placeholder(tf.float32, [None, 3])
    total = tf.reduce_mean(tf.matmul(x, tf.ones([3, 2])))
    with tf.Session() as session:
        for n in (4, 5):
            assert session.run(total, {x: np.ones((n, 3))}) == 3.0
    assert traces == [False, False]


@pytest.mark.parametrize("n", [1, 5, 15, 16, 100, 1000, 12345])
def test_rooms(n: int) -> None:
    room = roomy.room_for(n)
    assert n < room <= max(16, 1.5 * n)
    assert room % 4 == 0
