"""`tf.io.gfile`: files and folders."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.file_io import GFile as GFile
from tf1compat._facade.platform.io_gfile import copy as copy
from tf1compat._facade.platform.io_gfile import exists as exists
from tf1compat._facade.platform.io_gfile import glob as glob
from tf1compat._facade.platform.io_gfile import isdir as isdir
from tf1compat._facade.platform.io_gfile import listdir as listdir
from tf1compat._facade.platform.io_gfile import makedirs as makedirs
from tf1compat._facade.platform.io_gfile import mkdir as mkdir
from tf1compat._facade.platform.io_gfile import remove as remove
from tf1compat._facade.platform.io_gfile import rename as rename
from tf1compat._facade.platform.io_gfile import rmtree as rmtree
from tf1compat._facade.platform.io_gfile import stat as stat
from tf1compat._facade.platform.io_gfile import walk as walk

__getattr__, __dir__ = _on_demand(__name__)
