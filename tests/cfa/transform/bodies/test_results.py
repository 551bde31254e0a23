"""What maul's bodies of the functions on texts return and store: the same as the C library's.

The interpreter executes the bodies in a program that prints what it sees; compiled, the program
prints the same. Nothing is checked by a comparison of maul with itself.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from maul.cfa.outcome import Ended
from maul.cfa.read import read_program
from maul.cfa.transform.bodies.definitions import SAME, TEXT, is_defined
from maul.cfa.transform.specification import read_property
from maul.interpret.machine import Machine
from maul.system.deep import call_deep

ROUNDS = 25
ROOM = 8  # bytes of each text, the terminating zero included

# What is done in each round with two texts a and b, a size n, a character c and a target t, which
# holds a text, too.
USES = {
    "strlen": "show(strlen(a));",
    "strnlen": "show(strnlen(a, n));",
    "strcpy": "show(strcpy(t, a) - t);",
    "stpcpy": "show(stpcpy(t, a) - t);",
    "strncpy": "show(strncpy(t, a, n) - t);",
    "stpncpy": "show(stpncpy(t, a, n) - t);",
    "strcat": "show(strcat(t, a) - t);",
    "strncat": "show(strncat(t, a, n) - t);",
    "strcmp": "show(sign(strcmp(a, b)));",
    "strncmp": "show(sign(strncmp(a, b, n)));",
    "strcasecmp": "show(sign(strcasecmp(a, b)));",
    "strncasecmp": "show(sign(strncasecmp(a, b, n)));",
    "strchr": "at(strchr(a, c), a);",
    "index": "at(index(a, c), a);",
    "strrchr": "at(strrchr(a, c), a);",
    "rindex": "at(rindex(a, c), a);",
    "strchrnul": "at(strchrnul(a, c), a);",
    "strstr": "at(strstr(a, b), a);",
    "strspn": "show(strspn(a, b));",
    "strcspn": "show(strcspn(a, b));",
    "strpbrk": "at(strpbrk(a, b), a);",
    "strdup": "{ char *d = strdup(a); show(strcpy(t, d) - t); free(d); }",
    "strndup": "{ char *d = strndup(a, n); show(strcpy(t, d) - t); free(d); }",
    "memchr": "at(memchr(a, c, sizeof a), a);",
    "memcmp": "show(sign(memcmp(a, b, n)));",
    "bcmp": "show(bcmp(a, b, n) != 0);",
    "strsep": "{ char *p = a; char *q = strsep(&p, b); at(q, a); at(p, a); }",
    "strtok": "{ char *p = strtok(a, b); at(p, a); at(strtok(0, b), a); }",
    "perror": "perror(0); show(1);",
    "puts": "puts(b); show(1);",
}

FORMATS = {
    "plain": '"x%%y"',
    "texts": '"%s-%s|%.3s|%.*s", a, b, a, (int)n, b',
    "fields": '"%5s|%-6s|%9.2s|%-3s", a, b, a, b',
    "characters": "\"%c%c\", c, 'x'",
    "decimals": '"%d %i %hhd %hd", v, -v, v, v',
    "wide": '"%ld %lld %zu %lu", (long)v, 1234567890123ll * v, n, n',
    "unsigned": '"%u %x %X %o %hhx", v, v, v, v, v',
    "filled": '"%7d|%07d|%2d|%04x|%5u", v, v, v, v, v',
    "extreme": '"%d %lld %llu %x", -2147483647 - 1, -9223372036854775807ll - 1, ~0ull, ~0u',
}

PROGRAM = """
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static const char as[][ROOM] = {AS}, bs[][ROOM] = {BS};
static const int ns[] = {NS}, cs[] = {CS}, vs[] = {VS};
static char a[ROOM], b[ROOM], t[200];
static int sign(int of) { return of < 0 ? -1 : of > 0; }
static void show(long what) { printf("%d ", (int)what); }
static void at(const void *p, const char *of) { show(p ? (const char *)p - of : -1); }
static void print(const char *text, int size) {
  for (int i = 0; i < size; i++)
    show((unsigned char)text[i]);
}
int main(void) {
  for (int r = 0; r < ROUNDS; r++) {
    size_t n = ns[r];
    int c = cs[r], v = vs[r];
    for (int i = 0; i < ROOM; i++)
      a[i] = as[r][i], b[i] = bs[r][i];
    for (int i = 0; i < 100; i++)
      t[i] = i % 7 < 5 ? 'p' + i % 7 : 0;
    USE
    print(a, ROOM);
    print(t, 40);
    printf("\\n");
  }
  return 0;
}
"""


def program(use: str, seed: int) -> str:
    """A program that prints what a use of a function does in so many rounds."""
    random = Random(seed)
    alphabet = (b"a", b"b", b"A", b"B", b"Z", b"[", b"\x80", b"\xff")

    def text() -> str:
        made = [random.choice(alphabet)[0] for _ in range(random.randint(0, ROOM - 1))]
        return "{" + ", ".join(str(code - 256 * (code > 127)) for code in [*made, 0]) + "}"

    def listed(items: list[str]) -> str:
        return "{" + ", ".join(items) + "}"

    rounds = range(ROUNDS)
    parts = {
        "AS": listed([text() for _ in rounds]),
        "BS": listed([text() for _ in rounds]),
        "NS": listed([str(random.randint(0, ROOM)) for _ in rounds]),
        "CS": listed([str(random.choice((0, 97, 65, 128, 255, -1, 353))) for _ in rounds]),
        "VS": listed([str(random.choice((0, 7, -7, 255, 99999, -1))) for _ in rounds]),
        "USE": use,
    }
    made = PROGRAM.replace("ROUNDS", str(ROUNDS)).replace("ROOM", str(ROOM))
    for name, what in parts.items():
        made = made.replace("{" + name + "}" if name != "USE" else name, what)
    return made


def executed(path: Path, model: DataModel) -> str:
    """What the interpreter prints, with bodies for the functions on texts."""
    cfa = call_deep(lambda: read_program([str(path)], model, read_property("valid-deref")))
    machine = Machine(cfa, lambda *_: 0, lambda *_: None)
    execution = call_deep(lambda: machine.execute(5_000_000))

    assert isinstance(execution.outcome, Ended), execution.outcome
    return execution.output.decode("latin-1")


def compiled(path: Path) -> str:
    """What the compiled program prints."""
    binary = path.with_suffix("")
    options = ("-w", "-O0", "-fno-builtin", "-fsigned-char")
    subprocess.run(["gcc", *options, str(path), "-o", str(binary)], check=True, timeout=60)
    ended = subprocess.run([str(binary)], capture_output=True, check=True, timeout=10)
    return ended.stdout.decode("latin-1")


def compare(use: str, folder: Path, seed: int) -> None:
    """Compare the body with the C library, in both data models."""
    path = folder / "program.c"
    path.write_text(program(use, seed))
    expected = compiled(path)

    assert expected == executed(path, LP64)
    assert expected == executed(path, ILP32)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("function", USES)
def test_a_body_does_what_the_c_library_does(function: str, tmp_path: Path) -> None:
    compare(USES[function], tmp_path, seed=sum(function.encode()))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("called", ["sprintf(t, {})", "snprintf(t, 3 * n, {})"])
@pytest.mark.parametrize("kind", FORMATS)
def test_what_a_format_writes_is_what_the_c_library_writes(
    kind: str, called: str, tmp_path: Path
) -> None:
    compare(f"show({called.format(FORMATS[kind])});", tmp_path, seed=len(kind))


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_a_format_with_a_list_of_arguments_writes_the_same(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    helper = """#include <stdarg.h>
static int put(char *t, const char *unused, ...) {
  va_list list;
  va_start(list, unused);
  int made = vsprintf(t, "%s %d %lld %.2s %c", list);
  va_end(list);
  return made;
}
int main"""
    text = program('show(put(t, "", a, v, 5000000000ll * v, b, c & 127));', 3)
    path.write_text(text.replace("int main", helper))

    assert compiled(path) == executed(path, LP64) == executed(path, ILP32)


def test_every_body_is_compared() -> None:
    names = {line.split("(")[0].split()[-1].lstrip("*") for line in heads()}
    own = {name for name in names if name.startswith("__maul_")}

    assert (names - own) | set(SAME) <= set(USES)
    assert all(map(is_defined, names - own))


def heads() -> list[str]:
    """The first lines of all definitions."""
    lines = TEXT.read_text("ascii").splitlines()
    return [
        line
        for line, following in zip(lines, [*lines[1:], ""], strict=True)
        if line[:1].isalpha() and "(" in line and (line.endswith("{") or following[:1] == " ")
    ]
