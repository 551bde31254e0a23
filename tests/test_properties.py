"""Properties that engineers ask about: the verdict, and what happened in words.

The programs say in their heads which property is meant, and how an execution with certain inputs
ends: ``// run: INPUTS -> end``, or ``-> LINE: WORDS`` where it violates the property.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul import BadInput, verify
from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa import read
from maul.cfa.build import build
from maul.cfa.outcome import Ended, Execution
from maul.cfa.read import read_program
from maul.cfa.transform.specification import joined, read_properties, read_property
from maul.events import Event, Stage
from maul.interpret.machine import interpret
from maul.isolate import directly, isolation
from maul.request import Request
from maul.result import Conclusion, Result, together
from maul.system.deep import call_deep
from tests.paths import PROGRAMS

FILES = sorted((PROGRAMS / "properties").glob("*.c"))
UNSAFE = [path for path in FILES if path.stem.endswith("_unsafe")]
NO_BUG = "int main(void) { return 0; }\n"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def head(program: Path, key: str) -> str:
    """What the head comment says under a key."""
    (said,) = [
        line.partition(": ")[2]
        for line in program.read_text(encoding="utf-8").splitlines()
        if line.startswith(f"// {key}: ")
    ]
    return said


def executed(program: Path, model: DataModel, inputs: list[int]) -> Execution:
    """One execution under the property of a program."""
    wanted = read_property(head(program, "property"))
    return call_deep(lambda: interpret(read_program([str(program)], model, wanted), inputs))


def in_words(execution: Execution) -> str:
    """How an execution ended, as the programs write it."""
    if execution.violation is not None:
        line = execution.violation.location.split(":")[-2]
        return f"{line}: {execution.violation.text}"
    return "end" if isinstance(execution.outcome, Ended) else str(execution.outcome)


def written(folder: Path, text: str, name: str = "prog.c") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


# ---- words -------------------------------------------------------------------------------------


@pytest.mark.smoke
@pytest.mark.parametrize("model", [ILP32, LP64], ids=lambda model: model.name)
@pytest.mark.parametrize("program", FILES, ids=lambda path: path.stem)
def test_an_execution_ends_in_the_words_of_the_program(program: Path, model: DataModel) -> None:
    given, _, expected = head(program, "run").partition(" -> ")
    execution = executed(program, model, [int(each) for each in given.split(",")])

    assert expected == in_words(execution)


@pytest.mark.smoke
@pytest.mark.parametrize("program", FILES, ids=lambda path: path.stem)
def test_every_program_has_a_twin(program: Path) -> None:
    expected = head(program, "expect")
    other = {"safe": "unsafe", "unsafe": "safe"}[expected]

    assert program.stem.endswith(f"_{expected}")
    assert program.with_name(program.name.replace(f"_{expected}.", f"_{other}.")).exists()
    assert ("safe" == expected) == (head(program, "run").endswith("-> end"))


HEAP = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int left, right; };
int *escape(int n) { int inner = n; int *p = &inner; return p; }
void nothing(void) {}
int table[4];
int main(void) {
  int *p = malloc(12), n = __VERIFIER_nondet_int();
  struct pair *q = 0;
  STATEMENT
  return 0;
}
"""


