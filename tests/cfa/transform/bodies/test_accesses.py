"""Where calls of functions on texts go wrong, and where they only nearly do.

The interpreter executes the bodies. AddressSanitizer, which knows nothing of them, is asked about
the same programs: what it sees too is told as executed, at the line of the call.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from maul.c.ctype import LP64
from maul.cfa.outcome import Ended, ErrorReached
from maul.cfa.read import read_program
from maul.cfa.transform.specification import read_property
from maul.cli.main import main
from maul.errors import Unsupported
from maul.interpret.machine import Machine
from maul.system.deep import call_deep

PROGRAM = """#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static volatile int zero;
int main(void) {
  char open[4] = {'a', 'b', 'c', 'd'}, full[4] = "abc", text[5] = "abcd";
  char *heap = malloc(4), *gone = malloc(4), *before = heap - 1, *null = 0, *made = 0;
  size_t four = 4 + zero, five = 5 + zero;
  long kept = 0;
  for (int i = 0; i < 4; i++)
    heap[i] = gone[i] = open[i];
  free(gone);
  USE;
  free(heap);
  free(made);
  return (kept + null - null) & 0;
}
"""
LINE = 15

# One byte too far, or no object at all; what AddressSanitizer reports, too.
WRONG = [
    "kept = strlen(open)",
    "kept = strlen(heap)",
    "kept = strlen(null)",
    "kept = strlen(gone)",
    "kept = strlen(before)",
    "kept = strlen(heap + 4)",
    "kept = strnlen(heap, five)",
    "strcpy(full, text)",
    "strcpy(heap, text)",
    "strcpy(null, text)",
    "strcpy(full, gone)",
    "stpcpy(heap, text)",
    "strncpy(full, text, five)",
    'strncpy(heap, "a", five)',
    'strcat(text, "x")',
    'strcat(open, "x")',
    'strncat(text, "xyz", 1)',
    'kept = strcmp(open, "abcde")',
    'kept = strcmp("abcd", heap)',
    'kept = strncmp(heap, "abcde", five)',
    'kept = strcasecmp(heap, "ABCDE")',
    'kept = strncasecmp(heap, "ABCDE", five)',
    "kept = strchr(heap, 'x') != 0",
    "kept = strrchr(heap, 'a') != 0",
    "kept = strchrnul(heap, 'x') != 0",
    'kept = strstr(heap, "xy") != 0',
    'kept = strstr("xyz", heap) != 0',
    'kept = strspn(heap, "abcd")',
    'kept = strcspn(heap, "x")',
    'kept = strcspn("xyz", heap)',
    'kept = strpbrk(heap, "x") != 0',
    "made = strdup(heap)",
    "made = strndup(heap, five)",
    "kept = memchr(heap, 'x', five) != 0",
    "kept = memcmp(heap, text, five)",
    'kept = memcmp(heap, "zzzzz", five)',
    "kept = bcmp(heap, text, five)",
    "memcpy(heap, text, five)",
    "memmove(heap, text, five)",
    "memset(heap, 0, five)",
    "bzero(heap, five)",
    "puts(heap)",
    "fputs(heap, stdout)",
    'printf("%s", heap)',
    'printf("%s %s", full, heap)',
    'printf("%d %-9s", 1, heap)',
    'printf("%.5s", heap)',
    'fprintf(stdout, "%s", heap)',
    'sprintf(heap, "%s", text)',
    'sprintf(heap, "%d", 1234 + zero)',
    "sprintf(heap, \"x%c%c%c\", 'a', 'b', 'c')",
    'sprintf(heap, "%4x", zero)',
    'snprintf(heap, five, "%s", text)',
    'kept = snprintf(full, 4, "%s", open)',
    "fwrite(heap, 1, five, stdout)",
    "kept = atoi(heap + 4)",
    'kept = strtok(heap, "x") != 0',
]
# The same, where AddressSanitizer does not look.
UNSEEN = [
    "stpncpy(full, text, five)",
    "kept = rindex(heap, 'x') != 0",
    "memccpy(heap, \"abcde\", 'e', five)",
    "perror(heap)",
    'printf("%.*s", (int)five, heap)',
    'printf("%*s", 3, heap)',
    'printf("%*.*f %s", 3, 1, 1.0, heap)',
    'snprintf(full, 4, "%f %s", 1.0, heap)',
    "kept = atof(heap) > 1",
    'sscanf(heap, "%ld", &kept)',
    'scanf("%ld", (long *)heap)',
    "fgets(heap, five, stdin)",
]
# As far as possible.
RIGHT = [
    "kept = strlen(full)",
    "kept = strnlen(heap, four)",
    'strcpy(heap, "abc")',
    "strcpy(heap, full)",
    'strncpy(heap, "abcdef", four)',
    "strncpy(null, null, zero)",
    'strncat(full, "", five)',
    'kept = strncmp(heap, "abcd", four)',
    'kept = strcmp(heap, "abx")',
    "kept = strchr(heap, 'd') != 0",
    'kept = strspn(heap, "abc")',
    "kept = memchr(heap, 'a', 1000) != 0",
    "kept = memcmp(null, null, zero)",
    "memcpy(null, null, zero)",
    "memset(gone, 0, zero)",
    "made = strndup(heap, four)",
    'printf("%.4s", heap)',
    'printf("%.*s", (int)four, heap)',
    'sprintf(heap, "%d", 123)',
    'sprintf(heap, "%.3s", open)',
    'snprintf(null, 0, "%s", full)',
    'snprintf(heap, four, "%s", "abcdefgh")',
    "perror(null)",
    'snprintf(text, 5, "%f %s", 1.0, full)',
    'snprintf((void *)full, 4, "%p", (void *)heap)',
    "fwrite(null, 1, zero, stdout)",
]


def written(folder: Path, use: str) -> Path:
    path = folder / "program.c"
    path.write_text(PROGRAM.replace("USE", use))
    return path


@pytest.mark.parametrize("use", [*WRONG, *UNSEEN])
def test_the_first_wrong_byte_is_an_error_at_the_call(use: str, tmp_path: Path) -> None:
    path = written(tmp_path, use)
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("valid-memsafety")))
    outcome = Machine(cfa, lambda *_: 0, lambda *_: None).execute(100_000).outcome

    assert isinstance(outcome, ErrorReached), outcome
    assert ("valid-deref", LINE) == (outcome.property, outcome.span.line)


@pytest.mark.parametrize("use", RIGHT)
def test_what_stays_inside_is_no_error(use: str, tmp_path: Path) -> None:
    path = written(tmp_path, use)
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("valid-memsafety")))
    outcome = Machine(cfa, lambda *_: 0, lambda *_: None).execute(100_000).outcome

    assert isinstance(outcome, Ended), outcome


SOME = WRONG[::12]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize(
    "use",
    [*SOME, *(pytest.param(use, marks=pytest.mark.slow) for use in WRONG if use not in SOME)],
)
def test_the_sanitizer_sees_it_at_the_same_line(
    use: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, use)
    main(["verify", "--property", "valid-memsafety", "--method", "concrete", str(path)])
    told = capsys.readouterr().out.splitlines()

    assert "FALSE (replayed; compiled and executed)" == told[0]
    assert any(line.startswith(f"violated: valid-deref at program.c:{LINE} ") for line in told)
    assert "RESULT: FALSE(valid-deref)" == told[-1]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_nothing_is_claimed_of_a_copy_onto_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "strcpy(text + 1, text)")
    main(["verify", "--property", "valid-deref", "--method", "concrete", str(path)])

    assert capsys.readouterr().out.splitlines()[-1].startswith("RESULT: UNKNOWN")


def test_of_a_comparison_only_the_sign_is_told(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        '#include <strings.h>\nint main(void) { char t[2] = "B"; return -strcasecmp(t, "c"); }\n'
    )
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("valid-deref")))
    ended = [
        Machine(cfa, lambda *_: 0, lambda *_, chosen=chosen: chosen).execute(1000).outcome
        for chosen in (0, 5, -9)
    ]

    assert [1, 1, 9] == [each.status for each in ended if isinstance(each, Ended)]


TOLD_TOO_MUCH = """#include <time.h>
int main(void) { char t[9]; struct tm at = {0}; return strftime(t, 10, "%Y", &at); }
"""
OWN_MALLOC = """#include <string.h>
void *malloc(unsigned long n) { return strdup("a"); }
int main(void) { return malloc(1) != 0; }
"""


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (TOLD_TOO_MUCH, "strftime"),
        (
            '#include <stdio.h>\nint main(void) { char t[9]; snprintf(t, 10, "%f", 1.0); }',
            "snprintf",
        ),
        (
            '#include <stdio.h>\nint main(int c, char **v) { snprintf(*v, 1, "%f", 1.0); }',
            "snprintf",
        ),
        ('#include <stdio.h>\nint main(void) { char t[9]; sprintf(t, "%f", 1.0); }', "sprintf"),
        ('#include <stdio.h>\nint main(void) { char t[9]; sprintf(t, "%p", t); }', "sprintf"),
        ("#include <stdio.h>\nint main(int c, char **v) {\n printf(v[0]); }", "printf"),
        ('#include <stdio.h>\nint main(void) {\n printf("%1$s", "a"); }', "printf"),
        ('#include <stdio.h>\nint main(void) {\n printf("%ls", L"a"); }', "printf"),
        ('#include <wchar.h>\nint main(void) { return wcslen(L"a"); }', "wcslen"),
        (OWN_MALLOC, "strdup"),
    ],
)
def test_what_is_not_known_to_the_byte_is_refused(text: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(text)

    with pytest.raises(Unsupported, match=what):
        call_deep(lambda: read_program([str(path)], LP64, read_property("valid-deref")))


def test_a_function_of_the_program_wins_over_a_body(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "unsigned long strlen(const char *t) { return 7; }\n"
        "int main(void) { return (int)strlen(0) - 7; }\n"
    )
    cfa = call_deep(lambda: read_program([str(path)], LP64, read_property("valid-deref")))

    assert {} == cfa.errors
    assert {"strlen", "main"} == set(cfa.functions)


COPYING = """#include <stdlib.h>
#include <string.h>
int main(void) {
  char *first = malloc(2);
  if (!first)
    return 1;
  char *copy = strdup("ab");
  CHECK
  copy[2] = first[0];
  free(first);
  free(copy);
  return 0;
}
"""


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ("", "RESULT: FALSE(valid-deref)"),
        ("if (!copy) { free(first); return 2; }", "RESULT: UNKNOWN"),
    ],
)
def test_a_copy_of_a_text_may_find_no_memory(
    check: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "program.c"
    path.write_text(COPYING.replace("CHECK", check))
    options = ["--property", "valid-memsafety", "--malloc", "may-fail", "--method", "concrete"]
    main(["verify", *options, str(path)])

    assert capsys.readouterr().out.splitlines()[-1].startswith(expected)
