"""tf.contrib.image in running sessions; also runs on Python 3.7 with TF 1.15. Each function takes `tf`, returns JSON."""

import numpy as np
from queue_runs import plain


def _values(tf, *tensors):
    with tf.Session() as s:
        return [plain(x) for x in s.run(tensors)]


def _rounded(values):
    return [np.round(np.asarray(v, np.float64), 3).tolist() for v in values]


def transforms(tf):
    image = tf.constant(np.arange(20, dtype=np.float32).reshape(4, 5))
    c, tilt = tf.contrib.image, [1.1, 0.2, -0.3, 0.05, 0.9, 0.4, 0.01, -0.02]
    two = tf.stack([image, image * 2])[..., None]
    moved = c.transform(image, tilt, "BILINEAR")
    (gradient,) = tf.gradients(tf.reduce_sum(moved * image), image)
    return _rounded(_values(
        tf, c.transform(image, tilt), moved, gradient, c.rotate(image, 0.5), c.rotate(two, [0.5, -1.0], "BILINEAR"),
        c.translate(tf.cast(image, tf.uint8), [1, -1]), c.translate(two, [[1.5, 0.0], [0.0, 2.0]], "BILINEAR"),
        c.transform(image, tilt, output_shape=[2, 3]), c.compose_transforms(tilt, [1.0, 0, 2, 0, 1, 0, 0, 0]),
        c.angles_to_projective_transforms(0.5, 4.0, 5.0),
    ))  # fmt: skip


def colours(tf):
    image = np.linspace(0, 1, 12, dtype=np.float32).reshape(2, 2, 3)
    try:  # TF 1.15 hides it
        from tensorflow.contrib.image.python.ops.distort_image_ops import adjust_hsv_in_yiq as adjust
    except ImportError:
        adjust = tf.contrib.image.adjust_hsv_in_yiq
    ways = [(0.5, 1.0, 1.0), (0.0, 2.0, 1.0), (1.0, 0.5, 1.5)]
    return _rounded(_values(tf, *[adjust(image, *way) for way in ways]))


def areas_and_pairs(tf):
    image = [[1, 1, 0, 2], [0, 1, 0, 2], [3, 0, 1, 1], [3, 3, 3, 1]]
    distances = [[0.5, 0.8, 0.1], [0.3, 0.2, 0.15]]
    match = tf.contrib.image.bipartite_match
    return _values(
        tf, tf.contrib.image.connected_components(image), tf.contrib.image.connected_components([[True, False, True]]),
        *(list(match(distances, -1)) + list(match(distances, -1, top_k=1)) + list(match(distances, 1)))
    )  # fmt: skip


def warps(tf):
    image = tf.constant(np.random.RandomState(0).rand(1, 4, 5, 2).astype(np.float32))
    flow = np.random.RandomState(1).randn(1, 4, 5, 2).astype(np.float32)
    points = np.float32([[[0, 0], [3, 4], [1, 2], [0, 4]]])
    c = tf.contrib.image
    warped, dense = c.sparse_image_warp(image, points, points + np.float32(0.3), num_boundary_points=2)
    values = np.float32([[[1], [2], [0], [1]]])
    splines = [c.interpolate_spline(points, values, points + np.float32(0.5), order) for order in (1, 2, 3)]
    return _rounded(_values(tf, c.dense_image_warp(image, flow), warped, dense, *splines))


RUNS = [transforms, colours, areas_and_pairs, warps]
