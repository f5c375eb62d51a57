"""The tables of embedding columns of `tf.contrib.layers`, and what is looked up in them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.contrib import embeddings
from tf1compat._facade.contrib.checkpoints import init_from_checkpoint
from tf1compat._facade.contrib.framework_variables import model_variable
from tf1compat._facade.contrib.shape_layers import inner_flatten
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes


def _is_variable(v: Any) -> bool:
    return isinstance(v, Variable)


def parts_of(variable: Any) -> list[Any]:
    """A variable or the parts of a partitioned one."""
    return [variable] if _is_variable(variable) else variable._get_variable_list()


def _embeddings_from_arguments(
    column: Any, args: Any, weight_collections: Any, trainable: Any, output_rank: int = 2
) -> Any:
    """What an input layer gets for a column: rows of its table, which is made here."""
    ids = inner_flatten(args.input_tensor, output_rank)
    weights = None if args.weight_tensor is None else inner_flatten(args.weight_tensor, output_rank)

    def table(name: str, shape: list[int]) -> Any:
        return model_variable(
            name=name,
            shape=shape,
            dtype=dtypes.float32,
            initializer=args.initializer,
            trainable=trainable and args.trainable,
            collections=weight_collections,
        )

    if args.hash_key:
        return embeddings.scattered_embedding_lookup_sparse(
            table("weights", [args.vocab_size]),
            ids,
            args.dimension,
            hash_key=args.hash_key,
            combiner=args.combiner,
            name="lookup",
        )
    shape = [args.vocab_size, args.dimension]
    shared = args.shared_embedding_name
    parts = parts_of(table("weights", shape) if shared is None else _shared_table(shared, shape, table))
    _maybe_restore_from_checkpoint(column._checkpoint_path(), parts)
    return embeddings.safe_embedding_lookup_sparse(
        parts,
        ids,
        sparse_weights=weights,
        combiner=args.combiner,
        name=column.name + "weights",
        max_norm=args.max_norm,
    )


def _shared_table(name: str, shape: list[int], table: Any) -> Any:
    """The table that several columns share: a collection of the graph keeps it."""
    key = "SHARED_EMBEDDING_COLLECTION_" + name.upper()
    graph = context.get_default_graph()
    found = graph.get_collection_ref(key)
    if not found:
        made = table(name, shape)
        graph.add_to_collection(key, made)
        return made
    if len(found) > 1:
        raise ValueError(f"Collection {key} can only contain one (partitioned) variable.")
    if found[0].get_shape() != shape:
        raise ValueError(
            f"The embedding variable with name {name} already exists, but its shape does not match required embedding "
            "shape here. Please make sure to use different shared_embedding_name for different shared embeddings."
        )
    return found[0]


def _maybe_restore_from_checkpoint(checkpoint_path: tuple[str, str] | None, variable: list[Any]) -> None:
    """Let a variable, or its parts, start from a checkpoint."""
    if checkpoint_path is not None:
        path, tensor_name = checkpoint_path
        init_from_checkpoint(path, {tensor_name: variable[0] if len(variable) == 1 else variable})
