"""`tf.io.gfile`: files and folders."""

from tf1compat._facade.file_io import GFile as GFile
from tf1compat._facade.file_system import copy_v2 as copy
from tf1compat._facade.file_system import exists_v2 as exists
from tf1compat._facade.file_system import glob_v2 as glob
from tf1compat._facade.file_system import isdir_v2 as isdir
from tf1compat._facade.file_system import listdir_v2 as listdir
from tf1compat._facade.file_system import makedirs_v2 as makedirs
from tf1compat._facade.file_system import mkdir_v2 as mkdir
from tf1compat._facade.file_system import remove_v2 as remove
from tf1compat._facade.file_system import rename_v2 as rename
from tf1compat._facade.file_system import rmtree_v2 as rmtree
from tf1compat._facade.file_system import stat_v2 as stat
from tf1compat._facade.file_system import walk_v2 as walk
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
