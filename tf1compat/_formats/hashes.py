"""The hashes of strings that TensorFlow's results depend on: FarmHash fingerprint, SipHash, its own old one."""

from __future__ import annotations

import struct

_MASK = (1 << 64) - 1
_K0 = 0xC3A5C85C97CB3127
_K1 = 0xB492B66FBE98F273
_K2 = 0x9AE16A3B2F90404F
_M = 0xC6A4A7935BD1E995


def _word(s: bytes, at: int) -> int:
    return int.from_bytes(s[at : at + 8], "little")


def _half(s: bytes, at: int) -> int:
    return int.from_bytes(s[at : at + 4], "little")


def _rotated(x: int, right: int) -> int:
    x &= _MASK
    return (x >> right | x << (64 - right)) & _MASK


def _mixed(x: int) -> int:
    x &= _MASK
    return x ^ (x >> 47)


def _pair(u: int, v: int, mul: int) -> int:
    a = _mixed((u ^ v) * mul)
    return _mixed((v ^ a) * mul) * mul & _MASK


def fingerprint64(s: bytes) -> int:
    """FarmHash's `Fingerprint64` (Geoff Pike, farmhashna), an unsigned 64-bit number that never changes.

    >>> hex(fingerprint64(b"hello"))
    '0xb48be5a931380ce8'
    """
    n = len(s)
    if n <= 16:
        return _up_to_16(s, n)
    if n <= 32:
        return _up_to_32(s, n)
    return _up_to_64(s, n) if n <= 64 else _long(s, n)


def _up_to_16(s: bytes, n: int) -> int:
    if n >= 8:
        mul = _K2 + n * 2
        a, b = _word(s, 0) + _K2 & _MASK, _word(s, n - 8)
        c = _rotated(b, 37) * mul + a & _MASK
        d = (_rotated(a, 25) + b) * mul & _MASK
        return _pair(c, d, mul)
    if n >= 4:
        return _pair(n + (_half(s, 0) << 3) & _MASK, _half(s, n - 4), _K2 + n * 2)
    if n:
        y, z = s[0] + (s[n >> 1] << 8), n + (s[n - 1] << 2)
        return _mixed(y * _K2 ^ z * _K0) * _K2 & _MASK
    return _K2


def _up_to_32(s: bytes, n: int) -> int:
    mul = _K2 + n * 2
    a, b = _word(s, 0) * _K1 & _MASK, _word(s, 8)
    c, d = _word(s, n - 8) * mul & _MASK, _word(s, n - 16) * _K2 & _MASK
    u = _rotated(a + b, 43) + _rotated(c, 30) + d & _MASK
    return _pair(u, a + _rotated(b + _K2, 18) + c & _MASK, mul)


def _up_to_64(s: bytes, n: int) -> int:
    mul = _K2 + n * 2
    a, b = _word(s, 0) * _K2 & _MASK, _word(s, 8)
    c, d = _word(s, n - 8) * mul & _MASK, _word(s, n - 16) * _K2 & _MASK
    y = _rotated(a + b, 43) + _rotated(c, 30) + d & _MASK
    z = _pair(y, a + _rotated(b + _K2, 18) + c & _MASK, mul)
    e, f = _word(s, 16) * mul & _MASK, _word(s, 24)
    g, h = (y + _word(s, n - 32)) * mul & _MASK, (z + _word(s, n - 24)) * mul & _MASK
    return _pair(_rotated(e + f, 43) + _rotated(g, 30) + h & _MASK, e + _rotated(f + a, 18) + g & _MASK, mul)


def _block(s: bytes, at: int, a: int, b: int) -> tuple[int, int]:
    """Two numbers and 32 bytes make two numbers."""
    w, x, y, z = struct.unpack_from("<4Q", s, at)
    a = a + w & _MASK
    b = _rotated(b + a + z, 21)
    c = a
    a = a + x + y & _MASK
    b = b + _rotated(a, 44) & _MASK
    return a + z & _MASK, b + c & _MASK


