"""`tf.resource_loader`: files that lie beside a module."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.resource_loader import get_data_files_path as get_data_files_path
from tf1compat._facade.platform.resource_loader import get_path_to_datafile as get_path_to_datafile
from tf1compat._facade.platform.resource_loader import (
    get_root_dir_with_all_resources as get_root_dir_with_all_resources,
)
from tf1compat._facade.platform.resource_loader import load_resource as load_resource
from tf1compat._facade.platform.resource_loader import readahead_file_path as readahead_file_path

__getattr__, __dir__ = _on_demand(__name__)
