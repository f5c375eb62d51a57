"""Cases of strings: split, joined, searched, hashed, numbers and text."""

import numpy as np
from case import Case


def words(*texts):
    return np.array(texts, object)


LONG = words(*[bytes(bytearray(range(n))) for n in (0, 1, 3, 4, 7, 8, 15, 16, 17, 32, 33, 63, 64, 65, 128, 200, 256)])
REALS = [1.0, 1.5, -0.25, 1e10, 1e-10, 1 / 3.0, float("nan"), float("inf")]
PAIRS = np.array([[b"a", b"b"], [b"c", b"d"]], object)
MIXED = words(b"h\xc3\xa9llo", b"\xff a", b"", b"\xe2\x82a\xf0\x9f b")

_RUNS = "tests/_facade/sparse_runs.py"
WITHOUT_CASE = dict.fromkeys(["ParseSequenceExample", "ParseSingleSequenceExample", "DecodeJSONExample"], _RUNS)

POINTS = np.array([[-1, 0, 65, 0xE9, 0x431, 0x3B1], [0x5D0, 0x4E2D, 0x378, 0x1F600, 0x10FFFF, 0x110000]], np.int32)

CASES = [
    Case("SerializeTensor", np.float32([[1.5, 2]])),
    Case("SerializeTensor", words(b"a", b"bc"), label="text"),
    Case("ParseTensor", b"\x08\x03\x12\x04\x12\x02\x08\x02\"\x08\x01\x00\x00\x00\x02\x00\x00\x00", out_type="int32"),
    Case("DecodeCompressed", words(b"x\x9c\xcbH\xcd\xc9\xc9\x07\x00\x06,\x02\x15"), compression_type="ZLIB"),
    Case("DecodeCompressed", words(b"abc"), label="plain"),
    Case("DecodePaddedRaw", words(b"abc", b"abcde"), 4, out_type="uint8"),
    Case("DecodePaddedRaw", words(b"abc"), 4, out_type="int32", little_endian=False, label="big"),
    Case("StringToHashBucketFast", LONG, num_buckets=2**62),
    Case("StringToHashBucket", LONG, num_buckets=2**62),
    Case("StringToHashBucketStrong", LONG, num_buckets=2**62, key=[2**60 + 12345, 987654321]),
    Case("StringSplit", words(b"a b  c", b"", b" d"), b" "),
    Case("StringSplit", words(b"a,b;;c", b";"), b",;", skip_empty=False, label="empty"),
    Case("StringSplit", words(b"abc", b"d"), b"", label="bytes"),
    Case("StringSplitV2", words(b"a  b c", b" x "), b""),
    Case("StringSplitV2", words(b"a,,b,c", b""), b",", maxsplit=1, label="once"),
    Case("StringSplitV2", words(b"a<>b<>c"), b"<>", label="long"),
    Case("Substr", words(b"hello", b"world"), [1, -2], [2, 9]),
    Case("Substr", PAIRS, np.int64(0), np.int64(1), label="scalar"),
    Case("Substr", words(b"h\xc3\xa9llo", b"\xf0\x9f\x98\x80x"), 1, 2, unit="UTF8_CHAR", label="characters"),
    Case("Substr", b"hello", [0, 1], [1, -1], label="broadcast"),
    Case("StringLength", MIXED),
    Case("StringLength", MIXED, unit="UTF8_CHAR", label="characters"),
    Case("StringStrip", words(b" a b\t\n", b"\x0bc")),
    Case("StringLower", words(b"ABC\xc3\x89")),
    Case("StringLower", words(b"ABC\xc3\x89"), encoding="utf-8", label="utf8"),
    Case("StringUpper", words(b"abc\xc3\xa9")),
    Case("StringUpper", words(b"abc\xc3\xa9"), encoding="utf-8", label="utf8"),
    Case("ReduceJoin", PAIRS, [0, 1], separator="-"),
    Case("ReduceJoin", PAIRS, [1, 0], separator="-", label="columns"),
    Case("ReduceJoin", PAIRS, [-2], keep_dims=True, label="kept"),
    Case("ReduceJoin", PAIRS, np.zeros([0], np.int32), label="none"),
    Case("UnsortedSegmentJoin", PAIRS, np.int32([1, 1]), 2, separator=","),
    Case("RegexReplace", words(b"aXbX", b"xx"), b"X", b"-"),
    Case("StaticRegexReplace", words(b"abc", b"ab"), pattern="(a)(b)", rewrite="\\2\\1\\0\\\\", label="groups"),
    Case("StaticRegexReplace", words(b"aaa"), pattern="a", rewrite="b", replace_global=False, label="first"),
    Case("StaticRegexReplace", words(b"abxd"), pattern="x*", rewrite="-", label="empty"),
    Case("StaticRegexReplace", words(b"a1B\xc3\xa9"), pattern="[[:alpha:]]", rewrite="-", label="posix"),
    Case("StaticRegexReplace", words(b"a1B\xc3\xa9"), pattern="\\pL", rewrite="-", label="property"),
    Case("StaticRegexReplace", words(b"a\n\xc3\xa9"), pattern=".$", rewrite="-", label="end"),
    Case("RegexFullMatch", words(b"abc", b"ab"), b"a.c"),
    Case("StaticRegexFullMatch", words(b"abc", b"ab"), pattern="a.c"),
    Case("EncodeBase64", words(b"hello", b"ab\xff\xfe>?")),
    Case("EncodeBase64", words(b"hello", b""), pad=True, label="padded"),
    Case("DecodeBase64", words(b"aGVsbG8", b"aGVsbG8=", b"YWL__j4_")),
    Case("StringToNumber", words(b"1.5", b" 7 ", b"1e3", b"0x10", b"inf", b".5", b"1e400")),
    Case("StringToNumber", words(b"12", b"-3", b" 07 "), out_type="int32", label="int32"),
    Case("StringToNumber", words(b"9999999999"), out_type="int64", label="int64"),
    Case("AsString", REALS),
    Case("AsString", REALS, precision=2, label="precision"),
    Case("AsString", REALS, scientific=True, label="scientific"),
    Case("AsString", np.float64(REALS), shortest=True, label="shortest"),
    Case("AsString", REALS, width=10, fill="0", label="zeros"),
    Case("AsString", REALS, width=10, fill="-", label="left"),
    Case("AsString", [3, -4], width=6, label="ints"),
    Case("AsString", [True, False], width=7, label="bools"),
    Case("AsString", np.complex64([1 + 2j, -0.5j]), label="complex"),
    Case("StringFormat", [np.float32([1.5, 2, 3, 4, 5, 6, 7, 1e-10]), words(b"s")], template="x {} y {}", placeholder="{}"),
    Case("StringFormat", [np.arange(64, dtype=np.int32).reshape(8, 8)], summarize=2, label="matrix"),
    Case("StringFormat", [np.arange(27).reshape(3, 3, 3)], label="cube"),
    Case("UnicodeScript", POINTS),
    Case("UnicodeTranscode", MIXED, input_encoding="UTF-8", output_encoding="UTF-16-BE"),
    Case("UnicodeTranscode", words(b"\xff a\x01"), input_encoding="UTF-8", output_encoding="UTF-8", replacement_char=63,
         replace_control_characters=True, label="control"),
    Case("UnicodeTranscode", MIXED, input_encoding="UTF-8", output_encoding="UTF-8", errors="ignore", label="ignore"),
    Case("UnicodeTranscode", words(b"h\xe9"), input_encoding="latin-1", output_encoding="UTF-8", label="latin1"),
    Case("UnicodeDecode", MIXED, input_encoding="UTF-8"),
    Case("UnicodeDecodeWithOffsets", MIXED, input_encoding="UTF-8"),
    Case("UnicodeEncode", [104, 233, 0x1F600, 65], np.int64([0, 3, 3, 4]), output_encoding="UTF-8"),
    Case("UnicodeEncode", [104, 233], np.int64([0, 2]), output_encoding="UTF-16-BE", label="utf16"),
]  # fmt: skip
