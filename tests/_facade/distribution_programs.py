"""Programs with distributions, bijectors and linear operators that return numbers (Python 3.7 too)."""

import numpy as np

MATRIX = (np.random.RandomState(0).randint(-8, 9, size=(3, 3)) / 8).astype("f")
POSITIVE = np.matmul(MATRIX, MATRIX.T) + 2 * np.eye(3, dtype="f")
LOWER = np.tril(MATRIX) + 2 * np.eye(3, dtype="f")
X = np.array([0.1, 0.4, 0.7], "f")


def classic(tf):
    """tf.distributions: samples by seed, densities, statistics, divergences, gradients through samples."""
    d = tf.distributions
    gamma, beta, student = d.Gamma([2.0, 0.5], 3.0), d.Beta(2.0, [1.5, 4.0]), d.StudentT(3.0, 1.0, 2.0)
    dirichlet, laplace = d.Dirichlet([[1.0, 2.0, 3.0], [2.0, 2.0, 0.5]]), d.Laplace(0.0, [1.0, 2.0])
    counts, mixed = d.Multinomial([4.0, 2.0], probs=X / X.sum()), d.DirichletMultinomial(5.0, [1.0, 2.0, 3.0])
    rate = tf.constant(2.0)
    drawn = [
        x.sample(2, seed=i)
        for i, x in enumerate([gamma, beta, student, dirichlet, laplace, d.Exponential(rate), mixed])
    ]
    return drawn + [
        d.Multinomial(4.0, probs=[0.2, 0.3, 0.5]).sample(3, seed=1),
        counts.log_prob([[1.0, 1.0, 2.0], [0.0, 1.0, 1.0]]),
        counts.covariance(),
        mixed.log_prob([1.0, 2.0, 2.0]),
        mixed.variance(),
        gamma.cdf([0.3, 0.4]),
        gamma.mode(),
        beta.log_prob([0.2, 0.6]),
        beta.entropy(),
        beta.cdf([0.2, 0.6]),
        student.cdf([0.0, 4.0]),
        student.entropy(),
        d.StudentT([0.5, 1.5, 3.0], 1.0, 2.0).variance(),
        dirichlet.covariance(),
        d.Dirichlet([2.0, 3.0, 4.0]).mode(),
        laplace.log_survival_function([0.5, -1.0]),
        d.Normal(0.0, 1.0).quantile([0.001, 0.4, 0.99]),
        d.Normal(0.0, 1.0).log_cdf([-12.0, 0.5, 8.0]),
        d.kl_divergence(gamma, d.Gamma(1.0, 1.0)),
        d.kl_divergence(beta, d.Beta(1.0, 1.0)),
        d.kl_divergence(dirichlet, d.Dirichlet([1.0, 1.0, 1.0])),
        tf.gradients(d.Exponential(rate).sample(3, seed=1), rate),
        tf.gradients(d.Normal(rate, rate).sample(3, seed=1), rate),
    ]


