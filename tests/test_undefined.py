"""Functions without body: what they may change is changed for every proof.

The programs in programs/undefined come in twins. In a safe one the property does not depend on what
such a function can reach; in an unsafe one it does, and with ``--undefined pure`` it would hold.
``// undecided:`` says why no execution shows that.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.library.functions import ANY, DISTURB, PURE
from maul.cfa.model import Call
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.choices import Arith
from maul.errors import Unsupported
from maul.isolate import isolation
from maul.pipeline import verify
from maul.report.result import lines
from maul.request import Request
from maul.result import Result
from maul.run import Run
from maul.system.deep import call_deep
from tests.paths import PROGRAMS

FILES = sorted((PROGRAMS / "undefined").glob("*.c"))
VERDICTS = {"safe": "TRUE", "unsafe": "FALSE"}
ALONE = ("bmc", "predicate", "impact", "value")
"""Methods that see a program each in another way: as a whole, by predicates, by interpolants of
paths, by explicit values."""


def verified(request: Request) -> Result:
    return call_deep(lambda: verify(request, Run(20.0), isolation(request)))


def expected(program: Path) -> str:
    return VERDICTS[program.stem.rpartition("_")[2]]


def is_decided(program: Path) -> bool:
    return "// undecided:" not in program.read_text()


def test_every_safe_program_has_an_unsafe_twin() -> None:
    stems = {program.stem for program in FILES}

    assert stems
    assert stems == {
        f"{stem.rpartition('_')[0]}_{kind}" for stem in stems for kind in ("safe", "unsafe")
    }


@pytest.mark.parametrize("program", [p for p in FILES if is_decided(p)], ids=lambda p: p.stem)
def test_what_undefined_functions_reach_may_change(program: Path) -> None:
    result = verified(Request((str(program),)))

    assert expected(program) == result.verdict
    if result.verdict == "FALSE" and shutil.which("gcc"):
        assert "compiled and executed" in next(iter(lines(result)))


@pytest.mark.parametrize("method", ALONE)
@pytest.mark.parametrize("program", FILES, ids=lambda p: p.stem)
def test_no_method_says_the_contrary(program: Path, method: str) -> None:
    result = verified(Request((str(program),), method=method))

    assert result.verdict in (expected(program), "UNKNOWN")
    assert "evidence refuted" not in result.reason


@pytest.mark.parametrize("arith", ["int", "bv"])
def test_bounds_of_globals_are_not_believed(arith: str) -> None:
    (loop,) = [program for program in FILES if program.stem == "loop_unsafe"]
    result = verified(Request((str(loop),), method="predicate", arith=Arith(arith)))

    assert result.verdict != "TRUE"


@pytest.mark.parametrize("program", [p for p in FILES if "_unsafe" in p.stem], ids=lambda p: p.stem)
def test_pure_functions_change_nothing_and_are_counted(program: Path) -> None:
    result = verified(Request((str(program),), undefined=PURE))
    if program.stem in ("around_a_member_unsafe", "extern_variable_unsafe"):
        return
    count = sum(each.is_pure for each in result.assumptions)

    assert result.verdict == "TRUE"
    if count:
        what = "1 undefined function changes" if count == 1 else f"{count} undefined functions"
        assert f"; assuming {what}" in lines(result)[0]


def test_property_files_mean_pure_functions(tmp_path: Path) -> None:
    path = tmp_path / "unreach-call.prp"
    path.write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    (program,) = [each for each in FILES if each.stem == "argument_unsafe"]

    assert PURE == read_property(str(path)).undefined
    assert ANY == read_property("unreach-call").undefined
    assert verified(Request((str(program),), str(path))).verdict == "TRUE"
    assert verified(Request((str(program),), str(path), undefined=ANY)).verdict == "FALSE"


def test_a_counterexample_says_who_changed_what() -> None:
    (program,) = [each for each in FILES if each.stem == "argument_unsafe"]
    result = verified(Request((str(program),)))

    assert result.counterexample is not None
    assert any("value = 7 (changed by read_sensor)" in line for line in result.counterexample.lines)


def test_a_function_that_may_call_back_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "callback.c"
    path.write_text(
        "extern void each(void (*)(int)); static void f(int x) {}\n"
        "int main(void) {\n  each(f);\n  return 0;\n}\n"
    )
    with pytest.raises(Unsupported, match="each, which has no body, may call") as refusal:
        call_deep(lambda: read_program([str(path)], LP64, read_property("unreach-call"), (), ANY))

    assert refusal.value.span.line == 3


def test_no_program_can_define_what_stands_for_changes(tmp_path: Path) -> None:
    path = tmp_path / "plain.c"
    path.write_text("extern void f(void); int main(void) { f(); return 0; }\n")
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("unreach-call"), (), ANY))
    called = [
        edge.operation.function
        for at in cfa.functions["main"].locations
        for edge in at.leaving
        if isinstance(edge.operation, Call)
    ]

    assert ["f", DISTURB] == called
    assert not DISTURB.isidentifier()


GUESS = """extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  char b[4] = {1};
  unsigned long u = %s;
  char *p = (char *)u;
  if (u == (unsigned long)b)
    *p = 3;
  if (b[0] == %d)
    reach_error();
  return 0;
}
"""


def test_a_number_made_a_pointer_may_hit_an_object(tmp_path: Path) -> None:
    path = tmp_path / "guess.c"
    path.write_text(GUESS % ("__VERIFIER_nondet_ulong()", 3))
    result = verified(Request((str(path),), method="predicate"))

    assert result.verdict == "UNKNOWN"
    assert any(":8:" in note and "made a pointer" in note for note in result.advice)


def test_a_number_that_is_an_address_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "address.c"
    path.write_text(GUESS % ("(unsigned long)b", 1))

    assert verified(Request((str(path),), method="bmc")).verdict in ("TRUE", "UNKNOWN")
    path.write_text(GUESS.replace("if (u == (unsigned long)b)", "") % ("(unsigned long)b", 1))
    assert verified(Request((str(path),), method="bmc")).verdict == "TRUE"
