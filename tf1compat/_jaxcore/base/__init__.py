"""What every layer shares: dtypes, shapes, errors, nested structures and protocols."""
