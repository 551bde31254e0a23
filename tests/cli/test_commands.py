"""The command line from outside: exit codes, one clear line, never a traceback."""

import contextlib
import json
import os
import pty
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from maul.proofs.execution import harness
from maul.proofs.execution.harness import Compiled
from maul.system.limits import family
from tests.paths import ROOT
from tests.system.forked import forked as maul

SAFE = "int main(void) { return 0; }\n"


def one_clear_line(done: subprocess.CompletedProcess[bytes]) -> str:
    text = done.stderr.decode()
    assert 2 == done.returncode, text
    assert 1 == text.count("\n"), text
    assert b"" == done.stdout
    return text


def written(folder: Path, text: str | bytes, name: str = "prog.c") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


@pytest.mark.smoke
@pytest.mark.parametrize("command", ["cfa", "run"])
def test_a_program_without_main_is_refused(tmp_path: Path, command: str) -> None:
    line = one_clear_line(maul(command, written(tmp_path, "int f(void) { return 1; }\n")))

    assert "no function main" in line


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert "no function main" in one_clear_line(maul("cfa", written(tmp_path, "")))


@pytest.mark.smoke
def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "absent.c" in one_clear_line(maul("cfa", str(tmp_path / "absent.c")))


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert str(tmp_path) in one_clear_line(maul("cfa", str(tmp_path)))


@pytest.mark.parametrize("garbage", [bytes(range(256)) * 8, b"\x7fELF\x02\x01\x01" + bytes(999)])
def test_binary_garbage_is_refused(tmp_path: Path, garbage: bytes) -> None:
    assert "prog.c" in one_clear_line(maul("cfa", written(tmp_path, garbage)))


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, SAFE)
    Path(path).chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")

    assert "prog.c" in one_clear_line(maul("cfa", path))


@pytest.mark.smoke
def test_a_syntax_error_on_line_1_is_located(tmp_path: Path) -> None:
    line = one_clear_line(maul("cfa", written(tmp_path, "int main(void) { return }\n")))

    assert "prog.c:1:25: " in line


def test_a_semantic_error_is_located(tmp_path: Path) -> None:
    line = one_clear_line(maul("cfa", written(tmp_path, "int main(void) {\n  return x;\n}\n")))

    assert "prog.c:2:10: " in line


@pytest.mark.smoke
def test_an_unknown_property_is_named(tmp_path: Path) -> None:
    line = one_clear_line(maul("cfa", written(tmp_path, SAFE), "--property", "no-such-thing"))

    assert "no-such-thing" in line


@pytest.mark.parametrize("text", ["", "nonsense\n", "CHECK( init(main()), LTL(G ! call(f()) )\n"])
def test_a_broken_property_file_is_named(tmp_path: Path, text: str) -> None:
    prp = written(tmp_path, text, "broken.prp")
    line = one_clear_line(maul("cfa", written(tmp_path, SAFE), "--property", prp))

    assert "broken.prp" in line


def test_a_missing_property_file_is_named(tmp_path: Path) -> None:
    prp = str(tmp_path / "absent.prp")

    assert "absent.prp" in one_clear_line(maul("cfa", written(tmp_path, SAFE), "--property", prp))


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return " + "(" * 5000 + "1" + ")" * 5000 + "; }\n",
        "int main(void) { int a = 1; return a" + "+a" * 20000 + "; }\n",
        "int main(void) { int a = 1; return " + "a+(" * 5000 + "a" + ")" * 5000 + "; }\n",
        "int main(void) { int a = 1; if (a == 0) a = 2; "
        + "".join(f"else if (a == {i}) a = {i};" for i in range(2, 5000))
        + " return a; }\n",
        "int main(void) { " + "".join(f"l{i}: " for i in range(5000)) + " return 0; }\n",
        "int main(void) { int a = 1; return a" + " ? a" * 2000 + " : 3" * 2000 + "; }\n",
    ],
    ids=["parentheses", "sum", "right-leaning sum", "else-if", "labels", "conditionals"],
)
@pytest.mark.parametrize("command", ["cfa", "run"])
def test_deep_nesting_works(tmp_path: Path, text: str, command: str) -> None:
    done = maul(command, written(tmp_path, text))

    assert (0, b"") == (done.returncode, done.stderr)


