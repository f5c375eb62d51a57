"""What answers each inner TensorFlow path: data only, read by `resolve.py` when `tensorflow` is first imported.

A line of `_TABLE` is `name target…` below the group's path. A target beginning with a dot is a tf1compat module
(`.` is tf1compat itself, the public names; `._facade.ops` is tf1compat._facade.ops), any other a module's full name.
With several targets, a name is looked up in them in turn; targets that do not exist are left out. A path with no
existing target raises ModuleNotFoundError naming the targets.

No line is needed for `tensorflow.X.Y` where `tf1compat.X.Y` exists, for what lies below a line (`python.keras`
answers `python.keras.layers`), or for `tensorflow.contrib.NAME.python.…`, which `tensorflow.contrib.NAME` answers.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from . import distribution_paths, inner_tool_paths, keras_paths, learn_paths, tool_paths


class Row(NamedTuple):
    """The modules that answer one path, in order of preference."""

    targets: tuple[str, ...]


_TABLE = {
    "python": """
        tf2 ._facade.tf2
        pywrap_tensorflow ._facade.pywrap_tensorflow .train
        keras .keras ._facade.absent
        debug ._facade.debug
    """,
    "python.autograph.core": """
        ag_ctx ._facade.autograph ._facade.absent
    """,
    "python.checkpoint": """
        checkpoint_management ._facade.train.checkpoint_management .train
    """,
    "python.client": """
        device_lib ._facade.device_lib
        session ._facade.session ._facade.session_fetch ._runtime.local_devices .
        timeline ._facade.timeline
    """,
    "python.compat": """
        compat ._facade.platform.compat .compat
    """,
    "python.data.kernel_tests": """
        test_base ._facade.testing.dataset_test_base
    """,
    "python.data.ops": """
        dataset_ops ._facade.data ._facade.data.constructors .data
        iterator_ops ._facade.data .data ._facade.absent
        multi_device_iterator_ops ._facade.data .data.experimental
        optional_ops ._facade.data.experimental.optional .data.experimental
        readers ._facade.data ._facade.data.readers .data
    """,
    "python.data.util": """
        nest ._facade.data.nest
        options ._facade.data.options
        random_seed ._facade.data.random_seed
        structure ._facade.data.structure .data.experimental
    """,
    "python.debug.lib": """
        debug_data ._facade.debug
    """,
    "python.debug.wrappers": """
        dumping_wrapper ._facade.debug
        hooks ._facade.debug
        local_cli_wrapper ._facade.debug
    """,
    "python.eager": """
        backprop ._facade.gradient_tape .
        context ._facade.eager.context
        def_function ._facade.eager.function
        execution_callbacks ._facade.eager.execution_callbacks
        function ._facade.eager.function
        test ._facade.testing.test .test
        wrap_function ._facade.function .compat.v1
    """,
    "python.estimator": """
        estimator ._facade.estimator.estimator .estimator
        model_fn ._facade.estimator.model_fn .estimator
        exporter ._facade.estimator.exporters .estimator
        run_config ._facade.estimator.run_config .estimator
        training ._facade.estimator.train_and_evaluate .estimator
        util ._facade.estimator.input_results .estimator
    """,
    "python.estimator.export": """
        export ._facade.estimator.input_receivers ._facade.estimator.export_outputs .estimator.export
        export_output ._facade.estimator.export_outputs .estimator.export
    """,
    "python.estimator.inputs": """
        numpy_io ._facade.estimator.numpy_inputs .estimator.inputs
        pandas_io ._facade.estimator.pandas_inputs .estimator.inputs
        inputs .estimator.inputs
    """,
    "python.estimator.inputs.queues": """
        feeding_functions ._facade.estimator.feeding_functions
    """,
    "python.feature_column": """
        dense_features ._facade.feature_column.feature_layers .feature_column
        feature_column ._facade.feature_column.names_of_older_programs .feature_column
        feature_column_lib ._facade.feature_column.names_of_1_15 ._facade.feature_column.sequences .feature_column
        feature_column_v2 ._facade.feature_column.names_of_1_15 .feature_column
        sequence_feature_column ._facade.feature_column.sequences ._facade.feature_column.feature_layers .feature_column
        serialization ._facade.feature_column.serialization
        utils ._facade.feature_column.arguments ._facade.feature_column.embedding
    """,
    "python.framework": """
        c_api_util ._facade.absent
        combinations ._facade.testing.combinations
        common_shapes ._facade.common_shapes
        composite_tensor ._jaxcore.base.structure
        config ._facade.config .config ._facade.absent
        constant_op . ._facade.constants
        cpp_shape_inference_pb2 tensorboard.compat.proto.cpp_shape_inference_pb2
        device ._facade.device_spec .
        device_spec ._facade.device_spec .
        dtypes ._facade.dtypes ._jaxcore.base.dtypes .
        error_interpolation ._facade.error_interpolation ._facade.absent
        errors .errors
        errors_impl .errors ._jaxcore.base.errors
        func_graph ._facade.function_graph ._facade.absent
        function ._facade.defun ._facade.eager.function
        graph_io ._facade.graph_io .train
        graph_util .graph_util
        graph_util_impl .graph_util
        importer ._facade.importer .
        indexed_slices ._facade.indexed_slices .
        meta_graph ._facade.meta_graph .train
        op_def_registry ._facade.op_def_registry
        ops . ._facade.framework ._facade.tensor ._facade.graph ._facade.convert ._facade.context \
            ._facade.graph_internals ._facade.gradient_registry ._facade.op_statistics \
            ._facade.proto_functions ._facade.scope_names ._facade.indexed_slices
        random_seed .random ._facade.framework .
        sparse_tensor ._facade.sparse_tensor .
        tensor ._facade.tensor .
        tensor_shape ._facade.tensor_shape ._jaxcore.base.shapes .
        tensor_spec ._facade.tensor_spec .
        tensor_util ._facade.tensor_util .
        test_ops ._facade.testing.test_ops
        test_util ._facade.testing.test_util .test
        type_spec ._jaxcore.base.structure .
        versions ._facade.versions .version .
    """,
    "python.grappler": """
        tf_optimizer ._facade.absent
    """,
    "python.layers": """
        base ._facade.layers.base .layers
        utils ._facade.smart_cond
    """,
    "python.lib.io": """
        file_io ._facade.platform.file_io .gfile
        python_io .python_io
        tf_record .python_io .io
    """,
    "python.ops": """
        array_ops ._facade.array_ops ._facade.array_creation ._facade.linalg_ops . ._facade.raw_ops
        array_ops_stack ._facade.array_ops .
        candidate_sampling_ops .nn
        check_ops ._facade.check_ops ._facade.check_shapes .debugging .
        clip_ops ._facade.clip_ops .
        collective_ops ._facade.absent
        confusion_matrix .math . ._facade.confusion_matrix
        constant_op . ._facade.constants
        control_flow_ops . ._facade.control_flow ._facade.grouping
        control_flow_util ._facade.control_flow ._facade.inner_tools.control_flow_contexts
        critical_section_ops ._facade.critical_section
        ctc_ops ._facade.ctc_ops .nn
        custom_gradient ._facade.custom_gradient .
        data_flow_ops .queue . ._facade.staging ._facade.barriers ._facade.raw_ops
        embedding_ops ._facade.embedding_ops ._facade.embedding_sparse .nn
        functional_ops ._facade.functional_ops .
        gradient_checker ._facade.platform.gradient_checker .test
        gradient_checker_v2 ._facade.testing.gradient_checker_v2 .test
        gradients . ._facade.gradients
        gradients_impl . ._facade.gradients ._facade.hessians
        gradients_util ._facade.gradients
        histogram_ops .
        image_ops ._facade.image .image
        image_ops_impl ._facade.image .image
        init_ops ._facade.init_ops ._facade.init_convolutions .initializers .
        inplace_ops ._facade.absent
        io_ops ._facade.io_ops .io .
        linalg_ops ._facade.linalg_ops .linalg .
        list_ops ._facade.list_ops ._facade.raw_ops
        logging_ops ._facade.logging_ops ._facade.printing .summary .
        lookup_ops ._facade.lookup_ops .lookup .
        manip_ops .manip
        map_fn ._facade.functional_ops .
        math_ops ._facade.math_ops ._facade.math_reductions ._facade.math_products .math .
        metrics .metrics
        metrics_impl ._facade.metrics .metrics ._facade.metrics.streaming
        nccl_ops ._facade.absent
        nn .nn
        nn_impl ._facade.nn_moments ._facade.nn_conv .nn
        nn_ops .nn ._facade.nn_ops ._facade.nn_loss ._facade.nn_pool ._facade.nn_conv
        parsing_ops ._facade.parsing_ops .io .
        partitioned_variables ._facade.partitioned_variables .
        random_ops . ._facade.random_ops
        resource_variable_ops ._facade.resource_variables ._facade.state_ops ._facade.raw_ops
        resource_variables_toggle ._facade.variable_scope .
        resources ._facade.resources .
        rnn ._facade.rnn .nn
        rnn_cell .nn.rnn_cell
        rnn_cell_impl ._facade.rnn_cell .nn.rnn_cell
        script_ops ._facade.script_ops .
        seq2seq .contrib.legacy_seq2seq
        sets .sets
        session_ops .
        sparse_ops ._facade.sparse_ops .sparse .
        special_math_ops ._facade.special_math_ops .math .
        standard_ops .
        state_ops . ._facade.state_ops
        stateless_random_ops .random
        string_ops ._facade.string_ops .strings .
        summary_op_util ._facade.summary .summary
        summary_ops_v2 ._facade.summary_v2 .contrib.summary ._facade.absent
        template ._facade.template .
        tensor_array_ops ._facade.tensor_array .
        unconnected_gradients ._facade.gradients .
        variable_scope ._facade.variable_scope .
        variable_v1 . ._facade.variable_base
        variables ._facade.inner_variables ._facade.partitioned_variable . ._facade.variables ._facade.variable_base ._facade.ref_variable
        weights_broadcast_ops ._facade.weights_broadcast_ops
    """,
    "python.ops.losses": """
        losses .losses
        losses_impl ._facade.losses .losses
        util ._facade.losses .losses
    """,
    "python.ops.ragged": """
        ragged_array_ops ._facade.ragged.arrays ._facade.ragged.gathering ._facade.absent
        ragged_batch_gather_ops ._facade.ragged.gathering
        ragged_concat_ops ._facade.ragged.concatenation
        ragged_conversion_ops ._facade.ragged.conversion_functions ._facade.absent
        ragged_factory_ops ._facade.ragged.factory
        ragged_functional_ops ._facade.ragged.elementwise
        ragged_gather_ops ._facade.ragged.gathering
        ragged_getitem ._facade.ragged.getitem
        ragged_map_ops ._facade.ragged.map_fn
        ragged_math_ops ._facade.ragged.ranges ._facade.ragged.reductions
        ragged_squeeze_op ._facade.ragged.arrays
        ragged_string_ops ._facade.ragged.strings ._facade.ragged.reductions
        ragged_tensor ._facade.ragged.tensor ._facade.ragged.spec
        ragged_tensor_value ._facade.ragged.values
        ragged_util ._facade.ragged.partitions ._facade.absent
        ragged_where_op ._facade.ragged.gathering
        segment_id_ops ._facade.ragged.partitions
    """,
    "python.ops.rnn": """
        rnn_cell_impl ._facade.rnn_cell .nn.rnn_cell
    """,
    "python.platform": """
        app .app
        benchmark ._facade.testing.benchmark .test
        flags .flags
        gfile .gfile
        googletest ._facade.testing.test .test
        resource_loader .resource_loader
        sysconfig .sysconfig
        test ._facade.testing.test .test
        tf_logging ._facade.platform.tf_logging .logging
    """,
    "python.profiler": """
        model_analyzer .profiler
        option_builder .profiler
    """,
    "python.summary": """
        plugin_asset ._facade.plugin_asset ._facade.absent
        summary ._facade.summary .summary
        summary_iterator .train
    """,
    "python.summary.writer": """
        writer ._facade.summary_writer .summary
        writer_cache ._facade.summary_writer .summary
    """,
    "python.tpu": """
        tpu ._facade.tpu .tpu
    """,
    "python.training": """
        adam ._facade.train.adam .train
        basic_session_run_hooks ._facade.train.hooks .train
        checkpoint_management ._facade.train.checkpoint_management .train
        checkpoint_state_pb2 ._formats.checkpoint_state
        coordinator ._facade.train.coordinator .train
        device_setter ._facade.train.device_setter .train
        device_util ._facade.train.device_setter
        distribute .distribute
        evaluation ._facade.train.evaluation .contrib.training
        gradient_descent ._facade.train.gradient_descent .train
        input ._facade.train.input .train
        learning_rate_decay ._facade.train.learning_rate_decay .train
        momentum ._facade.train.momentum .train
        monitored_session ._facade.train.monitored_session .train
        moving_averages ._facade.train.moving_averages .train
        optimizer ._facade.train.optimizer .train
        queue_runner ._facade.train.queue_runner .train
        queue_runner_impl ._facade.train.queue_runner .train
        saver ._facade.train.saver .train
        saver_test_utils ._facade.testing.saver_test_utils
        server_lib ._facade.train.server .train
        session_manager ._facade.train.session_manager .train
        session_run_hook ._facade.train.hooks .train
        slot_creator ._facade.train.slot_creator
        supervisor ._facade.train.supervisor .train
        sync_replicas_optimizer ._facade.train.sync_replicas_optimizer .train
        tensorboard_logging ._facade.tensorboard_logging
        training_ops ._facade.raw_ops .raw_ops
        training_util ._facade.train.training_util .train
    """,
    "python.util": """
        all_util ._facade.inner_tools.all_util
        compat ._facade.platform.compat .compat
        deprecation ._facade.inner_tools.deprecation
        dispatch ._facade.dispatch
        function_utils ._facade.function_arguments
        lazy_loader ._facade.inner_tools.lazy_loader
        nest ._facade.nest ._jaxcore.base.nest
        tf_contextlib ._facade.inner_tools.tf_contextlib
        tf_decorator ._facade.inner_tools.tf_decorator
        tf_export ._facade.inner_tools.tf_export
        tf_inspect ._facade.inner_tools.tf_inspect
        tf_should_use ._facade.inner_tools.tf_should_use
    """,
    "compat": """
        v1 .
    """,
    "contrib.layers.python": """
        layers ._facade.contrib.layer_functions .contrib.layers
    """,
    "contrib.layers.python.ops": """
        sparse_feature_cross_op ._facade.contrib.sparse_forms
        sparse_ops ._facade.contrib.sparse_forms
    """,
    "contrib.layers.python.layers": """
        embedding_ops ._facade.contrib.embeddings ._facade.contrib.encoders
        feature_column ._facade.contrib.feature_columns.names
        feature_column_ops ._facade.contrib.feature_columns.names
        layers ._facade.contrib.layer_functions ._facade.contrib.shape_layers ._facade.contrib.divisive_normalization
        optimizers ._facade.contrib.layer_functions ._facade.contrib.optimize_loss
        rev_block_lib ._facade.contrib.reversible
        utils ._facade.contrib.named_outputs
    """,
    "contrib.training.python.training": """
        resample ._facade.contrib.resampling
        sampling_ops ._facade.contrib.sampling
        sequence_queueing_state_saver ._facade.inner_tools.sequence_parts ._facade.contrib.sequence_batches
    """,
    "contrib.opt.python.training": """
        agn_optimizer ._facade.contrib.opt.accumulated_gradients .contrib.opt
        elastic_average_optimizer ._facade.contrib.opt.elastic_average .contrib.opt
        matrix_functions ._facade.contrib.opt.matrix_roots
        model_average_optimizer ._facade.contrib.opt.model_average .contrib.opt
        shampoo ._facade.contrib.opt.shampoo .contrib.opt
        sign_decay ._facade.contrib.opt.sign_decay
    """,
    "contrib.rnn.python.ops": """
        core_rnn_cell ._facade.contrib.rnn.linear ._facade.contrib.rnn.projections .contrib.rnn
        fused_rnn_cell .contrib.rnn
        gru_ops .contrib.rnn
        lstm_ops ._facade.contrib.rnn.block_functions .contrib.rnn
        rnn .contrib.rnn
        rnn_cell .contrib.rnn ._facade.contrib.rnn.ntm_cell ._facade.contrib.rnn.normalized_cells ._facade.contrib.rnn.gated_cells
    """,
    "contrib.seq2seq.python.ops": """
        attention_wrapper .contrib.seq2seq ._facade.contrib.seq2seq.attention_mechanisms
        beam_search_decoder .contrib.seq2seq ._facade.contrib.seq2seq.beam_scores ._facade.contrib.seq2seq.beam_arrays
        helper .contrib.seq2seq ._facade.contrib.seq2seq.sampling
        loss .contrib.seq2seq ._facade.contrib.seq2seq.losses
    """,
    "contrib.slim.python.slim.data": """
        data_decoder ._facade.contrib.slim.data.data_decoder
        data_provider ._facade.contrib.slim.data.data_provider
        dataset ._facade.contrib.slim.data.dataset
        dataset_data_provider ._facade.contrib.slim.data.dataset_data_provider
        parallel_reader ._facade.contrib.slim.data.parallel_reader
        prefetch_queue ._facade.contrib.slim.data.prefetch_queue
        test_utils ._facade.testing.slim_data
        tfexample_decoder ._facade.contrib.slim.data.tfexample_decoder
    """,
    "contrib.slim.python.slim.nets": """
        inception_v1 ._facade.contrib.slim.nets.inception_v1
        inception_v2 ._facade.contrib.slim.nets.inception_v2
        inception_v3 ._facade.contrib.slim.nets.inception_v3
    """,
    "models.rnn": """
        rnn .nn
        rnn_cell .nn.rnn_cell
        seq2seq .contrib.legacy_seq2seq
    """,
    "tools.tfprof": """
        tfprof_log_pb2 tensorboard.compat.proto.tfprof_log_pb2
    """,
    "core.profiler": """
        tfprof_log_pb2 tensorboard.compat.proto.tfprof_log_pb2
    """,
    "core.lib.core": """
        error_codes_pb2 ._formats.error_codes
    """,
}

# Groups of names with the same targets: (path, targets) -> names.
_SHARED = {
    ("python.data.experimental.ops", ".data.experimental"): """
        batching cardinality counter distribute_options enumerate_ops error_ops get_single_element grouping
        interleave_ops iterator_ops optimization optimization_options parsing_ops prefetching_ops random_ops readers
        resampling scan_ops shuffle_ops stats_options take_while_ops threading_options unique writers
    """,
    ("python.keras.layers", ".keras.layers"): "convolutional core embeddings merge normalization pooling",
    ("python.layers", ".layers ._facade.layers.old_names"): "convolutional core layers normalization pooling",
    ("python.ops", "._facade.gradient_registry"): """
        array_grad control_flow_grad data_flow_grad math_grad nn_grad sparse_grad state_grad
        tensor_array_grad
    """,
    ("python.ops", "._facade.control_flow ."): """
        cond control_flow_assert control_flow_case control_flow_v2_toggles while_loop while_v2
    """,
    ("python.ops", "._facade.raw_ops .raw_ops"): """
        gen_array_ops gen_audio_ops gen_batch_ops gen_bitwise_ops gen_candidate_sampling_ops gen_collective_ops
        gen_control_flow_ops gen_ctc_ops gen_cudnn_rnn_ops gen_data_flow_ops gen_dataset_ops gen_decode_proto_ops
        gen_encode_proto_ops gen_experimental_dataset_ops gen_functional_ops gen_image_ops gen_io_ops gen_linalg_ops
        gen_list_ops gen_logging_ops gen_lookup_ops gen_manip_ops gen_math_ops gen_nn_ops gen_parsing_ops
        gen_ragged_array_ops gen_ragged_conversion_ops gen_ragged_math_ops gen_random_ops gen_resource_variable_ops
        gen_rnn_ops gen_script_ops gen_set_ops gen_sparse_ops gen_spectral_ops gen_state_ops gen_stateful_random_ops
        gen_stateless_random_ops gen_string_ops gen_summary_ops gen_user_ops
    """,
    ("python.training", ".train"): """
        adadelta adagrad adagrad_da basic_loops checkpoint_ops checkpoint_utils ftrl proximal_adagrad
        proximal_gradient_descent rmsprop summary_io training
    """,
}

# Messages of tensorflow.core: TensorBoard's copies, or ours where it has none (`*` marks those).
_PROTOS = {
    "framework": """allocation_description api_def attr_value cost_graph function graph *kernel_def node_def op_def
        *reader_base resource_handle step_stats summary tensor_description tensor tensor_shape *tensor_slice types
        variable versions""",
    "util": "event *saved_tensor_slice *test_log",
    "protobuf": """cluster debug *device_properties meta_graph *named_tensor *queue_runner rewriter_config
        *saved_model saved_object_graph saver struct *tensor_bundle *tensorflow_server trackable_object_graph
        verifier_config""",
    "example": "*example *feature",
}

# Namespaces that also answer with another module's names: `from tensorflow.python import Session`.
NAMESPACE_NAMES = {"tensorflow.python": "tf1compat"}

# What tf1compat has and tensorflow has not, and the parents of the lines above.
_NOT_PUBLIC = frozenset({"__main__", "alias", "cli", "core", "python", "tools"})


def is_private(path: str) -> bool:
    """True if `tensorflow.X.Y` must not be answered by `tf1compat.X.Y`."""
    first = path.split(".")[1]
    return first in _NOT_PUBLIC or first.startswith("_")


def is_contrib_internal(path: str) -> bool:
    """True for `tensorflow.contrib.NAME.python` and everything below it."""
    parts = path.split(".")
    return len(parts) > 3 and parts[1] == "contrib" and parts[3] == "python"


def _full_name(target: str) -> str:
    return f"tf1compat{target}".rstrip(".") if target.startswith(".") else target


def _rows() -> dict[str, Row]:
    rows: dict[str, Row] = {}
    others = (tool_paths.TABLE, learn_paths.TABLE, inner_tool_paths.TABLE, keras_paths.TABLE, distribution_paths.TABLE)
    for group, lines in chain(_TABLE.items(), *(table.items() for table in others)):
        for line in lines.split("\n"):
            name, *targets = line.split() or ("",)
            if name:
                rows[f"tensorflow.{group}.{name}"] = Row(tuple(map(_full_name, targets)))
    for (group, targets), names in _SHARED.items():
        for name in names.split():
            rows[f"tensorflow.{group}.{name}"] = Row(tuple(map(_full_name, targets.split())))
    for folder, names in _PROTOS.items():
        for name in names.split():
            source = "tf1compat._formats.messages" if name.startswith("*") else "tensorboard.compat.proto"
            message = name.lstrip("*") + "_pb2"
            rows[f"tensorflow.core.{folder}.{message}"] = Row((f"{source}.{message}",))
    return rows


ROWS = _rows()
# Those of contrib are answered by `tensorflow.contrib.NAME`, see above.
NAMESPACES = frozenset(
    ".".join(parts[:length])
    for parts in (path.split(".") for path in ROWS if not path.startswith("tensorflow.contrib."))
    for length in range(2, len(parts))
)
