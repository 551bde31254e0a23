"""Make src/maul/c/headers/macros.txt: what the macros of the GNU library's headers mean.

    python -m tools.header_macros

Asks gcc which macros are defined after each header that maul brings along, with the machine's
headers (glibc 2.36), under many feature-test settings and in both data models. Names and values
are facts of the interface; nothing else is taken over. A macro that means a number, a string or
nothing gets a line with its condition and its value; one that hides a function of maul's headers
becomes its own name; one that maul's headers define themselves is left out; all others, which have
no model, are poisoned: whoever asks for them is refused.

``maul.c.headers.macros`` says how the table is read.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from maul.c.headers import catalogue as headers

TABLE = Path(headers.__file__).with_name("macros.txt")
MODELS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}
# What a program may define before it includes a header, as feature_test_macros(7) lists it.
SETTINGS: tuple[tuple[str, ...], ...] = (
    (),
    ("_GNU_SOURCE",),
    ("_DEFAULT_SOURCE",),
    ("_BSD_SOURCE",),
    ("_POSIX_SOURCE",),
    *((f"_POSIX_C_SOURCE={n}",) for n in ("1", "2", "199309L", "199506L", "200112L", "200809L")),
    *((f"_XOPEN_SOURCE={n}",) for n in ("1", "500", "600", "700")),
    ("_XOPEN_SOURCE=1", "_XOPEN_SOURCE_EXTENDED=1"),
    ("_POSIX_C_SOURCE=200809L", "_DEFAULT_SOURCE"),
    ("_POSIX_C_SOURCE=199309L", "_DEFAULT_SOURCE"),
    ("_XOPEN_SOURCE=500", "_DEFAULT_SOURCE"),
    ("_XOPEN_SOURCE=700", "_DEFAULT_SOURCE"),
    ("_XOPEN_SOURCE=500", "_POSIX_C_SOURCE=200809L"),
    ("_XOPEN_SOURCE=700", "_POSIX_C_SOURCE=200112L"),
    ("_POSIX_C_SOURCE=200809L", "_LARGEFILE64_SOURCE"),
    ("_POSIX_C_SOURCE=2", "_ATFILE_SOURCE"),
    ("_POSIX_C_SOURCE=1", "_ISOC2X_SOURCE"),
    ("_ISOC99_SOURCE",),
    ("_ISOC11_SOURCE",),
    ("_ISOC2X_SOURCE",),
    ("_LARGEFILE_SOURCE",),
    ("_LARGEFILE64_SOURCE",),
    ("_FILE_OFFSET_BITS=64",),
    ("_GNU_SOURCE", "_FILE_OFFSET_BITS=64"),
    ("_POSIX_C_SOURCE=200809L", "_FILE_OFFSET_BITS=64"),
    ("_ATFILE_SOURCE",),
    ("_REENTRANT",),
    ("_DYNAMIC_STACK_SIZE_SOURCE",),
    ("__STRICT_ANSI__",),
    ("__STRICT_ANSI__", "_REENTRANT"),
    ("__STRICT_ANSI__", "_DEFAULT_SOURCE"),
    ("__STDC_WANT_LIB_EXT2__=1",),
    ("__STDC_WANT_IEC_60559_BFP_EXT__",),
    ("__STDC_WANT_IEC_60559_FUNCS_EXT__",),
    ("__STDC_WANT_IEC_60559_TYPES_EXT__",),
    ("__STDC_WANT_IEC_60559_EXT__",),
)
# What the conditions of macros speak of: made by <features.h>, or defined by the program.
_USED = (
    "POSIX POSIX2 POSIX199309 POSIX199506 XOPEN2K XOPEN2K8 XOPEN XOPEN_EXTENDED UNIX98 "
    "XOPEN2KXSI XOPEN2K8XSI LARGEFILE LARGEFILE64 FILE_OFFSET64 MISC ATFILE GNU "
    "DYNAMIC_STACK_SIZE"
)
_EXTENSIONS = (
    "ISOC2X LIB_EXT2 IEC_60559_BFP_EXT IEC_60559_BFP_EXT_C2X IEC_60559_EXT "
    "IEC_60559_FUNCS_EXT IEC_60559_FUNCS_EXT_C2X IEC_60559_TYPES_EXT"
)
FLAGS = (
    *(f"__USE_{name}" for name in _USED.split()),
    *(f"__STDC_WANT_IEC_60559_{name}_EXT__" for name in ("BFP", "FUNCS", "TYPES")),
)
VALUES = tuple(f"__GLIBC_USE_{name}" for name in _EXTENSIONS.split())
Case = tuple[str, tuple[str, ...]]  # data model, setting
CASES: tuple[Case, ...] = tuple(itertools.product(MODELS, SETTINGS))
Macros = Mapping[str, str]  # name to what it means, after NUL and the parameters if there are any

_DEFINE = re.compile(r"(?m)^#define (\w+)(\([^)]*\))?(?: (.*))?$")


def defined(text: str, case: Case, options: Iterable[str] = ()) -> dict[str, str]:
    """What gcc has defined after a text; parameters stand before what a macro means."""
    model, setting = case
    command = ["gcc", "-E", "-dM", "-w", *MODELS[model], *options, "-x", "c", "-"]
    lines = "".join(f"#define {name.replace('=', ' ')}\n" for name in setting) + text
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return {m[1]: _body(m) for m in _DEFINE.finditer(done.stdout)}


def _body(found: re.Match[str]) -> str:
    return (f"\0{found[2]}" if found[2] else "") + (found[3] or "")


@cache
def before(case: Case) -> dict[str, str]:
    """What is defined without any header."""
    return defined("", case)


@cache
def of_machine(header: str, case: Case) -> dict[str, str]:
    """What the machine's header defines, beyond what was defined before."""
    return added(defined(f"#include <{header}>\n", case), case)


