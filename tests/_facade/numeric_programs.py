"""Programs with tf.linalg, tf.signal, tf.distributions and tf.image that return numbers (Python 3.7 too)."""

import numpy as np

SIGNAL = (np.random.RandomState(0).randint(-8, 9, size=(2, 100)) / 8).astype("f")
MATRIX = (np.random.RandomState(0).randint(-8, 9, size=(4, 4)) / 8).astype("f")
POSITIVE = np.matmul(MATRIX, MATRIX.T) + 2 * np.eye(4, dtype="f")
IMAGE = np.random.RandomState(1).randint(0, 256, size=(6, 5, 3)).astype("u1")


def linear_algebra(tf):
    """Factorisations and their gradients, where signs of vectors do not matter."""
    x, p = tf.constant(MATRIX), tf.constant(POSITIVE)
    s, u, v = tf.svd(x)
    e, w = tf.self_adjoint_eig(p)
    least = tf.matrix_solve_ls(x[:, :3], x[:, 3:])
    return [
        s,
        tf.matmul(u, tf.matmul(tf.diag(s), v, adjoint_b=True)),
        tf.gradients(tf.reduce_sum(s * s * s), x),
        tf.gradients(tf.reduce_sum(tf.square(tf.matmul(u[:, :2], v[:, :2], adjoint_b=True) * MATRIX[::-1])), x),
        e,
        tf.gradients(tf.reduce_sum(tf.square(w) * MATRIX) + tf.reduce_sum(e**3), p),
        tf.linalg.expm(x),
        tf.gradients(tf.linalg.expm(x), x),
        tf.linalg.pinv(x[:, :3]),
        tf.gradients(tf.linalg.pinv(x[:, :3]), x),
        tf.linalg.matrix_rank(np.outer(MATRIX[0], MATRIX[1])),
        tf.gradients(tf.reduce_sum(tf.cholesky(p) * MATRIX), p),
        tf.gradients(tf.linalg.logdet(p), p),
        tf.gradients(tf.matrix_determinant(x), x),
        least,
        tf.gradients(least, x),
        list(tf.qr(x)),
        tf.einsum("ij,kj->ki", x, p),
    ]


def signals(tf):
    """Frames, transforms and their gradients."""
    x = tf.constant(SIGNAL)
    st = tf.signal.stft(x, 20, 10)
    kinds = ((1, None, None), (2, None, None), (2, 50, "ortho"), (3, 130, "ortho"), (3, None, None))
    return [
        tf.abs(st),
        tf.gradients(tf.abs(st)[:, 1:4, 2:5], x),
        tf.signal.inverse_stft(st, 20, 10, window_fn=tf.signal.inverse_stft_window_fn(10)),
        [tf.signal.dct(x, kind, n=n, norm=norm) for kind, n, norm in kinds],
        tf.signal.idct(x),
        tf.signal.linear_to_mel_weight_matrix(),
        tf.signal.frame(x, 7, 3, pad_end=True),
        tf.signal.overlap_and_add(tf.reshape(x, [2, 10, 10]), 3),
        tf.signal.fftshift(x),
    ]


def distributions(tf):
    """Samples by seed, densities, statistics, divergences, gradients through samples."""
    d = tf.distributions
    n, m = d.Normal([0.0, 1.0], [1.0, 2.0]), d.Normal(loc=0.5, scale=3.0)
    u = d.Uniform(low=[1.0, 2.0], high=3.0)
    b, c = d.Bernoulli(probs=[0.2, 0.7]), d.Bernoulli(logits=[0.3, -1.0], dtype=tf.float32)
    k = d.Categorical(logits=[[0.1, 0.5, -1.0], [0.0, 0.0, 2.0]])
    o = d.Categorical(probs=[[0.1, 0.5, 0.4], [0.2, 0.2, 0.6]])
    x = tf.constant([0.5, 0.5])
    q = d.Normal(x, tf.nn.softplus(x))
    far = [-30.0, 1.0]
    a = tf.constant([0.3, 1.0, 2.5, 40.0])
    g = tf.random_gamma([5], a, seed=3)
    return [
        [
            n.sample(3, seed=1),
            n.log_prob([0.5, 9.0]),
            n.prob(1.0),
            n.cdf(far),
            n.log_cdf(far),
            n.survival_function(1.0),
        ],
        [
            n.log_survival_function([-30.0, 30.0]),
            n.entropy(),
            n.mean(),
            n.variance(),
            n.stddev(),
            n.quantile([0.01, 0.9]),
        ],
        [d.kl_divergence(n, m), n.cross_entropy(m)],
        [
            u.sample(2, seed=4),
            u.log_prob([2.0, 2.5]),
            u.prob(2.5),
            u.cdf([0.0, 2.5]),
            u.entropy(),
            u.mean(),
            u.variance(),
        ],
        [
            b.sample(4, seed=5),
            b.log_prob([1, 0]),
            c.prob(1.0),
            c.entropy(),
            c.variance(),
            c.mode(),
            d.kl_divergence(b, c),
        ],
        [k.sample(5, seed=6), k.log_prob([1, 2]), o.prob([0, 1]), k.entropy(), k.mode(), d.kl_divergence(k, o)],
        [o.cdf([0, 2]), o.log_prob([[0, 1], [2, 2]])],
        tf.gradients(tf.reduce_mean(q.sample(10, seed=7) ** 2) + tf.reduce_sum(d.kl_divergence(q, m)), x),
        [g, tf.gradients(g * g, a)],
    ]


def images(tf):
    """Random changes by seed, turns, and measures."""
    x, f = tf.constant(IMAGE), tf.constant(IMAGE / np.float32(256))
    t = tf.image
    boxes = np.array([[[0.1, 0.2, 0.7, 0.9]]], "f")
    return [
        [t.random_flip_left_right(x, seed=s) for s in range(3)],
        [t.random_brightness(x, 0.3, 1), t.random_contrast(f, 0.2, 1.8, 2), t.random_hue(f, 0.3, 3)],
        [t.random_saturation(f, 0.2, 1.8, 4), t.random_crop(x, [3, 3, 3], 5)],
        [t.rot90(x, k) for k in range(5)] + [t.rot90(x, tf.reduce_sum(tf.constant([0, k]))) for k in range(4)],
        [t.per_image_standardization(x), t.rgb_to_grayscale(x), t.adjust_gamma(f, 0.5)],
        [t.resize_image_with_crop_or_pad(x, 8, 3), t.resize_image_with_pad(f, 8, 8), t.central_crop(x, 0.5)],
        [t.psnr(f, f * 0.9, 1.0), t.ssim(f[None], f[None] * 0.9, 1.0, filter_size=3), t.total_variation(f)],
        [t.sobel_edges(f[None]), list(t.image_gradients(f[None]))],
        list(t.sample_distorted_bounding_box([60, 50, 3], boxes, seed=3, seed2=4)),
        tf.gradients(t.resize_images(f, [9, 4]) * tf.constant(np.arange(108, dtype="f").reshape(9, 4, 3)), f),
    ]


PROGRAMS = [linear_algebra, signals, distributions, images]


def run(tf, program):
    """All results of a program as nested lists of numbers."""
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(9)
        return plain(session.run(program(tf)))


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return np.asarray(value).astype(float).round(5).tolist()
