"""Cases of resizing images."""

import numpy as np
from case import Case


def image(*shape):
    return np.random.RandomState(sum(shape)).uniform(0, 255, size=shape).astype("f")


SIZES = [("up", [1, 3, 4, 2], [7, 9]), ("down", [2, 9, 8, 1], [4, 3]), ("one", [1, 5, 4, 1], [1, 1])]
CASES = []
for _kind in ("ResizeBilinear", "ResizeBicubic", "ResizeNearestNeighbor"):
    for _label, _shape, _size in SIZES:
        for _name, _attrs in (
            ("plain", {}),
            ("aligned", {"align_corners": True}),
            ("half", {"half_pixel_centers": True}),
        ):
            CASES.append(Case(_kind, image(*_shape), _size, label="%s_%s" % (_label, _name), rtol=1e-5, **_attrs))
    CASES.append(Case(_kind, image(1, 4, 5, 3).astype("u1"), [3, 8], label="uint8", rtol=1e-5))
    CASES.append(Case(_kind, image(1, 4, 5, 3).astype("d"), [3, 8], label="double", rtol=3e-3))
for _label, _shape, _size in SIZES:
    CASES.append(Case("ResizeArea", image(*_shape), _size, label=_label, rtol=1e-5))
    CASES.append(Case("ResizeArea", image(*_shape), _size, label=_label + "_aligned", align_corners=True, rtol=1e-5))
CASES += [
    Case("ResizeBilinearGrad", image(1, 7, 9, 2), image(1, 3, 4, 2), grad="of a gradient", rtol=1e-5),
    Case("ResizeBicubicGrad", image(1, 7, 9, 2), image(1, 3, 4, 2), grad="of a gradient", rtol=1e-5),
    Case("ResizeNearestNeighborGrad", image(1, 7, 9, 2), [3, 4], grad="of a gradient", rtol=1e-5),
]
