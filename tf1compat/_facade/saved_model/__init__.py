"""SavedModels: written, read, and run by signature; the folder holds graphs, one checkpoint and asset files."""
