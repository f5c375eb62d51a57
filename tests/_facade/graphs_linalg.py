"""Calls of tf.linalg and tf.einsum."""

import numpy as np

A = (np.arange(18).reshape(2, 3, 3) % 7).astype("f") + 3 * np.eye(3, dtype="f")


def free(tf, *shape):
    return tf.placeholder(tf.float32, list(shape), name="in_free")


def equation(text, *shapes):
    def call(tf, v):
        return tf.einsum(text, *[tf.placeholder(tf.float32, s, name="in_%d" % i) for i, s in enumerate(shapes)])

    return call


CALLS = {
    "cholesky": lambda tf, v: (tf.cholesky(A), tf.linalg.cholesky(free(tf, None, 3, None))),
    "cholesky_solve": lambda tf, v: tf.cholesky_solve(A, A),
    "determinants": lambda tf, v: (tf.matrix_determinant(A), tf.linalg.slogdet(A), tf.linalg.logdet(A, name="given")),
    "inverse": lambda tf, v: (tf.matrix_inverse(A, adjoint=True), tf.linalg.inv(free(tf, 3, 3))),
    "solve": lambda tf, v: (tf.matrix_solve(A, A, True), tf.matrix_triangular_solve(A, A, lower=False)),
    "solve_wrong": lambda tf, v: tf.matrix_solve(free(tf, 3, 3), free(tf, 4, 2)),
    "square_wrong": lambda tf, v: tf.matrix_inverse(v.m),
    "least_squares": lambda tf, v: tf.matrix_solve_ls(v.m, v.m),
    "least_squares_wide": lambda tf, v: tf.linalg.lstsq(v.t, v.t, l2_regularizer=0.5, name="given"),
    "least_squares_tall": lambda tf, v: tf.linalg.lstsq(tf.transpose(v.m), tf.transpose(v.m), l2_regularizer=0.5),
    "least_squares_free": lambda tf, v: tf.linalg.lstsq(v.x, v.x),
    "least_squares_exact": lambda tf, v: tf.linalg.lstsq(v.m, v.m, fast=False),
    "factors": lambda tf, v: (tf.qr(v.t), tf.qr(v.t, full_matrices=True), tf.linalg.lu(A), tf.self_adjoint_eig(A),
                              tf.self_adjoint_eigvals(A)),
    "svd": lambda tf, v: (tf.svd(v.t), tf.svd(v.x, full_matrices=True), tf.svd(v.u, compute_uv=False)),
    "functions": lambda tf, v: (tf.linalg.sqrtm(A), tf.linalg.logm(A.astype("F"))),
    "adjoint": lambda tf, v: (tf.linalg.adjoint(v.z), tf.linalg.adjoint(v.t)),
    "rank": lambda tf, v: (tf.linalg.matrix_rank(v.t), tf.linalg.matrix_rank(v.x), tf.linalg.matrix_rank(v.m, tol=0.1)),
    "pinv": lambda tf, v: (tf.linalg.pinv(v.t), tf.linalg.pinv(v.x)),
    "expm": lambda tf, v: tf.linalg.expm(A),
    "expm_double": lambda tf, v: tf.linalg.expm(A.astype("d")),
    "expm_free": lambda tf, v: tf.linalg.expm(free(tf, None, 3, 3)),
    "tridiagonal": lambda tf, v: (
        tf.linalg.tridiagonal_solve(v.t, tf.transpose(v.t, [0, 2, 1])),
        tf.linalg.tridiagonal_solve((v.m[:, 1:], v.m, v.m[:, 1:]), v.m, "sequence"),
        tf.linalg.tridiagonal_solve(A[0], A[0], "matrix", name="given"),
        tf.linalg.tridiagonal_matmul(v.t, tf.transpose(v.t, [0, 2, 1])),
        tf.linalg.tridiagonal_matmul(A[0], A[0], "matrix"),
    ),
    "einsum_matmul": equation("ij,jk->ik", [3, 4], [4, 5]),
    "einsum_batch": equation("bij,bjk->bik", [None, 3, 4], [None, 4, 5]),
    "einsum_attention": equation("bqhd,bkhd->bhqk", [2, None, 4, 5], [2, None, 4, 5]),
    "einsum_outer": equation("i,j->ij", [3], [4]),
    "einsum_dot": equation("i,i->", [3], [3]),
    "einsum_transpose": equation("ijk->kij", [3, 4, None]),
    "einsum_sum": equation("ijk->i", [3, 4, 5]),
    "einsum_trace": equation("ii", [3, 3]),
    "einsum_implicit": equation("ij,jk", [3, 4], [4, 5]),
    "einsum_dots": equation("...ij,jk->...ik", [2, None, 3, 4], [4, 5]),
    "einsum_three": equation("ij,jk,kl->il", [3, 4], [4, 5], [5, None]),
    "einsum_shared": equation("ij,ij,ij->i", [3, 4], [3, 4], [3, 4]),
    "einsum_elementwise": equation("ij,ij->ij", [3, 4], [3, 4]),
    "einsum_twice": equation("iij->j", [3, 3, 4]),
    "einsum_format": equation("i1->i", [3, 3]),
    "einsum_number": equation("ij,j->i", [3, 3]),
}  # fmt: skip

KNOWS_MORE_SIZES = True
