"""`tf.distribute.cluster_resolver`: where the tasks of a cluster are."""

from tf1compat._facade.contrib.cluster_resolvers import ClusterResolver as ClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import GCEClusterResolver as GCEClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import KubernetesClusterResolver as KubernetesClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import SimpleClusterResolver as SimpleClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import SlurmClusterResolver as SlurmClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import TFConfigClusterResolver as TFConfigClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import TPUClusterResolver as TPUClusterResolver
from tf1compat._facade.contrib.cluster_resolvers import UnionClusterResolver as UnionResolver
