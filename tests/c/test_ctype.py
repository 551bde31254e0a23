import pytest

from maul.c.ctype import (
    BOOL,
    CHAR,
    INT,
    LP64,
    UNSIGNED,
    VOID,
    ArrayType,
    CType,
    Floating,
    Integer,
    Record,
    promoted,
    size_of,
    usual_conversion,
)

LONG_LONG = Integer(64, signed=True)
UNSIGNED_LONG_LONG = Integer(64, signed=False)
FLOAT, DOUBLE = Floating(32, 4), Floating(64, 8)


@pytest.mark.parametrize("small", [BOOL, CHAR, Integer(16, signed=False), Integer(5, signed=False)])
def test_what_is_narrower_than_int_is_promoted_to_int(small: CType) -> None:
    assert INT == promoted(small)


@pytest.mark.parametrize("wide", [INT, UNSIGNED, LONG_LONG, Integer(40, signed=False), DOUBLE])
def test_what_is_as_wide_as_int_stays(wide: CType) -> None:
    assert wide == promoted(wide)


@pytest.mark.parametrize(
    ("left", "right", "common"),
    [
        (CHAR, Integer(16, signed=False), INT),
        (INT, UNSIGNED, UNSIGNED),
        (UNSIGNED, LONG_LONG, LONG_LONG),
        (LONG_LONG, UNSIGNED_LONG_LONG, UNSIGNED_LONG_LONG),
        (Integer(40, signed=False), INT, Integer(40, signed=False)),
        (Integer(40, signed=False), LONG_LONG, LONG_LONG),
        (FLOAT, UNSIGNED_LONG_LONG, FLOAT),
        (FLOAT, DOUBLE, DOUBLE),
    ],
)
def test_usual_conversions_are_those_of_the_standard(
    left: CType, right: CType, common: CType
) -> None:
    assert common == usual_conversion(left, right)
    assert common == usual_conversion(right, left)


def test_pointers_have_no_usual_conversion() -> None:
    with pytest.raises(ValueError, match="not arithmetic"):
        usual_conversion(LP64.pointer_to(VOID), INT)


@pytest.mark.parametrize(
    ("t", "size"),
    [(CHAR, 1), (INT, 4), (Integer(40, signed=True), 8), (Integer(128, signed=True), 16)],
)
def test_sizes_of_integers_are_powers_of_two(t: CType, size: int) -> None:
    assert size == size_of(t)


def test_sizes_of_arrays_multiply() -> None:
    assert 24 == size_of(ArrayType(ArrayType(INT, 3), 2))


def test_incomplete_types_have_no_size() -> None:
    for t in (ArrayType(INT, None), Record("s", is_union=False)):
        with pytest.raises(ValueError, match="unknown size"):
            size_of(t)
