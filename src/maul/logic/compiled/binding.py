"""What unknown guards say about values, as lines of Python.

Comes in: the guards and updates of a transition, and the slots of its symbols. Goes out: the lines
of a function from values to the values after the transition, or to None when the guards contradict
them. It computes the guards; for each that is unknown it goes from the guard down to the symbols,
through operations that can be undone when all other arguments are known, and learns what their
values must be; then again, until nothing new is learned.

Each term on the way has a second name, for the value it must have (for arrays a list of pairs of
index and value). That two demands, or a demand and a known value, differ is a contradiction.
Whatever is demanded follows from the guards and the values, so everything learned does.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from maul.logic.compiled.code import PythonLines, uses_of, write_result
from maul.logic.compiled.inverse import INVERSE, Demands, can_pass
from maul.logic.compiled.text import NEVER, is_open
from maul.logic.free import QUANTIFIERS, free_symbols
from maul.logic.sorts import BOOL, Array, BitVec
from maul.logic.walk import outside_quantifiers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.logic.terms import Term


def bindable(
    guards: Sequence[Term], values: Sequence[Term], slots: Mapping[Term, int]
) -> frozenset[Term]:
    """The terms through which guards may bind something that matters.

    Symbols with slots matter, others when they occur in more than one guard or new value.
    """
    roots = [*guards, *values]
    matter: dict[Term, int] = {}
    for root in dict.fromkeys(roots):
        for symbol in free_symbols(root):
            matter[symbol] = matter.get(symbol, 0) + 1
    able: set[Term] = set()
    for term in outside_quantifiers(guards, {}):
        if is_open(term.sort) or term.operator in QUANTIFIERS:
            continue
        if term.operator == "symbol":
            if term in slots or matter[term] > 1:
                able.add(term)
        elif can_pass(term) and any(part in able for part in term.arguments):
            able.add(term)
    starts = [guard for guard in guards if guard in able and not _is_difference(guard)]
    return frozenset(able) if starts else frozenset()


def _is_difference(guard: Term) -> bool:
    """Whether a guard says that two values differ that can be many others."""
    inner = guard.arguments[0] if guard.operator == "not" else guard
    if inner is guard or inner.operator != "=":
        return False
    return inner.arguments[0].sort not in (BOOL, BitVec(1))


def binding_lines(
    guards: Sequence[Term], updates: Sequence[tuple[int, Term]], slots: Mapping[Term, int]
) -> list[str]:
    """The lines of the function; see the module."""
    values = [value for _, value in updates]
    able = bindable(guards, values, slots)
    names: dict[Term, str] = {}
    for root in (*guards, *values):
        for symbol in free_symbols(root):
            if symbol not in names and (symbol in slots or symbol in able):
                names[symbol] = f"s{len(names)}"
    code = PythonLines(
        lambda symbol: names.get(symbol, NEVER), uses_of((*guards, *values)), quick=False
    )
    for symbol, name in names.items():
        code.line(f"{name} = v[{slots[symbol]}]" if symbol in slots else f"{name} = None")
    code.line("while True:")
    code.indent = "  "
    code.need(guards)
    _leave(code, guards)
    _learn(code, guards, able, names)
    code.line("if not changed: break")
    code.indent = " "
    code.need(values)
    updated = {slot for slot, _ in updates}
    news = [(slot, code.operands[value]) for slot, value in updates]
    news += [
        (slots[symbol], name)
        for symbol, name in names.items()
        if symbol in able and symbol in slots and slots[symbol] not in updated
    ]
    write_result(code, news, "return {}")
    return code.lines


def _leave(code: PythonLines, guards: Sequence[Term]) -> None:
    """Leave the loop when a guard is false, or when all hold."""
    operands = [code.operands[guard] for guard in guards]
    tested = [operand for operand in operands if operand not in (NEVER, "True")]
    if tested:
        code.line(f"if {' or '.join([f'{operand} is False' for operand in tested])}: return None")
    if NEVER not in operands:
        code.line(f"if {' and '.join([*tested, 'True'])}: break")


def _learn(
    code: PythonLines, guards: Sequence[Term], able: frozenset[Term], names: Mapping[Term, str]
) -> None:
    """Write the way down from the guards."""
    demands = Demands(code, able)
    at = len(code.lines)
    for guard in guards:
        if guard in able and not _is_difference(guard):
            demands.want(guard, "True")
    heap: list[tuple[int, Term]] = []
    done: set[Term] = set()
    while True:
        for term in demands.taken():
            if term not in done:
                done.add(term)
                heappush(heap, (-term.number, term))
        if not heap:
            break
        _, term = heappop(heap)
        wanted, operand = demands.names[term], code.operands[term]
        if isinstance(term.sort, Array):
            _learn_cells(code, term, demands, names)
        elif term.operator == "symbol":
            code.line(f"if {wanted} is not None:")
            code.line(f" if {operand} is None: {operand} = {wanted}; changed = True")
            code.line(f" elif {operand} != {wanted}: return None")
        else:
            code.line(f"if {wanted} is not None:")
            if operand == NEVER:
                code.line(" if True:")
            else:
                code.line(f" if {operand} is not None:")
                code.line(f"  if {operand} != {wanted}: return None")
                code.line(" else:")
            code.line("  pass")
            outer, code.indent = code.indent, code.indent + "  "
            INVERSE[term.operator](demands, term, wanted)
            code.indent = outer
    starts = ["changed = False"]
    starts += [
        f"{name} = {'[]' if isinstance(term.sort, Array) else 'None'}"
        for term, name in demands.names.items()
    ]
    code.lines.insert(at, code.indent + "; ".join(starts))


def _learn_cells(
    code: PythonLines, term: Term, demands: Demands, names: Mapping[Term, str]
) -> None:
    """Write what elements of an array must be."""
    wanted = demands.names[term]
    code.line(f"for at, must in {wanted}:")
    outer, code.indent = code.indent, code.indent + " "
    if term.operator == "symbol":
        name = names[term]
        code.line(f"had = read({name}, at)")
        code.line(f"if had is None: {name} = written({name}, at, must); changed = True")
        code.line("elif had != must: return None")
    else:
        code.line("pass")
        INVERSE[term.operator](demands, term, wanted)
    code.indent = outer