@pytest.mark.parametrize("lines", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_function_of_many_lines_works(tmp_path: Path, lines: int) -> None:
    body = "".join(f"  x = x + {i % 7};\n" for i in range(lines))
    done = maul(
        "cfa", written(tmp_path, f"int main(void) {{\n  int x = 0;\n{body}  return x;\n}}\n")
    )

    assert (0, b"") == (done.returncode, done.stderr)


def test_a_file_name_may_have_spaces_and_letters_of_all_kinds(tmp_path: Path) -> None:
    path = written(tmp_path, SAFE, "ein Prögramm 程序.c")

    assert 0 == maul("cfa", path).returncode
    assert 0 == maul("run", path).returncode


def test_a_read_only_working_directory_is_enough(tmp_path: Path) -> None:
    path = written(tmp_path, SAFE)
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        done = maul("cfa", path, cwd=tmp_path)
    finally:
        tmp_path.chmod(stat.S_IRWXU)

    assert (0, b"") == (done.returncode, done.stderr)


def test_an_unmodelled_construct_is_located_and_has_no_answer(tmp_path: Path) -> None:
    text = "int main(void) {\n  void *p = &&l;\n  goto *p;\nl:\n  return 0;\n}\n"
    done = maul("cfa", written(tmp_path, text))

    assert 3 == done.returncode
    assert b"prog.c:2:" in done.stderr
    assert b"unsupported" in done.stderr
    assert 1 == done.stderr.count(b"\n")


def test_what_the_property_names_and_the_program_lacks_is_said(tmp_path: Path) -> None:
    prp = written(tmp_path, "CHECK( init(main()), LTL(G ! call(no_such())) )\n", "p.prp")
    done = maul("cfa", written(tmp_path, SAFE), "--property", prp)

    assert 0 == done.returncode
    assert b"no_such" in done.stderr


@pytest.mark.smoke
def test_run_prints_what_the_program_prints_and_how_it_ended(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { printf("%d\\n", 6 * 7); return 3; }\n'
    done = maul("run", written(tmp_path, text))

    assert 0 == done.returncode
    assert b"42\nRUN: normal end, exit status 3\n" == done.stdout


def test_run_says_that_an_error_was_reached(tmp_path: Path) -> None:
    text = (
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        "int main(void) {\n  if (__VERIFIER_nondet_int() == 7)\n"
        "    reach_error();\n  return 0;\n}\n"
    )
    path = written(tmp_path, text)

    assert 0 == maul("run", path, "--inputs", "6").returncode
    done = maul("run", path, "--inputs", "7")
    assert 1 == done.returncode
    assert done.stdout.startswith(b"RUN: error reached (unreach-call)")
    assert b"prog.c:5:" in done.stdout
    done = maul("run", path)
    assert 3 == done.returncode
    assert done.stdout.startswith(b"RUN: input exhausted")


def test_run_says_which_undefined_behaviour_was_met(tmp_path: Path) -> None:
    text = "int main(void) {\n  int x = 0;\n  return 1 / x;\n}\n"
    done = maul("run", written(tmp_path, text))

    assert 1 == done.returncode
    assert b"RUN: undefined behaviour" in done.stdout
    assert b"prog.c:3:" in done.stdout


def test_inputs_must_be_numbers(tmp_path: Path) -> None:
    assert "seven" in one_clear_line(maul("run", written(tmp_path, SAFE), "--inputs", "1,seven"))


def test_several_files_are_one_program(tmp_path: Path) -> None:
    one = written(tmp_path, "int twice(int);\nint main(void) { return twice(4); }\n", "one.c")
    two = written(tmp_path, "static int k = 2;\nint twice(int x) { return k * x; }\n", "two.c")

    assert b"RUN: normal end, exit status 8\n" == maul("run", one, two).stdout


def test_the_data_model_sets_the_size_of_long(tmp_path: Path) -> None:
    path = written(tmp_path, "int main(void) { return sizeof(long); }\n")

    assert b"status 8\n" in maul("run", path).stdout
    assert b"status 4\n" in maul("run", path, "--data-model", "ILP32").stdout


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    body = "".join(f"x = x + {i};" for i in range(20000))
    path = written(tmp_path, f"int main(void) {{ int x = 0; {body} return x; }}\n")
    command = f"'{sys.executable}' -m maul cfa '{path}' | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=120, check=False)

    assert b"" == done.stderr


@pytest.mark.parametrize("form", ["text", "dot", "svg"])
def test_the_model_can_be_shown_in_each_format(tmp_path: Path, form: str) -> None:
    done = maul("cfa", written(tmp_path, SAFE), "--format", form)
    if form == "svg" and b"Graphviz" in done.stderr:
        pytest.skip("no program dot here")

    assert 0 == done.returncode
    assert {"text": b"main", "dot": b"digraph", "svg": b"<svg"}[form] in done.stdout


UNSAFE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 7)
    reach_error();
  return 0;
}
"""


def last_line(done: subprocess.CompletedProcess[bytes]) -> str:
    return done.stdout.decode().splitlines()[-1]


@pytest.mark.smoke
def test_verify_proves_and_refutes(tmp_path: Path) -> None:
    safe = written(tmp_path, UNSAFE.replace("== 7", "!= __VERIFIER_nondet_int() * 0 + 3 && 0"))
    done = maul("verify", safe)
    assert (0, "RESULT: TRUE") == (done.returncode, last_line(done))

    done = maul("verify", written(tmp_path, UNSAFE))
    assert (1, "RESULT: FALSE(unreach-call)") == (done.returncode, last_line(done))
    assert b"__VERIFIER_nondet_int() = 7\n" in done.stdout


def test_verify_says_why_there_is_no_answer(tmp_path: Path) -> None:
    text = (
        "void f(int n) { if (n) f(n - 1); }\nint main(void) { void *p = &&l; goto *p; l: f(3); }\n"
    )
    done = maul("verify", written(tmp_path, text))

    assert 3 == done.returncode
    assert last_line(done).startswith("RESULT: UNKNOWN(")
    assert "prog.c:2:" in last_line(done)


@pytest.mark.parametrize("limit", ["time", "memory"])
def test_verify_keeps_to_its_limits(tmp_path: Path, limit: str) -> None:
    text = UNSAFE.replace("if (", "unsigned a = 0;\n  while (a < 4000000000u) a++;\n  if (")
    limits = {"time": "500ms", "memory": "1MB"}
    done = maul("verify", written(tmp_path, text), f"--{limit}-limit", limits[limit])

    assert (3, f"RESULT: UNKNOWN({limit} limit)") == (done.returncode, last_line(done))


def test_verify_is_quiet_when_asked(tmp_path: Path) -> None:
    done = maul("verify", written(tmp_path, UNSAFE), "--quiet")

    assert b"RESULT: FALSE(unreach-call)\n" == done.stdout


ENDLESS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 1;
  while (s != n) s += 2 * n;
  if (n % 2 == 0) reach_error();
  return 0;
}
"""
FIELDS = {
    *("verdict", "property", "subproperty", "method", "refuter", "solver", "blocks", "arith"),
    *("data_model", "assumptions", "reason", "evidence", "statistics", "counterexample"),
    *("invariants", "refuted_evidence"),
}
NUMBERS = {
    *("wall_seconds", "cpu_seconds", "peak_memory_mb", "refinements", "states", "abstract_posts"),
    *("covered", "predicates", "solver_queries", "solver_seconds", "interpolation_seconds"),
    *("perfect_sequences", "sequences", "trace_length_max", "explored", "left_out"),
    *("foreseen", "pruned", "units_analysed", "units_reused", "language"),
}


