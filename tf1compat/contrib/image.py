"""`tf.contrib.image`: transforms and warps of images."""

from tf1compat._facade.contrib.image_transforms import adjust_hsv_in_yiq as adjust_hsv_in_yiq
from tf1compat._facade.contrib.image_transforms import (
    angles_to_projective_transforms as angles_to_projective_transforms,
)
from tf1compat._facade.contrib.image_transforms import bipartite_match as bipartite_match
from tf1compat._facade.contrib.image_transforms import compose_transforms as compose_transforms
from tf1compat._facade.contrib.image_transforms import connected_components as connected_components
from tf1compat._facade.contrib.image_transforms import flat_transforms_to_matrices as flat_transforms_to_matrices
from tf1compat._facade.contrib.image_transforms import matrices_to_flat_transforms as matrices_to_flat_transforms
from tf1compat._facade.contrib.image_transforms import random_hsv_in_yiq as random_hsv_in_yiq
from tf1compat._facade.contrib.image_transforms import rotate as rotate
from tf1compat._facade.contrib.image_transforms import transform as transform
from tf1compat._facade.contrib.image_transforms import translate as translate
from tf1compat._facade.contrib.image_transforms import (
    translations_to_projective_transforms as translations_to_projective_transforms,
)
from tf1compat._facade.contrib.image_warps import dense_image_warp as dense_image_warp
from tf1compat._facade.contrib.image_warps import interpolate_spline as interpolate_spline
from tf1compat._facade.contrib.image_warps import sparse_image_warp as sparse_image_warp
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
