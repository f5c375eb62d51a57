"""The networks of slim and how they are described; also runs on the recorder's Python 3.7 with TF 1.15."""

SIZES = {"alexnet": 224, "overfeat": 231, "vgg": 224, "resnet_v1": 65, "resnet_v2": 65, "inception": 224}
# name -> (module, function, arguments); each is built in a graph of its own
NETS = {
    "alexnet_v2": ("alexnet", "alexnet_v2", {"num_classes": 5}),
    "overfeat": ("overfeat", "overfeat", {"num_classes": 5, "is_training": False}),
    "vgg_a": ("vgg", "vgg_a", {"num_classes": 5}),
    "vgg_16": ("vgg", "vgg_16", {"spatial_squeeze": False}),
    "vgg_19": ("vgg", "vgg_19", {"num_classes": 5, "is_training": False}),
    "resnet_v1_50": ("resnet_v1", "resnet_v1_50", {"num_classes": 5}),
    "resnet_v1_101": ("resnet_v1", "resnet_v1_101", {"is_training": False, "output_stride": 8}),
    "resnet_v2_50": ("resnet_v2", "resnet_v2_50", {"num_classes": 1001, "output_stride": 16, "global_pool": False}),
    "resnet_v2_152": ("resnet_v2", "resnet_v2_152", {"num_classes": 5, "is_training": False}),
    "inception_v1": ("inception", "inception_v1", {"num_classes": 5}),
    "inception_v2": ("inception", "inception_v2", {"num_classes": 5, "depth_multiplier": 0.5}),
    "inception_v3": ("inception", "inception_v3", {"num_classes": 1001}),
    "inception_v3_small": ("inception", "inception_v3", {"depth_multiplier": 0.5, "is_training": False}),
    "inception_v3_base": ("inception", "inception_v3_base", {"final_endpoint": "Mixed_6a"}),
    "inception_v1_wrong": ("inception", "inception_v1_base", {"final_endpoint": "Mixed_9"}),
}


def described(tf, nets, name):
    """Variables, end points, collections and the number of operations of each type."""
    module, function, arguments = NETS[name]
    net = getattr(nets, module)
    images = tf.placeholder(tf.float32, [2, SIZES[module], SIZES[module], 3], name="images")
    prefix = {"alexnet": "alexnet_v2", "resnet_v1": "resnet", "resnet_v2": "resnet"}.get(module, module)
    if module == "inception":
        prefix = function[: len("inception_v1")]
    with tf.contrib.slim.arg_scope(getattr(net, prefix + "_arg_scope")()):
        try:
            output, end_points = getattr(net, function)(images, **arguments)
        except ValueError as e:
            return {"error": str(e)}
    graph = tf.get_default_graph()
    types = {}
    for op in graph.get_operations():
        types[op.type] = types.get(op.type, 0) + 1
    # TF's initialisers of large variables are the same here; what matters for checkpoints are names, shapes and order
    return {
        "output": [output.name, output.shape.as_list()],
        "end_points": [[k, t.name, t.shape.as_list()] for k, t in sorted(end_points.items())],
        "variables": [[v.op.name, v.shape.as_list()] for v in tf.global_variables()],
        "model_variables": [v.op.name for v in tf.contrib.slim.get_model_variables()],
        "trainable": [v.op.name for v in tf.trainable_variables()],
        "updates": [u.name for u in tf.get_collection("update_ops")],
        "regularization": [t.name for t in tf.get_collection("regularization_losses")],
        "moving": [v.op.name for v in tf.get_collection("moving_vars")],
        "default_image_size": getattr(getattr(net, function), "default_image_size", None),
        "types": types,
        "last": graph.get_operations()[-1].name,
    }
