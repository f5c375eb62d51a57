"""`tf.contrib`: contributed code of TensorFlow 1, as far as tf1compat has it."""

from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(
    __name__,
    modules=(
        "autograph checkpoint cluster_resolver compiler copy_graph crf cudnn_rnn data deprecated distribute "
        "distributions eager estimator ffmpeg framework graph_editor hooks image keras layers learn legacy_seq2seq lookup "
        "losses memory_stats metrics nn opt predictor resampler rnn saved_model seq2seq session_bundle signal slim "
        "sparsemax staging stat_summarizer stateless summary tensorboard testing tfprof tpu training util"
    ),
)
