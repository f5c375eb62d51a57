"""`tf.config.threading`: numbers of threads, kept for what reads them."""

from tf1compat._facade.config import get_inter_op_parallelism_threads as get_inter_op_parallelism_threads
from tf1compat._facade.config import get_intra_op_parallelism_threads as get_intra_op_parallelism_threads
from tf1compat._facade.config import set_inter_op_parallelism_threads as set_inter_op_parallelism_threads
from tf1compat._facade.config import set_intra_op_parallelism_threads as set_intra_op_parallelism_threads