def _long(s: bytes, n: int) -> int:
    x = 81
    y = x * _K1 + 113 & _MASK
    z = _mixed(y * _K2 + 113) * _K2 & _MASK
    v, w = (0, 0), (0, 0)
    x = x * _K2 + _word(s, 0) & _MASK
    end = (n - 1) // 64 * 64
    for at in range(0, end, 64):
        x, y, z, v, w = _round(s, at, x, y, z, v, w, _K1, 1)
    mul = _K1 + ((z & 0xFF) << 1)
    w = (w[0] + (n - 1 & 63) & _MASK, w[1])
    v = (v[0] + w[0] & _MASK, v[1])
    w = (w[0] + v[0] & _MASK, w[1])
    x, y, z, v, w = _round(s, n - 64, x, y, z, v, w, mul, 9)
    u = _pair(v[0], w[0], mul) + _mixed(y) * _K0 + z & _MASK
    return _pair(u, _pair(v[1], w[1], mul) + x & _MASK, mul)


_Two = tuple[int, int]


def _round(
    s: bytes, at: int, x: int, y: int, z: int, v: _Two, w: _Two, mul: int, weight: int
) -> tuple[int, int, int, _Two, _Two]:
    """64 bytes; the last ones of a string count with another multiplier and weight."""
    x = _rotated(x + y + v[0] + _word(s, at + 8), 37) * mul & _MASK
    y = _rotated(y + v[1] + _word(s, at + 48), 42) * mul & _MASK
    x ^= w[1] * weight & _MASK
    y = y + v[0] * weight + _word(s, at + 40) & _MASK
    z = _rotated(z + w[0], 33) * mul & _MASK
    v = _block(s, at, v[1] * mul & _MASK, x + w[0])
    w = _block(s, at + 32, z + w[1] & _MASK, y + _word(s, at + 16))
    return z, y, x, v, w


def combined(first: int, second: int) -> int:
    """One fingerprint of two (TensorFlow's FingerprintCat64)."""
    result = (first ^ _M) & _MASK
    result ^= _mixed(second * _M) * _M & _MASK
    result = result * _M & _MASK
    result = _mixed(result) * _M & _MASK
    return _mixed(result)


def old_hash64(s: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """TensorFlow's Hash64 (a MurmurHash2), which StringToHashBucket goes by."""
    n = len(s)
    h = seed ^ n * _M & _MASK
    whole = n // 8 * 8
    for at in range(0, whole, 8):
        k = _mixed(_word(s, at) * _M) * _M & _MASK
        h = (h ^ k) * _M & _MASK
    if n > whole:
        h = (h ^ _word(s, whole)) * _M & _MASK
    h = _mixed(h) * _M & _MASK
    return _mixed(h)


def siphash(s: bytes, key: tuple[int, int]) -> int:
    """SipHash-2-4 (Aumasson and Bernstein) under a key of two 64-bit numbers."""
    k0, k1 = key[0] & _MASK, key[1] & _MASK
    state = (k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573)
    padded = s + bytes(7 - len(s) % 8) + bytes([len(s) & 0xFF])
    for (m,) in struct.iter_unpack("<Q", padded):
        a, b, c, d = state
        a, b, c, d = _sip_round(*_sip_round(a, b, c, d ^ m))
        state = (a ^ m, b, c, d)
    a, b, c, d = state
    c ^= 0xFF
    for _ in range(4):
        a, b, c, d = _sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


def _sip_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = a + b & _MASK
    b = _rotated(b, 51) ^ a
    a = _rotated(a, 32)
    c = c + d & _MASK
    d = _rotated(d, 48) ^ c
    a = a + d & _MASK
    d = _rotated(d, 43) ^ a
    c = c + b & _MASK
    b = _rotated(b, 47) ^ c
    c = _rotated(c, 32)
    return a, b, c, d
