"""Cells: where they lie, what they hold, and that new objects are new."""

from collections.abc import Iterator
from random import Random

import pytest

from maul.c.ctype import (
    CHAR,
    INT,
    LP64,
    UNSIGNED,
    ArrayType,
    Boolean,
    CType,
    Field,
    Floating,
    Integer,
    Pointer,
    Record,
    size_of,
)
from maul.c.source import Span
from maul.c.tree import Variable
from maul.cfa.expressions import Constant, ElementOf, Load, Lvalue, MemberOf, Place
from maul.cfa.model import Call, Edge, Location
from maul.encode.expressions import Evaluation
from maul.encode.library.allocation import allocated
from maul.encode.memory import Memory
from maul.encode.numbers import BitNumbers, IntNumbers
from maul.encode.state import HEAP, Layout, State, initial_values
from maul.logic.build import (
    FALSE,
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_ule,
    bv_ult,
    ite,
    not_,
    or_,
    symbol,
)
from maul.logic.build.array import constant_array, select, store
from maul.logic.evaluate import evaluate
from maul.logic.lookup import Lookup
from maul.logic.sorts import BOOL, BitVec
from maul.logic.sorts import INT as NUMBERS
from maul.logic.sorts import Array as ArraySort
from maul.logic.values import ArrayValue, Value
from maul.smt.protocols import Unsat
from maul.smt.solvers.z3.prover import Z3Prover
from tests.cfa.c_text import cfa_of
from tests.encode.symbolic_runs import OneRegion

NOWHERE = Span("prog.c", 1, 1, "prog.c", 1)
EDGE = Edge(Location("main", 0), Call(None, "f", ()), Location("main", 1), NOWHERE)
SCALARS: tuple[CType, ...] = (
    CHAR,
    Integer(16, signed=True),
    INT,
    UNSIGNED,
    Integer(64, signed=False),
    Boolean(),
    Pointer(INT, 8),
    Floating(32, 4),
    Floating(64, 8),
    Floating(80, 16),
)


def layout(numbers: type[BitNumbers] | type[IntNumbers] = BitNumbers) -> Layout:
    cfa = cfa_of("int main(void) { return 0; }")
    return Layout(cfa, numbers(LP64), split=OneRegion())


def evaluation(state: State) -> Evaluation:
    return Evaluation(state, lambda variable: variable, EDGE)


# ---- cells of variables that no pointer reaches ----


