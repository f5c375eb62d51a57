"""Philox streams against draws recorded from TensorFlow 1.15.5 and against a plain integer Philox."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tf1compat._jaxcore.ops import philox, philox_normal
from tf1compat._jaxcore.ops.philox import Stream, blocks_before, blocks_reserved, normalize_seeds, shuffle_order

GOLDEN = dict(np.load(Path(__file__).parents[2] / "golden" / "rng" / "philox.npz"))
SEED, SEED2, LARGE = 87654321, 2**40 + 42, 100003  # as in tests/golden/record/rng.py
FLOATS = "float16", "bfloat16", "float32", "float64"
# Largest difference of normals from TF; a half type may round a float32 draw that differs in its last bit otherwise.
TOLERANCE = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 2e-6, "float64": 1e-12}
DRAWS = {"uniform": philox.uniform, "normal": philox_normal.normal, "truncated": philox_normal.truncated_normal}


@pytest.fixture(autouse=True)
def scoped_x64() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@cache
def kernel(kind: str, shape: tuple[int, ...], dtype: str) -> Callable[[Stream], jax.Array]:
    return jax.jit(partial(DRAWS[kind], shape=shape, dtype=jnp.dtype(dtype)))


def stream(seed: int = SEED, seed2: int = SEED2, block: int = 0) -> Stream:
    return Stream(*normalize_seeds(seed, seed2), np.uint64(block))


def draw(kind: str, n: int, dtype: str = "float32", at: Stream | None = None) -> np.ndarray[Any, Any]:
    value = np.asarray(kernel(kind, (n,), dtype)(stream() if at is None else at))
    assert value.dtype.name == dtype
    return value


def integer_philox(seed: int, seed2: int, block: int) -> list[int]:
    """Philox 4x32-10 as its paper writes it, in Python integers."""
    low = 2**32 - 1
    c, k = [block & low, block >> 32, seed2 & low, seed2 >> 32], [seed & low, seed >> 32]
    for _ in range(10):
        p, q = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [q >> 32 ^ c[1] ^ k[0], q & low, p >> 32 ^ c[3] ^ k[1], p & low]
        k = [(k[0] + 0x9E3779B9) & low, (k[1] + 0xBB67AE85) & low]
    return c


@pytest.mark.parametrize("stride", [1, 256])
@pytest.mark.parametrize("block", [0, 2**32 - 2, 2**63 - 1])
def test_words_carry_into_the_high_counter(block: int, stride: int) -> None:
    got = philox.words32(jax.jit(lambda s: philox.words(s, 5, stride))(stream(-3, 2**63 + 9, block)))
    expected = [integer_philox(2**64 - 3, 2**63 + 9, (block + stride * i) % 2**64) for i in range(5)]
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("execution", [0, 1])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", DRAWS)
def test_draws_equal_tensorflow(kind: str, dtype: str, execution: int) -> None:
    at = stream(block=execution * blocks_reserved("fill", 43))
    got, expected = draw(kind, 43, dtype, at), GOLDEN[f"{kind}_{dtype}/{execution}"]
    atol = 0 if kind == "uniform" else TOLERANCE[dtype]
    np.testing.assert_allclose(got.astype(np.float64), expected.astype(np.float64), rtol=0, atol=atol)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", DRAWS)
def test_large_draws_equal_tensorflow(kind: str, dtype: str) -> None:
    atol = 0 if kind == "uniform" else TOLERANCE[dtype]
    for execution in (0, 1):
        key = f"{kind}_{dtype}_large/{execution}"
        value = draw(kind, LARGE, dtype, stream(block=execution * blocks_reserved("fill", LARGE)))
        for part, got in (("first", value[:8]), ("last", value[-8:]), ("every", value[::997])):
            np.testing.assert_allclose(got, GOLDEN[f"{key}/{part}"], rtol=0, atol=atol)
        # A group of outputs that rejected otherwise would move the sum by about 1.
        total = value.astype(np.float64).sum()
        assert total == pytest.approx(GOLDEN[key + "/sum"], rel=0, abs=1e-6 if dtype == "float64" else 1e-3)


@pytest.mark.parametrize("kind", DRAWS)
def test_empty_scalar_and_negative_seeds(kind: str) -> None:
    assert kernel(kind, (0, 3), "float32")(stream()).shape == (0, 3)
    scalar = kernel(kind, (), "float32")(stream(block=256))
    np.testing.assert_allclose(scalar, GOLDEN[f"{kind}_float32_scalar/1"], rtol=0, atol=2e-6)
    got = draw(kind, 9, at=stream(-1, -(2**33)))
    np.testing.assert_allclose(got, GOLDEN[f"{kind}_float32_negative_seeds/0"], rtol=0, atol=2e-6)


@pytest.mark.parametrize("execution", [0, 1])
@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("int32_0", 0, 10),
        ("int32_1", -(2**31), 2**31 - 1),
        ("int32_2", -7, 2**31 - 1),
        ("int64_0", 0, 10),
        ("int64_1", -(2**63), 2**63 - 1),
        ("int64_2", -5, 2**40),
    ],
)
def test_integers_equal_tensorflow(name: str, low: int, high: int, execution: int) -> None:
    scalar = np.dtype(name[:5]).type
    at = stream(block=execution * blocks_reserved("fill", 43))
    got = jax.jit(lambda s, a, b: philox.uniform_int(s, (43,), a, b))(at, scalar(low), scalar(high))
    assert got.dtype == scalar
    np.testing.assert_array_equal(got, GOLDEN[f"int_{name}/{execution}"])


@pytest.mark.parametrize("n", [1, 2, 4, 5, 6, 9, 101])
def test_shuffle_order_and_its_reservation(n: int) -> None:
    for execution in (0, 1):
        order = shuffle_order(stream(block=execution * blocks_reserved("shuffle", n)), n)
        np.testing.assert_array_equal(order, GOLDEN[f"shuffle_{n}/{execution}"])


@pytest.mark.parametrize(("name", "pair"), [("small", (1, 2)), ("wide", (-5, 2**40))])
def test_stateless_streams(name: str, pair: tuple[int, int]) -> None:
    at = jax.jit(philox.stateless_stream)(jnp.array(pair, jnp.int64))
    np.testing.assert_array_equal(draw("uniform", 9, at=at), GOLDEN[f"stateless_uniform_{name}/0"])
    truncated = draw("truncated", 43, at=at)
    np.testing.assert_allclose(truncated, GOLDEN[f"stateless_truncated_{name}/0"], rtol=0, atol=2e-6)
    got = philox.uniform_int(at, (9,), jnp.int32(0), jnp.int32(10))
    np.testing.assert_array_equal(got, GOLDEN[f"stateless_int_{name}/0"])


def test_stateless_int32_seeds_extend_their_sign() -> None:
    at = jax.jit(philox.stateless_stream)(jnp.array((-1, 7), jnp.int32))
    np.testing.assert_allclose(draw("normal", 9, at=at), GOLDEN["stateless_normal_int32/0"], rtol=0, atol=2e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind", DRAWS)
def test_a_draw_can_be_made_in_pieces(kind: str, dtype: str) -> None:
    whole = draw(kind, LARGE, dtype)
    np.testing.assert_array_equal(draw(kind, 43, dtype), whole[:43])
    at = stream().skip(blocks_before(50_000, dtype, truncated=kind == "truncated"))
    np.testing.assert_array_equal(draw(kind, 43, dtype, at), whole[50_000:50_043])


def test_large_truncated_draws_made_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = draw("truncated", LARGE)
    monkeypatch.setattr(philox_normal, "_PIECE", 6001)
    pieced = jax.jit(lambda s: philox_normal.truncated_normal(s, (LARGE,), np.float32))(stream())
    np.testing.assert_array_equal(pieced, whole)


def test_truncated_groups_beyond_the_compaction_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 6000
    whole, positions = draw("truncated", n), philox_normal._positions
    monkeypatch.setattr(philox_normal, "_positions", lambda mask, capacity: positions(mask, 200))
    got = jax.jit(lambda s: philox_normal.truncated_normal(s, (n,), np.float32))(stream())
    np.testing.assert_array_equal(got, whole)


@pytest.mark.parametrize(("size", "capacity"), [(1, 1), (130, 3), (1000, 1000)])
def test_positions_are_those_of_nonzero(size: int, capacity: int) -> None:
    positions = jax.jit(philox_normal._positions, static_argnums=1)
    for density in (0.0, 0.02, 0.5, 1.0):
        mask = np.random.default_rng(size).random(size) < density
        expected = np.full(capacity, size)
        found = np.flatnonzero(mask)[:capacity]
        expected[: len(found)] = found
        np.testing.assert_array_equal(positions(mask, capacity), expected)


def test_log_and_sine_are_rounded_once() -> None:
    unit = jax.jit(philox.bits_to_unit)(np.arange(0, 2**23, 101, dtype=np.uint32))
    u = np.maximum(np.asarray(unit), np.float32(1e-7))
    got, exact = jax.jit(philox_normal._log)(u), np.log(u.astype(np.float64)).astype(np.float32)
    np.testing.assert_allclose(got, exact, rtol=1.2e-7)
    assert np.mean(got == exact) > 0.9999
    angle = (u * np.float32(2 * math.pi)).astype(np.float64)
    for lane, function in ((0, np.sin), (1, np.cos)):
        got = jax.jit(philox_normal._sine)(angle, np.int32(lane))
        np.testing.assert_allclose(got, function(angle).astype(np.float32), rtol=1.2e-7, atol=1e-11)


def test_one_compiled_kernel_serves_every_op_and_execution() -> None:
    traced: list[int] = []

    @jax.jit
    def eight(at: Stream) -> jax.Array:
        traced.append(1)
        return philox_normal.truncated_normal(at, (8,), np.float32)

    values = [np.asarray(eight(stream(seed, 2, block))) for seed in (1, 2) for block in (0, 2048)]
    assert len(traced) == 1
    assert len({v.tobytes() for v in values}) == 4


def test_unseeded_ops_differ() -> None:
    assert normalize_seeds(0, 0) != normalize_seeds(0, 0)
    assert normalize_seeds(0, 5) == (0, 5)
    assert normalize_seeds(0, 2**31 - 1) == (0, 2**31 - 1)


@pytest.mark.parametrize("kind", DRAWS)
def test_other_dtypes_are_refused(kind: str) -> None:
    with pytest.raises(TypeError, match="random floats are"):
        DRAWS[kind](stream(), (3,), np.int32)


def test_uniform_int_refuses_floats() -> None:
    with pytest.raises(TypeError, match="int32 or int64"):
        philox.uniform_int(stream(), (3,), jnp.float32(0), jnp.float32(1))


def test_pieces_begin_at_whole_blocks() -> None:
    with pytest.raises(ValueError, match="multiple of 4"):
        blocks_before(6, "float32")
    assert blocks_before(6, "int64") == 3


@pytest.mark.filterwarnings("ignore:Explicitly requested dtype")
def test_32_bit_mode_is_refused() -> None:
    with jax.enable_x64(False), pytest.raises(TypeError, match=r"enable_x64\(True\)"):
        jax.jit(lambda s: philox.words(s, 2))(stream())


def test_reservations() -> None:
    assert [blocks_reserved("shuffle", n) for n in (0, 1, 2, 5, 6)] == [0, 0, 1, 1, 2]
    assert blocks_reserved("multinomial", 2 * 12) == 2 * 12 * 512
    assert blocks_reserved("candidates", 6) == 512 * 6
