import pickle

import pytest

from maul.c.ctype import INT, VOID, Integer, Pointer, Void
from maul.node import node, replace, value


@node
class Leaf:
    number: int
    name: str = "x"


@value
class Pair:
    left: int
    right: Leaf

    def total(self) -> int:
        return self.left + self.right.number


@value
class OtherPair:
    left: int
    right: Leaf


def test_a_node_is_equal_to_itself_only() -> None:
    leaf = Leaf(1)

    assert leaf == leaf  # noqa: PLR0124 - the point
    assert Leaf(1) != leaf
    assert 2 == len({leaf, Leaf(1)})


def test_values_are_equal_by_class_and_fields() -> None:
    leaf = Leaf(1)

    assert Pair(2, leaf) == Pair(2, leaf)
    assert hash(Pair(2, leaf)) == hash(Pair(2, leaf))
    assert Pair(2, leaf) != Pair(3, leaf)
    other: object = OtherPair(2, leaf)
    assert other != Pair(2, leaf)


def test_fields_may_be_named_and_have_defaults() -> None:
    assert ("x", "y") == (Leaf(1).name, Leaf(number=1, name="y").name)
    with pytest.raises(TypeError):
        Leaf()  # type: ignore[call-arg]


def test_methods_and_patterns_work() -> None:
    match Pair(2, Leaf(3)):
        case Pair(left, Leaf(number=number)) as pair:
            assert (2, 3, 5) == (left, number, pair.total())


def test_there_is_no_room_for_other_fields() -> None:
    with pytest.raises(AttributeError):
        Leaf(1).other = 2  # type: ignore[attr-defined]


def test_the_representation_can_be_read() -> None:
    assert "Pair(left=2, right=Leaf(number=1, name='x'))" == repr(Pair(2, Leaf(1)))
    assert "Void()" == repr(VOID)


def test_values_survive_pickling() -> None:
    t = Pointer(Pointer(INT, 8), 8)

    assert t == pickle.loads(pickle.dumps(t))
    assert Void() == pickle.loads(pickle.dumps(VOID))
    assert Integer(32, signed=True) == INT


def test_a_copy_differs_in_what_was_replaced_only() -> None:
    leaf = Leaf(1)

    assert Pair(3, leaf) == replace(Pair(2, leaf), left=3)


def test_a_field_that_is_not_there_cannot_be_replaced() -> None:
    with pytest.raises(TypeError):
        replace(Leaf(1), size=3)
