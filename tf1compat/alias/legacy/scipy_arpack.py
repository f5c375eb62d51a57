"""Stands in for scipy.sparse.linalg.eigen.arpack, whose names have moved one level up."""

from scipy.sparse.linalg import ArpackError as ArpackError
from scipy.sparse.linalg import ArpackNoConvergence as ArpackNoConvergence
from scipy.sparse.linalg import eigs as eigs
from scipy.sparse.linalg import eigsh as eigsh
from scipy.sparse.linalg import svds as svds
