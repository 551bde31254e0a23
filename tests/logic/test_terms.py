from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maul.logic import terms, walk
from maul.logic.build import (
    FALSE,
    TRUE,
    Function,
    Term,
    and_,
    apply,
    exists,
    integer,
    le,
    not_,
    symbol,
)
from maul.logic.sorts import BOOL, INT, BitVec
from tests.logic.random_terms import ALL_SORTS, Maker
from tests.logic.sweeping import sweep, table_size

if TYPE_CHECKING:
    from pathlib import Path


def test_terms_of_one_shape_are_one_object() -> None:
    assert symbol("x", INT) is symbol("x", INT)
    assert symbol("x", INT) is not symbol("x", BitVec(8))
    assert le(symbol("x", INT), integer(3)) is le(symbol("x", INT), integer(3))


def test_true_is_not_the_number_one() -> None:
    assert TRUE is not integer(1)
    assert TRUE.payload is True
    assert FALSE.payload is False


def test_a_term_is_not_made_directly() -> None:
    with pytest.raises(TypeError, match="build"):
        Term()


@given(seed=st.integers(0, 10**9))
@settings(max_examples=100)
def test_copies_and_pickles_are_the_same_object(seed: int) -> None:
    rng = random.Random(seed)
    _, built = Maker(rng).pair(rng.choice(ALL_SORTS), 4)

    assert pickle.loads(pickle.dumps(built)) is built
    assert copy.deepcopy([built])[0] is built


def test_quantifiers_and_functions_survive_pickling() -> None:
    x, y = symbol("x", INT), symbol("y", INT)
    f = Function("f", (INT,), INT)
    term = exists([x], le(apply(f, x), y))

    assert pickle.loads(pickle.dumps(term)) is term
    assert pickle.loads(pickle.dumps(f)) is f


def test_packed_terms_share_what_they_shared() -> None:
    x = symbol("x", BOOL)
    parts = [and_(x, symbol(f"p{i}", BOOL)) for i in range(10)]
    packed = terms.pack(parts)

    assert list(terms.unpack(packed)) == parts
    assert len(packed[0]) == 1 + 2 * 10


def test_arguments_have_smaller_numbers_than_what_is_made_of_them() -> None:
    _, built = Maker(random.Random(5)).pair(BOOL, 6)

    for term in walk.subterms(built):
        assert all(argument.number < term.number for argument in term.arguments)


UNPICKLE = """
import pickle, sys
from maul.logic.build import and_, symbol
from maul.logic.sorts import BOOL
q, p = symbol("q", BOOL), symbol("p", BOOL)   # in the other order
term = pickle.load(open(sys.argv[1], "rb"))
print(term is and_(p, q))
"""


def test_a_term_from_another_process_is_the_one_built_there(tmp_path: Path) -> None:
    p, q = symbol("p", BOOL), symbol("q", BOOL)
    file = tmp_path / "term"
    file.write_bytes(pickle.dumps(and_(p, q)))
    run = subprocess.run(
        [sys.executable, "-c", UNPICKLE, file], capture_output=True, text=True, check=True
    )

    assert "True" == run.stdout.strip()


def test_sweeping_forgets_exactly_what_nothing_refers_to() -> None:
    x = symbol("swept", INT)
    kept = not_(le(x, integer(987654)))
    gone = and_(le(x, integer(1234567)), le(integer(7654321), x)).number
    before = table_size()
    forgotten = sweep()

    assert forgotten >= 3
    assert before - forgotten == table_size()
    assert not_(le(x, integer(987654))) is kept
    assert and_(le(x, integer(1234567)), le(integer(7654321), x)).number > gone


def test_sweeping_finds_terms_in_cyclic_garbage() -> None:
    gc.disable()
    try:
        cycle: list[object] = [symbol("in a cycle", INT)]
        cycle.append(cycle)
        number = symbol("in a cycle", INT).number
        del cycle
        sweep()
    finally:
        gc.enable()

    assert symbol("in a cycle", INT).number > number


def test_the_representation_of_a_large_term_is_short() -> None:
    term = symbol("x", BOOL)
    for i in range(2000):
        term = not_(and_(term, symbol(f"y{i}", BOOL)))

    assert len(repr(term)) < 200