@pytest.mark.parametrize(
    ("statement", "wanted", "words"),
    [
        ("return *(n ? p : (int *)0);", "memory", "a pointer is null"),
        ("return q->right;", "memory", "`q` is null"),
        ("return *(int *)48;", "memory", "a pointer is 0x30, where no object is"),
        ("return p[-1];", "memory", "`p + -1` points 4 bytes before"),
        ("return p[3];", "memory", "`p + 3` points to the end of an object of 12 bytes made at"),
        ("return *(long long *)(p + 2) > 0;", "memory", "points to the last 4 bytes, of 8 bytes"),
        ("return table[n + 5];", "memory", "4 bytes behind `table` (16 bytes, made at line 6)"),
        ("return *escape(3);", "memory", "points to `inner`, whose scope ended at line 4"),
        ("return *(char *)nothing;", "memory", "points to the function `nothing`"),
        ("((void (*)(void))table)();", "memory", "a pointer is called that points to no function"),
        ('strcpy((char *)p, "twelve bytes");', "memory", "that `strcpy` follows points to the end"),
        ("return strlen((char *)q) > 0;", "memory", "the pointer that `strlen` follows is null"),
        ("free(table);", "memory", "free of `table`, which points to `table` (16 bytes, made"),
        ("free((void *)16);", "memory", "free of the pointer, which is 0x10, where no object is"),
        ("free(p - 1);", "memory", "free of a pointer beside an object of 12 bytes"),
        ("p = malloc(4); p = 0;", "memory", "2 objects (made at lines 8 and 10) can no longer"),
        ("p = realloc(p, 40); return p[10];", "memory", "made at line 10 (realloc in main)"),
        ("for (n = 0; n < 7; n++) p = malloc(1);", "valid-memcleanup", "8 objects (made at lines"),
        ("return -(n - 2147483647 - 1) > 0;", "no-overflow", "does not fit 32 bits: -(-2147483648"),
        ("return (n - 1) << 3;", "no-overflow", "left shift of -1, which is negative"),
        ("return 8 / table[n];", "no-division-by-zero", "division by zero: `table[n]` is 0"),
        ("return table[table[n] - 1];", "no-index-out-of-bounds", "index -1 of `table[4]`"),
        ('return "abc"[n + 4];', "no-index-out-of-bounds", 'index 4 of `"abc"[4]`'),
    ],
)
def test_what_happened_is_told_in_a_sentence(
    tmp_path: Path, statement: str, wanted: str, words: str
) -> None:
    path = written(tmp_path, HEAP.replace("STATEMENT", statement))
    cfa = call_deep(lambda: read_program([path], LP64, read_property(wanted)))
    execution = call_deep(lambda: interpret(cfa, [0]))

    assert execution.violation is not None, execution.outcome
    assert words in execution.violation.text


def test_the_facts_about_an_object_are_data() -> None:
    (program,) = [path for path in UNSAFE if path.stem == "used_when_freed_unsafe"]
    happened = executed(program, LP64, [5]).violation

    assert happened is not None
    assert ("use after free", "", 4) == (happened.kind, happened.object, happened.size)
    assert (f"{program}:12:12", f"{program}:9:3") == (happened.made, happened.ended)


# ---- verdicts ----------------------------------------------------------------------------------


@needs_gcc
@pytest.mark.parametrize("program", UNSAFE, ids=lambda path: path.stem)
def test_a_violation_is_found_executed_and_told(program: Path) -> None:
    result = verify(program, head(program, "property"), time_limit=30.0)

    assert "FALSE" == result.verdict, result.advice
    assert result.evidence.checked.startswith("replayed; compiled and executed")
    assert result.violation is not None
    line = head(program, "run").partition(" -> ")[2].partition(":")[0]
    assert line == result.violation.location.split(":")[-2]


@pytest.mark.parametrize(
    "program", [path for path in FILES if path not in UNSAFE], ids=lambda path: path.stem
)
def test_the_safe_twin_has_no_violation(program: Path) -> None:
    wanted = head(program, "property")
    result = verify(program, wanted, time_limit=30.0)

    assert "FALSE" != result.verdict
    if wanted.startswith("no-"):
        assert "TRUE" == result.verdict, result.advice


@needs_gcc
@pytest.mark.parametrize("method", ["bmc", "impact", "predicate", "automizer", "concrete"])
@pytest.mark.parametrize("name", ["clock_hand", "bit_of_a_word", "one_too_many", "far_behind_null"])
def test_every_method_can_find_a_violation(name: str, method: str) -> None:
    (program,) = [path for path in UNSAFE if path.stem == f"{name}_unsafe"]
    result = verify(program, head(program, "property"), method=method, time_limit=30.0)

    assert result.verdict in ({"FALSE"} if method != "concrete" else {"FALSE", "UNKNOWN"})


