"""Rows of `paths.py` for SavedModels, tools, the profiler and contributed modules around them."""

TABLE = {
    "python.estimator.canned": """
        baseline ._facade.estimator.baseline .estimator
        dnn ._facade.estimator.dnn .estimator
        dnn_linear_combined ._facade.estimator.dnn_linear_combined .estimator
        head ._facade.estimator.heads ._facade.estimator.classification_heads ._facade.estimator.regression_head
        linear ._facade.estimator.linear .estimator
        metric_keys ._facade.estimator.metric_keys
        optimizers ._facade.estimator.canned_optimizers
        prediction_keys ._facade.estimator.metric_keys
    """,
    "contrib.estimator.python.estimator": """
        early_stopping ._facade.estimator.early_stopping
        extenders .contrib.estimator
        head .contrib.estimator
        hooks ._facade.estimator.evaluation_hooks
    """,
    "python.saved_model": """
        builder ._facade.saved_model.builder .saved_model.builder .saved_model
        builder_impl ._facade.saved_model.builder ._facade.saved_model.assets .saved_model.builder .saved_model
        constants ._facade.saved_model.constants .saved_model
        loader ._facade.saved_model.loader .saved_model.loader .saved_model
        loader_impl ._facade.saved_model.loader ._facade.saved_model.assets .saved_model
        main_op ._facade.saved_model.main_op .saved_model
        main_op_impl ._facade.saved_model.main_op
        signature_constants ._facade.saved_model.constants .saved_model
        signature_def_utils ._facade.saved_model.signatures .saved_model
        signature_def_utils_impl ._facade.saved_model.signatures
        load ._facade.saved_model.object_models
        nested_structure_coder ._facade.saved_model.structures
        save ._facade.saved_model.object_models
        simple_save .saved_model
        tag_constants ._facade.saved_model.constants .saved_model
        utils ._facade.saved_model.tensor_info .saved_model
        utils_impl ._facade.saved_model.tensor_info
    """,
    "python.saved_model.model_utils": """
        export_output ._facade.estimator.export_outputs .estimator.export
        export_utils ._facade.estimator.export_outputs
    """,
    "python.tools": """
        freeze_graph ._facade.tools.freeze_graph
        inspect_checkpoint ._facade.tools.inspect_checkpoint
        optimize_for_inference ._facade.tools.optimize_for_inference
        optimize_for_inference_lib ._facade.tools.optimize_for_inference
        saved_model_cli ._facade.tools.saved_model_cli
        saved_model_utils ._facade.tools.saved_model_files
        strip_unused ._facade.tools.strip_unused
        strip_unused_lib ._facade.tools.strip_unused
    """,
    "python.training": """
        warm_starting_util ._facade.train.warm_start ._facade.train.vocab_remap .train
    """,
    "python.training.tracking": """
        base ._facade.train.object_graph
        graph_view ._facade.train.object_graph
        tracking ._facade.train.object_graph
        util ._facade.train.object_checkpoint .train
    """,
    "tools": """
        graph_transforms ._facade.tools.graph_transforms
    """,
    "core.profiler": """
        tfprof_log_pb2 tensorboard.compat.proto.tfprof_log_pb2
        tfprof_output_pb2 ._formats.messages.tfprof_output_pb2
    """,
    "python.compiler.xla": """
        jit ._facade.xla
        xla ._facade.xla
    """,
    "python.user_ops": """
        user_ops .user_ops
    """,
    "contrib.copy_graph.python.util": """
        copy_elements ._facade.contrib.copy_graph
    """,
    "contrib.graph_editor": """
        edit ._facade.contrib.graph_editor.edit
        reroute ._facade.contrib.graph_editor.reroute
        select ._facade.contrib.graph_editor.select
        subgraph ._facade.contrib.graph_editor.subgraph
        transform ._facade.contrib.graph_editor.transform
        util ._facade.contrib.graph_editor.elements
    """,
    "contrib.predictor": """
        predictor ._facade.contrib.predictor
        predictor_factories ._facade.contrib.predictor
        saved_model_predictor ._facade.contrib.predictor
        core_estimator_predictor ._facade.contrib.predictor
    """,
    "contrib.summary": """
        summary .contrib.summary
    """,
    "contrib.session_bundle": """
        constants ._facade.contrib.session_bundle.constants
        exporter ._facade.contrib.session_bundle.exporter
        gc ._facade.contrib.session_bundle.kept_exports
        manifest_pb2 ._formats.manifest_protos
        session_bundle ._facade.contrib.session_bundle.session_bundle
    """,
    "contrib.saved_model.python.saved_model": """
        reader ._facade.tools.saved_model_files
    """,
}
