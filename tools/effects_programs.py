"""Programs that call one function of the C library and observe what it does.

Comes in: a prototype of the table, and which of several rounds of arguments. Goes out: C text that
prints every observation on a line, or that reaches an error exactly when all observations are what
an execution printed.
"""

from __future__ import annotations

import re

from maul.node import value

HEADERS = (
    "arpa/inet.h assert.h ctype.h errno.h fcntl.h fenv.h inttypes.h malloc.h math.h pthread.h "
    "sched.h signal.h stdio.h stdio_ext.h stdlib.h string.h strings.h sys/random.h sys/resource.h "
    "sys/socket.h sys/stat.h sys/time.h sys/times.h sys/types.h sys/utsname.h time.h uchar.h "
    "unistd.h wchar.h wctype.h"
)
HEAD = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}>\n" for name in HEADERS.split())

ROUNDS = 6
_TEXTS = ('"12abc,d"', '""', '"-0x1F zz"')
_OTHER_TEXTS = ('",b"', '"a"', '" z"')
_INTEGERS = (97, 0, 1, 65, 48, -1)
_SIZES = (8, 0, 5)
_REALS = ("2.5", "-1.0", "0.0", "1e300", "-3.75", "0.1")

# Arguments that must be others: small counts, descriptors that nobody needs, bases, formats.
_GIVEN = {
    "fread": ("{0}", "2", "3", "stdin"),
    "fread_unlocked": ("{0}", "2", "3", "stdin"),
    "fgets": ("{0}", "6", "stdin"),
    "fgets_unlocked": ("{0}", "6", "stdin"),
    "getloadavg": ("{0}", "2"),
    "sleep": ("0",),
    "usleep": ("0",),
    "close": ("99",),
    "dup2": ("99", "98"),
    "free": ("malloc(4)",),
    "realloc": ("malloc(4)", "8"),
    "reallocarray": ("malloc(4)", "2", "3"),
    "printf": ('"<%d>"', "-7"),
    "fprintf": ("stderr", '"<%d>"', "-7"),
    "dprintf": ("2", '"<%d>"', "-7"),
    "sprintf": ("{0}", '"<%d>"', "-7"),
    "snprintf": ("{0}", "3", '"<%d>"', "-7"),
    "asprintf": ("{0}", '"<%d>"', "-7"),
    "scanf": ('"%d"', "{n}"),
    "fscanf": ("stdin", '"%d"', "{n}"),
    "sscanf": ("{0}", '"%d"', "{n}"),
    "__isoc99_scanf": ('"%d"', "{n}"),
    "__isoc99_fscanf": ("stdin", '"%d"', "{n}"),
    "__isoc99_sscanf": ("{0}", '"%d"', "{n}"),
    "posix_memalign": ("{0}", "16", "8"),
    "nanosleep": ("&(struct timespec){{0, 1}}", "{1}"),
    "div": ("-7", "2"),
    "ldiv": ("-7", "2"),
    "lldiv": ("-7", "2"),
    "imaxdiv": ("-7", "2"),
    "open": ("{0}", "0"),
}
_BASES = ("10", "0", "16")

_PROTOTYPE = re.compile(r"(?P<result>.*?)(?P<name>\w+)\((?P<parameters>.*)\)\Z")


@value
class Called:
    """A call: the prototype, the declarations in front of it, the arguments, and the names of the
    objects that are observed afterwards, with whether they are pointers.
    """

    result: str
    name: str
    declarations: tuple[str, ...]
    arguments: tuple[str, ...]
    objects: tuple[str, ...]
    pointers: tuple[str, ...]


def called(prototype: str, number: int) -> Called | None:
    """The call of one round; None when nobody knows how to make the arguments."""
    found = _PROTOTYPE.match(prototype)
    if found is None:
        return None
    parameters = [_plain(part) for part in found["parameters"].split(",")]
    if found["name"] in _GIVEN and parameters[-1] == "...":
        del parameters[-1]
    declarations, arguments, objects, pointers = [], [], [], []
    for index, t in enumerate(parameters if parameters != ["void"] else []):
        made = _argument(t, index, number)
        if made is None:
            return None
        declaration, argument, is_pointer = made
        if declaration:
            declarations.append(declaration)
            objects.append(f"a{index}")
            if is_pointer:
                pointers.append(f"a{index}")
        arguments.append(argument)
    name = found["name"]
    if name.startswith("strto") and len(arguments) == 3:
        arguments[2] = _BASES[number % 3]
    if name in _GIVEN:
        declarations.append("int given = 7;")
        objects.append("given")
        arguments = [text.format(*arguments, n="&given") for text in _GIVEN[name]]
    return Called(
        _plain(found["result"]),
        name,
        tuple(declarations),
        tuple(arguments),
        tuple(objects),
        tuple(pointers),
    )


def _plain(t: str) -> str:
    """A type as the headers spell it: those of typedefs have no tag there."""
    return re.sub(r"\b(?:struct|union) (\w+_t)\b", r"\1", t.strip())


