"""Calls of tf.distributions."""

import numpy as np

CALLS = {
    "normal": lambda tf, v: tf.distributions.Normal(v.row, 2.0).sample(3, seed=1),
    "normal_prob": lambda tf, v: tf.distributions.Normal(0.0, v.row, name="given").log_prob(v.x),
    "normal_checked": lambda tf, v: tf.distributions.Normal(0.0, v.row, validate_args=True).entropy(),
    "normal_wrong": lambda tf, v: tf.distributions.Normal(v.i, v.i),
    "normal_kl": lambda tf, v: tf.distributions.kl_divergence(
        tf.distributions.Normal(0.0, 1.0), tf.distributions.Normal(v.row, 1.0), allow_nan_stats=False
    ),
    "uniform": lambda tf, v: (tf.distributions.Uniform(v.row, 5.0).sample([2]), tf.distributions.Uniform().prob(v.row)),
    "bernoulli": lambda tf, v: tf.distributions.Bernoulli(probs=v.row).sample((2, 3), seed=4),
    "bernoulli_prob": lambda tf, v: tf.distributions.Bernoulli(logits=v.x, dtype=tf.float32).log_prob(v.y),
    "categorical": lambda tf, v: tf.distributions.Categorical(v.m).sample(seed=4),
    "categorical_prob": lambda tf, v: tf.distributions.Categorical(probs=v.x).log_prob([1, 2]),
    "categorical_statistics": lambda tf, v: (
        tf.distributions.Categorical(v.t).entropy(),
        tf.distributions.Categorical(v.t).mode(),
        tf.distributions.Categorical(v.t).cdf(np.ones((2, 3), "i4")),
    ),
    "gamma": lambda tf, v: (
        tf.distributions.Gamma(v.row, 2.0).sample(2, seed=1),
        tf.distributions.Gamma(v.row, 2.0).mode(),
    ),
    "exponential": lambda tf, v: tf.distributions.Exponential(v.row, validate_args=True).sample(2, seed=1),
    "beta": lambda tf, v: (
        tf.distributions.Beta(v.row, 2.0).sample(2, seed=1),
        tf.distributions.Beta(v.row, 2.0).cdf(v.x),
    ),
    "student_t": lambda tf, v: (
        tf.distributions.StudentT(v.row, 0.0, 1.0).sample(2, seed=1),
        tf.distributions.StudentT(v.row, 0.0, 1.0).variance(),
    ),
    "laplace": lambda tf, v: tf.distributions.Laplace(v.row, 1.0).log_cdf(v.x),
    "dirichlet": lambda tf, v: (
        tf.distributions.Dirichlet(v.x, validate_args=True).sample(2, seed=1),
        tf.distributions.Dirichlet(v.row).covariance(),
    ),
    "multinomial": lambda tf, v: tf.distributions.Multinomial(4.0, v.row).log_prob([1.0, 1.0, 2.0]),
    "normal_log_cdf": lambda tf, v: tf.distributions.Normal(0.0, 1.0).log_cdf(v.row),
    "normal_quantile": lambda tf, v: tf.distributions.Normal(0.0, 1.0).quantile(v.row),
    "mvn_diag": lambda tf, v: tf.contrib.distributions.MultivariateNormalDiag(v.row, v.row).sample(2, seed=1),
    "mvn_tril": lambda tf, v: tf.contrib.distributions.MultivariateNormalTriL(scale_tril=v.m[:, :3]).log_prob(v.x),
    "mixture": lambda tf, v: tf.contrib.distributions.Mixture(
        tf.distributions.Categorical(probs=[0.3, 0.7]),
        [tf.distributions.Normal(0.0, 1.0), tf.distributions.Normal(5.0, 2.0)],
    ).sample(3, seed=1),
    "one_hot": lambda tf, v: tf.contrib.distributions.OneHotCategorical(v.m).sample(2, seed=1),
    "transformed": lambda tf, v: tf.contrib.distributions.TransformedDistribution(
        tf.distributions.Normal(v.row, 1.0), tf.contrib.distributions.bijectors.Exp()
    ).log_prob(v.x),
    "bijector": lambda tf, v: tf.contrib.distributions.bijectors.ScaleTriL().forward(v.t),
    "operator_diag": lambda tf, v: tf.linalg.LinearOperatorDiag(v.x).solve(v.m),
    "operator_tril": lambda tf, v: tf.linalg.LinearOperatorLowerTriangular(v.m[:, :3]).log_abs_determinant(),
    "operator_kronecker": lambda tf, v: tf.linalg.LinearOperatorKronecker(
        [tf.linalg.LinearOperatorFullMatrix(v.d), tf.linalg.LinearOperatorDiag(v.d)]
    ).to_dense(),
    "operator_block": lambda tf, v: tf.linalg.LinearOperatorBlockDiag(
        [tf.linalg.LinearOperatorDiag(v.row), tf.linalg.LinearOperatorDiag(v.x)]
    ).to_dense(),
    "operator_contradicts": lambda tf, v: tf.linalg.LinearOperatorDiag(v.row, is_self_adjoint=False),
    "both": lambda tf, v: tf.distributions.Bernoulli(logits=v.x, probs=v.x),
    "neither": lambda tf, v: tf.distributions.Categorical(),
}
KNOWS_MORE_SIZES = True
