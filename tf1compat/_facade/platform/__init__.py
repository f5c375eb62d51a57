"""TF1's platform layer: logging, flags, files, records, tests."""
