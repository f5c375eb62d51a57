"""`quietly`: the scope in which NumPy says nothing, and the user's own code inside it."""

import warnings

import numpy as np
import pytest

from tf1compat._jaxcore.base.quiet import aloud, is_quiet, quietly


def divide():
    return np.ones(2) / np.zeros(2)


def test_nested_scopes_open_and_close_once():
    before = np.geterr()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with quietly():
            with quietly():
                divide()
            assert is_quiet()
            divide()
    assert not is_quiet() and np.geterr() == before


def test_user_code_keeps_its_own_settings():
    with np.errstate(divide="raise"), quietly():
        with aloud():
            assert not is_quiet()
            with pytest.raises(FloatingPointError):
                divide()
        assert is_quiet()
        divide()


def test_an_error_closes_the_scope():
    with pytest.raises(KeyError), quietly():
        raise KeyError
    assert not is_quiet()
