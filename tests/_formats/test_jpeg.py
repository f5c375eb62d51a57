"""Pictures in files decode to the pixels that TF 1.15.5 gives (golden/images, made by golden/record/images.py)."""

from pathlib import Path

import numpy as np
import pytest

from tf1compat._formats import jpeg, pictures
from tf1compat._formats.faults import InvalidArgument

FOLDER = Path(__file__).parents[1] / "golden" / "images"
EXPECTED = dict(np.load(FOLDER / "expected.npz"))
JPEG = sorted(k for k in EXPECTED if ".jpg/" in k and "crop" not in k and "shape" not in k)


def contents(name):
    return (FOLDER / name).read_bytes()


@pytest.mark.parametrize("key", JPEG)
def test_jpeg_is_decoded_bit_for_bit(key):
    name, option = key.split("/")
    words = dict([option.split("=")]) if "=" in option else {"dct_method": option}
    given = {
        "channels": int(words.get("channels", 0)),
        "ratio": int(words.get("ratio", 1)),
        "fancy_upscaling": words.get("fancy_upscaling") != "False",
        "dct_method": words.get("dct_method", ""),
    }
    np.testing.assert_array_equal(jpeg.decode(contents(name), **given), EXPECTED[key])


@pytest.mark.parametrize("channels", [0, 3])
def test_palette(channels):
    found = pictures.decode_png(contents("palette.png"), channels, False)
    np.testing.assert_array_equal(found, EXPECTED[f"palette.png/channels={channels}"])


def test_gif_and_bmp():
    np.testing.assert_array_equal(pictures.decode_gif(contents("two.gif")), EXPECTED["two.gif"])
    np.testing.assert_array_equal(pictures.decode_bmp(contents("rgb.bmp"), 0), EXPECTED["rgb.bmp"])


@pytest.mark.parametrize("n_channels", [1, 2, 3, 4])
def test_wide_png_comes_back(n_channels):
    pixels = np.random.RandomState(0).randint(0, 1 << 16, (7, 5, n_channels)).astype(np.uint16)
    np.testing.assert_array_equal(pictures.decode_png(pictures.encode_png(pixels), 0, True), pixels)


def test_jpeg_comes_back_nearly():
    rows, columns = np.mgrid[:32, :48]
    pixels = np.stack([rows * 4, columns * 3, rows + columns], -1).astype(np.uint8)
    again = jpeg.decode(jpeg.encode(pixels, quality=95))
    assert np.abs(again.astype(int) - pixels).max() < 12


def test_broken_files_are_refused():
    with pytest.raises(InvalidArgument, match="JPEG"):
        jpeg.decode(b"\xff\xd8\xff\xe0 nothing")
    with pytest.raises(InvalidArgument, match="JPEG"):
        jpeg.decode(contents("rgb.jpg")[:400])
    with pytest.raises(InvalidArgument, match="Incomplete bmp"):
        pictures.decode_bmp(contents("rgb.bmp")[:100], 0)
