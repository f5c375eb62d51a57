"""Calls of tf.image."""

import numpy as np

CALLS = {}


def image(tf, *shape, **kwargs):
    return tf.placeholder(kwargs.get("dtype", tf.float32), list(shape) if shape else None, name="in_image")


def call(label, function, *shape, **kwargs):
    def build(tf, v):
        dtype = getattr(tf, kwargs.get("dtype", "float32"))
        return function(tf.image, image(tf, *shape, dtype=dtype))

    CALLS[label] = build


SHAPES = {"known": (5, 6, 3), "partial": (None, 6, 3), "batch": (2, 5, 6, 3), "free_batch": (None, None, None, 3)}
for _label, _shape in SHAPES.items():
    for _name in "flip_left_right flip_up_down rot90 transpose_image per_image_standardization".split():
        call("%s_%s" % (_name, _label), lambda t, x, n=_name: getattr(t, n)(x), *_shape)
    for _name in "random_flip_left_right random_flip_up_down".split():
        call("%s_%s" % (_name, _label), lambda t, x, n=_name: getattr(t, n)(x, seed=3), *_shape)
    call("central_crop_" + _label, lambda t, x: t.central_crop(x, 0.6), *_shape)
    call("pad_" + _label, lambda t, x: t.pad_to_bounding_box(x, 1, 2, 9, 10), *_shape)
    call("crop_" + _label, lambda t, x: t.crop_to_bounding_box(x, 1, 2, 3, 4), *_shape)
    call("crop_or_pad_" + _label, lambda t, x: t.resize_image_with_crop_or_pad(x, 4, 9), *_shape)
    call("with_pad_" + _label, lambda t, x: t.resize_image_with_pad(x, 4, 9), *_shape)
    call("resize_" + _label, lambda t, x: t.resize_images(x, [4, 9]), *_shape)
    call("resize_same_" + _label, lambda t, x: t.resize_images(x, [5, 6], 1), *_shape)
    call("resize_aspect_" + _label, lambda t, x: t.resize_images(x, [4, 9], 2, True, True), *_shape)
    call("sobel_" + _label, lambda t, x: t.sobel_edges(x), *_shape)
    call("ssim_" + _label, lambda t, x: t.ssim(x, x, 1.0, filter_size=3), *_shape)
    call("psnr_" + _label, lambda t, x: t.psnr(x, x, 1.0), *_shape)
    call("grayscale_" + _label, lambda t, x: t.rgb_to_grayscale(x), *_shape)
    call("total_variation_" + _label, lambda t, x: t.total_variation(x), *_shape)
    call("gradients_" + _label, lambda t, x: t.image_gradients(x), *_shape)
    call("yiq_" + _label, lambda t, x: (t.rgb_to_yiq(x), t.yiq_to_rgb(x), t.rgb_to_yuv(x), t.yuv_to_rgb(x)), *_shape)
for _dtype in "uint8 float32 float16 float64 int32 int16".split():
    for _to in "uint8 float32 int32 int16 int8 float64".split():
        call("convert_%s_%s" % (_dtype, _to), lambda t, x, d=_to: t.convert_image_dtype(x, d), 4, 4, 3, dtype=_dtype)
        call(
            "saturate_%s_%s" % (_dtype, _to),
            lambda t, x, d=_to: t.convert_image_dtype(x, d, True),
            4,
            4,
            3,
            dtype=_dtype,
        )
for _dtype in ("float32", "uint8", "float16"):
    for _name, _args in (
        ("random_brightness", (0.2, 5)),
        ("random_contrast", (0.2, 1.8, 5)),
        ("random_hue", (0.2, 5)),
        ("random_saturation", (0.2, 1.8, 5)),
        ("random_jpeg_quality", (20, 80, 5)),
        ("adjust_brightness", (0.3,)),
        ("adjust_contrast", (0.3,)),
        ("adjust_gamma", (0.5, 2)),
        ("adjust_hue", (0.3,)),
        ("adjust_saturation", (0.3,)),
        ("adjust_jpeg_quality", (30,)),
        ("rgb_to_grayscale", ()),
        ("per_image_standardization", ()),
    ):
        call("%s_%s" % (_name, _dtype), lambda t, x, n=_name, a=_args: getattr(t, n)(x, *a), 4, 5, 3, dtype=_dtype)
call("grayscale_to_rgb", lambda t, x: t.grayscale_to_rgb(x), None, 4, 1)
call("hsv", lambda t, x: (t.rgb_to_hsv(x), t.hsv_to_rgb(x)), None, 4, 3)
call("ms_ssim", lambda t, x: t.ssim_multiscale(x, x, 255.0, power_factors=(0.3, 0.7), filter_size=3), 2, 16, 16, 3)
call("resize_ops", lambda t, x: (t.resize_bilinear(x, [3, 4]), t.resize_bicubic(x, [3, 4], align_corners=True),
     t.resize_nearest_neighbor(x, [3, 4], half_pixel_centers=True), t.resize_area(x, [3, 4])), None, 4, 5, 3)  # fmt: skip
