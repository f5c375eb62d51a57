"""Layers, networks, models, and how they are trained."""
