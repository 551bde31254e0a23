"""Certificates as documents: what is read again is the same proof, and nonsense is refused."""

from __future__ import annotations

import copy
import json
from functools import cache

import pytest

from maul.cfa.calls import Points
from maul.encode.blocks import layout_for
from maul.errors import BadInput
from maul.interpolate.catalogue import refuter
from maul.logic.build import FALSE, and_, equal
from maul.logic.free import free_symbols
from maul.logic.terms import name_of
from maul.methods.impact import impact
from maul.methods.setting import Setting
from maul.proofs.labelling.certificate import Json, read, written
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Labelled, Safe
from maul.run import Run
from maul.system.deep import call_deep
from tests.proofs.labelling.labellings import PROOFS, cut_points, labelling, program, symbols

MEMORY = """
struct pair { int first; int second; };
void put(int *at, int value) { *at = value; }
int main(void) {
  int x, y;
  struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  put(&x, 3);
  put(&y, 4);
  p->first = 5;
  q->first = 6;
  while (nondet()) { p->first = 5; q->first = 6; }
  if (x != 3 || p->first != 5) reach_error();
}"""


def sent(evidence: Labelled, text: str) -> Labelled:
    """The labelling as another process reads it that was given the same program."""
    document: Json = json.loads(json.dumps(written(evidence)))
    return read(program(text), document)


@cache
def found(text: str, arith: str) -> Labelled:
    """A proof by search."""

    def search() -> Labelled:
        verdict = impact(program(text), Setting(refuter("auto"), "large", arith), Run(30))
        assert isinstance(verdict, Safe)
        assert isinstance(verdict.evidence, Labelled)
        return verdict.evidence

    return call_deep(search)


def outcome(evidence: Labelled) -> str:
    return check_safe(evidence.points.cfa, evidence, Run(60)).outcome


# ---- the same proof ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_that_was_written_and_read_has_the_same_labels_and_is_confirmed(name: str) -> None:
    evidence = labelling(PROOFS[name])

    again = sent(evidence, PROOFS[name].text)

    assert list(evidence.labels.values()) == list(again.labels.values())
    assert list(map(repr, evidence.labels)) == list(map(repr, again.labels))
    assert "confirmed" == outcome(again)


@pytest.mark.parametrize("arith", ["bv", "int"])
def test_a_proof_about_memory_is_confirmed_after_reading(arith: str) -> None:
    evidence = found(MEMORY, arith)

    assert "confirmed" == outcome(evidence)
    assert "confirmed" == outcome(sent(evidence, MEMORY))


def test_what_is_refuted_is_refuted_after_reading() -> None:
    evidence = labelling(PROOFS["cases"])
    broken = Labelled(evidence.points, evidence.layout, dict.fromkeys(evidence.labels, FALSE))

    assert "refuted" == outcome(sent(broken, PROOFS["cases"].text))


def test_a_region_is_the_same_whatever_it_was_called() -> None:
    evidence = found(MEMORY, "bv")
    text = json.dumps(written(evidence))
    names = [name for name in json.loads(text)["regions"] if "malloc" in name]
    assert names
    for number, name in enumerate(names):
        text = text.replace(f"|{name}|", f"|other{number}|").replace(
            f'"{name}"', f'"other{number}"'
        )

    again = read(program(MEMORY), json.loads(text))

    assert not any("other" in name_of(s) for t in again.labels.values() for s in free_symbols(t))
    assert "confirmed" == outcome(again)


ADDRESSES = """
int main(void) {
  int x = 3, y = 4, *p = &x, *q = &y;
  while (nondet()) { *q = 4; *p = 3; }
  if (p == q) reach_error();
}"""


@pytest.mark.parametrize("arith", ["bv", "int"])
def test_variables_stay_where_they_were(arith: str) -> None:
    """The label knows addresses that were given out in another order than the program asks."""
    points = Points(program(ADDRESSES))
    layout = layout_for(points.cfa, arith)
    (head,) = cut_points(points)
    variables = {variable.name: variable for variable in points.cfa.addressed}
    registers = {name_of(term): term for term in symbols(points, layout, [head])}
    parts = [
        equal(registers[pointer], layout.address(variables[variable]))
        for pointer, variable in (("main::q", "main::y"), ("main::p", "main::x"))
    ]
    evidence = Labelled(points, layout, {head: and_(*parts)})

    assert "confirmed" == outcome(evidence)
    assert "confirmed" == outcome(sent(evidence, ADDRESSES))


# ---- nonsense ----------------------------------------------------------------------------------


def damaged(document: Json, way: tuple[str | int, ...], value: Json) -> Json:
    """The document with another value at the end of a way."""
    changed = part = copy.deepcopy(document)
    for step in way[:-1]:
        part = part[step]  # type: ignore[index]
    part[way[-1]] = value  # type: ignore[index]
    return changed


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("format",), "something else"),
        (("program",), "0"),
        (("declarations",), []),
        (("labels", 0, "label"), "(= |main::x|"),
        (("labels", 0, "label"), "(bvadd |main::p| |main::p|)"),
        (("labels", 0, "function"), "nobody"),
        (("labels", 0, "location"), 12345),
        (("labels", 0, "location"), "first"),
        (("labels", 0, "calls"), []),
        (("labels", 0, "calls"), [["main", 0]]),
        (("places", "main::x"), 0),
        (("places", "main::x"), 1 << 60),
        (("places", "main::z"), 1 << 20),
        (("places", ""), 1),
        (("regions",), 7),
    ],
)
def test_a_document_that_is_no_labelling_is_refused(
    way: tuple[str | int, ...], value: Json
) -> None:
    document: Json = json.loads(json.dumps(written(found(MEMORY, "bv"))))

    with pytest.raises(BadInput):
        read(program(MEMORY), damaged(document, way, value))


def test_two_variables_at_one_address_are_refused() -> None:
    document = written(found(MEMORY, "bv"))
    places = document["places"]
    assert isinstance(places, dict)

    with pytest.raises(BadInput):
        read(program(MEMORY), damaged(document, ("places", "main::y"), places["main::x"]))


def test_a_labelling_of_another_program_is_refused() -> None:
    document = written(labelling(PROOFS["cases"]))

    with pytest.raises(BadInput):
        read(program(PROOFS["nested"].text), document)