def added(found: Mapping[str, str], case: Case) -> dict[str, str]:
    """What was not defined before, or otherwise."""
    return {name: body for name, body in found.items() if before(case).get(name) != body}


# ---- what a macro means ----

_LITERAL = re.compile(
    r"""\s*(?:(?:\.?[0-9](?:[eEpP][+-]|[\w.])*|"(?:\\.|[^"\\])*"|[-+*/%&|^~()<>=!?:,])\s*)*"""
)
_WORD = re.compile(r'"(?:\\.|[^"\\])*"|\.?[0-9](?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*')


def has_parameters(body: str) -> bool:
    """Whether a definition, as ``defined`` gives it, is that of a function-like macro."""
    return body.startswith("\0")


def expanded(name: str, macros: Macros, seen: frozenset[str] = frozenset()) -> str:
    """The replacement of an object-like macro, with all object-like macros in it replaced."""

    def replace(found: re.Match[str]) -> str:
        word = found[0]
        if word == name or word in seen or word not in macros or has_parameters(macros[word]):
            return word
        return expanded(word, macros, seen | {name})

    return _WORD.sub(replace, macros[name]).strip()


def is_literal(text: str) -> bool:
    """Whether there are only numbers, strings and operators, and one of the first two at least."""
    return _LITERAL.fullmatch(text) is not None and re.search(r'[0-9"]', text) is not None


# ---- when it does ----

_MODEL_FLAG = "defined __x86_64__"

# Conditions of four parts that are needed: a conjunction and a disjunction.
_RARE = {
    "defined __USE_XOPEN && !defined __USE_GNU": (
        "defined __USE_XOPEN2K8XSI || !defined __USE_XOPEN2K8"
    )
}


def flags(case: Case) -> dict[str, bool]:
    """The conditions that a macro may depend on, and whether they hold in a case."""
    seen = before(case) | of_machine("features.h", case) | of_machine("stdio.h", case)
    found = {_MODEL_FLAG: case[0] == "LP64"}
    found |= {f"defined {name}": name in seen for name in FLAGS}
    found |= {name: seen.get(name) == "1" for name in VALUES}
    return found


def conditions(header: str) -> dict[frozenset[Case], str]:
    """The simplest condition for each set of cases that some condition in a header describes."""
    return _conditions("WANT" if header in headers.OF_THE_COMPILER else "")


@cache
def _conditions(part: str) -> dict[frozenset[Case], str]:
    """The same with the flags whose names have a part, and the data model."""
    held = {case: flags(case) for case in CASES}
    names = [n for n in held[CASES[0]] if part in n or n == _MODEL_FLAG]
    where = {n: frozenset(case for case in CASES if held[case][n]) for n in names}
    everywhere = frozenset(CASES)
    single = list(where.items())
    single += [(f"!{n}", everywhere - cases) for n, cases in where.items()]
    double = [
        (f"{n} {sign} {m}", a & b if sign == "&&" else a | b)
        for sign in ("&&", "||")
        for (n, a), (m, b) in itertools.combinations(single, 2)
    ]
    triple = [
        (f"({n}) {sign} {m}", a & b if sign == "&&" else a | b)
        for sign in ("&&", "||")
        for n, a in double
        for m, b in single
    ]
    ands = {n: cases for n, cases in double if n in _RARE}
    rare = [(f"({n}) && ({_RARE[n]})", cases & dict(double)[_RARE[n]]) for n, cases in ands.items()]
    rare += [(f"{n} && {m}", a & b) for n, a in rare for m, b in single if _MODEL_FLAG in m]
    found = {everywhere: ""}
    for n, cases in (*single, *double, *triple, *rare):
        found.setdefault(cases, n)
    return found


