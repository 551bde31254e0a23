"""Weak completeness [McMillan06, section 2]: impact proves what has an invariant in some L(k), in
the first language in which it can, and says that the language is the reason where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from maul.api import verify

if TYPE_CHECKING:
    from pathlib import Path

    from maul.result import Result

HEAD = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""


def with_factor(k: int) -> str:
    """``y == k * x`` is an invariant."""
    return f"""
int main(void) {{
  int x = 0, y = 0;
  while (x < 1000 && __VERIFIER_nondet_int()) {{
    x = x + 1;
    y = y + {k};
  }}
  if (y != {k} * x)
    reach_error();
}}"""


def with_distance(c: int) -> str:
    """``x - low`` is ``c`` twice, and ``2 * c`` in between, which the program does not say."""
    loop = "while (x < 200 && __VERIFIER_nondet_int()) { x++; low++; }"
    return f"""
int main(void) {{
  int low = __VERIFIER_nondet_int(), x;
  if (low < 0 || low > 100) return 0;
  x = low + {c};
  {loop}
  x += {c};
  {loop}
  x -= {c};
  {loop}
  if (x < low + {c})
    reach_error();
}}"""


def unchanged(declared: str, first: str, value: str) -> str:
    """A value is the same before and after a loop."""
    return f"""
{declared}
int main(void) {{
  {first}
  unsigned v = {value}, n = 0;
  while (__VERIFIER_nondet_int())
    n = n < 10 ? n + 1 : 0;
  if (({value}) != v)
    reach_error();
}}"""


INDEX = "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 7) return 0;"
INNER = f"{INDEX} if (b[i] < 0 || b[i] > 7) return 0;"
NUMBERS = """unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned z = __VERIFIER_nondet_uint();
  if (x > 100 || y > 100 || z > 100) return 0;"""
FAMILIES = {
    **{f"factor {k}": (with_factor(k), k) for k in (1, 2)},
    **{f"distance {c}": (with_distance(c), c) for c in (1, 2, 3)},
    "a read": (unchanged("extern unsigned a[8];", INDEX, "a[i]"), 1),
    "a read at a read": (unchanged("extern unsigned a[8]; extern int b[8];", INNER, "a[b[i]]"), 2),
    "a function": (unchanged("", NUMBERS, "x & y"), 1),
    "a function of a function": (unchanged("", NUMBERS, "((x & y) + 1) & z"), 2),
}
SLOW = {f"factor {k}": (with_factor(k), k) for k in (3, 5, 8)}
ALL = [
    *[pytest.param(*each, id=name) for name, each in FAMILIES.items()],
    *[pytest.param(*each, id=name, marks=pytest.mark.slow) for name, each in SLOW.items()],
]
SMALLER = [pytest.param(text, k, id=name) for name, (text, k) in FAMILIES.items() if k > 1]


def verified(folder: Path, text: str, language: str) -> Result:
    program = folder / "program.c"
    program.write_text(HEAD + text)
    return verify(
        program,
        method="impact",
        refuter="craig:farkas",
        arith="int",
        settings={"language": language},
        time_limit=240.0,
    )


@pytest.mark.parametrize(("text", "k"), ALL)
def test_a_language_that_grows_becomes_as_large_as_it_has_to(
    text: str, k: int, tmp_path: Path
) -> None:
    result = verified(tmp_path, text, "growing")

    assert result.verdict == "TRUE", result.reason
    assert k == result.statistics.language


@pytest.mark.parametrize(("text", "k"), SMALLER)
def test_a_language_that_is_too_small_is_the_reason(text: str, k: int, tmp_path: Path) -> None:
    result = verified(tmp_path, text, str(k - 1))

    assert result.verdict == "UNKNOWN"
    assert f"no interpolants in L({k - 1}); a larger language may have some" in str(result.reason)


@pytest.mark.parametrize("language", ["2", "growing"])
def test_no_language_proves_what_is_wrong(language: str, tmp_path: Path) -> None:
    wrong = with_factor(2).replace("y != 2 * x", "y != 2 * x || x == 5")

    assert verified(tmp_path, wrong, language).verdict == "FALSE"