call("unknown_rank", lambda t, x: t.flip_left_right(x))
call("unknown_rank_pad", lambda t, x: t.pad_to_bounding_box(x, 1, 2, 9, 10))
call("unknown_rank_resize", lambda t, x: t.resize_images(x, [2, 2]))
call("wrong_rank", lambda t, x: t.flip_left_right(x), 3, 4)
call("empty", lambda t, x: t.flip_left_right(x), 0, 4, 3)
call("pad_too_small", lambda t, x: t.pad_to_bounding_box(x, 1, 2, 4, 4), 5, 6, 3)

BOXES = np.array([[0, 0, 1, 1], [0.1, 0, 0.9, 1]], "f")
CALLS.update(
    {
        "decode_jpeg": lambda tf, v: tf.image.decode_jpeg(v.s[0], channels=3),
        "decode_png": lambda tf, v: tf.image.decode_png(v.s[0], dtype=tf.uint16, name="given"),
        "decode_gif": lambda tf, v: tf.image.decode_gif(v.s[0]),
        "decode_bmp": lambda tf, v: tf.image.decode_bmp(v.s[0], 3),
        "decode_crop": lambda tf, v: tf.image.decode_and_crop_jpeg(v.s[0], [0, 1, 5, 6], channels=1),
        "decode_image": lambda tf, v: tf.image.decode_image(v.s[0]),
        "decode_image_float": lambda tf, v: tf.image.decode_image(v.s[0], 3, tf.float32, "given", False),
        "is_jpeg": lambda tf, v: (tf.image.is_jpeg(v.s[0]), tf.image.is_jpeg(v.s[1], name="given")),
        "jpeg_shape": lambda tf, v: tf.image.extract_jpeg_shape(v.s[0]),
        "encode": lambda tf, v: (
            tf.image.encode_png(np.zeros((2, 3, 1), "u1")),
            tf.image.encode_jpeg(np.zeros((2, 3, 1), "u1"), quality=80),
        ),
        "wav": lambda tf, v: (tf.audio.decode_wav(v.s[0], 1, 100), tf.audio.encode_wav(v.m, v.n)),
        "nms": lambda tf, v: tf.image.non_max_suppression(BOXES, [0.5, 0.4], 3),
        "nms_scores": lambda tf, v: tf.image.non_max_suppression_with_scores(BOXES, [0.5, 0.4], 3, soft_nms_sigma=0.5),
        "nms_padded": lambda tf, v: tf.image.non_max_suppression_padded(BOXES, [0.5, 0.4], 3, pad_to_max_output_size=True),
        "nms_overlaps": lambda tf, v: tf.image.non_max_suppression_overlaps(np.eye(2, dtype="f"), [0.5, 0.4], 3),
        "nms_combined": lambda tf, v: tf.image.combined_non_max_suppression(BOXES[None, :, None], np.zeros((1, 2, 2), "f"), 3, 4),
        "sample_box": lambda tf, v: tf.image.sample_distorted_bounding_box([5, 6, 3], BOXES[None], seed=3, area_range=(0.1, 1), name="given"),
        "sample_box_plain": lambda tf, v: tf.image.sample_distorted_bounding_box(v.ids, BOXES[None]),
        "draw": lambda tf, v: (
            tf.image.draw_bounding_boxes(np.zeros((1, 4, 4, 3), "f"), BOXES[None]),
            tf.image.draw_bounding_boxes(np.zeros((1, 4, 4, 3), "f"), BOXES[None], colors=[[1.0, 0, 0]]),
        ),
        "crop_and_resize": lambda tf, v: tf.image.crop_and_resize(np.zeros((2, 4, 4, 3), "f"), BOXES, [0, 1], [2, 3]),
        "glimpse": lambda tf, v: tf.image.extract_glimpse(np.zeros((2, 4, 4, 3), "f"), [2, 3], BOXES[:, :2]),
        "patches": lambda tf, v: tf.extract_image_patches(np.zeros((2, 4, 4, 3), "f"), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID"),
    }
)  # fmt: skip

KNOWS_MORE_SIZES = True  # tf.stack of sizes of which some are known
_SIZES = "we know more sizes, and tf.shape of a known shape is a constant"
LIMITS = {
    "ssim_known": _SIZES,
    "ssim_partial": _SIZES,
    "ssim_batch": _SIZES,
    "ssim_free_batch": _SIZES,
    "sobel_free_batch": _SIZES,
    "ms_ssim": _SIZES,
}
