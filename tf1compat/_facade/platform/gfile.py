"""`tf.gfile`: TF1's names of the file functions."""

from tf1compat._facade.platform.file_io import FastGFile as FastGFile
from tf1compat._facade.platform.file_io import GFile as GFile
from tf1compat._facade.platform.file_io import GFile as Open
from tf1compat._facade.platform.file_io import copy as Copy
from tf1compat._facade.platform.file_io import create_dir as MkDir
from tf1compat._facade.platform.file_io import delete_file as Remove
from tf1compat._facade.platform.file_io import delete_recursively as DeleteRecursively
from tf1compat._facade.platform.file_io import file_exists as Exists
from tf1compat._facade.platform.file_io import get_matching_files as Glob
from tf1compat._facade.platform.file_io import is_directory as IsDirectory
from tf1compat._facade.platform.file_io import list_directory as ListDirectory
from tf1compat._facade.platform.file_io import recursive_create_dir as MakeDirs
from tf1compat._facade.platform.file_io import rename as Rename
from tf1compat._facade.platform.file_io import stat as Stat
from tf1compat._facade.platform.file_io import walk as Walk

__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