def random_type(numbers: Random, depth: int) -> CType:
    kind = numbers.randrange(4 if depth else 1)
    if kind == 1:
        return ArrayType(random_type(numbers, depth - 1), numbers.randrange(1, 4))
    if kind < 2:
        return numbers.choice(SCALARS)
    record = Record("r", is_union=kind == 3 and numbers.random() < 0.5)
    end, fields, packed = 0, [], numbers.random() < 0.3
    for number in range(numbers.randrange(1, 4)):
        width = numbers.randrange(1, 20) if numbers.random() < 0.3 else None
        t = random_type(numbers, depth - 1) if width is None else Integer(width, signed=True)
        align = 1 if packed else 4
        bits = size_of(t) * 8 if width is None else width
        start = 0 if record.is_union else end if width else -(-end // (8 * align)) * 8 * align
        fields.append(Field(f"f{number}", t, start, width))
        end = max(end, start + bits)
    record.complete(-(-end // 8), 1, tuple(fields))
    return record


def leaves(place: Lvalue, start: int) -> Iterator[tuple[Lvalue, int]]:
    """All scalars in a place, with their first bits."""
    match place.type:
        case ArrayType(element=element, length=int(length)):
            for index in range(length):
                inner = ElementOf(element, place, Constant(INT, index))
                yield from leaves(inner, start + 8 * index * size_of(element))
        case Record(fields=fields):
            for field in fields:
                yield from leaves(MemberOf(field.type, place, field), start + field.offset)
        case _:
            yield place, start


def bytes_of(place: Lvalue, start: int) -> range:
    if isinstance(place, MemberOf) and place.field.width is not None:
        return range(start // 8, (start + place.field.width + 7) // 8)
    return range(start // 8, start // 8 + size_of(place.type))


@pytest.mark.parametrize("seed", range(60))
def test_two_scalars_share_a_cell_iff_they_share_a_byte(seed: int) -> None:
    t = random_type(Random(seed), 3)
    variable = Variable("main::x", ArrayType(t, 2), "main", NOWHERE)
    at = evaluation(State(layout()))
    found: dict[tuple[Term, Term | None], set[int]] = {}
    owner: dict[int, set[tuple[Term, Term | None]]] = {}
    for place, start in leaves(Place(variable.type, variable), 0):
        region, spot = at.region(place), at.spot(place)
        held = at.layout.held(region, spot.owner)
        touched = bytes_of(place, start)
        for number, byte in enumerate(touched):
            index = at.memory.index(region, spot, number if region.type is None else 0)
            key = (held, None if region.alone else index)
            found.setdefault(key, set()).add(byte)
            owner.setdefault(byte, set()).add(key)
    assert all(len(keys) == 1 for keys in owner.values())
    for (held, _), touched_bytes in found.items():
        width = 1 if held.sort is ArraySort(BitVec(64), BitVec(8)) else 16
        assert max(touched_bytes) - min(touched_bytes) < width


@pytest.mark.parametrize("seed", range(60))
def test_the_cells_of_a_variable_are_those_of_its_scalars(seed: int) -> None:
    t = ArrayType(random_type(Random(seed), 3), 5)
    variable = Variable("main::x", t, "main", NOWHERE)
    at, whole = evaluation(State(layout())), Place(t, variable)
    own = at.layout.own_cells
    cells = dict(own.cells(whole))
    for place, start in leaves(whole, 0):
        region = own.of(place)
        first = bytes_of(place, start)[0]
        found = at.memory.index(region, at.spot(place), 0)

        assert region is cells[first]
        assert region in own.regions(whole)
        assert found is at.memory.index(region, at.spot(whole), first)
    assert {*cells.values()} == {*own.regions(whole)}


def test_an_element_of_an_array_is_found_by_its_number() -> None:
    variable = Variable("main::a", ArrayType(INT, 9), "main", NOWHERE)
    i = Variable("main::i", INT, "main", NOWHERE)
    at = evaluation(State(layout(IntNumbers)))

    element = at.load(ElementOf(INT, Place(variable.type, variable), Load(INT, Place(INT, i))))

    array = symbol("main::a[]", ArraySort(NUMBERS, NUMBERS))
    assert select(array, symbol("main::i", NUMBERS)) is element


# ---- values ----

BITS32 = (INT, UNSIGNED, Floating(32, 4))


@pytest.mark.parametrize("numbers", [BitNumbers, IntNumbers])
def test_bytes_that_are_read_as_another_type_come_back(
    numbers: type[BitNumbers] | type[IntNumbers],
) -> None:
    memory = Memory(State(layout(numbers)))
    chosen = Random(1)
    for _ in range(100):
        source, target = chosen.choice(BITS32), chosen.choice(BITS32)
        # The bits of larger numbers would be those of a NaN, of which there is only one.
        value = memory.numbers.constant(source, chosen.randrange(10) * 10 ** chosen.randrange(9))

        there = memory.recast(source, target, value)

        assert value is memory.recast(target, source, there)
        assert memory.numbers.sort(target) is there.sort
    assert not memory.facts


# ---- looking up ----

WORDS = ArraySort(BitVec(8), BitVec(8))
CONDITIONS = [symbol(name, BOOL) for name in "pqrs"]


def random_index(numbers: Random, depth: int = 2) -> Term:
    if numbers.random() < 0.1:
        return symbol(numbers.choice("ij"), BitVec(8))
    if depth == 0 or numbers.random() < 0.3:
        return bit_vector(numbers.randrange(4), 8)
    sides = random_index(numbers, depth - 1), random_index(numbers, depth - 1)
    chosen = ite(numbers.choice(CONDITIONS), *sides)
    return bv_add(chosen, bit_vector(numbers.randrange(3) + 254, 8))


def random_array(numbers: Random, depth: int) -> Term:
    if depth == 0:
        made = symbol("m", WORDS), constant_array(WORDS, bit_vector(7, 8))
        return made[numbers.randrange(2)]
    inner = random_array(numbers, depth - 1)
    if numbers.random() < 0.3:
        return ite(numbers.choice(CONDITIONS), inner, random_array(numbers, depth - 1))
    return store(inner, random_index(numbers), bit_vector(numbers.randrange(256), 8))


@pytest.mark.parametrize("seed", range(150))
def test_what_is_looked_up_is_what_is_there(seed: int) -> None:
    numbers = Random(seed)
    array, index = random_array(numbers, 5), random_index(numbers)
    element = Lookup().element(array, index)
    for _ in range(20):
        given: dict[Term, Value] = {each: numbers.random() < 0.5 for each in CONDITIONS}
        given |= {symbol(name, BitVec(8)): numbers.randrange(6) for name in "ij"}
        entries: dict[Value, Value] = {number: number + 50 for number in range(8)}
        given[symbol("m", WORDS)] = ArrayValue(WORDS, 9, entries)

        assert evaluate(select(array, index), given) == evaluate(element, given)


def test_a_choice_of_constants_needs_no_array() -> None:
    p, q = CONDITIONS[:2]
    pointer = ite(p, bit_vector(1, 8), bit_vector(2, 8))
    memory = store(constant_array(WORDS, bit_vector(0, 8)), pointer, bit_vector(5, 8))
    memory = ite(q, memory, constant_array(WORDS, bit_vector(8, 8)))

    element = Lookup().element(memory, bit_vector(2, 8))

    assert ite(q, ite(p, bit_vector(0, 8), bit_vector(5, 8)), bit_vector(8, 8)) is element


# ---- the heap ----


def test_objects_of_any_sizes_do_not_overlap() -> None:
    made = layout()
    at = evaluation(State(made))
    sizes = [symbol(f"size {number}", BitVec(64)) for number in range(2)]
    sizes.insert(1, bit_vector(24, 64))
    starts = [allocated(at, (LP64.size_t, size)) for size in sizes]
    overlaps = [
        not_(bv_ule(bv_add(starts[i], bv_add(sizes[i], bit_vector(1, 64))), starts[j]))
        for i in range(3)
        for j in range(i + 1, 3)
    ]
    below = [bv_ult(start, bit_vector(HEAP, 64)) for start in starts]
    ends = [bv_add(start, size) for start, size in zip(starts, sizes, strict=True)]
    beyond = [bv_ult(bit_vector(made.heap_end, 64), end) for end in ends]
    prover = Z3Prover()
    for fact in at.facts:
        prover.assert_(fact)

    assert isinstance(prover.check((or_(*overlaps, *below, *beyond),), seconds=60), Unsat)
    assert not isinstance(prover.check((), seconds=60), Unsat)


@pytest.mark.parametrize("known", [False, True])
def test_where_branches_meet_the_heap_is_the_higher_one(*, known: bool) -> None:
    made, holds = layout(), CONDITIONS[0]
    first, second = State(made), State(made)
    for state, sizes in ((first, (8, 8)), (second, (8,))):
        if known:
            state.values.update(initial_values(made))
        for size in sizes:
            allocated(evaluation(state), (LP64.size_t, bit_vector(size, 64)))

    merged = first.merged(holds, second)

    assert first.value(made.heap) is not second.value(made.heap)
    assert first.value(made.heap) is merged.value(made.heap)
    assert first.value(made.heap) is second.merged(holds, first).value(made.heap)


def test_merged_states_hold_what_either_held() -> None:
    made, holds = layout(), CONDITIONS[0]
    x, y, z = (symbol(name, BitVec(8)) for name in "xyz")
    first, second = State(made), State(made)
    first.values.update({x: bit_vector(1, 8), y: bit_vector(2, 8)})
    second.values.update({x: bit_vector(3, 8), z: bit_vector(2, 8)})

    merged = first.merged(holds, second)

    assert ite(holds, bit_vector(1, 8), bit_vector(3, 8)) is merged.value(x)
    assert ite(holds, bit_vector(2, 8), y) is merged.value(y)
    assert ite(holds, z, bit_vector(2, 8)) is merged.value(z)


def test_an_object_that_does_not_fit_is_not_allocated() -> None:
    state = State(layout())
    state.values.update(initial_values(state.layout))
    at = evaluation(state)
    allocated(at, (LP64.size_t, bit_vector(1 << 62, 64)))

    assert FALSE is and_(*at.facts)