# ---- several in one run --------------------------------------------------------------------------

TWO_BUGS = """extern int __VERIFIER_nondet_int(void);
int table[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5)
    table[n] = 1;
  if (n == 3)
    return 7 / (n - 3);
  return n >> 1;
}
"""


@needs_gcc
def test_each_property_has_its_verdict(tmp_path: Path) -> None:
    wanted = "no-invalid-shift, undefined-behaviour,no-division-by-zero,no-index-out-of-bounds"
    result = verify(written(tmp_path, TWO_BUGS), wanted, time_limit=60.0)

    assert [
        ("no-invalid-shift", "TRUE", ""),
        ("undefined-behaviour", "FALSE", result.properties[1].violated),
        ("no-division-by-zero", "FALSE", "no-division-by-zero"),
        ("no-index-out-of-bounds", "FALSE", "no-index-out-of-bounds"),
    ] == [(each.property, each.verdict, each.violated) for each in result.properties]
    assert ("FALSE", "undefined-behaviour") == (result.verdict, result.property)


def test_all_asks_every_check() -> None:
    names = [each.name for each in read_properties("all")]

    assert ["unreach-call", "no-overflow", "valid-memsafety"] == names[:3]
    assert {
        *("no-division-by-zero", "no-invalid-shift"),
        *("no-null-dereference", "no-index-out-of-bounds"),
    } == set(names[3:])


def test_memory_is_memory_safety() -> None:
    (found,) = read_properties("memory")

    assert ("valid-memsafety", 3) == (found.name, len(found.conditions))


