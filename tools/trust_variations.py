"""Variations of library calls, drawn with a seed, and whether maul answers rightly.

    python -m tools.trust_variations --count 200 [--seed 1] [--limit 10s] [--keep FOLDER]

A variation takes a call with a known effect, puts its objects somewhere (local, static, on the
heap, in a structure or an array), makes the call in some way (directly, through a macro, a wrapper,
a pointer, in a loop or a condition) and asserts the effect or its contrary. gcc tells the truth by
execution; where gcc does not take the program it is left out. Exit status 1 when one is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.trust import ask
from tools.trust_programs import read
from tools.trust_truth import contradiction


@dataclass(frozen=True, slots=True)
class Effect:
    """A call: its headers, function, objects (type and initial value), arguments, what holds after.

    In the arguments and the fact ``{0}`` is the first object as an lvalue, ``R`` the result.
    """

    headers: str
    function: str
    result: str
    objects: tuple[tuple[str, str], ...]
    arguments: str
    fact: str


def _effect(text: str) -> Effect:
    headers, function, result, objects, arguments, fact = (x.strip() for x in text.split("|"))
    pairs = [x.partition("=") for x in objects.split(";") if x.strip()]
    return Effect(
        headers,
        function,
        result,
        tuple((kind.strip(), initial.strip()) for kind, _, initial in pairs),
        arguments,
        fact.replace(" or ", " || "),
    )


EFFECTS = tuple(
    map(
        _effect,
        """
strings.h | bzero | void | int = 5 | &{0}, sizeof {0} | {0} == 0
strings.h | bcopy | void | int = 5; int = 6 | &{0}, &{1}, sizeof {0} | {1} == 5
string.h | explicit_bzero | void | long = 5 | &{0}, sizeof {0} | {0} == 0
string.h | memccpy | void * | int = 5; int = 6 | &{0}, &{1}, 6, sizeof {0} | {0} == 6
string.h | mempcpy | void * | int = 5; int = 6 | &{0}, &{1}, sizeof {0} | {0} == 6
string.h | memcpy | void * | int = 5; int = 6 | &{0}, &{1}, sizeof {0} | {0} == 6
string.h | memmove | void * | long = 5; long = 6 | &{0}, &{1}, sizeof {0} | {0} == 6
string.h | memset | void * | unsigned = 5 | &{0}, 1, sizeof {0} | {0} == 0x01010101u
string.h | memfrob | void * | char = 1 | &{0}, 1 | {0} == 43
stdlib.h | strtol | long | char * = 0 | "12x", &{0}, 10 | R == 12 && *{0} == 'x'
stdlib.h | strtoull | unsigned long long | char * = 0 | "7 ", &{0}, 10 | R == 7 && *{0} == ' '
stdlib.h | strtod | double | char * = 0 | "1.5q", &{0} | *{0} == 'q'
stdlib.h | rand_r | int | unsigned = 1 | &{0} | {0} != 1 && R >= 0
stdlib.h | rand | int | int = 5 | | R >= 0 && {0} == 5
stdlib.h | div | div_t | int = 7 | {0}, 2 | R.quot == 3 && R.rem == 1
stdlib.h | ldiv | ldiv_t | long = -7 | {0}, 2 | R.quot == -3 && R.rem == -1
stdlib.h | abs | int | int = -7 | {0} | R == 7
stdlib.h | atoi | int | int = 3 | "42" | R == 42 && {0} == 3
stdlib.h | mbtowc | int | wchar_t = 9 | &{0}, "k", 1 | {0} == 'k'
stdlib.h | posix_memalign | int | void * = 0 | &{0}, 64, 8 | R != 0 or {0} != 0
stdio.h | asprintf | int | char * = 0 | &{0}, "%d", 7 | R < 0 or {0} != 0
stdio.h | printf | int | int = 99 | "abc%n\\n", &{0} | {0} == 3
stdio.h | sscanf | int | int = 99 | "12", "%d", &{0} | {0} == 12 && R == 1
math.h | frexp | double | int = 99 | 8.0, &{0} | {0} == 4
math.h | modf | double | double = 9 | 2.5, &{0} | {0} == 2.0
math.h | remquo | double | int = 99 | 7.0, 2.0, &{0} | {0} == 4
math.h | fabs | double | double = -2.5 | {0} | R == 2.5
time.h | time | time_t | time_t = 5 | &{0} | R == {0}
time.h | gmtime_r | struct tm * | time_t = 0; struct tm = {{0}} | &{0}, &{1} | {1}.tm_year == 70
time.h | mktime | time_t | struct tm = {{0, 0, 0, 15, 13, 100}} | &{0} | {0}.tm_mon == 1
time.h | clock_gettime | int | struct timespec = {{7, -7}} | 0, &{0} | {0}.tv_nsec >= 0
sys/time.h | gettimeofday | int | struct timeval = {{7, -7}} | &{0}, 0 | {0}.tv_usec >= 0
unistd.h | swab | void | short = 258; short = 0 | &{0}, &{1}, 2 | {1} == 513
unistd.h | close | int | int = 5 | -1 | R == -1 && {0} == 5
wchar.h | wmemset | wchar_t * | wchar_t = 9 | &{0}, L'z', 1 | {0} == 'z'
wchar.h | wmemcpy | wchar_t * | wchar_t = 9; wchar_t = 8 | &{0}, &{1}, 1 | {0} == 8
ctype.h | isdigit | int | int = '7' | {0} | R != 0
ctype.h | toupper | int | int = 'a' | {0} | R == 'A'
signal.h | sigemptyset | int | sigset_t = {{{{255}}}} | &{0} | R == 0
""".strip().splitlines(),
    )
)

PLACES = ("local", "static", "global", "heap", "member", "element", "pointer")
WAYS = ("plain", "macro", "wrapper", "wrapper pointer", "pointer", "loop", "condition", "brackets")


def vary(effect: Effect, place: str, way: str, *, holds: bool) -> str:
    """A program that makes the call and asserts that its effect holds, or that it does not."""
    names = [f"x{i}" for i in range(len(effect.objects))]
    outside, inside, lvalues = _placed(effect, place, names)
    call, helpers, uses = _called(effect, way, lvalues)
    fact = effect.fact.format(*lvalues).replace("R", "result")
    test = f"!({fact})" if holds else fact
    lines = [
        f"// expect: {'safe' if holds else 'unsafe'}",
        f"// because: {effect.function} {place} {way}",
        "#define _GNU_SOURCE",
        *(f"#include <{x}>" for x in dict.fromkeys([*effect.headers.split(), "stdlib.h"])),
        "extern void reach_error(void);",
        *([f"static {effect.result} result;"] if effect.result != "void" else []),
        *outside,
        *helpers,
        "int main(void) {",
        *(f"  {x}" for x in (*inside, *uses, call)),
        f"  if ({test})",
        "    reach_error();",
        "  return 0;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _placed(effect: Effect, place: str, names: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Declarations outside and inside of main, and the objects as lvalues."""
    outside, inside, lvalues = [], [], []
    for name, (kind, raw) in zip(names, effect.objects, strict=True):
        initial = raw.replace("{{", "{").replace("}}", "}")
        plain = f"{kind} {name} = {initial};"
        match place:
            case "static" | "global":
                outside.append(("static " if place == "static" else "") + plain)
                lvalues.append(name)
            case "heap":
                inside += [
                    f"{kind} *{name} = malloc(sizeof *{name});",
                    f"*{name} = ({kind}){initial};",
                ]
                lvalues.append(f"(*{name})")
            case "member":
                outside.append(f"static struct {{ char c; {kind} m; }} {name} = {{1, {initial}}};")
                lvalues.append(f"{name}.m")
            case "element":
                inside.append(f"{kind} {name}[2] = {{{initial}, {initial}}};")
                lvalues.append(f"{name}[1]")
            case "pointer":
                inside += [f"{kind} o{name} = {initial};", f"{kind} *{name} = &o{name};"]
                lvalues.append(f"(*{name})")
            case _:
                inside.append(plain)
                lvalues.append(name)
    return outside, inside, lvalues


