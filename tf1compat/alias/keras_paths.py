"""Rows of `paths.py` for the inner modules of tf.keras."""

_KERAS = "._facade.keras"
_INNER = "._facade.inner_tools"

TABLE = {
    "python.keras": f"""
        activations {_KERAS}.activations .keras.activations
        backend .keras.backend {_KERAS}.backend {_INNER}.keras_backend_parts
        backend_config {_KERAS}.backend.settings
        callbacks .keras.callbacks {_KERAS}.callbacks.base {_KERAS}.callbacks.standard {_KERAS}.callbacks.checkpoints
        callbacks_v1 {_KERAS}.callbacks.tensorboard
        initializers {_KERAS}.initializers {_KERAS}.second_initializers .initializers
        keras_parameterized ._facade.testing.keras_parameterized ._facade.absent
        testing_utils ._facade.testing.keras_testing_utils ._facade.absent
        constraints .keras.constraints {_KERAS}.constraints
        engine {_KERAS}.tools.models {_KERAS}.engine.layer
        layers .keras.layers {_KERAS}.layers
        utils .keras.utils {_KERAS}.tools
        losses .keras.losses {_KERAS}.losses
        metrics .keras.metrics {_KERAS}.metrics {_KERAS}.metrics.base {_KERAS}.metrics.confusion
        models .keras.models {_KERAS}.engine.configuration {_KERAS}.engine.cloning
        optimizers .keras.optimizers {_KERAS}.optimizers
        regularizers .keras.regularizers {_KERAS}.regularizers
    """,
    "python.keras.backend": """
        nn .nn
    """,
    "python.keras.engine": f"""
        base_layer .keras.layers {_KERAS}.engine.layer
        base_layer_utils {_KERAS}.engine.weights
        input_spec .keras.layers ._facade.layers.input_spec
        sequential .keras.models .keras
        input_layer .keras.layers .keras {_KERAS}.engine.input_layer
        network .keras.models {_KERAS}.engine.network {_KERAS}.tools.models ._facade.absent
        node {_KERAS}.engine.node
        training .keras.models .keras {_KERAS}.engine.training
        training_utils {_KERAS}.engine.data ._facade.absent
        training_arrays {_KERAS}.engine.loops
        training_generator ._facade.absent
    """,
    "python.keras.layers": f"""
        advanced_activations .keras.layers {_KERAS}.layers.activations
        convolutional_recurrent .keras.layers {_KERAS}.layers.convolutional_recurrent
        cudnn_recurrent .keras.layers
        dense_attention .keras.layers {_KERAS}.layers.attention
        local .keras.layers {_KERAS}.layers.local
        noise .keras.layers
        normalization_v2 {_KERAS}.layers.second_version .keras.layers
        recurrent .keras.layers {_KERAS}.layers.recurrent {_KERAS}.layers.recurrent_cells
        recurrent_v2 {_KERAS}.layers.second_version .keras.layers
        rnn_cell_wrapper_v2 {_KERAS}.layers.cell_wrappers
        serialization {_KERAS}.layers.serialization
        wrappers .keras.layers {_KERAS}.layers.wrappers
    """,
    "python.keras.mixed_precision.experimental": f"""
        loss_scale_optimizer {_KERAS}.mixed_precision.loss_scale_optimizer
        policy {_KERAS}.mixed_precision.policy
    """,
    "python.keras.mixed_precision": """
        experimental .keras.mixed_precision.experimental
    """,
    "python.keras.optimizer_v2": f"""
        adadelta {_KERAS}.optimizers.rules
        adagrad {_KERAS}.optimizers.rules
        adam {_KERAS}.optimizers.rules
        adamax {_KERAS}.optimizers.rules
        ftrl {_KERAS}.optimizers.further_rules
        gradient_descent {_KERAS}.optimizers.rules
        learning_rate_schedule .keras.optimizers.schedules {_KERAS}.optimizers.schedules
        nadam {_KERAS}.optimizers.further_rules
        optimizer_v2 {_KERAS}.optimizers.base
        rmsprop {_KERAS}.optimizers.rules
    """,
    "python.keras.premade": """
        linear .keras.experimental
        wide_deep .keras.experimental
    """,
    "python.keras.preprocessing": f"""
        image .keras.preprocessing.image
        sequence .keras.preprocessing.sequence {_KERAS}.preprocessing.sequence
        text .keras.preprocessing.text
    """,
    "python.keras.saving": f"""
        hdf5_format {_KERAS}.saving
        model_config .keras.models
        save .keras.models
        saved_model_experimental .keras.experimental
        saving_utils {_KERAS}.saving ._facade.absent
    """,
    "python.keras.utils": f"""
        conv_utils {_KERAS}.tools.convolutions
        data_utils .keras.utils {_KERAS}.tools.sequences {_KERAS}.tools.files
        generic_utils .keras.utils {_INNER}.keras_parts {_KERAS}.serialization
        io_utils .keras.utils {_KERAS}.tools.hdf5_matrix
        layer_utils .keras.utils {_KERAS}.engine.summary
        metrics_utils {_KERAS}.metrics.confusion
        losses_utils {_KERAS}.losses_reduction
        mode_keys ._facade.estimator.mode_keys
        multi_gpu_utils {_KERAS}.tools.multi_gpu
        np_utils .keras.utils
        tf_utils {_INNER}.keras_parts {_KERAS}.serialization ._facade.smart_cond
        vis_utils {_KERAS}.tools.drawing
    """,
    "python.util": f"""
        object_identity {_INNER}.object_identity
    """,
    "python.keras.wrappers": """
        scikit_learn .keras.wrappers.scikit_learn
    """,
}
