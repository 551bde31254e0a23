from __future__ import annotations

import copy
import pickle

import pytest

from maul.logic.sorts import BOOL, FLOAT64, INT, REAL, Array, BitVec, Float, Sort

SORTS: list[Sort] = [BOOL, INT, REAL, BitVec(32), FLOAT64, Array(BitVec(8), Array(INT, BOOL))]


@pytest.mark.parametrize("sort", SORTS, ids=str)
def test_a_sort_exists_once_also_after_copying_and_pickling(sort: Sort) -> None:
    assert pickle.loads(pickle.dumps(sort)) is sort
    assert copy.deepcopy(sort) is sort


def test_sorts_with_equal_parameters_are_the_same_object() -> None:
    assert BitVec(7) is BitVec(7)
    assert BitVec(7) is not BitVec(8)
    assert Float(11, 53) is FLOAT64
    assert Array(INT, BitVec(7)) is Array(INT, BitVec(7))


@pytest.mark.parametrize("width", [0, -1])
def test_a_bit_vector_without_bits_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="at least one bit"):
        BitVec(width)


def test_the_width_of_a_float_counts_the_sign_and_not_the_hidden_bit() -> None:
    assert FLOAT64.width == 64
