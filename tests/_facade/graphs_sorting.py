"""Calls of sorting, histograms, special functions, fake quantisation, dilation."""

import numpy as np

CALLS = {
    "sort": lambda tf, v: (tf.sort(v.t), tf.sort(v.t, 0, "DESCENDING"), tf.argsort(v.t, axis=1), tf.argsort(v.m)),
    "sort_free": lambda tf, v: (tf.sort(v.x), tf.sort(v.u), tf.argsort(v.u, 0)),
    "sort_wrong": lambda tf, v: tf.sort(v.x, direction="UP"),
    "sort_axis": lambda tf, v: tf.sort(v.x, axis=v.n),
    "histogram": lambda tf, v: (
        tf.histogram_fixed_width(v.m, [0.0, 5.0], nbins=5, name="given"),
        tf.histogram_fixed_width_bins(v.m, [0.0, 5.0], 5),
        tf.histogram_fixed_width(v.m, [0.0, 5.0], v.n, tf.int64),
    ),
    "special": lambda tf, v: (
        tf.lbeta(v.m),
        tf.math.bessel_i0(v.m),
        tf.math.bessel_i1(v.m),
        tf.math.nextafter(v.d, 1.0),
    ),
    "fake_quant": lambda tf, v: (
        tf.fake_quant_with_min_max_args(v.m, -1.0, 2.0),
        tf.fake_quant_with_min_max_vars(v.m, -1.0, 2.0, num_bits=4, narrow_range=True, name="given"),
        tf.fake_quant_with_min_max_vars_per_channel(v.x, v.row, [1.0, 2.0, 3.0]),
        tf.fake_quant_with_min_max_vars_gradient(v.m, v.m, 0.0, 1.0),
    ),
    "dilation": lambda tf, v: (
        tf.nn.dilation2d(np.zeros((1, 5, 6, 2), "f"), np.zeros((2, 3, 2), "f"), [1, 1, 2, 1], [1, 2, 1, 1], "SAME"),
        tf.nn.erosion2d(np.zeros((1, 5, 6, 2), "f"), np.zeros((2, 3, 2), "f"), [1, 1, 2, 1], [1, 2, 1, 1], "VALID"),
    ),
}
KNOWS_MORE_SIZES = True  # of sorted ones: all that are known of the values
