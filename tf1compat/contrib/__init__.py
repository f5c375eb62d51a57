"""`tf.contrib`: contributed code of TensorFlow 1, as far as tf1compat has it."""

from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(
    __name__,
    modules=(
        "autograph checkpoint cluster_resolver compiler crf cudnn_rnn data distributions eager framework keras "
        "layers learn legacy_seq2seq lookup losses metrics nn opt predictor rnn saved_model seq2seq signal slim "
        "staging stateless summary tensorboard testing tfprof tpu training util"
    ),
)
