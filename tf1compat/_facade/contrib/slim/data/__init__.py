"""`slim.data`: datasets as files, decoders and readers that give tensors."""