def _argument(t: str, index: int, number: int) -> tuple[str, str, bool] | None:
    """A declaration if there is one, the argument, and whether the object is a pointer itself."""
    name, base = f"a{index}", t.removeprefix("const ").replace("*", "").strip()
    stars = t.count("*")
    if base in ("va_list", "fn") or t == "...":
        return None
    if base == "FILE":
        return "", "stdin" if number % 2 == 0 else "stderr", False
    if stars == 2:
        return (
            f'char {name}_text[16] = "ab,cd"; char *{name} = {name}_text;',
            f"(void *)&{name}",
            True,
        )
    if stars == 1 and base in ("char", "void"):
        text = (_TEXTS if index % 2 == 0 else _OTHER_TEXTS)[number % 3]
        return f"char {name}[32] = {text};", name, False
    if stars == 1 and base == "wchar_t":
        return f"wchar_t {name}[16] = L{_TEXTS[number % 3]};", name, False
    if stars == 1 and base.startswith(("struct", "pthread", "fpos", "mbstate", "sigset")):
        return f"{base} {name}; memset(&{name}, 0, sizeof {name});", f"&{name}", False
    if stars == 1:
        return f"{base} {name}[4] = {{1, 1, 1, 1}};", name, False
    if base in ("double", "float", "long double"):
        return "", f"({base}){_REALS[(number + index) % len(_REALS)]}", False
    if base == "size_t":
        return "", str(_SIZES[number % 3]), False
    return "", f"({base}){_INTEGERS[number % len(_INTEGERS)]}", False


def _call(made: Called) -> str:
    """The call, with the result in ``r``."""
    text = f"({made.name})({', '.join(made.arguments)})"  # no macro
    return f"{text};" if made.result == "void" else f"{made.result} r = {text};"


def _body(made: Called, then: str) -> str:
    head = "\n  ".join((*made.declarations, "errno = 0;", _call(made), "int seen = errno;"))
    start = f"{HEAD}extern void reach_error(void);\nint main(void) {{"
    return f"{start}\n  {head}\n{then}  return 0;\n}}\n"


def printing(made: Called) -> str:
    """The program that prints what it observes, each observation on a line that begins with @."""
    lines = ['printf("\\n@errno %d\\n", seen);']
    if "*" in made.result:
        lines += _where(made, "r", "result")
    elif made.result.startswith(("div", "ldiv", "lldiv", "imaxdiv")):
        lines.append('printf("@record %lld %lld\\n", (long long)r.quot, (long long)r.rem);')
    elif made.result in ("double", "float"):
        lines.append("{ double d = r; unsigned long long u; memcpy(&u, &d, 8);")
        lines.append('printf("@real %llu\\n", u); }')
    elif made.result != "void":
        lines.append('printf("@number %lld\\n", (long long)r);')
    for name in made.objects:
        if name in made.pointers:
            lines += _where(made, name, name)
    for name in _places(made):
        lines.append(f"for (unsigned i = 0; i < sizeof {name}; i++)")
        lines.append(f'  printf("@byte {name} %u %d\\n", i, ((unsigned char *)&{name})[i]);')
    return _body(made, "".join(f"  {line}\n" for line in lines))


def _where(made: Called, pointer: str, name: str) -> list[str]:
    """Lines that print where a pointer points to: null, inside of an object, elsewhere."""
    lines = [f'if (!{pointer}) printf("@null {name}\\n");']
    for other in _places(made):
        distance = f"(unsigned long)((char *){pointer} - (char *)&{other})"
        lines.append(f"else if ({distance} <= sizeof {other})")
        lines.append(f'  printf("@inside {name} {other} %lu\\n", {distance});')
    return [*lines, f'else printf("@elsewhere {name}\\n");']


def _places(made: Called) -> list[str]:
    return [f"{name}_text" if name in made.pointers else name for name in made.objects]


def reaching(made: Called, observed: list[str]) -> str:
    """The program that reaches the error if it observes what was printed."""
    conditions = [_condition(line.removeprefix("@").split()) for line in observed]
    tests = "".join(f"  if (!({condition})) return 0;\n" for condition in conditions)
    return _body(made, f"{tests}  reach_error();\n")


def _condition(words: list[str]) -> str:
    """An observation as a condition in C."""
    pointer = {"result": "r"}.get(words[1], words[1]) if len(words) > 1 else ""
    match words:
        case ["errno", number]:
            return f"seen == {number}"
        case ["record", first, second]:
            return f"r.quot == {first} && r.rem == {second}"
        case ["real", bits]:
            return f"({{ double d = r; unsigned long long u; memcpy(&u, &d, 8); u == {bits}ull; }})"
        case ["number", number]:
            return f"(long long)r == {_literal(number)}"
        case ["byte", name, index, byte]:
            return f"((unsigned char *)&{name})[{index}] == {byte}"
        case ["null", _]:
            return f"!{pointer}"
        case ["inside", _, other, distance]:
            return f"(char *){pointer} == (char *)&{other} + {distance}"
        case ["elsewhere", _]:
            return f"{pointer}"
    raise ValueError(words)


def _literal(number: str) -> str:
    return "(-9223372036854775807ll - 1)" if number == str(-(1 << 63)) else f"{number}ll"