def _called(effect: Effect, way: str, lvalues: list[str]) -> tuple[str, list[str], list[str]]:
    """The call as a statement, definitions outside of main, and declarations inside."""
    keep = "" if effect.result == "void" else "result = "
    arguments = effect.arguments.format(*lvalues)
    call = f"{keep}{effect.function}({arguments})"
    match way:
        case "macro":
            return "CALL();", [f"#define CALL() {call}"], []
        case "wrapper" | "wrapper pointer":
            formal = effect.arguments.format(*(f"(*p{i})" for i in range(len(lvalues))))
            kinds = [kind for kind, _ in effect.objects]
            head = ", ".join(f"{kind} *p{i}" for i, kind in enumerate(kinds))
            body = f"static void wrap({head}) {{ {keep}{effect.function}({formal}); }}"
            actual = ", ".join(f"&{x}" for x in lvalues)
            if way == "wrapper":
                return f"wrap({actual});", [body], []
            types = ", ".join(f"{kind} *" for kind in kinds)
            return f"f({actual});", [body], [f"void (*f)({types}) = wrap;"]
        case "pointer":
            declared = f"__typeof__(&{effect.function}) f = {effect.function};"
            return f"{keep}f({arguments});", [], [declared]
        case "loop":
            return f"for (int i = 0; i < 1; i++)\n    {call};", [], []
        case "condition":
            return f"if (({call}, 1))\n    ;", [], []
        case "brackets":
            return f"{keep}({effect.function})({arguments});", [], []
        case _:
            return f"{call};", [], []


def main() -> int:
    """Draw variations, let gcc tell the truth, ask maul."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", default="10s")
    parser.add_argument("--keep", type=Path, help="a folder for the programs with wrong answers")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    asked = decided = wrong = 0
    with tempfile.TemporaryDirectory(prefix="variations-") as name:
        path = Path(name) / "variation.c"
        for number in range(arguments.count):
            effect, place, way = draw.choice(EFFECTS), draw.choice(PLACES), draw.choice(WAYS)
            text = vary(effect, place, way, holds=draw.random() < 0.5)
            path.write_text(text, encoding="ascii")
            untrue = contradiction(read(path))
            if untrue:
                print(f"{number}: {effect.function} {place} {way}: left out: {untrue}")
                continue
            answer = ask(read(path), [sys.executable, "-m", "maul", "verify"], arguments.limit)
            asked += 1
            decided += answer.verdict in ("TRUE", "FALSE")
            if answer.wrong:
                wrong += 1
                print(f"{number}: {effect.function} {place} {way}: {answer.wrong}", flush=True)
                if arguments.keep:
                    (arguments.keep / f"variation-{number}.c").write_text(text, encoding="ascii")
    print(f"{asked} variations, {decided} decided, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
