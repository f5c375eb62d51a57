"""TF1-shaped Python: arguments, defaults, names, scopes, collections. Builds nodes, computes nothing."""