def test_no_property_takes_the_time_of_the_others(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        int main(void) {
          unsigned n = __VERIFIER_nondet_int(), m = n, k = __VERIFIER_nondet_int();
          while (__VERIFIER_nondet_int()) { n = n * n + 7; m = m * m + 7; }
          if (n * k * k + m * k + 3 == 77777u && m != n) reach_error();
          if (k > 9) k = 9;
          return (int)(1u << k) / (int)(k + 1);
        }""",
    )
    result = verify(
        path, "unreach-call,no-invalid-shift,no-division-by-zero", method="bmc", time_limit=15.0
    )

    assert ["UNKNOWN", "TRUE", "TRUE"] == [each.verdict for each in result.properties]
    assert ("UNKNOWN", "unreach-call: time limit") == (result.verdict, result.reason)
    assert result.statistics.wall_seconds < 12


def test_the_program_is_read_once(tmp_path: Path) -> None:
    heard: list[Event] = []
    verify(written(tmp_path, NO_BUG), "all", listener=heard.append)
    stages = [each for each in heard if isinstance(each, Stage)]

    assert 1 == stages.count(Stage("reading"))
    assert 7 == sum(each.name == "property" for each in stages)


def test_properties_share_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    def count(*arguments: object, **options: object) -> object:
        built.append("built")
        return build(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(read, "build", count)
    reader = read.ProgramReader([written(tmp_path, NO_BUG)], LP64)
    names = ("no-overflow", "undefined-behaviour", "memory", "unreach-call")
    models = call_deep(lambda: [reader.read(read_property(name)) for name in names])

    assert 4 == len(models)
    # Calls of the error function are no calls for unreach-call; objects of scopes end for memory.
    assert 3 == len(built)


def test_several_properties_are_searched_in_processes_of_their_own() -> None:
    alone = Request(("a.c",), "no-overflow", method="bmc")
    several = Request(("a.c",), "no-overflow,memory", method="bmc")

    assert directly is isolation(alone)
    assert directly is not isolation(several)


def test_one_property_is_answered_as_ever(tmp_path: Path) -> None:
    result = verify(written(tmp_path, NO_BUG), "no-overflow,no-overflow")

    assert () == result.properties
    assert ("TRUE", "no-overflow") == (result.verdict, result.property)


def results(*verdicts: str) -> Result:
    """The results of several properties together."""
    return together(
        [
            Result(Conclusion(verdict), f"p{number}", reason="why" if verdict == "UNKNOWN" else "")
            for number, verdict in enumerate(verdicts)
        ]
    )


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        (("TRUE", "TRUE"), ("TRUE", "p0", "")),
        (("TRUE", "UNKNOWN", "UNKNOWN"), ("UNKNOWN", "p1", "p1: why")),
        (("UNKNOWN", "TRUE", "FALSE", "FALSE"), ("FALSE", "p2", "")),
    ],
)
def test_the_worst_verdict_is_that_of_all(
    verdicts: tuple[str, ...], worst: tuple[str, str, str]
) -> None:
    found = results(*verdicts)

    assert worst == (found.verdict, found.property, found.reason)
    assert list(verdicts) == [each.verdict for each in found.properties]


def test_strict_is_strict_with_each_property(tmp_path: Path) -> None:
    path = written(tmp_path, "int main(int n, char **v) { return 3 / (n - 5); }")
    found = verify(path, "no-division-by-zero,no-invalid-shift", strict=True)

    assert ["UNKNOWN", "UNKNOWN"] == [each.verdict for each in found.properties]
    assert "no-division-by-zero: strict: 1 assumption" == found.reason


# ---- lists -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (",,", "not a list of properties: ',,'"),
        ("memory,", "not a list of properties: 'memory,'"),
        (",no-overflow", "not a list of properties"),
        (" , ", "not a list of properties"),
        ("memory,no-such", "unknown property 'no-such'"),
        ("memory,termination", "property 'termination' is not supported"),
        ("no-overflow,absent.prp", "absent.prp: No such file"),
        ("Memory", "unknown property 'Memory'"),
        ("memory;all", "unknown property 'memory;all'"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_properties(text)
    message = str(refused.value)

    assert said in message
    assert "\n" not in message


def test_names_may_come_twice_and_with_blanks() -> None:
    found = read_properties(" memory , valid-memsafety,no-overflow, memory")

    assert ["valid-memsafety", "no-overflow"] == [each.name for each in found]


def test_a_file_may_stand_in_a_list(tmp_path: Path) -> None:
    path = written(tmp_path, "CHECK( init(main()), LTL(G ! overflow) )\n", "own.prp")
    first, second = read_properties(f"no-invalid-shift,{path}")

    assert (False, True) == (first.is_file, second.is_file)
    assert ("no-invalid-shift", "own") == (first.name, second.name)


def test_a_file_whose_name_has_a_comma_is_one_property(tmp_path: Path) -> None:
    path = written(tmp_path, "CHECK( init(main()), LTL(G ! overflow) )\n", "one,two.prp")

    assert ["one,two"] == [each.name for each in read_properties(path)]


def test_two_properties_of_one_name_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "CHECK( init(main()), LTL(G ! overflow) )\n", "no-overflow.prp")

    with pytest.raises(BadInput, match="have the same name"):
        read_properties(f"no-overflow,{path}")


def test_properties_of_different_entries_are_no_one_execution(tmp_path: Path) -> None:
    path = written(tmp_path, "CHECK( init(start()), LTL(G ! overflow) )\n", "other.prp")
    both = read_properties(f"no-overflow,{path}")

    with pytest.raises(BadInput, match=r"start at main\(\) and start\(\)"):
        joined(both)


def test_a_property_that_starts_elsewhere_is_refused_in_a_list_as_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "CHECK( init(start()), LTL(G ! overflow) )\n", "other.prp")
    program = written(tmp_path, NO_BUG)

    for text in (path, f"no-overflow,{path}"):
        with pytest.raises(BadInput, match=r"no function start"):
            verify(program, text)


def test_where_one_property_is_wanted_a_list_is_refused() -> None:
    for text in ("all", "memory,no-overflow"):
        with pytest.raises(BadInput, match="one property is wanted here"):
            read_property(text)
