"""Images that are encoded come back: bytes differ between libraries, what they say does not."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.apply import apply_op

PIXELS = (np.add.outer(np.arange(24) * 7, np.arange(32) * 3)[..., None] + np.array([0, 40, 90])).astype(np.uint8)


def run(fetches):
    with tf.Session() as session:
        return session.run(fetches)


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_png_comes_back(channels, dtype):
    pixels = np.resize(PIXELS.astype(dtype) * (257 if dtype is np.uint16 else 1), (24, 32, channels))
    text = tf.image.encode_png(pixels)
    np.testing.assert_array_equal(run(tf.image.decode_png(text, dtype=tf.as_dtype(dtype))), pixels)


@pytest.mark.parametrize("quality, error", [(100, 74), (90, 85), (20, 100)])
def test_jpeg_loses_what_tensorflow_loses(quality, error):
    smooth = PIXELS // 2
    text = tf.image.encode_jpeg(smooth, quality=quality, format="rgb")
    text2 = apply_op("EncodeJpegVariableQuality", smooth, quality)
    found = run([tf.image.decode_jpeg(text), tf.image.decode_jpeg(text2), tf.image.extract_jpeg_shape(text), text])
    assert np.abs(found[0].astype(int) - smooth).max() == error
    np.testing.assert_array_equal(found[0], found[1])
    assert found[2].tolist() == [24, 32, 3] and found[2].dtype == np.int32
    assert found[3].startswith(b"\xff\xd8\xff")


def test_jpeg_of_grey_pixels():
    text = tf.image.encode_jpeg(PIXELS[..., :1] // 2, format="grayscale")
    pixels, shape = run([tf.image.decode_jpeg(text), tf.image.extract_jpeg_shape(text, output_type=tf.int64)])
    assert pixels.shape == (24, 32, 1) and shape.tolist() == [24, 32, 1] and shape.dtype == np.int64


def test_lower_quality_is_shorter():
    texts = run([tf.image.encode_jpeg(PIXELS, quality=q) for q in (10, 50, 95)])
    assert len(texts[0]) < len(texts[1]) < len(texts[2])


def test_crop_while_decoding():
    text = tf.image.encode_jpeg(PIXELS)
    whole, part = run([tf.image.decode_jpeg(text), tf.image.decode_and_crop_jpeg(text, [3, 5, 10, 12])])
    np.testing.assert_array_equal(part, whole[3:13, 5:17])


def test_crop_outside_of_the_image():
    text = tf.image.encode_jpeg(PIXELS)
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(tf.image.decode_and_crop_jpeg(text, [3, 5, 30, 12]))
