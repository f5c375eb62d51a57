"""Cases of pictures in files; their bytes are made by Pillow-independent writers so that both interpreters agree."""

import struct
import zlib

import numpy as np
from case import Case

PIXELS = np.kron(np.random.RandomState(2).randint(0, 256, [3, 4, 4]), np.ones([4, 4, 1])).astype("u1")


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body) & 0xFFFFFFFF)


def png(pixels, color, bits=8, filters=(0, 1, 2, 3, 4), extra=b""):
    """A PNG file; each scan line says in turn that it has one of `filters` (its bytes are what they are)."""
    height, width = pixels.shape[:2]
    rows = pixels.astype(">u2" if bits == 16 else "u1").reshape(height, -1)
    lines = b"".join(bytes([filters[y % len(filters)]]) + rows[y].tobytes() for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)
    stored = zlib.compress(lines, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", stored) + chunk(b"IEND", b"")


def bmp(pixels):
    height, width, channels = pixels.shape
    row = (channels * width + 3) // 4 * 4
    body = b"".join(line.tobytes().ljust(row, b"\0") for line in pixels)
    header = struct.pack("<2sIHHI", b"BM", 54 + len(body), 0, 0, 54)
    header += struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8 * channels, 0, len(body), 0, 0, 0, 0)
    return header + body


CASES = []
for _name, _pixels, _color in (
    ("gray", PIXELS[..., :1], 0),
    ("ga", PIXELS[..., :2], 4),
    ("rgb", PIXELS[..., :3], 2),
    ("rgba", PIXELS, 6),
):
    for _channels in (0, 1, 3, 4):
        CASES.append(Case("DecodePng", png(_pixels, _color), label="%s_%d" % (_name, _channels), channels=_channels))
    _wide = _pixels.astype("i4") * 251 % 65536
    CASES.append(Case("DecodePng", png(_wide, _color, 16), label="%s_wide" % _name, dtype="uint16"))
    CASES.append(Case("DecodePng", png(_wide, _color, 16), label="%s_narrowed" % _name))
    CASES.append(Case("DecodePng", png(_pixels, _color), label="%s_widened" % _name, dtype="uint16"))
CASES += [
    Case("DecodeJpeg", png(PIXELS[..., :3], 2), label="of_png"),
    Case("DecodeGif", png(PIXELS[..., :3], 2), label="of_png"),
    Case("DecodeBmp", bmp(PIXELS[:, :15, :3])),
    Case("DecodeBmp", bmp(PIXELS[:, :15, :1]), label="gray"),
    Case("DecodeBmp", bmp(PIXELS), label="rgba", channels=4),
]
