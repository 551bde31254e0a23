"""Dialects of solvers that maul does not install: recorded sessions, played back word for word.

The sessions are written from the manuals and examples of the solvers. Yices can be installed, and
its sessions are what it said.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from maul.errors import BadInput
from maul.logic import build
from maul.logic.build import Term
from maul.logic.sorts import FLOAT32, INT, REAL, Array, BitVec
from maul.logic.values import Value
from maul.smt.catalogue import SEARCHERS, SOLVERS, interpolator, prover, searcher
from maul.smt.protocols import GaveUp, Sat, Unsat
from maul.smt.solver import Executable

RECORDED = str(Path(__file__).with_name("recorded_solver.py"))
i, j = build.symbol("i", INT), build.symbol("main::j", INT)
r = build.symbol("r", REAL)
w = build.symbol("w", BitVec(8))
m = build.symbol("m", Array(BitVec(8), BitVec(8)))
x = build.symbol("x", FLOAT32)
ONE = build.integer(1)
PARTS = (build.le(i, ONE), build.lt(i, j), build.lt(j, i))
Play: TypeAlias = Callable[[str, str], Callable[[], str]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Put a solver on the path that plays a session; what it returns tells how far it got."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("maul.smt.solvers.smtlib.session._mine", threading.local())

    def put(program: str, session: str) -> Callable[[], str]:
        recorded, played = tmp_path / "session", tmp_path / "played"
        recorded.write_text(session, encoding="utf-8")
        script = tmp_path / program
        script.write_text(
            f"#!/bin/sh\nexec {sys.executable} -I -S {RECORDED} {recorded} {played}"
            f' {program} "$@"\n'
        )
        script.chmod(0o755)
        return lambda: played.read_text() if played.exists() else "nothing was played"

    return put


BEGIN = {
    "mathsat": ("mathsat", "$ mathsat -input=smt2", ()),
    "opensmt": ("opensmt", "$ opensmt -p", ("> (set-logic QF_UFLIA)",)),
    "yices": (
        "yices-smt2",
        "$ yices-smt2 --incremental --smt2-model-format",
        ("> (set-logic ALL)",),
    ),
}
NAMES = list(BEGIN)


def session(name: str, option: str, *lines: str) -> str:
    """A session, with what every script begins with."""
    _, command, logic = BEGIN[name]
    options = ("> (set-option :print-success false)", f"> (set-option :{option} true)")
    return "\n".join((command, *options, *logic, *lines))


DECLARED = ("> (declare-fun i () Int)", "> (declare-fun |main::j| () Int)")


@pytest.mark.parametrize("name", NAMES)
def test_cores_are_read(name: str, play: Play) -> None:
    text = session(
        name,
        "produce-unsat-cores",
        *DECLARED,
        "> (assert (! (<= i 1) :named part!0))",
        "> (assert (! (not (<= |main::j| i)) :named part!1))",
        "> (assert (! (not (<= i |main::j|)) :named part!2))",
        "> (check-sat)",
        "< unsat",
        "> (get-unsat-core)",
        "< ( part!1 part!2 )" if name == "opensmt" else "< (part!1 part!2)",
    )
    played = play(BEGIN[name][0], text)

    assert Unsat(PARTS[1:]) == prover(name).check(PARTS, core=True, seconds=10.0)
    assert "all" == played()


# What is asked, as it is said, and what the solver answers.
MODELS: dict[str, tuple[tuple[Term, ...], tuple[str, ...], tuple[str, ...], dict[Term, Value]]] = {
    "mathsat": (
        (build.lt(i, build.integer(-4)), build.equal(w, build.bit_vector(7, 8))),
        ("> (declare-fun i () Int)", "> (declare-fun w () (_ BitVec 8))"),
        ("> (get-value (i w))", "< ( (i (- 5))", "<   (w (_ bv7 8)) )"),
        {i: -5, w: 7},
    ),
    "opensmt": (
        (build.lt(i, build.integer(-4)), build.lt(i, j)),
        DECLARED,
        ("> (get-value (i |main::j|))", "< ((i -5)(|main::j| (- 4)))"),
        {i: -5, j: -4},
    ),
    "yices": (
        (build.lt(i, build.integer(-4)), build.equal(w, build.bit_vector(7, 8))),
        ("> (declare-fun i () Int)", "> (declare-fun w () (_ BitVec 8))"),
        ("> (get-value (i w))", "< ((i (- 5))", "<  (w #b00000111))"),
        {i: -5, w: 7},
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_values_are_read(name: str, play: Play) -> None:
    terms, declared, told, values = MODELS[name]
    second = "(not (<= |main::j| i))" if name == "opensmt" else "(= w #x07)"
    asserted = ("> (assert (<= i (- 5)))", f"> (assert {second})")
    text = session(name, "produce-models", *declared, *asserted, "> (check-sat)", "< sat", *told)
    played = play(BEGIN[name][0], text)
    asked = prover(name)
    for term in terms:
        asked.assert_(term)
    answer = asked.check(seconds=10.0)

    assert "all" == played()
    assert isinstance(answer, Sat)
    assert values == {symbol: answer.model.value(symbol) for symbol in values}


def test_floats_and_arrays_of_mathsat_are_read(play: Play) -> None:
    told = (
        "> (get-value (w m x))",
        "< ( (w (_ bv2 8))",
        "<   (m (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) (_ bv0 8))",
        "<          (_ bv1 8) (_ bv2 8)))",
        "<   (x (fp #b1 #b01111111 #b00000000000000000000000)) )",
    )
    text = session(
        "mathsat",
        "produce-models",
        "> (declare-fun w () (_ BitVec 8))",
        "> (declare-fun m () (Array (_ BitVec 8) (_ BitVec 8)))",
        "> (declare-fun x () (_ FloatingPoint 8 24))",
        "> (assert (= w (select m #x01)))",
        "> (assert (fp.isNegative x))",
        "> (check-sat)",
        "< sat",
        *told,
    )
    played = play("mathsat", text)
    asked = prover("mathsat")
    asked.assert_(build.equal(build.select(m, build.bit_vector(1, 8)), w))
    asked.assert_(build.fp_is("fp.isNegative", x))
    answer = asked.check(seconds=10.0)

    assert "all" == played()
    assert isinstance(answer, Sat)
    assert (2, 0xBF800000) == (answer.model.value(w), answer.model.value(x))


def test_yices_answers_one_question_after_the_other(play: Play) -> None:
    question = ("> (declare-fun i () Int)", "> (assert (<= i 1))", "> (check-sat)")
    first = session("yices", "produce-models", *question, "< unsat")
    _, again = session("yices", "produce-models", *question, "< unsat").split("\n", 1)
    played = play("yices-smt2", f"{first}\n> (reset)\n{again}")
    answers = [prover("yices").check(PARTS[:1], seconds=10.0) for _ in range(2)]

    assert [Unsat(PARTS[:1])] * 2 == answers
    assert "all" == played()


INTERPOLANTS = {
    "mathsat": (
        ":interpolation-group",
        (
            "> (get-interpolant (part!0))",
            "< true",
            "> (get-interpolant (part!0 part!1))",
            "< (let ((.def_9 (<= |main::j| i)))",
            "<  (not .def_9))",
        ),
    ),
    "opensmt": (
        ":named",
        (
            "> (get-interpolants part!0 (and part!1 part!2))",
            "< (true)",
            "> (get-interpolants (and part!0 part!1) part!2)",
            "< ((not (<= 0 (+ i (* -1 |main::j|)))))",
        ),
    ),
}


@pytest.mark.parametrize("name", INTERPOLANTS)
def test_interpolants_are_read(name: str, play: Play) -> None:
    word, told = INTERPOLANTS[name]
    text = session(
        name,
        "produce-interpolants",
        *DECLARED,
        f"> (assert (! (<= i 1) {word} part!0))",
        f"> (assert (! (not (<= |main::j| i)) {word} part!1))",
        f"> (assert (! (not (<= i |main::j|)) {word} part!2))",
        "> (check-sat)",
        "< unsat",
        *told,
    )
    played = play(BEGIN[name][0], text)
    found = interpolator(name).interpolate(PARTS, 10.0)

    assert "all" == played()
    assert not isinstance(found, GaveUp), found
    assert build.TRUE is found[0]
    assert found[1] in (build.lt(i, j), build.lt(build.subtract(i, j), build.integer(0)))


ENDS = {
    "an error": ('< (error "this theory is not supported")',),
    "an error and a verdict": ('< (error "line 4: no such sort")', "< unsat"),
    "no verdict": ("< unknown",),
    "an end without a word": ("!",),
    "a limit": ("< timeout",),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_answer_is_given_up(name: str, end: str, play: Play) -> None:
    text = session(
        name,
        "produce-models",
        "> (declare-fun i () Int)",
        "> (assert (<= i 1))",
        "> (check-sat)",
        *ENDS[end],
    )
    played = play(BEGIN[name][0], text)
    asked = prover(name)
    asked.assert_(PARTS[0])
    answer = asked.check(seconds=10.0)

    assert "all" == played()
    assert isinstance(answer, GaveUp), answer


@pytest.mark.parametrize("name", INTERPOLANTS)
def test_an_error_in_place_of_interpolants_is_given_up(name: str, play: Play) -> None:
    word, told = INTERPOLANTS[name]
    text = session(
        name,
        "produce-interpolants",
        *DECLARED,
        f"> (assert (! (<= i 1) {word} part!0))",
        f"> (assert (! (not (<= |main::j| i)) {word} part!1))",
        f"> (assert (! (not (<= i |main::j|)) {word} part!2))",
        "> (check-sat)",
        "< unsat",
        *[line if line.startswith(">") else '< (error "no proof")' for line in told],
    )
    played = play(BEGIN[name][0], text)

    assert isinstance(interpolator(name).interpolate(PARTS, 10.0), GaveUp)
    assert "all" == played()


def test_what_is_unexpected_ends_the_solver(play: Play) -> None:
    played = play("mathsat", session("mathsat", "produce-models", "> (check-sat)", "< sat"))

    assert isinstance(prover("mathsat").check((PARTS[0],), seconds=10.0), GaveUp)
    assert "unexpected: (declare-fun i () Int)" == played()


# ---- getting them ----


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mathsat", "no mathsat on the path; get it from https://mathsat.fbk.eu"),
        ("opensmt", "no opensmt on the path; get it from https://github.com/"),
        ("yices", "try: maul solvers install yices"),
    ],
)
def test_a_solver_that_is_not_installed_can_be_got(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match=said):
        searcher(name)


def test_what_maul_does_not_install_has_an_address() -> None:
    for solver in SOLVERS.values():
        if isinstance(solver.home, Executable) and solver.home.package is None:
            assert solver.home.address.startswith("https://")
            assert solver.name in SEARCHERS