# ---- the table ----

Entry = tuple[tuple[str, ...], str, str]  # headers, condition, line


def table(observed: Mapping[tuple[str, Case], Macros]) -> list[Entry]:
    """What the table says, from what the machine's headers define in each case."""
    own = "\n".join(headers.written().values())
    words = set(re.findall(r"[A-Za-z_]\w*", own))
    by_hand = set(re.findall(r"(?m)^#define (\w+)", own))
    cases: dict[str, dict[str, dict[str, set[Case]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(set))
    )
    for (header, case), macros in observed.items():
        every = {**before(case), **macros}
        for name in macros:
            if name not in by_hand:
                cases[name][header][_meaning(name, every, words)].add(case)
    entries = []
    for name in sorted(cases):
        entries += _entries(name, cases[name], words)
    return entries


def _meaning(name: str, macros: Macros, words: set[str]) -> str:
    """What the table has for a macro in one case: a line without the name, or ``-``."""
    text = "\0" if has_parameters(macros[name]) else expanded(name, macros)
    if not text:
        return "!"
    if text == name or has_parameters(text):
        return "=" if name in words else "-"
    return text if is_literal(text) else "-"


def _entries(
    name: str, meanings: Mapping[str, Mapping[str, set[Case]]], words: set[str]
) -> list[Entry]:
    """The lines for a macro; it is poisoned where no condition says when it means what."""
    found = _known(meanings)
    if found is None and name in words:
        sys.exit(f"{name}: maul's headers use it, and it depends on what has no name")
    if found is None:
        found = _poisoned(meanings)
    lines = []
    for (condition, meaning), where in found.items():
        line = f"{meaning} {name}" if meaning in "!=-" else f"{name} {meaning}"
        lines.append((_emitted_by(where), condition, line))
    return lines


def _known(
    meanings: Mapping[str, Mapping[str, set[Case]]],
) -> dict[tuple[str, str], list[str]] | None:
    """The headers in which a macro has a meaning under a condition; None if it has no model."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for header, means in meanings.items():
        for meaning, cases in means.items():
            condition = conditions(header).get(frozenset(cases))
            if condition is None or meaning == "-":
                return None
            found[condition, meaning].append(header)
    return found


def _poisoned(
    meanings: Mapping[str, Mapping[str, set[Case]]],
) -> dict[tuple[str, str], list[str]]:
    """The headers that poison a macro under a condition: where they define it, or always."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for header, means in meanings.items():
        every = frozenset(case for cases in means.values() for case in cases)
        found[conditions(header).get(every, ""), "-"].append(header)
    return found


def _emitted_by(where: Iterable[str]) -> tuple[str, ...]:
    """``<features.h>`` comes first in all headers of the library."""
    return ("features.h",) if "features.h" in where else tuple(sorted(where))


def written(entries: Iterable[Entry]) -> str:
    """The table as text."""
    blocks: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for where, condition, line in entries:
        blocks[where, condition].append(line)
    lines = []
    for (where, condition), block in sorted(blocks.items()):
        lines.append(f"@ {' '.join(where)}" + (f" ? {condition}" if condition else ""))
        lines += [line for line in block if line[0] not in "!=-"]
        for kind in "!=-":
            names = [line[2:] for line in block if line[0] == kind]
            if names:
                lines += textwrap.wrap(
                    " ".join(names), 118, initial_indent=f"{kind} ", subsequent_indent=f"{kind} "
                )
    return "\n".join(lines) + "\n"


def observed() -> dict[tuple[str, Case], Macros]:
    """What all headers define in all cases."""
    names = [name for name in headers.written() if not name.startswith(headers.INTERNAL)]
    jobs = list(itertools.product(names, CASES))
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(jobs, pool.map(lambda job: of_machine(*job), jobs), strict=True))


def main() -> None:
    """Write the table."""
    TABLE.write_text(written(table(observed())), encoding="ascii")


if __name__ == "__main__":
    main()
