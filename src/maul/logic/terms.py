"""Terms: immutable, each one existing once, so that equality is identity.

Comes in: an operator with its arguments, from the functions of ``build*``, which alone decide what
is built. Goes out: the one term of that shape. Copies and pickles come back as the same object.

Operators carry their SMT-LIB names. Leaves are ``symbol`` (payload: its name) and ``constant``
(payload: bool, int, Fraction; a float's bits). Operator, arguments and payload determine the sort
of all others. Payloads: ``extract`` (high, low); ``zero_extend``, ``sign_extend``, ``int2bv``
their number; what rounds its mode; ``to_fp*`` (mode, sort) or the sort; ``fp.to_*bv`` (mode,
width); ``const`` its array sort; ``apply`` its function; ``exists``, ``forall`` the bound symbols.

``number`` grows in the order of creation: the arguments of a term have smaller numbers than the
term, and sorting by it is deterministic, which sorting by address would not be.

A term lives as long as its process: weak references made building more than twice as slow
(tools/bench_terms.py).
"""

from __future__ import annotations

from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from maul.logic.sorts import BOOL, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction


class Function:
    """An uninterpreted function; each one exists once."""

    __slots__ = ("name", "parameters", "result")
    _made: dict[tuple[str, tuple[Sort, ...], Sort], Function] = {}  # noqa: RUF012 - all of them
    name: str
    parameters: tuple[Sort, ...]
    result: Sort

    def __new__(cls, name: str, parameters: tuple[Sort, ...], result: Sort) -> Function:  # noqa: PYI034
        """The one function of that name and those sorts."""
        key = (name, parameters, result)
        made = cls._made.get(key)
        if made is None:
            made = object.__new__(cls)
            made.name, made.parameters, made.result = key
            made = cls._made.setdefault(key, made)
        return made

    def __repr__(self) -> str:
        return f"Function({self.name!r}, {self.parameters!r}, {self.result!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Function, (self.name, self.parameters, self.result)


class Term:
    """An operator applied to arguments. Never made directly and never changed."""

    __slots__ = ("_free", "arguments", "number", "operator", "payload", "sort")
    operator: str
    arguments: tuple[Term, ...]
    payload: Payload
    sort: Sort
    number: int
    _free: tuple[Term, ...]  # set when first asked for; see walk.free_symbols

    def __init__(self) -> None:
        raise TypeError("terms are made by the functions of maul.logic.build")

    def __repr__(self) -> str:
        return _short(self, 4)

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _unpack_one, (pack((self,)),)


Payload: TypeAlias = (
    "bool | int | str | Fraction | Function | Sort | tuple[int | str | Sort | Term, ...] | None"
)

_table: dict[tuple[object, ...], Term] = {}
_next_number = count().__next__
_new = object.__new__
by_number = attrgetter("number")


# ---- making ----


def leaf(operator: str, sort: Sort, payload: Payload) -> Term:
    """The symbol or constant; for ``build*`` only."""
    key = (operator, sort, payload)
    term = _table.get(key)
    return _made(key, operator, (), payload, sort) if term is None else term


def application(operator: str, arguments: tuple[Term, ...], sort: Sort) -> Term:
    """The term without a payload; for ``build*`` only."""
    key = (operator, arguments)
    term = _table.get(key)
    if term is None:
        # As _made below, written out: most terms are made here.
        term = _new(Term)
        term.operator = operator
        term.arguments = arguments
        term.payload = None
        term.sort = sort
        term.number = _next_number()
        return _table.setdefault(key, term)
    return term


def indexed(operator: str, arguments: tuple[Term, ...], payload: Payload, sort: Sort) -> Term:
    """The term with a payload; for ``build*`` only."""
    key = (operator, arguments, payload)
    term = _table.get(key)
    return _made(key, operator, arguments, payload, sort) if term is None else term


def _made(
    key: tuple[object, ...],
    operator: str,
    arguments: tuple[Term, ...],
    payload: Payload,
    sort: Sort,
) -> Term:
    """A new term, entered into the table."""
    term = _new(Term)
    term.operator = operator
    term.arguments = arguments
    term.payload = payload
    term.sort = sort
    term.number = _next_number()
    return _table.setdefault(key, term)


