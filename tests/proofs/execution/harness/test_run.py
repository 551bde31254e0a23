"""What compiled counterexamples do; without a C compiler there is nothing to be seen."""

from __future__ import annotations

import math
import random
import shlex
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.addresses import PAGE, UNKNOWN
from maul.cfa.read import read_program
from maul.cfa.transform.may_fail import may_fail
from maul.cfa.transform.specification import read_property
from maul.errors import Unsupported
from maul.proofs.execution.harness.foreseen import foresee
from maul.proofs.execution.harness.heap import REACHED
from maul.proofs.execution.harness.run import Compiled, execute, harness_text
from maul.proofs.execution.harness.sanitizers import STATUS
from maul.proofs.execution.replay import Followed, confirms, follow
from maul.proofs.subject import Task
from maul.proofs.verdict import Unsafe
from maul.run import Run

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def followed(path: Path, claim: Unsafe, model: DataModel = LP64) -> tuple[Task, Followed]:
    """A program and its execution, which violates what the claim says."""
    wanted = read_property("unreach-call")
    cfa = read_program([str(path)], model, wanted)
    found = follow(cfa, claim)
    assert confirms(found.execution, claim), found.execution.outcome
    return Task([str(path)], wanted, model), found


def compiled(
    folder: Path, text: str, claim: Unsafe | None = None, model: DataModel = LP64
) -> Compiled:
    """What the harness says about a program that the claim is true of."""
    path = folder / "program.c"
    path.write_text(text)
    task, found = followed(path, claim or unsafe(), model)
    return execute(task, found, Run(60))


def unsafe(*inputs: float, choices: tuple[bytes | int, ...] = ()) -> Unsafe:
    return Unsafe("unreach-call", inputs, choices)


# ---- values --------------------------------------------------------------------------------------

INTEGERS = {
    "char": 8,
    "uchar": 8,
    "short": 16,
    "ushort": 16,
    "int": 32,
    "uint": 32,
    "longlong": 64,
    "ulonglong": 64,
}
TYPES = {
    "char": "signed char",
    "uchar": "unsigned char",
    "ushort": "unsigned short",
    "uint": "unsigned",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
}
REALS = (0.0, -0.0, 1.5, -1e300, 1e-310, math.inf, -math.inf, math.nan, 0.1, 3.0e38)


@needs_gcc
@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda m: m.name)
def test_every_value_arrives_bit_by_bit(tmp_path: Path, model: DataModel) -> None:
    source = random.Random(4)
    lines = ["extern void reach_error(void);", "int main(void) {"]
    head: list[str] = ["#include <string.h>"]
    inputs: list[int | float] = []
    for name, bits in INTEGERS.items():
        head.append(f"extern {TYPES.get(name, name)} __VERIFIER_nondet_{name}(void);")
        for value in (0, 1, (1 << bits) - 1, 1 << bits - 1, source.getrandbits(bits)):
            inputs.append(value)
            cast = f"(unsigned {'char' if bits == 8 else 'short' if bits == 16 else 'long long'})"
            given = f"__VERIFIER_nondet_{name}()"
            given = f"(unsigned){given}" if bits == 32 else given
            lines.append(f"  if ({cast}{given} != {value}ULL) return 1;")
    for name, word, code in (("double", "unsigned long long", "<d"), ("float", "unsigned", "<f")):
        head.append(f"extern {name} __VERIFIER_nondet_{name}(void);")
        for real in REALS:
            narrow = abs(real) > 3.5e38 and math.isfinite(real) and name == "float"
            inputs.append(1.0 if narrow else real)
            (expected,) = struct.unpack(
                "<Q" if name == "double" else "<I", struct.pack(code, inputs[-1])
            )
            lines.append(f"  {{ {name} x = __VERIFIER_nondet_{name}(); {word} bits;")
            lines.append(f"    memcpy(&bits, &x, sizeof x); if (bits != {expected}U) return 2; }}")
    text = "\n".join([*head, *lines, "  reach_error();", "}"])

    assert "executed" == compiled(tmp_path, text, unsafe(*inputs), model).outcome


# ---- what the program lacks ----------------------------------------------------------------------

