from __future__ import annotations

import numpy as np
import pytest

from tests.unit.frontend.conftest import FRONT
from tests.unit.frontend.test_build import load

NAMES = {part: names.split() for part, names in load(FRONT / "numpy_names.py").list_numpy_names().items()}


@pytest.mark.parametrize("name", ["einsum", "tanh", "zeros_like", "sum", "concatenate", "expand_dims", "argsort"])
def test_what_exercises_need_is_there(name: str):
    assert name in NAMES["functions"]


@pytest.mark.parametrize("name", ["save", "loadtxt", "frompyfunc", "seterr", "busday_count", "row_stack", "_core"])
def test_what_none_needs_is_not(name: str):
    assert name not in NAMES["functions"]


def test_each_name_is_numpys_own_and_stands_once():
    modules = {"functions": np, "others": np, "linalg": np.linalg, "random": np.random}
    assert {part: [name for name in names if not hasattr(modules[part], name)] for part, names in NAMES.items()} == {
        part: [] for part in modules
    }
    for names in NAMES.values():
        assert len(set(names)) == len(names)


def test_parts_have_their_own_names():
    assert {"solve", "norm", "svd"} <= set(NAMES["linalg"])
    assert {"pi", "linalg", "float64"} <= set(NAMES["others"])
    assert NAMES["random"] == ["default_rng"]


def test_they_are_few_enough_to_be_sent_to_everybody():
    assert len(" ".join(NAMES["functions"])) < 3500
