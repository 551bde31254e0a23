"""Programs with proofs written by hand: labels for the points at which cycles are cut."""

from __future__ import annotations

from collections.abc import Mapping

from maul.cfa.calls import Point, Points
from maul.cfa.model import Cfa
from maul.cfa.order import loop_heads, recursive_functions
from maul.cfa.transform.prune import prune
from maul.cfa.walk import mentioned_variables
from maul.encode.blocks import layout_for
from maul.encode.state import Layout
from maul.logic.smtlib.reader import Reader
from maul.logic.terms import Term
from maul.node import node
from maul.proofs.verdict import Labelled
from tests.cfa.c_text import edges_of, marked

MOST_POINTS = 3000


@node
class Proof:
    """A program, and the labels of its loop heads and recursive entries in the order in which a
    breadth-first search meets them; what is met later has none."""

    text: str
    labels: tuple[str, ...]


PROOFS: dict[str, Proof] = {
    "lockstep": Proof(
        """
        int main(void) {
          unsigned x = 0, y = 0;
          while (nondet()) { x++; y++; }
          if (x != y) reach_error();
        }""",
        ("(= |main::x| |main::y|)",),
    ),
    "bounded": Proof(
        """
        int main(void) {
          int x = 0, y = 7;
          while (x < 10) { x++; if (y != 7) reach_error(); }
          if (x != 10) reach_error();
        }""",
        ("(and (bvsle |main::x| #x0000000a) (= |main::y| #x00000007))",),
    ),
    "cases": Proof(
        """
        int main(void) {
          int on = 0, count = 0;
          while (nondet()) {
            if (on) { count--; on = 0; } else { count++; on = 1; }
          }
          if (count != on) reach_error();
        }""",
        (
            (
                "(or (and (= |main::on| #x00000000) (= |main::count| #x00000000))"
                " (and (= |main::on| #x00000001) (= |main::count| #x00000001)))"
            ),
        ),
    ),
    "nested": Proof(
        """
        int main(void) {
          unsigned i = 0, k = 3;
          while (i < 4) {
            unsigned j = 0;
            while (j < i) { j++; }
            if (j > 4) reach_error();
            i++;
          }
          if (k != 3) reach_error();
        }""",
        (
            "(and (bvule |main::i| #x00000004) (= |main::k| #x00000003))",
            (
                "(and (bvule |main::i| #x00000003) (bvule |main::j| |main::i|)"
                " (= |main::k| #x00000003))"
            ),
        ),
    ),
    "called": Proof(
        """
        int total = 0;
        void add(int n) { while (n > 0) { n--; total += 2; } }
        int main(void) {
          add(3);
          if (total & 1) reach_error();
        }""",
        ("(= ((_ extract 0 0) total) #b0)",),
    ),
    "recursive": Proof(
        """
        int depth(int n) { if (n <= 0) return 0; return 1 + depth(n - 1); }
        int main(void) {
          if (depth(2) != 2) reach_error();
        }""",
        (
            "(= |depth::n| #x00000002)",
            "(and (= |depth::n| #x00000002) (= |depth::n@2| #x00000001))",
            (
                "(and (= |depth::n| #x00000002) (= |depth::n@2| #x00000001)"
                " (= |depth::n@3| #x00000000))"
            ),
        ),
    ),
    "floats": Proof(
        """
        int main(void) {
          float x = 1.0f;
          while (nondet()) { if (x < 100.0f) x = x + 1.0f; }
          if (x < 0.5f) reach_error();
        }""",
        ("(fp.leq ((_ to_fp 8 24) #x3f800000) |main::x|)",),
    ),
    "arrays": Proof(
        """
        int a[4];
        int main(void) {
          int i = nondet();
          if (i < 1 || i > 3) return 0;
          a[0] = 5;
          while (nondet()) { a[i] = 7; }
          if (a[0] != 5) reach_error();
        }""",
        (
            (
                "(and (= (select |a[]| #x0000000000000000) #x00000005)"
                " (bvsle #x00000001 |main::i|) (bvsle |main::i| #x00000003))"
            ),
        ),
    ),
    "straight": Proof(
        """
        int main(void) {
          int x = nondet();
          if (x > 3 && x < 2) reach_error();
        }""",
        (),
    ),
}


def program(text: str) -> Cfa:
    """The model that methods are given."""
    return prune(marked(text)).cfa


def cut_points(points: Points) -> list[Point]:
    """The loop heads and recursive entries, in the order of a breadth-first search."""
    cfa = points.cfa
    cut = {at for automaton in cfa.automata() for at in loop_heads(automaton)}
    cut.update(cfa.functions[name].entry for name in recursive_functions(cfa))
    seen = {points.start: None}
    for point in (waiting := [points.start]):
        for _, target in points.successors(point):
            if target not in seen and len(seen) < MOST_POINTS:
                seen[target] = None
                waiting.append(target)
    return [point for point in seen if point.location in cut]


def symbols(points: Points, layout: Layout, reached: list[Point]) -> list[Term]:
    """The variables of a program that labels may speak of."""
    found: dict[Term, None] = {}
    for edge in edges_of(points.cfa):
        for variable in mentioned_variables(edge.operation):
            if layout.is_register(variable):
                instances = (points.instance(variable, point.stack) for point in reached)
                found.update(dict.fromkeys(map(layout.register, (variable, *instances))))
    return list(found)


def labelling(proof: Proof) -> Labelled:
    """The proof over points and symbols of its own."""
    points = Points(program(proof.text))
    layout = layout_for(points.cfa, "bv")
    reached = cut_points(points)[: len(proof.labels)]
    assert len(reached) == len(proof.labels), "labels for points that there are not"
    reader = Reader(symbols(points, layout, reached))
    reader.script("(declare-fun |a[]| () (Array (_ BitVec 64) (_ BitVec 32)))")
    labels = [reader.term(text) for text in proof.labels]
    return Labelled(points, layout, dict(zip(reached, labels, strict=True)))


def relabelled(evidence: Labelled, labels: Mapping[Point, Term]) -> Labelled:
    """Other labels for the same points."""
    return Labelled(evidence.points, evidence.layout, labels)