def test_verify_writes_json(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    maul("verify", written(tmp_path, UNSAFE), "--json", str(path), "--method", "bmc")
    content = json.loads(path.read_text())

    assert "FALSE" == content["verdict"]
    assert "7" == content["counterexample"]["inputs"][0]["value"]
    assert content["counterexample"]["path"]
    assert {"kind", "checked", "checker"} == set(content["evidence"])
    assert set() == FIELDS - set(content)
    assert NUMBERS == set(content["statistics"])
    assert "bmc" == content["method"]


def test_the_same_fields_are_there_without_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    program = written(tmp_path, ENDLESS)  # it is not decided before someone looks at the memory
    limit = ("--memory-limit", "1MB")
    maul("verify", program, "--method", "bmc", "--json", str(path), *limit)
    content = json.loads(path.read_text())

    assert ("UNKNOWN", "memory limit") == (content["verdict"], content["reason"])
    assert set() == FIELDS - set(content)
    assert NUMBERS == set(content["statistics"])


def refuted(*_: object) -> Compiled:
    return Compiled("refuted", "the compiled program ends otherwise")


def test_nothing_is_written_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "execute", refuted)
    folder = tmp_path / "empty"
    folder.mkdir()
    done = maul("verify", written(tmp_path, UNSAFE), "--method", "bmc", cwd=folder)

    assert (3, "RESULT: UNKNOWN(evidence refuted)") == (done.returncode, last_line(done))
    assert b"which --evidence PATH saves" in done.stdout
    assert [] == os.listdir(folder)