NEEDS = {
    "a function of its own, some results unwanted": (
        """
        extern void reach_error(void); extern int sensor(int); extern void log_it(const char *);
        int main(void) { sensor(1); int x = sensor(2); log_it("x"); sensor(3);
          if (x == 7 && sensor(4) == -9) reach_error(); return 0; }""",
        unsafe(7, -9),
    ),
    "a variable": (
        """
        extern void reach_error(void); extern int limit; extern short table[3];
        int main(void) { if (limit == 77 && table[1] == 5) reach_error(); return 0; }""",
        unsafe(choices=(77, b"\0\0\5\0\0\0")),
    ),
    "a pointer": (
        """
        extern void reach_error(void); extern char *name(void); extern _Bool ready(void);
        int main(void) { if (!name() && ready()) reach_error(); return 0; }""",
        unsafe(0, 1),
    ),
    "the contents of objects": (
        """
        #include <stdlib.h>
        extern void reach_error(void);
        int main(void) { int *a = malloc(8), *b = malloc(4);
          if (a[1] == 300 && a[0] == 0 && *b == 9) reach_error(); return 0; }""",
        Unsafe("unreach-call", (), (), (b"\0\0\0\0\x2c\1\0\0", b"\x09")),
    ),
    "assumptions": (
        """
        extern void reach_error(void); extern void __VERIFIER_assume(int);
        extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3);
          if (x < 5) reach_error(); return 0; }""",
        unsafe(4),
    ),
    "nothing: it defines its error function": (
        """
        int reached; void reach_error(void) { reached = 1; }
        int main(void) { reach_error(); return 0; }""",
        unsafe(),
    ),
    "nothing: what it lacks main does not reach": (
        """
        extern void reach_error(void); extern int missing(void), absent;
        int unused(void) { return missing() + absent; }
        int main(void) { reach_error(); return 0; }""",
        unsafe(),
    ),
    "an assertion": ("#include <assert.h>\nint main(void) { assert(1 > 2); return 0; }", unsafe()),
    "arguments": (
        """
        extern void reach_error(void);
        int main(int argc, char **argv) { if (argc == 4) reach_error(); return 0; }""",
        unsafe(choices=(4,)),
    ),
    "uninitialised variables to be zero": (
        """
        extern void reach_error(void); static int f(void) { int x[9]; return x[3] + 1; }
        static int g(int n) { int y[9]; for (int i = 0; i < 9; i++) y[i] = n; return y[3]; }
        int main(void) { if (g(5) == 5 && f() == 1) reach_error(); return 0; }""",
        unsafe(),
    ),
}


@needs_gcc
@pytest.mark.parametrize("needs", list(NEEDS))
def test_the_harness_gives_what_the_program_lacks(tmp_path: Path, needs: str) -> None:
    text, claim = NEEDS[needs]
    outcome = compiled(tmp_path, text, claim)

    assert ("executed", "") == (outcome.outcome, outcome.reason)


