"""``strtol`` and its kin: the edges read what the functions of the real library read."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from maul.c.ctype import ILP32, LP64, DataModel
from tests.interpret.test_programs import execute

BASES = (0, 1, 2, 7, 8, 10, 16, 36, 37, -1)
TEXTS = (
    *(
        "",
        "0",
        "  12x",
        "-0x1f",
        "0xg",
        "0x",
        "+077",
        "-",
        "+-3",
        "- 3",
        "zZz",
        "08",
        "0X1G",
        "00x5",
    ),
    *("2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *(
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551615",
        "9" * 30,
        "-" + "9" * 30,
    ),
    *(r"\t\n\v\f\r 5", r"\0105", "1e5", "0b101", r"\3005", "@A[`az{", "/0:9"),
)
PRINTED = {
    "strtol": "%ld",
    "strtoll": "%lld",
    "strtoul": "%lu",
    "strtoull": "%llu",
}


def drawn(count: int) -> list[str]:
    """Texts of characters that matter, the same ones every time."""
    draw = random.Random(16)
    return [
        "".join(draw.choices("0123456789xXabfzF+- ", k=draw.randint(1, 9))) for _ in range(count)
    ]


def printing(texts: list[str]) -> str:
    """A program that prints what each function says about each text in each base."""
    calls = "\n".join(
        f"""    errno = 0; end = 0;
    printf("{name} {form} ", {name}(text, &end, base));
    printf("%d %d\\n", end ? (int) (end - text) : -1, errno);"""
        for name, form in PRINTED.items()
    )
    plain = "\n".join(
        f'  errno = 0; printf("{name} {form} %d\\n", {name}(text), errno);'
        for name, form in (("atoi", "%d"), ("atol", "%ld"), ("atoll", "%lld"))
    )
    listed = ", ".join(f'"{text}"' for text in texts)
    return f"""#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static const char *texts[] = {{{listed}}};
static const int bases[] = {{{", ".join(map(str, BASES))}}};
static void show(const char *text) {{
  char *end;
  for (int i = 0; i < {len(BASES)}; i++) {{
    int base = bases[i];
{calls}
  }}
{plain}
  errno = 0;
  printf("%ld ", strtol(text, 0, 0));
  printf("%lu ", strtoul(text, 0, 16));
  printf("%ld %d\\n", strtol(text, 0, 99), errno);
}}
int main(void) {{
  for (int i = 0; i < {len(texts)}; i++)
    show(texts[i]);
  return 0;
}}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize(("model", "flag"), [(ILP32, "-m32"), (LP64, "-m64")])
def test_numbers_are_read_as_the_real_library_reads_them(
    tmp_path: Path, model: DataModel, flag: str
) -> None:
    text = printing([*TEXTS, *drawn(40)])
    source, binary = tmp_path / "real.c", tmp_path / "real"
    source.write_text(text)
    command = ["gcc", flag, "-w", "-fno-builtin", "-o", str(binary), str(source)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(f"gcc {flag} does not link here")
    real = subprocess.run([str(binary)], capture_output=True, check=True).stdout

    assert real == execute(tmp_path, text, model=model).output


def test_reading_and_storing_the_end_in_the_same_pointer(tmp_path: Path) -> None:
    text = r"""#include <stdio.h>
    #include <stdlib.h>
    int main(void) {
      char text[] = "1 22 333", *at = text;
      long sum = 0;
      while (*at)
        sum += strtol(at, &at, 10);
      printf("%ld", sum);
    }"""

    assert b"356" == execute(tmp_path, text).output
