"""Memory safety, proved and refuted: what the head comment of a program says must come out.

``// property:`` names the property, ``// violated:`` the one that a counterexample violates, and
``// methods:`` who can decide the program, where that is not every method asked here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul import verify
from maul.result import Conclusion
from tests.paths import PROGRAMS

FILES = sorted((PROGRAMS / "memory").glob("*.c"))
METHODS = "impact, automizer"
SECONDS = 60.0

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


def head(program: Path, key: str, default: str = "") -> str:
    """What the head comment says under a key."""
    for line in program.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"// {key}: "):
            return line.partition(": ")[2]
    return default


def cases() -> list[tuple[Path, str, str]]:
    """Each program with its methods, the data models taking turns."""
    found = []
    for number, program in enumerate(FILES):
        for turn, method in enumerate(head(program, "methods", METHODS).split(", ")):
            found.append((program, method, ("ILP32", "LP64")[(number // 2 + turn) % 2]))
    return found


@pytest.mark.parametrize(
    ("program", "method", "model"), cases(), ids=lambda part: getattr(part, "stem", part)
)
def test_a_program_is_decided_as_its_head_says(program: Path, method: str, model: str) -> None:
    """TRUE with a proof that was checked, or FALSE with the property that is violated."""
    result = verify(
        [str(program)],
        property=head(program, "property"),
        method=method,
        data_model=model,
        time_limit=SECONDS,
    )

    expected = Conclusion.TRUE if head(program, "expect") == "safe" else Conclusion.FALSE
    assert (expected, head(program, "violated")) == (result.verdict, result.violated)


def test_every_program_has_a_twin() -> None:
    """What is proved safe differs from something unsafe."""
    names = {path.stem for path in FILES}

    for name in names:
        kind = "_safe" if name.endswith("_safe") else "_unsafe"
        other = "_unsafe" if kind == "_safe" else "_safe"
        assert name.removesuffix(kind) + other in names


ENDS_TOO_EARLY = """
#include <stdlib.h>
int main(void) {
  { char *p = malloc(4); *p = 1; }
  exit(0);
}
"""


@pytest.mark.parametrize("method", ["bmc", "impact", "concrete"])
def test_a_pointer_in_a_block_that_has_ended_leads_nowhere(method: str, tmp_path: Path) -> None:
    """The object is lost, though the stack of the compiled program still has the pointer."""
    program = tmp_path / "block.c"
    program.write_text(ENDS_TOO_EARLY)
    wanted = "valid-memtrack"

    executed = verify([str(program)], property=wanted, method=method)
    replayed = verify([str(program)], property=wanted, method=method, execute="never")

    assert Conclusion.UNKNOWN is executed.verdict
    assert (Conclusion.FALSE, wanted) == (replayed.verdict, replayed.violated)


OVERRUN = """
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[4] = 1;
  free(p);
  return 0;
}
"""
ROOM_FOR_FEWER = """
#include <stdio.h>
int main(void) {
  char line[4];
  return fgets(line, 100, stdin) ? 1 : 0;
}
"""


@pytest.mark.parametrize(
    ("text", "expected"), [(OVERRUN, Conclusion.FALSE), (ROOM_FOR_FEWER, Conclusion.UNKNOWN)]
)
def test_what_cannot_be_executed_was_replayed(
    text: str, expected: Conclusion, tmp_path: Path
) -> None:
    """A demand for more room than a function may need is no violation without an execution."""
    program = tmp_path / "prog.c"
    program.write_text(text)

    result = verify([str(program)], property="valid-deref", execute="never")

    assert expected is result.verdict
    if expected is Conclusion.FALSE:
        assert result.evidence.checked.startswith("replayed; not executed")


COMES_ROUND = """
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i == 0x40000001)
    a[i] = 1;
  return 0;
}
"""


@pytest.mark.parametrize("method", ["bmc", "impact"])
def test_an_index_that_comes_round_the_address_space_is_not_inside(
    tmp_path: Path, method: str
) -> None:
    """With 32 bits the access hits ``a[1]``, but C lets no pointer move that far."""
    program = tmp_path / "comes_round.c"
    program.write_text(COMES_ROUND, encoding="utf-8")
    result = verify(str(program), "valid-deref", data_model="ILP32", method=method)

    assert Conclusion.TRUE is not result.verdict


COMPARED = """
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct part { int *first, *last; } part;
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  char *p = (char *)&part + i;
  unsigned number = (unsigned)p;
  if (number - (unsigned)&part != i)
    reach_error();
  return 0;
}
"""


def test_a_number_that_no_slot_stands_for_is_left_out(tmp_path: Path) -> None:
    """What the encoding of a condition leaves out keeps an unrolling from being a proof."""
    program = tmp_path / "compared.c"
    program.write_text(COMPARED, encoding="utf-8")
    result = verify(str(program), data_model="ILP32", method="bmc")

    assert Conclusion.TRUE is not result.verdict


SIZED_BY_ADDRESS = {
    "filled": "char *p = malloc(1ul << 45); if (!p) return 0; memset(p, 1, (unsigned long)&place);",
    "filled later": "char *p = malloc(1ul << 45); unsigned long n = (unsigned long)&place;"
    " if (!p) return 0; memset(p, 1, n);",
    "allocated": "char *p = malloc((unsigned long)&place); if (!p) return 0; p[1 << 26] = 1;",
    "indexed": "static char table[1 << 20]; unsigned long n = (unsigned long)&place;"
    " if (n < 1 << 20) return table[n - 1]; if (n < 1 << 28) return table[n];",
}


@pytest.mark.parametrize("body", SIZED_BY_ADDRESS.values(), ids=SIZED_BY_ADDRESS.keys())
@pytest.mark.parametrize("method", ["bmc", "impact"])
def test_how_large_an_address_is_nobody_knows(body: str, method: str, tmp_path: Path) -> None:
    """A size or an index that is an address has any value where objects lie elsewhere."""
    program = tmp_path / "sized.c"
    text = f"char place; int main(void) {{ {body} return 0; }}"
    program.write_text(f"#include <stdlib.h>\n#include <string.h>\n{text}\n", encoding="utf-8")
    result = verify(str(program), property="valid-deref", method=method, time_limit=10.0)

    assert Conclusion.TRUE is not result.verdict
