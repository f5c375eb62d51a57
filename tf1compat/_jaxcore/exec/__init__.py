"""From an ordered, pure graph to compiled functions, and the steps that run them."""
