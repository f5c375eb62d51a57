"""Record what TF 1.15.5 decodes from the pictures in tests/golden/images.

Run with the oracle's interpreter: python tests/golden/record/images.py
"""

import os

import numpy as np
import tensorflow as tf

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "images")


def read(name):
    return tf.read_file(os.path.join(FOLDER, name))


def main():
    found = {}
    for name in ("rgb.jpg", "rgb_q60_420.jpg", "gray.jpg"):
        for channels in (0, 1, 3):
            found["%s/channels=%d" % (name, channels)] = tf.image.decode_jpeg(read(name), channels=channels)
        found[name + "/INTEGER_ACCURATE"] = tf.image.decode_jpeg(read(name), dct_method="INTEGER_ACCURATE")
        found[name + "/ratio=2"] = tf.image.decode_jpeg(read(name), ratio=2)
    found["rgb_q60_420.jpg/fancy_upscaling=False"] = tf.image.decode_jpeg(read("rgb_q60_420.jpg"), fancy_upscaling=False)
    for channels in (0, 3):
        found["palette.png/channels=%d" % channels] = tf.image.decode_png(read("palette.png"), channels=channels)
    found["two.gif"] = tf.image.decode_gif(read("two.gif"))
    found["rgb.bmp"] = tf.image.decode_bmp(read("rgb.bmp"))
    values = tf.Session().run(found)
    np.savez_compressed(os.path.join(FOLDER, "expected.npz"), **values)


if __name__ == "__main__":
    main()
