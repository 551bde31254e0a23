"""Bounded model checking against what the programs say of themselves and against execution."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.c.elaborate.program import elaborate
from maul.cfa.build.program import build
from maul.cfa.outcome import ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.prune import prune
from maul.cfa.transform.specification import mark_errors, read_property
from maul.errors import LimitReached, SolverFailure, Unsupported
from maul.interpolate.catalogue import refuter
from maul.interpret.machine import interpret
from maul.methods.bmc import bmc
from maul.methods.setting import Setting
from maul.proofs.execution.replay import confirms, replay
from maul.proofs.labelling.check import check_safe
from maul.proofs.verdict import Safe, Unknown, Unrolled, Unsafe, Verdict
from maul.run import Run
from maul.system.deep import call_deep
from tests.cfa.c_text import DECLARATIONS
from tests.cfa.small_programs import Writer
from tests.paths import PROGRAMS

FILES = sorted(PROGRAMS.glob("*.c"))
# What takes longer than a test may, or is not encoded yet: no verdict is expected of these.
OPEN = {
    "address_of_missing_function_safe": "loops as long as an input wants",
    "common_divisor_safe": "loops as long as an input wants",
    "fill_beyond_member_unsafe": "a fill that leaves a member is not encoded",
    "large_copy_safe": "a copy of unknown size has only so many bytes",
    "large_copy_unsafe": "a copy of unknown size has only so many bytes",
    "partly_copied_pointer_unsafe": "part of a pointer has no term",
    "port_class_safe": "loops as long as an input wants",
    "division_safe": "division by a variable is hard",
    "arrays_of_run_time_length_safe": "addresses that depend on inputs are slow",
    "punning_unsafe": "the sign of a NaN is not an input",
    "pointer_in_bytes_safe": "bytes of an address depend on where objects lie",
    "printed_length_safe": "what is printed has no formula",
    "printed_length_unsafe": "what is printed has no formula",
    "recursion_safe": "a hundred activations take long",
}


def checked(
    path: Path, model: DataModel = LP64, seconds: float = 30, what: str = "unreach-call"
) -> Verdict:
    """What bounded model checking says of a program, confirmed."""
    return call_deep(lambda: _checked(path, model, Run(seconds), what))


def _checked(path: Path, model: DataModel, run: Run, what: str) -> Verdict:
    whole = read_program([str(path)], model, read_property(what))
    cfa = prune(whole).cfa
    try:
        verdict = bmc(cfa, Setting(refuter("auto")), run)
    except (Unsupported, LimitReached, SolverFailure) as stop:
        return Unknown(str(stop))
    match verdict:
        case Safe(evidence=Unrolled() as evidence):
            assert evidence.searcher == "bitwuzla"
            check = check_safe(cfa, evidence, run)
            assert check.outcome in ("confirmed", "inconclusive")
            assert "bitwuzla" not in check.checker
            return verdict if check.outcome == "confirmed" else Unknown(check.reason)
        case Unsafe():
            confirmed = confirms(replay(whole, verdict), verdict)
            return verdict if confirmed else Unknown("refuted")
    return verdict


LONG = [
    "float_range_safe",
    "float_sum_safe",
    "mean_safe",
    "bank_safe",
    "digits_safe",
    "power_of_two_safe",
]
ASKED = [
    pytest.param(
        program,
        model,
        # These take seconds and are the same in both models.
        marks=[pytest.mark.slow] * (program.stem in LONG and model is ILP32),
        id=f"{program.stem}-{model.name}",
    )
    for program, model in product(FILES, (ILP32, LP64))
]


@pytest.mark.parametrize(("program", "model"), ASKED)
def test_a_verdict_is_what_the_program_says(program: Path, model: DataModel) -> None:
    if program.stem in OPEN:
        pytest.skip(OPEN[program.stem])
    expected = Safe if program.stem.endswith("_safe") else Unsafe

    assert isinstance(checked(program, model), expected)


@pytest.mark.parametrize("name", ["arrays_of_run_time_length_safe", "recursion_safe"])
def test_what_cannot_be_shown_is_unknown(name: str) -> None:
    (program,) = (path for path in FILES if path.stem == name)

    assert isinstance(checked(program, seconds=1), Unknown)


def written(folder: Path, text: str) -> Path:
    path = folder / "prog.c"
    path.write_text(DECLARATIONS + text, encoding="utf-8")
    return path


SMALL: list[tuple[type, str]] = [
    (Safe, "int i, s = 0; for (i = 0; i < 5000; i++) s += i; if (s != 12497500) reach_error();"),
    (
        Safe,
        """int n = nondet(), i = 0; if (n < 0 || n > 9) return 0;
        while (i < n) i++; if (i != n) reach_error();""",
    ),
    (
        Unsafe,
        """int n = nondet(), i = 0; if (n < 0 || n > 9) return 0;
        while (i < n) i++; if (i == 7) reach_error();""",
    ),
    (Unsafe, "int x; if (x == 5) reach_error();"),
    (Unsafe, "int x, y = sometimes(nondet()), z; if (y == 4 && z == 6) reach_error();"),
    (Safe, "static int b[100000]; unsigned i = nondet() % 100000u; if (b[i]) reach_error();"),
    (Unsafe, "int b[100000]; unsigned i = nondet() % 100000u; if (b[i] == 9) reach_error();"),
    (Unsafe, "for (;;) if (nondet() == 3 && nondet() == 4) reach_error();"),
    (
        Safe,
        """int a[3] = {0}, i = nondet(); if (i < 0 || i > 2) return 0; a[i] = 7;
        if (a[0] + a[1] + a[2] != 7) reach_error();""",
    ),
    (
        Safe,
        """struct s p = {1, nondet()}, q = f(p);
        if (q.x != 2 || q.y != p.y || p.x != 1) reach_error();""",
    ),
    (Safe, "int x = nondet(), y; set(&g, x); set(&y, g); if (y != x) reach_error();"),
    (Unsafe, "int x = nondet(), y; set(&g, x); set(&y, g); if (y == 77) reach_error();"),
    (Unsafe, "struct s p; if (p.x == 3 && p.y == 4) reach_error();"),
    (Unsafe, "struct s p, *q = &p; set(&p.x, 3); if (q->x == 3 && q->y == 4) reach_error();"),
    (Unsafe, "int b[70], *q = b; set(q, 1); if (q[nondet() % 70u] == 9) reach_error();"),
    (Unsafe, "int *p = malloc(8), z; if (p[1] == 7 && z == 5) reach_error();"),
    (Unsafe, "int z; struct s *p = malloc((nondet() & 15) + 8); if (p->y == z + 7) reach_error();"),
    (
        Unsafe,
        """int *p[2], k = nondet(); for (int i = 0; i < 2; i++) p[i] = malloc(4);
        *p[0] = 0; *p[1] = 5; int *r = realloc(p[0], 88);
        if (k == 20 && r[k] == 7) reach_error();""",
    ),
    (Unsafe, "sometimes(1 - nondet()); int z; if (z == 6) reach_error();"),
    (Safe, "int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2; if (*p != 1) reach_error();"),
    (
        Safe,
        """int *p = 0; for (int i = 0; i < 3; i++) { int *q = malloc(4); *q = i;
        if (p && *p != i - 1) reach_error(); p = q; }""",
    ),
    (
        Unsafe,
        """int i = nondet(); top: if (i > 5) goto out; i++; if (i == 4) reach_error();
        goto top; out: return i;""",
    ),
]
FUNCTIONS = """
struct s { int x, y; };
struct s f(struct s p) { p.x++; return p; }
int g;
void set(int *p, int v) { *p = v; }
int sometimes(int c) { if (c) return 0; }
"""


@pytest.mark.parametrize(("expected", "body"), SMALL)
def test_small_programs(tmp_path: Path, expected: type, body: str) -> None:
    text = f"{FUNCTIONS} int main(void) {{ {body} return 0; }}"

    assert isinstance(checked(written(tmp_path, text)), expected)


@pytest.mark.parametrize("seed", range(30))
def test_random_programs_agree_with_their_executions(tmp_path: Path, seed: int) -> None:
    path = written(tmp_path, Writer(seed).program())
    verdict = checked(path, seconds=10)
    cfa = call_deep(
        lambda: mark_errors(build(elaborate([str(path)], LP64)), read_property("unreach-call"))
    )
    numbers = Random(seed)
    for _ in range(20):
        inputs = [numbers.choice((0, 1, -1, 7, 100, numbers.randint(-9, 300))) for _ in range(200)]
        reached = isinstance(interpret(cfa, inputs, steps=20_000).outcome, ErrorReached)

        assert not (reached and isinstance(verdict, Safe))


def test_what_is_larger_than_the_encoding_is_no_proof(tmp_path: Path) -> None:
    text = """int main(void) { unsigned n = nondet(); %s char *p = malloc(n); memset(p, 1, n);
    if (n && p[0] != 1) reach_error(); return 0; }"""

    verdict = checked(written(tmp_path, text % ""))
    assert isinstance(verdict, Unknown)
    assert "larger" in verdict.reason
    assert isinstance(checked(written(tmp_path, text % "n = n % 9 + 1;")), Safe)


def test_a_counterexample_names_its_inputs_in_order(tmp_path: Path) -> None:
    text = """int main(void) { int a = nondet(), b = nondet();
    if (a == 3 && b == 8) reach_error(); return 0; }"""
    verdict = checked(written(tmp_path, text))

    assert isinstance(verdict, Unsafe)
    assert (3, 8) == verdict.inputs


def test_overflow_is_found_and_excluded(tmp_path: Path) -> None:
    unsafe = "int main(void) { int x = nondet(); return x + 1; }"
    safe = "int main(void) { int x = nondet(); if (x < 100) return x + 1; return 0; }"

    found = checked(written(tmp_path, unsafe), what="no-overflow")
    assert isinstance(found, Unsafe)
    assert (2147483647,) == found.inputs
    assert isinstance(checked(written(tmp_path, safe), what="no-overflow"), Safe)
