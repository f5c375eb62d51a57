"""`tf.contrib.layers`: sequences of ids as vectors."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, embedding_ops, math_ops, variable_scope
from tf1compat._facade.contrib.framework_variables import model_variable
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import errors


def embed_sequence(
    ids: Any,
    vocab_size: int | None = None,
    embed_dim: int | None = None,
    unique: bool = False,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: Any = None,
) -> Tensor:
    """Rows of an embedding `[vocab_size, embed_dim]`: ids `[batch, steps]` become `[batch, steps, embed_dim]`.

    Args:
      unique: look up each id once.
      initializer, regularizer, trainable: of the variable `embeddings`.
      scope: name, `EmbedSequence` by default.
      reuse: use the variable of an earlier call; sizes may be absent then.

    Raises:
      ValueError: sizes are absent without `reuse`.
    """
    if not (reuse or (vocab_size and embed_dim)):
        raise ValueError(
            "Must specify vocab size and embedding dimension when not reusing. Got "
            f"vocab_size={vocab_size} and embed_dim={embed_dim}"
        )
    with variable_scope.variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        shape = None if reuse and vocab_size is None or embed_dim is None else [vocab_size, embed_dim]
        embeddings = model_variable(
            "embeddings", shape=shape, initializer=initializer, regularizer=regularizer, trainable=trainable
        )
        if unique:
            return embedding_lookup_unique(embeddings, ids)
        return embedding_ops.embedding_lookup(embeddings, ids)


def bow_encoder(
    ids: Any,
    vocab_size: int,
    embed_dim: int,
    sparse_lookup: bool = True,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: Any = None,
) -> Tensor:
    """The mean embedding of each row of dense ids `[batch, steps]`.

    Raises:
      ValueError: a size is absent.
      UnsupportedError: `sparse_lookup`, which leaves out ids of 0.
    """
    if not vocab_size or not embed_dim:
        raise ValueError("Must specify vocab size and embedding dimension")
    if sparse_lookup:
        raise errors.unsupported(
            "tf.contrib.layers.bow_encoder(sparse_lookup=True) is not supported.",
            advice="Pass sparse_lookup=False, which averages all ids of a row, those of 0 included.",
        )
    with variable_scope.variable_scope(scope, "bow_encoder", [ids], reuse=reuse):
        embeddings = model_variable(
            "embeddings",
            shape=[vocab_size, embed_dim],
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
        )
        return math_ops.reduce_mean(embedding_ops.embedding_lookup(embeddings, ids), axis=1)


def embedding_lookup_unique(params: Any, ids: Any, partition_strategy: str = "mod", name: str | None = None) -> Tensor:
    """`tf.nn.embedding_lookup` that looks up each id once."""
    with name_scope(name, "EmbeddingLookupUnique", [params, ids]):
        ids = convert_to_tensor(ids)
        shape = array_ops.shape(ids)
        flat = array_ops.reshape(ids, math_ops.reduce_prod(shape, keepdims=True))
        unique_ids, index = array_ops.unique(flat)
        rows = embedding_ops.embedding_lookup(params, unique_ids, partition_strategy)
        gathered = array_ops.gather(rows, index)
        result = array_ops.reshape(gathered, array_ops.concat([shape, array_ops.shape(rows)[1:]], 0))
        result.set_shape(ids.get_shape().concatenate(rows.get_shape()[1:]))
        return result
