"""Stands in for scipy.misc where SciPy has dropped the module; scipy.py fills it."""

from __future__ import annotations
