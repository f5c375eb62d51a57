"""Bytes in, bytes out: protobuf messages, record files, tensor encodings and summaries, with no state."""