def contributed(tf):
    """tf.contrib.distributions."""
    d = tf.contrib.distributions
    tril, full = d.MultivariateNormalTriL(X, LOWER), d.MultivariateNormalFullCovariance(X, POSITIVE)
    diag, low = (
        d.MultivariateNormalDiag(X, X),
        d.MultivariateNormalDiagPlusLowRank(X, X, scale_perturb_factor=MATRIX[:, :2]),
    )
    one_hot, relaxed = d.OneHotCategorical(MATRIX), d.RelaxedOneHotCategorical(0.5, MATRIX)
    mixture = d.Mixture(d.Categorical(probs=[0.3, 0.7]), [d.Normal(0.0, 1.0), d.Normal(5.0, 2.0)])
    kinds = [
        tril, full, diag, low, one_hot, relaxed, mixture, d.Poisson(X * 9), d.NegativeBinomial(3.0, probs=X), d.Geometric(probs=X),
        d.Cauchy(X, 2.0), d.Logistic(X, 2.0), d.HalfNormal(X), d.InverseGamma(3.0, X), d.Chi2(3.0), d.RelaxedBernoulli(0.5, probs=X),
        d.Kumaraswamy(2.0, 3.0), d.SinhArcsinh(X, 1.0, 0.5), d.QuantizedDistribution(d.Normal(0.0, 3.0), -2.0, 4.0),
        d.Independent(d.Normal([[0.1, 0.4, 0.7], [1.0, 2.0, 3.0]], 1.0), 1), d.BatchReshape(d.Normal(X, 1.0), [3, 1]), d.Deterministic(X),
        d.VectorLaplaceDiag(X, X), d.VectorExponentialDiag(X, X), d.TransformedDistribution(d.Normal(X, 1.0), d.bijectors.Exp()),
        d.MultivariateNormalDiagWithSoftplusScale(X, X), d.WishartFull(5.0, POSITIVE), d.VectorSinhArcsinhDiag(X, X, 0.5),
    ]  # fmt: skip
    samples = [k.sample(2, seed=i) for i, k in enumerate(kinds)]
    densities = [k.log_prob(tf.cast(s, k.dtype)) for k, s in zip(kinds, samples) if k not in (one_hot, mixture)]
    return (
        samples
        + densities
        + [
            one_hot.log_prob(samples[4]),
            mixture.log_prob([0.5, 4.0]),
            mixture.stddev(),
            d.MixtureSameFamily(d.Categorical(probs=[0.3, 0.7]), d.Normal([0.0, 5.0], 1.0)).variance(),
            tril.covariance(),
            low.variance(),
            full.entropy(),
            d.kl_divergence(tril, diag),
            d.Binomial(5.0, probs=X).cdf([1.0, 2.0, 5.0]),
            d.WishartCholesky(5.0, LOWER).entropy(),
            d.normal_conjugates_known_scale_posterior(d.Normal(0.0, 1.0), 2.0, tf.constant(3.0), 4).mean(),
            d.softplus_inverse(X),
            d.fill_triangular([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            d.fill_triangular_inverse(LOWER),
            d.tridiag(X[:2], X, X[1:]),
            d.reduce_weighted_logsumexp(X, [1.0, -2.0, 0.5], return_sign=True),
        ]
    )


def bijectors(tf):
    """Functions, their inverses and log-determinants."""
    b = tf.contrib.distributions.bijectors
    numbers = [
        b.Exp(), b.Softplus(), b.Sigmoid(), b.Softsign(), b.Square(), b.PowerTransform(0.5), b.Gumbel(0.5, 2.0),
        b.Kumaraswamy(2.0, 3.0), b.SinhArcsinh(0.5, 2.0), b.AffineScalar(1.0, 2.0), b.Invert(b.Exp()), b.Chain([b.Exp(), b.Softplus()]),
    ]  # fmt: skip
    vectors = [
        b.Affine(X, scale_tril=LOWER), b.Affine(X, scale_diag=X, scale_perturb_factor=MATRIX[:, :1]), b.SoftmaxCentered(), b.Ordered(),
        b.AffineLinearOperator(X, tf.linalg.LinearOperatorDiag(X)), b.Permute([2, 0, 1]), b.Reshape([3, 1], [3]), b.ScaleTriL(),
        b.FillTriangular(),
    ]  # fmt: skip
    matrices = [b.CholeskyOuterProduct(), b.MatrixInverseTriL(), b.TransformDiagonal(b.Exp())]
    found = []
    for each, x, ndims in ((numbers, X, 0), (vectors, X, 1), (matrices, LOWER, 2)):
        for f in each:
            f_ndims, y = max(ndims, f.inverse_min_event_ndims), f.forward(x)
            again = tf.identity(y)
            found += [
                y,
                f.inverse(again),
                f.inverse_log_det_jacobian(again, f_ndims),
                f.forward_log_det_jacobian(tf.identity(x), ndims),
            ]
    return found + list(b.AbsoluteValue().inverse(X))


def operators(tf):
    """Linear operators and what is made of them."""
    o, lower = tf.linalg, tf.linalg.LinearOperatorLowerTriangular(LOWER, is_non_singular=True)
    full = o.LinearOperatorFullMatrix(POSITIVE, is_self_adjoint=True, is_positive_definite=True)
    diag, scaled = o.LinearOperatorDiag(X, is_positive_definite=True), o.LinearOperatorScaledIdentity(3, [2.0, 3.0])
    kinds = [
        lower, full, diag, scaled, o.LinearOperatorIdentity(3, batch_shape=[2]), o.LinearOperatorComposition([lower, diag]),
        o.LinearOperatorBlockDiag([o.LinearOperatorDiag(X[:1]), o.LinearOperatorFullMatrix(MATRIX[:2, :2])]),
        o.LinearOperatorLowRankUpdate(diag, MATRIX[:, :2]), o.LinearOperatorHouseholder(X), o.LinearOperatorInversion(lower),
        o.LinearOperatorCirculant(tf.cast([6.0, 1.0, 2.0], tf.complex64), input_output_dtype=tf.float32), o.LinearOperatorAdjoint(lower),
        o.LinearOperatorToeplitz(X, X + 1.0 - np.array([1, 0, 0], "f")), o.LinearOperatorKronecker([full, o.LinearOperatorIdentity(1)]),
    ]  # fmt: skip
    rhs = MATRIX[:, :2]
    found = []
    for k in kinds:
        found += [
            k.to_dense(),
            k.matmul(rhs, adjoint=True),
            k.solve(rhs),
            k.trace(),
            k.log_abs_determinant(),
            k.diag_part(),
        ]
    made = [
        full.cholesky(),
        diag.cholesky(),
        diag.matmul(lower),
        lower.matmul(diag),
        diag.solve(diag),
        lower.solve(full),
        o.LinearOperatorScaledIdentity(3, 2.0).matmul(diag),
    ]
    return found + [k.to_dense() for k in made] + [
        o.LinearOperatorZeros(3).matmul(rhs),
        tf.matmul(full, rhs),
        tf.matmul(rhs, full, transpose_a=False, adjoint_a=True),
        o.inv(lower).to_dense(),
        o.logdet(full),
        tf.gradients(full.solve(rhs), full._matrix),
    ]  # fmt: skip


PROGRAMS = [classic, contributed, bijectors, operators]


def run(tf, program):
    """The numbers that a program's tensors have, as lists."""
    with tf.Graph().as_default(), tf.Session() as session:
        return [numbers(value) for value in session.run(flat(program(tf)))]


def flat(values):
    return [v for value in values for v in (flat(value) if isinstance(value, (list, tuple)) else [value])]


def numbers(value):
    return np.asarray(value).astype("f8").round(6).tolist()
