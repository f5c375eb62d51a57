"""Calls of tf.gfile and tf.python_io in an empty folder; run under TF 1.15.5 by the recorder and here by the test.

`outcomes(tf, folder)` gives [[label, value]] or [[label, [error type, message]]], paths shown relative to the folder.
"""

import os


def outcomes(tf, folder):
    found = []
    files = tf.gfile

    def path(*parts):
        return os.path.join(folder, *parts)

    def shown(value):
        if isinstance(value, bytes):
            return "b:" + value.decode("latin-1")
        if isinstance(value, str):
            return value.replace(folder, "DIR")
        if isinstance(value, (list, tuple)):
            return [shown(v) for v in value]
        return value

    def call(label, function):
        try:
            found.append([label, shown(function())])
        except Exception as e:
            found.append([label, [type(e).__name__, shown(str(e))]])

    def written(name, text, mode="w"):
        with files.Open(path(name), mode) as f:
            f.write(text)
            f.flush()
            told = f.tell()
        with files.Open(path(name)) as f:
            return told, f.read()

    def both(mode):
        with files.Open(path("both"), mode) as f:
            f.write("XY")
            f.flush()
            return f.read()

    def sought():
        with files.Open(path("f")) as f:
            f.seek(3)
            first = f.read(2)
            f.seek(-2, 2)
            last = f.read()
            f.seek(1)
            f.seek(2, 1)
            return first, last, f.tell(), f.readline(), f.size(), f.seekable(), f.name, f.mode

    _read_and_write(call, files, path, written, both, sought)
    _directories(call, files, path)
    _patterns(call, files, path)
    _records(call, tf, path)
    return found


def _read_and_write(call, files, path, written, both, sought):
    call("read nothing", lambda: files.Open(path("no")).read())
    call("size of nothing", lambda: files.Open(path("no")).size())
    call("bad mode", lambda: files.Open(path("no"), "x"))
    call("write to r", lambda: files.Open(path("no"), "r").write("a"))
    call("read from w", lambda: files.Open(path("no"), "w").read())
    call("write into no directory", lambda: files.Open(path("q/no"), "w").write("a"))
    call("write", lambda: written("f", "line1\nline2\r\nline3"))
    call("read bytes", lambda: files.Open(path("f"), "rb").read(7))
    call("readlines", lambda: files.Open(path("f")).readlines())
    call("iterate", lambda: list(files.Open(path("f"), "rb")))
    call("seek", sought)
    call("seek before", lambda: files.Open(path("f")).seek(-5))
    call("seek whence", lambda: files.Open(path("f")).seek(0, 7))
    call("seek nothing", lambda: files.Open(path("f")).seek())
    call("read beyond", lambda: files.Open(path("f")).read(1000))
    call("append", lambda: written("f", "X", "a"))
    call("w+", lambda: both("w+"))
    call("r+", lambda: both("r+"))
    call("a+", lambda: both("a+"))
    call("nothing written", lambda: (files.Open(path("empty"), "w").close(), files.Exists(path("empty"))))
    call("bytes as text", lambda: written("latin", b"\xff\xfe", "wb"))
    call("number", lambda: files.Open(path("number"), "w").write(3))
    call("no path", lambda: files.Exists(3))
    call("read directory", lambda: files.Open(path()).read())


