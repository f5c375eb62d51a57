"""Rows of `paths.py` for inner tools that libraries on top of TensorFlow import."""

_AUTOGRAPH = "._facade.inner_tools.autograph_parts"

TABLE = {
    "core.protobuf": """
        config_pb2 tensorboard.compat.proto.config_pb2 tensorboard.compat.proto.rpc_options_pb2
    """,
    "python.autograph.converters": f"""
        break_statements {_AUTOGRAPH}
        continue_statements {_AUTOGRAPH}
        return_statements {_AUTOGRAPH}
    """,
    "python.autograph.core": f"""
        converter {_AUTOGRAPH}
        naming {_AUTOGRAPH}
    """,
    "python.autograph.pyct": f"""
        anno {_AUTOGRAPH}
        compiler {_AUTOGRAPH}
        inspect_utils {_AUTOGRAPH}
        parser {_AUTOGRAPH}
        qual_names {_AUTOGRAPH}
        templates {_AUTOGRAPH}
        transformer {_AUTOGRAPH}
    """,
    "python.autograph.pyct.common_transformers": f"""
        anf {_AUTOGRAPH}
    """,
    "python.distribute": """
        collective_all_reduce_strategy .contrib.distribute ._facade.absent
        cross_device_ops .contrib.distribute .distribute
        distribute_config ._facade.distribute.distribute_config
        distribute_coordinator ._facade.absent
        distribute_lib ._facade.distribute.strategy ._facade.distribute.distribute_context .distribute .contrib.distribute
        distribution_strategy_context ._facade.distribute.distribute_context .distribute
        input_lib ._facade.distribute.input_lib
        mirrored_strategy ._facade.distribute.strategies ._facade.distribute.strategy
        one_device_strategy ._facade.distribute.strategies ._facade.distribute.strategy
        reduce_util ._facade.distribute.reduce_op
        summary_op_util ._facade.summary .summary
        values ._facade.distribute.values
    """,
    "python.distribute.cluster_resolver": """
        cluster_resolver .contrib.cluster_resolver
        tfconfig_cluster_resolver .contrib.cluster_resolver
        tpu_cluster_resolver .contrib.cluster_resolver
    """,
    "python.module": """
        module ._facade.module
    """,
}
