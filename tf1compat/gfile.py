"""`tf.gfile`: files and folders."""

from tf1compat._facade.file_io import FastGFile as FastGFile
from tf1compat._facade.file_io import GFile as GFile
from tf1compat._facade.file_io import GFile as Open
from tf1compat._facade.file_system import copy as Copy
from tf1compat._facade.file_system import create_dir as MkDir
from tf1compat._facade.file_system import delete_file as Remove
from tf1compat._facade.file_system import delete_recursively as DeleteRecursively
from tf1compat._facade.file_system import file_exists as Exists
from tf1compat._facade.file_system import get_matching_files as Glob
from tf1compat._facade.file_system import is_directory as IsDirectory
from tf1compat._facade.file_system import list_directory as ListDirectory
from tf1compat._facade.file_system import recursive_create_dir as MakeDirs
from tf1compat._facade.file_system import rename as Rename
from tf1compat._facade.file_system import stat as Stat
from tf1compat._facade.file_system import walk as Walk
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
