"""`tf.contrib.image`: images warped by a flow at each pixel, or at some control points between which a spline goes."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_creation, array_ops, check_ops, math_ops, matrices
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

_LEAST = 1e-10  # what distances are at least, for logarithms and roots


def _interpolated(grid: Tensor, places: Tensor) -> Tensor:
    """The values of a grid [N, H, W, C] at places [N, Q, 2] of rows and columns, clamped to it; [N, Q, C]."""
    if grid.shape.ndims != 4:
        raise ValueError(f"Grid must be 4 dimensional. Received size: {grid.shape}")
    if places.shape.ndims != 3:
        raise ValueError(f"Query points must be 3 dimensional. Received size: {places.shape}")
    n, height, width, channels = array_ops.unstack(array_ops.shape(grid), num=4)
    checks = [
        check_ops.assert_greater_equal(height, 2, message="Grid height must be at least 2."),
        check_ops.assert_greater_equal(width, 2, message="Grid width must be at least 2."),
    ]
    with control_dependencies(checks):
        parts = array_ops.unstack(places, axis=2)
    floors, alphas = [], []
    for part, size in zip(parts, (height, width)):
        last = math_ops.cast(size - 2, places.dtype)
        floor = math_ops.minimum(math_ops.maximum(math_ops.floor(part), 0.0), last)
        alpha = math_ops.minimum(math_ops.maximum(math_ops.cast(part - floor, grid.dtype), 0.0), 1.0)
        floors.append(math_ops.cast(floor, dtypes.int32))
        alphas.append(array_ops.expand_dims(alpha, 2))
    flat = array_ops.reshape(grid, [n * height * width, channels])
    start = array_ops.reshape(math_ops.range(n) * height * width, [n, 1])

    def at(row: Tensor, column: Tensor) -> Tensor:
        return array_ops.gather(flat, start + row * width + column)

    row, column = floors
    top = at(row, column) + alphas[1] * (at(row, column + 1) - at(row, column))
    bottom = at(row + 1, column) + alphas[1] * (at(row + 1, column + 1) - at(row + 1, column))
    return alphas[0] * (bottom - top) + top


def dense_image_warp(image: Any, flow: Any, name: str = "dense_image_warp") -> Tensor:
    """Images whose pixel (i, j) is the old one at `(i, j) - flow[i, j]`, interpolated bilinearly.

    Args:
      image: floats [N, H, W, C], at least 2 x 2.
      flow: floats [N, H, W, 2], rows and columns.
      name: name scope.
    """
    with name_scope(name):
        image, flow = convert_to_tensor(image), convert_to_tensor(flow)
        n, height, width, channels = array_ops.unstack(array_ops.shape(image), num=4)
        columns, rows = array_ops.meshgrid(math_ops.range(width), math_ops.range(height))
        places = math_ops.cast(array_ops.stack([rows, columns], axis=2), flow.dtype)
        places = array_ops.reshape(array_ops.expand_dims(places, 0) - flow, [n, height * width, 2])
        result = array_ops.reshape(_interpolated(image, places), [n, height, width, channels])
        result.set_shape(image.shape)
        return result


# ---- splines --------------------------------------------------------------------------------------------------------


def _phi(squares: Tensor, order: int) -> Tensor:
    """The radial basis function of squared distances."""
    positive = math_ops.maximum(squares, _LEAST)
    if order == 1:
        return math_ops.sqrt(positive)
    if order == 2:
        return 0.5 * squares * math_ops.log(positive)
    if order == 4:
        return 0.5 * math_ops.square(squares) * math_ops.log(positive)
    powers = math_ops.pow(positive, 0.5 * order)
    return 0.5 * powers * math_ops.log(positive) if order % 2 == 0 else powers


def _squares(x: Tensor, y: Tensor) -> Tensor:
    """Squared distances of all points of `x` [b, n, d] from those of `y` [b, m, d]."""
    of_x, of_y = (math_ops.reduce_sum(math_ops.square(p), 2) for p in (x, y))
    products = math_ops.matmul(x, y, adjoint_b=True)
    return array_ops.expand_dims(of_x, 2) - 2 * products + array_ops.expand_dims(of_y, 1)


def _with_ones(points: Tensor) -> Tensor:
    return array_ops.concat([points, array_ops.ones_like(points[..., :1])], 2)


def interpolate_spline(
    train_points: Any,
    train_values: Any,
    query_points: Any,
    order: int,
    regularization_weight: float = 0.0,
    name: str = "interpolate_spline",
) -> Tensor:
    """The values of a polyharmonic spline through given points.

    Args:
      train_points: [b, n, d].
      train_values: [b, n, k].
      query_points: [b, m, d].
      order: 1 for linear in the distance, 2 for a thin plate, 3 for cubic, …
      regularization_weight: how far the spline may miss the values to be smoother.
      name: name scope.

    Returns:
      [b, m, k].

    Raises:
      ValueError: d or k is unknown.
    """
    with name_scope(name):
        points, values = convert_to_tensor(train_points), convert_to_tensor(train_values)
        places = convert_to_tensor(query_points)
        d, k = (shapes.dimension_value(t.shape[-1]) for t in (points, values))
        if d is None:
            raise ValueError("The dimensionality of the input points (d) must be statically-inferrable.")
        if k is None:
            raise ValueError("The dimensionality of the output values (k) must be statically-inferrable.")
        b, n, _ = array_ops.unstack(array_ops.shape(points), num=3)
        distances = _phi(_squares(points, points), order)
        if regularization_weight > 0:
            distances += regularization_weight * array_ops.expand_dims(array_creation.eye(n, dtype=points.dtype), 0)
        linear = _with_ones(points)
        left = array_ops.concat([distances, array_ops.transpose(linear, [0, 2, 1])], 1)
        right = array_ops.concat([linear, array_ops.zeros([b, d + 1, d + 1], points.dtype)], 1)
        wanted = array_ops.concat([values, array_ops.zeros([b, d + 1, k], points.dtype)], 1)
        weights = matrices.matrix_solve(array_ops.concat([left, right], 2), wanted)
        radial = math_ops.matmul(_phi(_squares(places, points), order), weights[:, :n, :])
        return radial + math_ops.matmul(_with_ones(places), weights[:, n:, :])


def _edge(height: int, width: int, per_edge: int) -> Any:
    """Points along the edge of an image, corners included."""
    rows, columns = np.linspace(0, height - 1, per_edge + 2), np.linspace(0, width - 1, per_edge + 2)
    y, x = np.meshgrid(rows, columns, indexing="ij")
    outer = (x == 0) | (x == width - 1) | (y == 0) | (y == height - 1)
    return np.stack([y[outer], x[outer]], -1)


def sparse_image_warp(
    image: Any,
    source_control_point_locations: Any,
    dest_control_point_locations: Any,
    interpolation_order: int = 2,
    regularization_weight: float = 0.0,
    num_boundary_points: int = 0,
    name: str = "sparse_image_warp",
) -> tuple[Tensor, Tensor]:
    """Images warped so that control points get to other places.

    Args:
      image: floats [N, H, W, C] of known shape.
      source_control_point_locations, dest_control_point_locations: [N, points, 2], rows and columns.
      interpolation_order, regularization_weight: see `interpolate_spline`.
      num_boundary_points: how many points of each edge stay where they are.
      name: name scope.

    Returns:
      The warped images, and the flow [N, H, W, 2].
    """
    image = convert_to_tensor(image)
    source, dest = (convert_to_tensor(p) for p in (source_control_point_locations, dest_control_point_locations))
    flows = dest - source
    with name_scope(name):
        n, height, width, _ = image.shape.as_list()
        places = np.stack(np.meshgrid(np.arange(height), np.arange(width), indexing="ij"), -1).reshape(-1, 2)
        grid = constant(np.tile(places[None], [n, 1, 1]), image.dtype)
        if num_boundary_points > 0:
            edge = np.tile(_edge(height, width, num_boundary_points - 1)[None], [n, 1, 1])
            dest = array_ops.concat([dest, constant(edge, dest.dtype)], 1)
            flows = array_ops.concat([flows, constant(np.zeros(edge.shape), dest.dtype)], 1)
        flow = interpolate_spline(dest, flows, grid, interpolation_order, regularization_weight)
        flow = array_ops.reshape(flow, [n, height, width, 2])
        return dense_image_warp(image, flow), flow
