"""Labellings as documents: to be saved, sent to another process, and read again.

Comes in: a labelling of the points of a program. Goes out: a document for JSON, and from it and the
same program the labelling again, over points and symbols of its own. Points are named by function
and number, with the calls that lead there; labels are SMT-LIB text, bit-precise whatever the
arithmetic of the search was. What was given out on demand while searching goes along: the addresses
of variables, and which region of memory is called what: a region is named by the first access of
the program to it.

A document need not be trusted: whatever it says is checked like any labelling.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.analyses.ranges import ranges
from maul.cfa.calls import Points
from maul.cfa.order import entered_function
from maul.cfa.render import operation_text
from maul.choices import Arith
from maul.encode.state import Layout
from maul.errors import BadInput
from maul.logic.free import free_symbols
from maul.logic.smtlib import Reader, SmtLibError, declarations, term_text
from maul.logic.sorts import BOOL
from maul.logic.terms import name_of
from maul.logic.walk import substitute
from maul.proofs.labelling.own import Misplaced, demand_room, shared_accesses
from maul.proofs.labelling.translate import bit_precise, is_exact
from maul.proofs.verdict import Labelled

if TYPE_CHECKING:
    from maul.cfa.calls import Point, Stack
    from maul.cfa.model import Cfa, Location
    from maul.logic.terms import Term

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int"

FORMAT = "maul labelling 1"


# ---- out ---------------------------------------------------------------------------------------


def written(evidence: Labelled) -> dict[str, Json]:
    """A labelling as a document; ``Untranslated`` when it cannot be made bit-precise."""
    exact = bit_precise(evidence)
    labels = list(exact.labels.values())
    return {
        "format": FORMAT,
        "searched": Arith.BV if is_exact(evidence) else Arith.INT,
        "program": _fingerprint(exact.points.cfa),
        "places": dict(exact.layout.places()),
        "regions": _regions_in(exact),
        "declarations": [*declarations(labels)],
        "labels": [
            {**_named(point), "label": term_text(label)} for point, label in exact.labels.items()
        ],
    }


def _fingerprint(cfa: Cfa) -> str:
    """A text that tells one program from another."""
    found = sha256()
    for automaton in cfa.automata():
        for at in automaton.locations:
            for edge in at.leaving:
                step = f"{at} {operation_text(edge.operation)} {edge.target}\n"
                found.update(step.encode("utf-8", "surrogateescape"))
    return found.hexdigest()


def _named(point: Point) -> dict[str, Json]:
    """A point by name: its function, its number, and from where the calls were made."""
    calls: list[Json] = []
    stack: Stack | None = point.stack
    while stack is not None and stack.call is not None:
        source = stack.call.source
        calls.append([source.function, source.index])
        stack = stack.parent
    calls.reverse()
    return {"function": point.location.function, "location": point.location.index, "calls": calls}


def _regions_in(exact: Labelled) -> dict[str, Json]:
    """The number of the first access to each region that pointers reach, by its symbol."""
    layout = exact.layout
    spoken_of = {s for label in exact.labels.values() for s in free_symbols(label)}
    wanted = {
        region: held
        for held, region, owner in layout.given()
        if region is not None and owner is None and held in spoken_of
    }
    found: dict[str, Json] = {}
    if wanted:
        for number, place in enumerate(shared_accesses(exact.points.cfa, layout)):
            region = layout.regions.of(place)
            if region in wanted:
                found.setdefault(name_of(wanted[region]), number)
    return found


# ---- in ----------------------------------------------------------------------------------------


def read(cfa: Cfa, document: Json) -> Labelled:
    """The labelling in a document, of the points of a program; ``BadInput`` when it is none."""
    try:
        return _Document(cfa, document).labelling()
    except (KeyError, TypeError, ValueError, IndexError, Misplaced, SmtLibError) as error:
        raise BadInput(f"this is no labelling of the program: {error}") from None


class _Document:
    """A document that is being read."""

    def __init__(self, cfa: Cfa, document: Json) -> None:
        self._fields = _object(document)
        if self._fields["format"] != FORMAT:
            raise ValueError(f"the format is not {FORMAT}")
        if self._fields["program"] != _fingerprint(cfa):
            raise ValueError("it belongs to another one")
        self._cfa = cfa
        self._points = Points(cfa)
        self._locations = {
            (at.function, at.index): at
            for automaton in cfa.automata()
            for at in automaton.locations
        }

    def labelling(self) -> Labelled:
        """Points, layout and labels."""
        searched = self._fields["searched"]
        layout = Layout(self._cfa, ranges=ranges(self._cfa) if searched == Arith.INT else None)
        places = {name: _int(at) for name, at in _object(self._fields["places"]).items()}
        demand_room(places, self._cfa, layout)
        layout.settle(places)
        reader = Reader()
        reader.script("\n".join(map(_text, _list(self._fields["declarations"]))))
        labels: dict[Point, Term] = {}
        for entry in map(_object, _list(self._fields["labels"])):
            label = reader.term(_text(entry["label"]))
            if label.sort is not BOOL:
                raise ValueError("a label is no formula")
            labels[self._point(entry)] = label
        renamed = self._renamed(layout, labels)
        return Labelled(self._points, layout, renamed)

    def _renamed(self, layout: Layout, labels: dict[Point, Term]) -> dict[Point, Term]:
        """The labels over what this layout calls the regions."""
        numbers = {_int(at): name for name, at in _object(self._fields["regions"]).items()}
        new: dict[str, Term] = {}
        if numbers:
            for number, place in enumerate(shared_accesses(self._cfa, layout)):
                if number in numbers:
                    new[numbers[number]] = layout.held(layout.regions.of(place), None)
        return {
            point: substitute(
                label, {s: new[name_of(s)] for s in free_symbols(label) if name_of(s) in new}
            )
            for point, label in labels.items()
        }

    def _point(self, entry: dict[str, Json]) -> Point:
        stack = self._points.start.stack
        for call in map(_list, _list(entry["calls"])):
            at = self._location(call[0], call[1])
            edges = [edge for edge in at.leaving if entered_function(self._cfa, edge) is not None]
            stack = self._points.step(self._points.point(at, stack), edges[0]).stack
        at = self._location(entry["function"], entry["location"])
        if at.function != stack.automaton.name:
            raise ValueError(f"{at} is not in {stack.automaton.name}")
        return self._points.point(at, stack)

    def _location(self, function: Json, index: Json) -> Location:
        return self._locations[_text(function), _int(index)]


def _object(part: Json) -> dict[str, Json]:
    if not isinstance(part, dict):
        raise TypeError(f"{part} is no object")
    return part


def _list(part: Json) -> list[Json]:
    if not isinstance(part, list):
        raise TypeError(f"{part} is no list")
    return part


def _text(part: Json) -> str:
    if not isinstance(part, str):
        raise TypeError(f"{part} is no text")
    return part


def _int(part: Json) -> int:
    if not isinstance(part, int):
        raise TypeError(f"{part} is no number")
    return part
