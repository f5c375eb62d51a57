"""Rows of `paths.py` for the inner modules of distributions, bijectors and linear operators."""

_D = "._facade.distributions"
_OWN = f"{_D}.continuous {_D}.discrete {_D}.gammas {_D}.simplex {_D}.two_sided .distributions"
_UTIL = f"{_D}.static_shapes {_D}.validation {_D}.triangles {_D}.probabilities {_D}.docstrings"

_CLASSIC = (
    "bernoulli beta categorical dirichlet dirichlet_multinomial distributions exponential gamma laplace "
    "multinomial normal student_t uniform"
)
_L = "._facade.linear_operators"
_OPERATORS = (
    "adjoint block_diag circulant composition diag full_matrix householder identity inversion kronecker low_rank_update "
    "lower_triangular toeplitz zeros"
)

_BIJECTORS = (
    "absolute_value affine affine_linear_operator affine_scalar batch_normalization chain cholesky_outer_product "
    "conditional_bijector exp fill_triangular gumbel inline invert kumaraswamy masked_autoregressive "
    "matrix_inverse_tril ordered permute power_transform real_nvp reshape scale_tril sigmoid sinh_arcsinh "
    "softmax_centered softplus softsign square transform_diagonal weibull"
)
# modules of contrib whose inner names live elsewhere than in the public namespace
_HOMES = {
    "deterministic": f"{_D}.counts",
    "gumbel": f"{_D}.two_sided",
    "batch_reshape": f"{_D}.reshaped",
    "quantized_distribution": f"{_D}.reshaped",
    "moving_stats": f"{_D}.posteriors",
    "seed_stream": f"{_D}.conditional",
    "test_util": "._facade.testing.distribution_test_util",
    "vector_exponential_linear_operator": f"{_D}.skewed",
    "vector_laplace_linear_operator": f"{_D}.skewed",
    "vector_student_t": f"{_D}.vectors",
    "wishart": f"{_D}.wishart",
    "independent": f"{_D}.independent",
    "mvn_linear_operator": f"{_D}.multivariate_normal",
    "relaxed_onehot_categorical": f"{_D}.one_hot",
}

TABLE = {
    "python.ops.linalg": "\n".join(
        [
            "linalg .linalg",
            "linalg_impl .linalg",
            f"linear_operator {_L}",
            f"linear_operator_addition {_L}.addition",
            f"linear_operator_algebra {_L}.registry",
            "linear_operator_test_util ._facade.testing.linear_operator_test_util",
            f"linear_operator_util {_L}.batches {_L}.hints",
            f"registrations_util {_L}.hints",
            *(f"linear_operator_{name} {_L} {_L}.blocks {_L}.circulant" for name in _OPERATORS.split()),
            *(f"{name}_registrations {_L}.products" for name in ["adjoint", "cholesky", "inverse", "matmul", "solve"]),
        ]
    ),
    "python.ops.distributions": "\n".join(
        [
            f"bijector {_D}.bijector",
            f"bijector_impl {_D}.bijector",
            "bijector_test_util ._facade.testing.bijector_test_util",
            f"distribution {_D}.distribution",
            f"identity_bijector {_D}.bijector",
            f"kullback_leibler {_D}.kullback_leibler .distributions",
            f"special_math {_D}.special",
            f"transformed_distribution {_D}.transformed",
            f"util {_UTIL}",
            *(f"{name} {_OWN}" for name in _CLASSIC.split()),
        ]
    ),
    "contrib.distributions.python.ops": "\n".join(
        [
            "bijectors .contrib.distributions.bijectors",
            f"distribution_util {_D}.scales {_UTIL}",
            f"shape {_D}.sample_shapes",
            *(f"{name} .contrib.distributions {home}" for name, home in _HOMES.items()),
        ]
    ),
    "contrib.distributions.python.ops.bijectors": "\n".join(
        f"{name} .contrib.distributions.bijectors {_D}.bijectors_flows {_D}.bijectors_matrix {_D}.bijectors_elementwise"
        for name in _BIJECTORS.split()
    ),
}