@pytest.mark.parametrize("method", ["bmc", "auto"])
def test_refuted_evidence_is_written_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(harness, "execute", refuted)
    evidence, result = tmp_path / "evidence.json", tmp_path / "result.json"
    options = ("--method", method, "--time-limit", "10s")
    files = ("--evidence", str(evidence), "--json", str(result))
    maul("verify", written(tmp_path, UNSAFE), *options, *files)
    document = json.loads(evidence.read_text())

    assert "the compiled program ends otherwise" == document["refuted_because"]
    assert "7" in document["evidence"]["inputs"]
    assert document == json.loads(result.read_text())["refuted_evidence"]


def test_no_evidence_is_written_when_none_was_refuted(tmp_path: Path) -> None:
    evidence = tmp_path / "evidence.json"
    done = maul("verify", written(tmp_path, UNSAFE), "--evidence", str(evidence))

    assert 1 == done.returncode
    assert not evidence.exists()


def test_a_harness_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "harness.c"
    done = maul("verify", written(tmp_path, UNSAFE), "--harness", str(path))

    assert 1 == done.returncode
    assert "__VERIFIER_nondet_int" in path.read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--method", "magic"), "there is no magic"),
        (("--refuter", "craig:nobody"), "there is no refuter"),
        (("--refuter", "craig:mathsat"), "not installed"),
        (("--solver", "z3"), "auto chooses"),
        (("--solver", "cvc5", "--method", "bmc"), "bmc searches with bitwuzla"),
    ],
)
def test_what_verify_cannot_do_is_said_in_one_line(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    assert said in one_clear_line(maul("verify", written(tmp_path, UNSAFE), *options))


def test_methods_are_listed_with_advice() -> None:
    done = maul("methods")
    names = [line.split()[0] for line in done.stdout.decode().splitlines()]

    assert 0 == done.returncode
    assert ["auto", "bmc", "impact", "predicate"] == names[:4]


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupted_verification_still_has_a_last_line(
    tmp_path: Path, sent: signal.Signals
) -> None:
    text = UNSAFE.replace("if (", "unsigned a = 0;\n  while (a < 4000000000u) a++;\n  if (")
    process = subprocess.Popen(
        [sys.executable, "-m", "maul", "verify", written(tmp_path, text), "--method", "bmc"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while len(family(process.pid)) < 2:
        time.sleep(0.02)
    processes = family(process.pid)
    process.send_signal(sent)
    output, errors = process.communicate(timeout=60)

    assert (3, b"") == (process.returncode, errors)
    assert b"RESULT: UNKNOWN(interrupted)" == output.splitlines()[-1]
    assert [] == [pid for pid in processes if os.path.exists(f"/proc/{pid}")]


def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    program = written(tmp_path, COUNTING)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "maul", "verify", program, "--method", "impact"]
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # so a terminal ends
        while piece := os.read(ours, 4096):
            shown += piece
    process.wait()
    os.close(ours)

    assert b" MB" in shown
    assert b"RESULT: FALSE(unreach-call)" in shown
    assert b" MB" not in maul("verify", program, "--method", "impact").stdout


@pytest.mark.parametrize("limit", ["", "soon", "-3s", "0s", "3 parsecs"])
def test_limits_must_be_understood(tmp_path: Path, limit: str) -> None:
    done = maul("verify", written(tmp_path, UNSAFE), f"--time-limit={limit}")

    assert "--time-limit" in one_clear_line(done)


def test_what_the_property_lacks_is_told_with_the_result(tmp_path: Path) -> None:
    prp = written(tmp_path, "CHECK( init(main()), LTL(G ! call(no_such())) )\n", "p.prp")
    done = maul("verify", written(tmp_path, SAFE), "--property", prp)

    assert (0, "RESULT: TRUE") == (done.returncode, last_line(done))
    assert b"lacks: function no_such" in done.stdout


def test_solvers_are_listed_with_versions_or_advice() -> None:
    done = maul("solvers")
    lines = done.stdout.decode().splitlines()

    assert 0 == done.returncode
    assert "z3" == lines[0].split()[0]
    assert "-" != lines[0].split()[1]
    assert any(line.startswith("smtinterpol") for line in lines)


@pytest.mark.parametrize("command", [("cfa",), ("verify", "--method", "bmc")])
def test_the_hash_seed_changes_nothing(command: tuple[str, ...]) -> None:
    root = ROOT
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "maul", *command, str(root / "examples" / "ring.c")],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=120,
            check=False,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert 1 == len(outputs)
    assert b"" not in outputs


# ---- trace and refuters ----

COUNTING = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    x += 2;
  if (x == 3)
    reach_error();
  if (x == 4)
    reach_error();
  return 0;
}
"""


@pytest.mark.smoke
def test_a_path_that_cannot_be_executed_is_explained(tmp_path: Path) -> None:
    done = maul("trace", written(tmp_path, COUNTING), "--walk", "1")
    lines = done.stdout.decode().splitlines()

    assert 0 == done.returncode
    assert "{ true }" == lines[0].strip()
    assert "{ false }" == lines[-2].strip()
    assert lines[-1].startswith("TRACE: infeasible, by ")


@pytest.mark.parametrize("arith", ["bv", "int"])
@pytest.mark.parametrize("blocks", ["single", "large"])
def test_a_path_that_can_be_executed_comes_with_inputs(
    tmp_path: Path, arith: str, blocks: str
) -> None:
    options = ("--path", "6,6,10", "--arith", arith, "--blocks", blocks)
    done = maul("trace", written(tmp_path, COUNTING), *options)
    *_, inputs, last = done.stdout.decode().splitlines()

    assert 1 == done.returncode
    assert inputs.startswith("inputs: ")
    assert inputs.endswith("(replayed)")
    assert last.startswith("TRACE: feasible")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--walk", "0"), "counts from 1"),
        (("--path", "3,x"), "not a list of line numbers"),
        (("--path", "99"), "no path"),
        (("--refuter", "craig:nobody"), "there is no refuter"),
        (("--refuter", "craig:mathsat"), "not installed"),
        (("--refuter", "newton:IT-SP", "--core", "whole"), "it is solver|minimised"),
        (("--core", "solver"), "auto has no such setting"),
        (("--trace-solver", "mathsat"), "get it from https://mathsat.fbk.eu"),
        (("--time-limit", "soon"), "not understood"),
    ],
)
def test_what_trace_cannot_do_is_said_in_one_line(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    assert said in one_clear_line(maul("trace", written(tmp_path, COUNTING), *options))


def test_a_program_without_errors_has_no_paths(tmp_path: Path) -> None:
    done = maul("trace", written(tmp_path, SAFE))

    assert 0 == done.returncode
    assert b"fewer than 1" in done.stdout


def test_refuters_are_listed_with_advice() -> None:
    done = maul("refuters")
    names = [line.split()[0] for line in done.stdout.decode().splitlines()]

    assert 0 == done.returncode
    assert 18 <= len(set(names)) == len(names)
    assert {"auto", "newton:IT-SP-LV", "craig:farkas", "craig:opensmt"} <= set(names)


def test_the_settings_of_a_refuter_are_listed() -> None:
    lines = maul("refuters", "craig:farkas").stdout.decode().splitlines()

    assert lines[0].startswith("craig:farkas: ")
    assert any(line.startswith("--core whole|solver|minimised (minimised): ") for line in lines)
    assert 1 == len(maul("refuters", "newton:SP").stdout.splitlines())
    assert "there is no refuter" in one_clear_line(maul("refuters", "nobody"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--solver", "mathsat"), "there is no mathsat on the path; get it from"),
        (("--trace-solver", "opensmt"), "there is no opensmt on the path; get it from"),
        (("--refuter", "craig:spacer", "--core", "none"), "it is whole|solver|minimised"),
        (("--refuter", "newton:WP", "--core", "solver"), "newton:WP has no such setting"),
    ],
)
def test_what_refuters_and_trace_solvers_cannot_do_is_said_in_one_line(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    command = ("verify", written(tmp_path, SAFE), "--method", "impact", *options)

    assert said in one_clear_line(maul(*command))


# ---- several properties ------------------------------------------------------------------------

SEVERAL = """extern int __VERIFIER_nondet_int(void);
int buffer[4];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    buffer[n] = 1;
  return n >> 1;
}
"""


def test_each_of_several_properties_has_a_line_before_the_last(tmp_path: Path) -> None:
    wanted = "no-division-by-zero,no-index-out-of-bounds,no-invalid-shift"
    path = written(tmp_path, SEVERAL)
    done = maul("verify", path, "--property", wanted, "--execute", "never")
    told = done.stdout.decode().splitlines()

    assert 1 == done.returncode
    assert "no-division-by-zero: TRUE" == told[-4]
    assert told[-3].startswith(f"no-index-out-of-bounds: FALSE at {path}:6:5: index ")
    assert told[-3].endswith(" of `buffer[4]`")
    assert "no-invalid-shift: TRUE" == told[-2]
    assert "RESULT: FALSE(no-index-out-of-bounds)" == told[-1]
    assert 1 == sum(line.startswith("RESULT:") for line in told)


def test_several_properties_without_violation_are_true(tmp_path: Path) -> None:
    wanted = "no-division-by-zero,no-invalid-shift"
    done = maul("verify", written(tmp_path, SEVERAL), "--property", wanted, "--quiet")

    assert (0, b"RESULT: TRUE\n") == (done.returncode, done.stdout)


def test_json_has_each_of_several_properties(tmp_path: Path) -> None:
    path, wanted = tmp_path / "result.json", "no-invalid-shift,no-index-out-of-bounds"
    program = written(tmp_path, SEVERAL)
    maul("verify", program, "--property", wanted, "--json", str(path), "--execute", "never")
    content = json.loads(path.read_text())
    first, second = content["properties"]

    assert set() == (FIELDS - set(content)) | (FIELDS - set(first)) | (FIELDS - set(second))
    assert ("TRUE", "no-invalid-shift", None) == (
        first["verdict"],
        first["property"],
        first["violation"],
    )
    assert ("FALSE", "no-index-out-of-bounds") == (second["verdict"], second["subproperty"])
    assert "index out of bounds" == second["violation"]["kind"]
    assert f"{program}:6:5" == second["violation"]["location"]
    assert (content["verdict"], content["violation"]) == ("FALSE", second["violation"])


@pytest.mark.parametrize("wanted", [",,", "memory,", "memory,nothing", "all,absent.prp"])
@pytest.mark.parametrize("command", ["verify", "run", "cfa"])
def test_a_list_that_makes_no_sense_is_one_clear_line(
    tmp_path: Path, command: str, wanted: str
) -> None:
    line = one_clear_line(maul(command, written(tmp_path, SAFE), "--property", wanted))

    assert "propert" in line or "absent.prp" in line


def test_run_says_what_happened(tmp_path: Path) -> None:
    path = written(tmp_path, SEVERAL)
    done = maul("run", path, "--property", "no-overflow,undefined-behaviour", "--inputs", "4")

    assert 1 == done.returncode
    assert [
        f"{path}:6:5: index 4 of `buffer[4]`",
        f"RUN: error reached (no-index-out-of-bounds) at {path}:6:5",
    ] == done.stdout.decode().splitlines()


def test_compare_wants_one_property(tmp_path: Path) -> None:
    line = one_clear_line(maul("compare", written(tmp_path, SAFE), "--property", "all"))

    assert "one property is wanted here" in line


def test_what_was_counted_is_told_in_one_line(tmp_path: Path) -> None:
    arguments = ("--method", "interp:R", "--blocks", "single", "--quiet", "--counts")
    process = maul("verify", written(tmp_path, UNSAFE), *arguments)
    line, last = process.stdout.decode().splitlines()

    assert last.startswith("RESULT: ")
    assert re.fullmatch(r"counted: states \d+, explored \d+(, [a-z ]+ \d+)*", line)
