"""Addresses compared with the numbers around the places where objects can lie: no proof when some
place makes the condition true, in either data model and whether or not memory is asked about."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from maul import verify
from maul.cfa.addresses import HIGHEST, LOWEST
from maul.result import Conclusion

SIZES = {"ILP32": 4, "LP64": 8}
OBJECTS = ("malloc(8)", "&table[3]", "(char *)main")
CONDITIONS = ("(word)p >= {}", "(word)p < {}", "(word)p + 8 < {}", "(word)p >> 4 > {} >> 4")
PROPERTIES = {"unreach-call": "reach_error();", "valid-deref": "table[9] = 1;"}


def may_hold(condition: str, size: int, border: int) -> bool:
    """Whether some place of an object makes a condition true."""
    low, high = LOWEST, HIGHEST[size] - 1
    return {
        "(word)p >= {}": high >= border,
        "(word)p < {}": low < border,
        "(word)p + 8 < {}": low + 8 < border,
        "(word)p >> 4 > {} >> 4": high >> 4 > border >> 4,
    }[condition]


def borders(size: int) -> tuple[int, ...]:
    """The numbers around which something may change."""
    top, highest = 1 << 8 * size, HIGHEST[size]
    middle = (1 << 47, 1 << 40) if size == 8 else (1 << 24, 1 << 18)
    return (1, LOWEST, *middle, highest, top >> 1, top - 4095, top - 1)


def table() -> list[object]:
    """Each condition with each border, the objects taking turns; most of them are slow."""
    found: list[object] = []
    for model, size in SIZES.items():
        rows = product(PROPERTIES, CONDITIONS, borders(size))
        for number, (wanted, condition, border) in enumerate(rows):
            chosen = OBJECTS[number % len(OBJECTS)]
            marks = [pytest.mark.slow] * (number % 7 > 0)
            name = f"{model}-{wanted}-{condition.format(hex(border))}"
            case = (model, wanted, condition, border, chosen)
            found.append(pytest.param(*case, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("model", "wanted", "condition", "border", "chosen"), table())
def test_no_proof_rests_on_where_objects_lie(
    model: str, wanted: str, condition: str, border: int, chosen: str, tmp_path: Path
) -> None:
    """A condition that no place makes true may be proved impossible, or left open."""
    happens = may_hold(condition, SIZES[model], border)
    program = tmp_path / "border.c"
    program.write_text(
        "#include <stdlib.h>\n"
        "extern void reach_error(void);\n"
        "typedef unsigned long word;\n"
        "char table[8];\n"
        "int main(void) {\n"
        f"  char *p = {chosen};\n"
        f"  if ({condition.format(f'{border}UL')}) {PROPERTIES[wanted]}\n"
        "  return 0;\n"
        "}\n"
    )

    result = verify(
        [str(program)],
        property=wanted,
        method="impact",
        data_model=model,
        execute="never",
        time_limit=10.0,
    )

    assert not (happens and result.verdict is Conclusion.TRUE)