def _directories(call, files, path):
    call("mkdir", lambda: files.MkDir(path("d1")))
    call("mkdir again", lambda: files.MkDir(path("d1")))
    call("mkdir deep", lambda: files.MkDir(path("d2/d3")))
    call("makedirs", lambda: files.MakeDirs(path("d2/d3")))
    call("makedirs again", lambda: files.MakeDirs(path("d2/d3")))
    call("makedirs on file", lambda: files.MakeDirs(path("f")))
    call("makedirs in file", lambda: files.MakeDirs(path("f/x")))
    call("makedirs empty", lambda: files.MakeDirs(""))
    call("list", lambda: sorted(files.ListDirectory(path())))
    call("list nothing", lambda: files.ListDirectory(path("no")))
    call("list file", lambda: files.ListDirectory(path("f")))
    call("remove", lambda: (files.Remove(path("latin")), files.Exists(path("latin"))))
    call("remove nothing", lambda: files.Remove(path("no")))
    call("remove directory", lambda: files.Remove(path("d1")))
    call("delete nothing", lambda: files.DeleteRecursively(path("no")))
    call("delete file", lambda: files.DeleteRecursively(path("f")))
    call("delete", lambda: (files.DeleteRecursively(path("d1")), files.Exists(path("d1"))))
    call("copy", lambda: (files.Copy(path("f"), path("f2")), files.Open(path("f2")).read()))
    call("copy again", lambda: files.Copy(path("f"), path("f2")))
    call("copy over", lambda: files.Copy(path("f"), path("f2"), overwrite=True))
    call("copy nothing", lambda: files.Copy(path("no"), path("f3")))
    call("copy into no directory", lambda: files.Copy(path("f"), path("k/f4")))
    call("rename", lambda: (files.Rename(path("f2"), path("f5")), files.Exists(path("f2"))))
    call("rename again", lambda: files.Rename(path("f5"), path("f")))
    call("rename over", lambda: (files.Rename(path("f5"), path("f"), True), files.Exists(path("f5"))))
    call("rename nothing", lambda: files.Rename(path("no"), path("f9")))
    call("stat", lambda: (files.Stat(path("f")).length, files.Stat(path("f")).is_directory))
    call("stat time", lambda: files.Stat(path("f")).mtime_nsec > 10**18)
    call("stat directory", lambda: files.Stat(path("d2")).is_directory)
    call("stat nothing", lambda: files.Stat(path("no")))
    call("isdir", lambda: [files.IsDirectory(path(name)) for name in ("d2", "f", "no")])
    call("exists", lambda: [files.Exists(path(name)) for name in ("d2", "f", "no")] + [files.Exists("")])
    call("file scheme", lambda: files.Exists("file://" + path("f")))
    call("other scheme", lambda: files.Exists("foo://x/y"))


def _patterns(call, files, path):
    for name in ("x.txt", "y.txt", ".hidden"):
        with files.Open(path("d2", name), "w") as f:
            f.write("x")
    for pattern in ("d2/*.txt", "d2/*", "d2/?.txt", "d2/[xz].txt", "*/x.txt", "no*", "no", "f", "d2/{x,y}.txt", "q/*"):
        call("glob " + pattern, lambda p=pattern: sorted(files.Glob(path(p))))
    call("glob list", lambda: sorted(files.Glob([path("d2/x*"), path("f")])))
    call("walk", lambda: sorted((top, sorted(a), sorted(b)) for top, a, b in files.Walk(path())))
    call("walk down", lambda: [top for top, _, _ in files.Walk(path("d2"))])
    call("walk up", lambda: [top for top, _, _ in files.Walk(path("d2"), in_order=False)])
    call("walk nothing", lambda: list(files.Walk(path("no"))))


def _records(call, tf, path):
    io = tf.python_io
    kinds = io.TFRecordCompressionType
    options = {"n": None, "g": "GZIP", "z": "ZLIB", "e": "", "o": io.TFRecordOptions(kinds.GZIP)}

    def write(name):
        with io.TFRecordWriter(path(name), options[name]) as writer:
            for record in (b"abc", b"", b"x" * 1000):
                writer.write(record)
            writer.flush()
        return [len(record) for record in io.tf_record_iterator(path(name), options[name])]

    def read(name, options=None):
        return [len(record) for record in io.tf_record_iterator(path(name), options)]

    def cut(name, change):
        with open(path(name), "rb") as f:
            data = f.read()
        with open(path("changed"), "wb") as f:
            f.write(change(data))

    for name in options:
        call("records " + name, lambda n=name: write(n))
    call("records of nothing", lambda: read("no"))
    call("records into no directory", lambda: io.TFRecordWriter(path("no/x")))
    call("records of another kind", lambda: io.TFRecordWriter(path("x"), "LZ4"))
    call("options of another kind", lambda: io.TFRecordOptions("LZ4"))
    call("record of text", lambda: io.TFRecordWriter(path("x")).write("abc"))

    def write_closed():
        writer = io.TFRecordWriter(path("x"))
        writer.close()
        writer.close()
        writer.write(b"a")

    call("record after close", write_closed)
    cut("n", lambda data: data[:25])
    call("cut in a header", lambda: read("changed"))
    cut("n", lambda data: data[:-3])
    call("cut in a record", lambda: read("changed"))
    cut("n", lambda data: data[:13] + b"Z" + data[14:])
    call("changed record", lambda: read("changed"))
    cut("n", lambda data: b"Z" + data[1:])
    call("changed length", lambda: read("changed"))
    call("gzip as plain", lambda: read("g"))
    call("plain as gzip", lambda: read("n", "GZIP"))
    call("plain as zlib", lambda: read("n", "ZLIB"))
    cut("g", lambda data: data * 2)
    call("two gzip streams", lambda: read("changed", "GZIP"))