@needs_gcc
def test_a_function_that_is_not_modelled_is_not_called(tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    text = f"""
        extern void reach_error(void); extern int system(const char *);
        int main(void) {{ if (system("touch {witness}") == 5) reach_error(); return 0; }}"""

    with pytest.raises(Unsupported, match="call of system"):
        compiled(tmp_path, text, unsafe(5))
    assert not witness.exists()


LIBRARY = {
    "what it returns": ("int main(void) { if (rand() >= 0) reach_error(); return 0; }", 5, ""),
    "what was chosen": (
        "int main(void) { if (rand() % 1000 == 777) reach_error(); return 0; }",
        5777,
        "with rand() = 5777 supplied",
    ),
    "what it stores as well": (
        "int main(void) { time_t t; if (time(&t) == 777 && t == 777) reach_error(); return 0; }",
        777,
        "with time() = 777 supplied",
    ),
}


@needs_gcc
@pytest.mark.parametrize("what", list(LIBRARY))
def test_a_function_of_the_c_library_is_called_and_only_then_replaced(
    tmp_path: Path, what: str
) -> None:
    text, chosen, expected = LIBRARY[what]
    head = "#include <stdlib.h>\n#include <time.h>\nextern void reach_error(void);\n"
    outcome = compiled(tmp_path, head + text, unsafe(chosen))

    assert ("executed", expected) == (outcome.outcome, outcome.reason)


COMPUTED = {
    "from its arguments": (
        "#include <strings.h>\n",
        'if (strcasecmp("a", "A") == 7) reach_error();',
        unsafe(7),
    ),
    "and told why": (
        "#include <errno.h>\n#include <unistd.h>\n",
        "errno = 0; if (close(-1) == -1 && errno == 7) reach_error();",
        unsafe(-1, choices=(7,)),
    ),
}


@needs_gcc
@pytest.mark.parametrize("what", list(COMPUTED))
def test_what_the_c_library_computes_is_not_supplied(tmp_path: Path, what: str) -> None:
    headers, text, claim = COMPUTED[what]
    whole = f"{headers}extern void reach_error(void); int main(void) {{ {text} return 0; }}"

    assert "executed" != compiled(tmp_path, whole, claim).outcome


@needs_gcc
def test_a_function_of_a_known_name_and_another_type_is_the_programs(tmp_path: Path) -> None:
    text = """extern void reach_error(void); extern int read(void);
        int main(void) { if (read() == 77) reach_error(); return 0; }"""

    assert ("executed", "") == (
        (outcome := compiled(tmp_path, text, unsafe(77))).outcome,
        outcome.reason,
    )


@needs_gcc
def test_a_result_that_the_c_library_never_gives_is_no_excuse_and_no_proof(tmp_path: Path) -> None:
    text = """#include <stdlib.h>
        int main(void) { if (rand() == 5) reach_error(); return 3; }"""
    other = "int main(void) { return 3; }"

    assert "doubtful" == weighed(tmp_path, text, unsafe(5), other).outcome


# ---- other endings -------------------------------------------------------------------------------

REACHING = """
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 3; }
"""


@needs_gcc
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("== 5", "!= 5", "ends with status 3"),
        ("== 5", "== 6", "ends with status 3"),
        (
            "{ if (",
            "{ if (__VERIFIER_nondet_int() && ",
            "__VERIFIER_nondet_int is called once more",
        ),
    ],
)
def test_another_way_that_nothing_explains_refutes(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    task, found = followed(path, unsafe(5))
    path.write_text(REACHING.replace(old, new))
    outcome = execute(task, found, Run(60))

    assert "refuted" == outcome.outcome
    assert outcome.reason.endswith(expected)


@needs_gcc
def test_the_number_of_an_address_that_says_nothing_of_its_place_explains_nothing(
    tmp_path: Path,
) -> None:
    text = REACHING.replace("{ if (", "{ int v; if ((unsigned long)&v != 0 && ")
    path = tmp_path / "program.c"
    path.write_text(text)
    task, found = followed(path, unsafe(5))
    path.write_text(text.replace("== 5", "== 6"))

    assert "refuted" == execute(task, found, Run(60)).outcome


HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"


def weighed(folder: Path, text: str, claim: Unsafe, compiled_text: str | None = None) -> Compiled:
    """What is made of a claim as the pipeline does it; the text that is compiled may be another."""
    path = folder / "program.c"
    path.write_text(HEAD + text)
    task, found = followed(path, claim)
    foreseen = foresee(found)
    if confirms(foreseen.execution, claim):
        found = follow(found.cfa, foreseen.claim)
    path.write_text(HEAD + (compiled_text or text))
    return execute(task, found, Run(60), foreseen.execution)


EXPLAINED = {
    "an array of variable length": (
        "int main(void) { int n = 3; int v[n]; if (v[1] == 41) reach_error(); return 7; }",
        Unsafe("unreach-call", (), (), (b"\0\0\0\0\x29",)),
    ),
    "an uninitialised variable": (
        "int main(void) { int x; if (x == 41) reach_error(); return 7; }",
        unsafe(choices=(41,)),
    ),
    "a missing result": (
        "static int f(void) { }\nint main(void) { if (f() == 41) reach_error(); return 7; }",
        unsafe(choices=(41,)),
    ),
    "an assumption about a variable": (
        (
            "extern void __VERIFIER_assume(int);\n"
            "int main(void) { int x; __VERIFIER_assume(x == 5); reach_error(); }"
        ),
        unsafe(choices=(5,)),
    ),
}


@needs_gcc
@pytest.mark.parametrize("what", list(EXPLAINED))
def test_another_ending_that_was_foreseen_is_explained(tmp_path: Path, what: str) -> None:
    text, claim = EXPLAINED[what]

    assert "explained" == weighed(tmp_path, text, claim).outcome


@needs_gcc
@pytest.mark.parametrize("what", list(EXPLAINED))
def test_what_c_leaves_open_explains_no_ending_that_was_not_foreseen(
    tmp_path: Path, what: str
) -> None:
    text, claim = EXPLAINED[what]
    other = "int main(void) { return 3; }"
    outcome = weighed(tmp_path, text, claim, other).outcome

    assert ("doubtful" if "result" in what or "array" in what else "refuted") == outcome


IRRELEVANT = {
    "an uninitialised variable": "int main(void) { int x; if (x < 100) reach_error(); return 0; }",
}


@needs_gcc
@pytest.mark.parametrize("what", list(IRRELEVANT))
def test_what_c_leaves_open_is_settled_before_it_is_executed(tmp_path: Path, what: str) -> None:
    text = IRRELEVANT[what]
    claim = unsafe(choices=(41,))
    outcome = weighed(tmp_path, text, claim)

    assert ("executed", "") == (outcome.outcome, outcome.reason)


@needs_gcc
@pytest.mark.parametrize("what", list(IRRELEVANT))
def test_what_does_not_matter_on_the_path_is_no_excuse(tmp_path: Path, what: str) -> None:
    text = IRRELEVANT[what]
    claim = unsafe(choices=(41,))
    other = text.replace("reach_error()", "return 0")

    assert "refuted" == weighed(tmp_path, text, claim, other).outcome


@needs_gcc
def test_where_objects_lie_is_a_doubt_that_nobody_weighs(tmp_path: Path) -> None:
    text = """int x;
        int main(void) { if ((unsigned long)&x >> 44 == 1) reach_error(); return 0; }"""
    outcome = weighed(tmp_path, text, unsafe())

    assert ("doubtful", True) == (outcome.outcome, "where objects lie" in outcome.reason)


@needs_gcc
def test_the_size_that_a_compiler_knows_is_what_it_says(tmp_path: Path) -> None:
    text = """int main(void) {
        char b[10]; if (__builtin_object_size(b, 0) == SIZE) reach_error(); return 0; }"""
    for size, expected in ((10, "executed"), (11, "doubtful")):
        claim = unsafe(choices=(b"", size))
        outcome = weighed(tmp_path, text.replace("SIZE", str(size)), claim)

        assert expected == outcome.outcome


@needs_gcc
def test_allocations_fail_where_that_was_chosen(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "#include <stdlib.h>\n" + HEAD + "int main(void) { char *p = malloc(3), *q = calloc(1, 1),"
        " *r = malloc(9); if (p && !q && r && r[8] == 4) reach_error(); return 0; }"
    )
    wanted = read_property("unreach-call")
    cfa = may_fail(read_program([str(path)], LP64, wanted))
    claim = Unsafe("unreach-call", (), (0, 1, 0), (b"", b"\0\0\0\0\0\0\0\0\4"))
    found = follow(cfa, claim)

    assert confirms(found.execution, claim)
    assert "executed" == execute(Task([str(path)], wanted, LP64), found, Run(60)).outcome


def test_what_cannot_be_tried_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    task, found = followed(path, unsafe(5))

    assert "no time is left" == execute(task, found, Run(0.1)).reason
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no C compiler" == execute(task, found, Run(60)).reason
    assert "impossible" == execute(task, found, Run(60)).outcome


@needs_gcc
@pytest.mark.parametrize(
    ("wish", "outcome", "reason"),
    [
        ("caged", "impossible", "no sandbox here: the kernel offers no Landlock"),
        ("never", "impossible", "not wanted"),
        ("uncaged", "executed", ""),
    ],
)
def test_without_a_cage_only_the_user_can_have_it_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str, outcome: str, reason: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    given, found = followed(path, unsafe(5))
    monkeypatch.setattr("maul.system.cage.enter.landlock_version", lambda: 0)
    task = Task(given.files, given.property, given.model, execute=wish)
    compiled = execute(task, found, Run(60))

    assert (outcome, reason) == (compiled.outcome, compiled.reason)


@needs_gcc
def test_what_the_compiler_refuses_is_not_executed(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    task, found = followed(path, unsafe(5))
    path.write_text("int main(void) { return nothing; }")
    outcome = execute(task, found, Run(60))

    assert "unfinished" == outcome.outcome
    assert "undeclared" in outcome.reason


@needs_gcc
def test_a_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    task, found = followed(path, unsafe(5))
    path.write_text("int main(void) { for (;;) ; }")
    outcome = execute(task, found, Run(4))

    assert ("doubtful", True) == (outcome.outcome, "in time" in outcome.reason)


def test_a_label_that_is_passed_cannot_be_observed(tmp_path: Path) -> None:
    path, property_file = tmp_path / "program.c", tmp_path / "label.prp"
    path.write_text("int main(void) { ERROR: return 0; }")
    property_file.write_text("CHECK( init(main()), LTL(G ! label(ERROR)) )")
    wanted = read_property(str(property_file))
    found = follow(read_program([str(path)], LP64, wanted), unsafe())
    outcome = execute(Task([str(path)], wanted, LP64), found, Run(60))

    assert ("impossible", True) == (outcome.outcome, "label" in outcome.reason)


@needs_gcc
def test_the_file_that_is_kept_says_how_to_use_it(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(REACHING)
    task, found = followed(path, unsafe(5))
    kept = harness_text(task, found)
    (tmp_path / "harness.c").write_text(kept)
    build, start = [line[2:].strip() for line in kept.splitlines()[2:4]]
    subprocess.run(shlex.split(build), cwd=tmp_path, check=True)
    done = subprocess.run(shlex.split(start), cwd=tmp_path, check=False, capture_output=True)

    assert REACHED == done.returncode


@needs_gcc
def test_the_file_that_is_kept_shows_an_overflow(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { int x = 2147483647; x++; return x; }")
    wanted = read_property("no-overflow")
    found = follow(read_program([str(path)], LP64, wanted), Unsafe("no-overflow", (), ()))
    kept = harness_text(Task([str(path)], wanted, LP64), found)
    (tmp_path / "harness.c").write_text(kept)
    build, start = [line[2:].strip() for line in kept.splitlines()[2:4]]
    subprocess.run(shlex.split(build), cwd=tmp_path, check=True)
    done = subprocess.run(shlex.split(start), cwd=tmp_path, check=False, capture_output=True)

    assert f"ends with status {STATUS} where the error" in kept
    assert STATUS == done.returncode


@needs_gcc
@pytest.mark.parametrize(
    ("sum_of", "outcome"), [("65536 * 32768", "impossible"), ("x * 32768", "executed")]
)
def test_no_execution_shows_that_a_constant_overflows(
    tmp_path: Path, sum_of: str, outcome: str
) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"int main(void) {{ int x = 65536; x = {sum_of}; return x; }}")
    wanted = read_property("no-overflow")
    found = follow(read_program([str(path)], LP64, wanted), Unsafe("no-overflow", (), ()))

    assert outcome == execute(Task([str(path)], wanted, LP64), found, Run(None)).outcome


@needs_gcc
@pytest.mark.parametrize("model", [LP64, ILP32], ids=lambda m: m.name)
def test_objects_that_pointers_from_outside_lead_to_are_there(
    tmp_path: Path, model: DataModel
) -> None:
    first, second = (UNKNOWN[model.pointer_size][0] + page * PAGE + 64 for page in (0, 3))
    size = model.pointer_size
    cell = (5).to_bytes(size, "little") + second.to_bytes(size, "little")
    held = ((first, cell), (second, (7).to_bytes(size, "little")))
    text = """extern void reach_error(void); extern void *__VERIFIER_nondet_pointer(void);
    struct cell { long number; struct cell *next; };
    int main(void) { struct cell *p = __VERIFIER_nondet_pointer();
      if (p->number == 5 && p->next->number == 7 && !p->next->next) reach_error(); return 0; }"""
    claim = Unsafe("unreach-call", (first,), (), (), held)

    assert "executed" == compiled(tmp_path, text, claim, model).outcome
