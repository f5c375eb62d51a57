"""What slim's own tests import: random images in Examples and files of them; call inside a session."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tf1compat._facade import constants, context, image_coding
from tf1compat._formats import protos
from tf1compat._jaxcore.base import dtypes


def generate_image(image_shape: Any, image_format: str = "jpeg", label: int = 0) -> tuple[Any, bytes]:
    """A random image, and a serialized Example with it in `image_format` ("jpeg" or "png")."""
    image = np.random.randint(0, 256, size=image_shape)
    encode = {"jpeg": image_coding.encode_jpeg, "png": image_coding.encode_png}[image_format]
    encoded = context.get_default_session().run(encode(constants.constant(image, dtypes.uint8)))
    features = {
        "image/encoded": protos.Feature(bytes_list=protos.BytesList(value=[encoded])),
        "image/format": protos.Feature(bytes_list=protos.BytesList(value=[image_format.encode()])),
        "image/class/label": protos.Feature(int64_list=protos.Int64List(value=[label])),
    }
    return image, protos.Example(features=protos.Features(feature=features)).SerializeToString()


def create_tfrecord_files(output_dir: str, num_files: int = 3, num_records_per_file: int = 10) -> list[str]:
    """Files of random images; their paths."""
    from tf1compat._facade.platform.tf_record import TFRecordWriter

    paths = [os.path.join(output_dir, f"flowers.tfrecord-{i}-of-{num_files}") for i in range(num_files)]
    for path in paths:
        with TFRecordWriter(path) as writer:
            for _ in range(num_records_per_file):
                writer.write(generate_image(image_shape=(10, 10, 3))[1])
    return paths