TRUE = leaf("constant", BOOL, True)  # noqa: FBT003 - the payload
FALSE = leaf("constant", BOOL, False)  # noqa: FBT003 - the payload


# ---- taking apart ----


def int_payload(term: Term) -> int:
    """The number of an Int, BitVec (unsigned) or Float (bits) constant, or an operator's index."""
    assert isinstance(term.payload, int)
    return term.payload


def name_of(symbol: Term) -> str:
    """The name of a symbol."""
    assert isinstance(symbol.payload, str)
    return symbol.payload


def bound_of(quantified: Term) -> tuple[Term, ...]:
    """The symbols that an ``exists`` or ``forall`` binds."""
    bound = quantified.payload
    assert isinstance(bound, tuple)
    return tuple([symbol for symbol in bound if isinstance(symbol, Term)])


def _short(term: Term, depth: int) -> str:
    """The start of a term, for people."""
    if term.operator in ("symbol", "constant"):
        return str(term.payload)
    if not depth:
        return "..."
    head = term.operator if term.payload is None else f"{term.operator}[{term.payload}]"
    parts = [_short(argument, depth - 1) for argument in term.arguments[:8]]
    return f"({' '.join([head, *parts, *(['...'] if len(term.arguments) > 8 else [])])})"


# ---- moving between processes ----

Packed: TypeAlias = tuple[tuple[tuple[str, tuple[int, ...], object, Sort], ...], tuple[int, ...]]

# Where the order of arguments means nothing ``build*`` keeps the one of ``constants_last``.
ORDERED = frozenset(
    (
        "and",
        "or",
        "=",
        "distinct",
        "+",
        "*",
        "bvadd",
        "bvmul",
        "bvand",
        "bvor",
        "bvxor",
        "fp.eq",
        "fp.add",
        "fp.mul",
    )
)


def pack(terms: Sequence[Term]) -> Packed:
    """Terms as flat data, shared parts once; pickling many terms at once this way is quickest."""
    order = reachable(terms)
    place = {term: index for index, term in enumerate(order)}
    rows = []
    for term in order:
        payload: object = term.payload
        if term.operator in ("exists", "forall"):
            payload = tuple([place[symbol] for symbol in bound_of(term)])
        arguments = tuple([place[argument] for argument in term.arguments])
        rows.append((term.operator, arguments, payload, term.sort))
    return tuple(rows), tuple([place[term] for term in terms])


def unpack(packed: Packed) -> tuple[Term, ...]:
    """The terms that were packed, in this process."""
    made: list[Term] = []
    for operator, places, payload, sort in packed[0]:
        arguments = [made[place] for place in places]
        if operator in ORDERED:
            # Numbers differ between processes, and with them the order ``build`` keeps.
            arguments.sort(key=constants_last)
        made.append(_remade(operator, tuple(arguments), payload, sort, made))
    return tuple([made[place] for place in packed[1]])


def _remade(
    operator: str, arguments: tuple[Term, ...], payload: object, sort: Sort, made: list[Term]
) -> Term:
    """One row of packed terms as a term."""
    if operator in ("exists", "forall"):
        assert isinstance(payload, tuple)
        bound = sorted([made[place] for place in payload], key=by_number)
        return indexed(operator, arguments, tuple(bound), sort)
    kept: Payload = payload  # type: ignore[assignment]
    if operator in ("symbol", "constant"):
        return leaf(operator, sort, kept)
    if payload is None:
        return application(operator, arguments, sort)
    return indexed(operator, arguments, kept, sort)


def _unpack_one(packed: Packed) -> Term:
    """The only term that was packed."""
    return unpack(packed)[0]


def constants_last(term: Term) -> tuple[bool, int]:
    """The key by which arguments are ordered where their order means nothing."""
    return term.operator == "constant", term.number


def reachable(roots: Iterable[Term]) -> list[Term]:
    """All subterms of the roots, arguments and bound symbols before what is made of them."""
    stack = list(roots)
    seen = set(stack)
    stack = list(seen)
    while stack:
        term = stack.pop()
        parts = term.arguments
        if term.operator in ("exists", "forall"):
            parts += bound_of(term)
        for part in parts:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return sorted(seen, key=by_number)
