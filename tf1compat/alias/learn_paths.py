"""Rows of `paths.py` for the inner modules of tf.contrib.learn."""

_LEARN = "._facade.contrib.learn"

TABLE = {
    "contrib.learn.python.learn": f"""
        datasets .contrib.learn.datasets
        evaluable {_LEARN}.interfaces
        experiment {_LEARN}.experiment
        export_strategy {_LEARN}.export_strategy
        graph_actions {_LEARN}.graph_actions
        learn_io .contrib.learn.io
        learn_runner {_LEARN}.learn_runner
        metric_spec {_LEARN}.metric_spec
        monitored_session .train
        monitors .contrib.learn.monitors {_LEARN}.monitors
        preprocessing .contrib.learn.preprocessing
        session_run_hook .train
        trainable {_LEARN}.interfaces
        utils .contrib.learn.utils
    """,
    "contrib.learn.python.learn.estimators": f"""
        constants {_LEARN}.keys
        dnn {_LEARN}.dnn .contrib.learn
        dynamic_rnn_estimator {_LEARN}.absent_estimators
        kmeans {_LEARN}.absent_estimators
        state_saving_rnn_estimator {_LEARN}.absent_estimators
        svm {_LEARN}.absent_estimators
        estimator {_LEARN}.estimator {_LEARN}.base_estimator {_LEARN}.estimator_inputs .contrib.learn
        head {_LEARN}.heads {_LEARN}.head_parts .contrib.learn
        linear {_LEARN}.linear .contrib.learn
        metric_key {_LEARN}.keys
        model_fn {_LEARN}.model_fn_ops {_LEARN}.keys
        prediction_key {_LEARN}.keys
        run_config {_LEARN}.run_config
        tensor_signature {_LEARN}.tensor_signatures
        _sklearn {_LEARN}.sklearn_parts
    """,
    "contrib.learn.python.learn.learn_io": f"""
        data_feeder {_LEARN}.data_feeder {_LEARN}.array_inputs
        graph_io {_LEARN}.batch_examples
        numpy_io .contrib.learn.io
        pandas_io {_LEARN}.array_inputs .contrib.learn.io
        generator_io .contrib.learn.io
    """,
    "contrib.learn.python.learn.preprocessing": f"""
        text {_LEARN}.text_processors
        categorical {_LEARN}.categorical_processors
        categorical_vocabulary {_LEARN}.vocabularies
    """,
    "contrib.learn.python.learn.utils": f"""
        export {_LEARN}.export_strategy
        input_fn_utils {_LEARN}.input_fn_ops
        saved_model_export_utils {_LEARN}.export_strategy {_LEARN}.saved_model_export
    """,
}
