"""The C text that makes a compiled program take the way of a counterexample.

Comes in: an execution with the values it was given. Goes out: a C file to be compiled with the
program. It defines the functions the program lacks, each returning what it returned in the
execution, the extern variables with the values chosen for them, an allocator whose objects hold
what was chosen, and the error functions, which say that they were reached. It declares what it
needs itself: headers could disagree with the functions it has to define.

No function the program lacks is left to the C library unless maul models it, so that executing a
counterexample can do nothing that the model does not know of.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c.ctype import Integer, size_of
from maul.c.numbers import wrap
from maul.cfa.expressions import FunctionAddress, Place
from maul.cfa.library import UNDEFINED_SUFFIX, defined_by_c_library, given, stores_result, variables
from maul.cfa.model import ERRNO, Call, Havoc
from maul.cfa.transform.bodies import is_copy
from maul.cfa.transform.may_fail import ORIGIN as FAILURE
from maul.cfa.transform.specification import NeverCalled
from maul.cfa.walk import inner_first
from maul.node import node
from maul.proofs.execution.harness.heap import NEEDED, REACHED, leaving, observer
from maul.proofs.execution.harness.heap import options as heap_options
from maul.proofs.execution.harness.memory import any_memory, unknown_objects
from maul.proofs.execution.harness.sanitizers import sanitizer_for
from maul.proofs.execution.harness.values import base_name, cast_text, constant, listed, type_name
from maul.proofs.execution.harness.writes import STORES_NOTHING, Storing, stored, storing
from maul.proofs.execution.replay import is_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maul.c.ctype import CType
    from maul.cfa.model import Cfa, Edge, Operation
    from maul.cfa.transform.specification import Property
    from maul.interpret.choices import Given
    from maul.proofs.execution.harness.sanitizers import Sanitizer
    from maul.proofs.execution.replay import Asked, Followed

STOPPED = 108
"""The exit code: the execution left the way of the counterexample."""
MARK = "counterexample: reached"
STRAYED = "counterexample: left"
MOST_TOLD = 3  # results that are told in a verdict
INCOMPLETE = 1 << 16  # bytes given to an extern array of unknown length

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")


class Unwritable(Exception):
    """The execution cannot be brought about in C; the text says why."""


@node
class Harness:
    """The text, what the compiler must be told besides, and how many arguments main gets."""

    text: str
    options: tuple[str, ...]
    arguments: int


def harness(followed: Followed, wanted: Property, *, supplies: bool = False) -> Harness:
    """The harness of an execution that violates the property; Unwritable when there is none. What
    the C library defines is left to it, unless the harness ``supplies`` its results, too."""
    cfa = followed.cfa
    sanitizer = sanitizer_for(followed.violated)
    errors = _error_functions(wanted)
    defined = sorted(name for name in errors if name in cfa.functions)
    needed = {"dprintf", "_exit"} | (NEEDED if observer(followed.violated) else set())
    if taken := sorted(needed & cfa.functions.keys()):
        raise Unwritable(f"the program defines {taken[0]} itself")
    stubs = list(_stubs(followed, errors))
    allocator, wraps = _allocator(followed)
    if supplies:
        supplied = dict(_supplied(followed))
        stubs += [(f"__wrap_{name}", text) for name, text in supplied.items()]
        wraps = tuple(dict.fromkeys((*wraps, *supplied)))
    parts = [
        _settings(sanitizer),
        _PRELUDE.replace("HARNESS_EXIT", leaving(followed.violated)),
        "".join(_error_function(name) for name in errors if name not in cfa.functions),
        _entered(defined),
        _LANGUAGE,
        "" if _ENDING in (*errors, *cfa.functions) else _ABORTING,
        *(text for _, text in stubs),
        *_variables(followed),
        allocator,
        any_memory(followed),
        unknown_objects(followed),
        observer(followed.violated),
    ]
    # Of a function that is defined here or in the program a compiler must know nothing else.
    named = (*(name for name, _ in stubs), *filter(_IDENTIFIER.fullmatch, cfa.functions))
    options = [
        f"-fno-builtin-{plain}"
        for plain in (name.removeprefix("__wrap_") for name in named)
        if defined_by_c_library(plain)
    ]
    options += ["-finstrument-functions"] if defined else []
    options += [f"-Wl,--wrap={name}" for name in wraps]
    options += heap_options(followed.violated)
    return Harness("\n".join(filter(None, parts)), tuple(options), _argument_count(followed))


_PRELUDE = f"""\
extern int dprintf(int, const char *, ...);
extern void HARNESS_EXIT(int);

#define QUIET __attribute__((no_instrument_function))

QUIET static void harness_reached(const char *where) {{
  dprintf(2, "{MARK} %s\\n", where);
  HARNESS_EXIT({REACHED});
}}

QUIET static void harness_left(const char *why) {{
  dprintf(2, "{STRAYED}, %s\\n", why);
  HARNESS_EXIT({STOPPED});
}}
"""

# Functions that a program may or may not define itself: its own ones win.
_LANGUAGE = """\
QUIET __attribute__((weak)) void __VERIFIER_assume(int holds) {
  if (!holds)
    harness_left("an assumption does not hold");
}

QUIET __attribute__((weak)) void __VERIFIER_assert(int holds) {
  if (!holds)
    harness_reached("__VERIFIER_assert");
}

QUIET __attribute__((weak)) void assert(int holds) {
  if (!holds)
    harness_reached("assert");
}

QUIET __attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
QUIET __attribute__((weak)) void __VERIFIER_atomic_end(void) {}
"""

# Where the property is about something else, the error function of SV-COMP merely ends the program.
_ENDING = "__VERIFIER_error"
_ABORTING = f"""\
extern void abort(void);
QUIET __attribute__((weak)) void {_ENDING}(void) {{ abort(); }}
"""


def _settings(sanitizer: Sanitizer | None) -> str:
    """The functions that tell a sanitizer what to do."""
    settings = {} if sanitizer is None else sanitizer.settings
    return "".join(
        f'__attribute__((used)) const char *{name}(void) {{ return "{what}"; }}\n'
        for name, what in settings.items()
    )


# ---- errors --------------------------------------------------------------------------------------


def _error_functions(wanted: Property) -> tuple[str, ...]:
    """The functions that must not be called."""
    found: dict[str, None] = {}
    for condition in wanted.conditions:
        if isinstance(condition, NeverCalled):
            found.update(dict.fromkeys(condition.functions))
    return tuple(found)


def _error_function(name: str) -> str:
    return f'QUIET __attribute__((weak)) void {name}() {{ harness_reached("{name}"); }}\n'


def _entered(defined: Sequence[str]) -> str:
    """Notice when an error function is entered that the program itself defines."""
    if not defined:
        return ""
    lines = [f"extern void {name}();" for name in defined]
    lines.append("QUIET void __cyg_profile_func_enter(void *function, void *site) {")
    for name in defined:
        lines.append(f"  if (function == (void *){name})")
        lines.append(f'    harness_reached("{name}");')
    lines += ["}", "QUIET void __cyg_profile_func_exit(void *function, void *site) {}", ""]
    return "\n".join(lines)


# ---- functions that the program lacks ------------------------------------------------------------


def _stubs(followed: Followed, errors: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and definition of every function that the program refers to and nobody defines."""
    calls, changes = _calls(followed), stored(followed)
    for name, types in _lacking(followed.cfa).items():
        plain = name.removesuffix(
            UNDEFINED_SUFFIX
        )  # its name is that of another one in the library
        if name in errors or (plain == name and defined_by_c_library(name)):
            continue
        if not _IDENTIFIER.fullmatch(plain) or len(types) > 1:
            if name in calls:
                raise Unwritable(f"{plain} is called with different types")
            continue
        mine = calls.get(name, [])
        yield plain, _stub(plain, next(iter(types), None), mine, storing(mine, changes))


def _calls(followed: Followed) -> dict[str, list[Asked]]:
    """The calls of functions without body and model, function by function."""
    calls: dict[str, list[Asked]] = {}
    for asked in followed.calls:
        operation = asked.edge.operation
        assert isinstance(operation, Call)
        calls.setdefault(operation.function, []).append(asked)
    return calls


def _supplied(followed: Followed) -> Iterator[tuple[str, str]]:
    """Name and replacement of every function of the C library whose result is supplied."""
    for name, calls in _chosen_outside(followed).items():
        types = dict.fromkeys(asked.type for asked in calls)
        if len(types) > 1:
            raise Unwritable(f"{name} is called with different types")
        yield name, _supplier(name, next(iter(types)), calls)


def _chosen_outside(followed: Followed) -> dict[str, list[Asked]]:
    """The calls of the C library whose results were chosen, where any of them can come from
    outside. What a function computes from its arguments nobody may choose, nor what a function
    returns that also tells why it fails: the replacement would not."""
    if any(_is_errno(asked.edge.operation) for asked in followed.choices):
        return {}
    return {
        name: calls
        for name, calls in _calls(followed).items()
        if any(asked.value is not None for asked in calls) and _can_come(name, calls, followed.cfa)
    }


def can_be_supplied(followed: Followed) -> frozenset[str]:
    """The functions of the C library whose chosen results can come from outside."""
    return frozenset(_chosen_outside(followed))


def _can_come(name: str, calls: Sequence[Asked], cfa: Cfa) -> bool:
    """Whether what was chosen for a function of the C library can come from outside."""
    possible = given(name)
    if possible is None or any(other in possible.unless for other in _lacking(cfa)):
        return False
    return all(asked.value is None or possible.includes(asked.value) for asked in calls)


def _is_errno(operation: Operation) -> bool:
    return isinstance(operation, Havoc) and operation.origin == ERRNO


def _supplier(name: str, result: CType | None, calls: Sequence[Asked]) -> str:
    """What is called instead of a function of the C library."""
    if result is None or not stores_result(name):
        return _stub(f"__wrap_{name}", result, calls)
    store = "  if (at)\n    *at = values[next];\n"
    return _table(f"__wrap_{name}({type_name(result)} *at)", result, calls, store)


def supplied_results(followed: Followed) -> str:
    """What was chosen for functions of the C library, in words; empty when there was nothing."""
    told = dict.fromkeys(
        f"{name}() = {_told(asked)}"
        for name, calls in _chosen_outside(followed).items()
        for asked in calls
        if asked.value is not None
    )
    shown = list(told)[:MOST_TOLD]
    return ", ".join(shown) + (", ..." if len(told) > len(shown) else "")


def _told(asked: Asked) -> str:
    """A chosen value as people write it."""
    t, given = asked.type, asked.value
    if isinstance(t, Integer) and isinstance(given, int):
        return str(wrap(given, t.bits, signed=t.signed))
    return repr(given)


def _lacking(cfa: Cfa) -> dict[str, dict[CType, None]]:
    """The functions without body and model, with the types that their results are used with."""
    found: dict[str, dict[CType, None]] = {}
    for edge in _edges(cfa):
        operation = edge.operation
        if isinstance(operation, Call):
            types = found.setdefault(operation.function, {})
            if operation.result is not None:
                types[operation.result.type] = None
        for expression in inner_first(operation):
            if isinstance(expression, FunctionAddress):
                found.setdefault(expression.function, {})
    return {
        name: types
        for name, types in found.items()
        if name not in cfa.functions and is_unknown(name)
    }


def _edges(cfa: Cfa) -> Iterator[Edge]:
    for automaton in cfa.automata():
        for at in automaton.locations:
            yield from at.leaving


def _stub(
    name: str, result: CType | None, calls: Sequence[Asked], stores: Storing = STORES_NOTHING
) -> str:
    """A function that returns what it returned in the execution, call by call, and ``stores`` what
    it stored."""
    if result is None and stores.body:
        return (
            f"{stores.before}QUIET int {name}({stores.parameters}) {{\n"
            f"  static unsigned next;\n{stores.body}  next++;\n  return 0;\n}}\n"
        )
    if result is None:
        return f"QUIET int {name}() {{ return 0; }}\n"
    if not calls:
        why = f"{name} is called"
        t = type_name(result)
        body = f'  harness_left("{why}");\n' + (
            f"  return ({t})0;\n" if t else "  __builtin_trap();\n"
        )
        return f"QUIET {t or 'void'} {name}() {{\n{body}}}\n"
    return stores.before + _table(f"{name}({stores.parameters})", result, calls, stores.body)


def _table(head: str, result: CType, calls: Sequence[Asked], before: str = "") -> str:
    """A function that returns one value after the other, and does something ``before``."""
    t, name = type_name(result), head.partition("(")[0]
    if t is None:
        raise Unwritable(f"{name} returns a value that is no number")
    values = [constant(asked.value, result) for asked in calls]
    return (
        f"QUIET {t} {head} {{\n"
        f"  static const {base_name(t)} values[] = {{{listed(values)}}};\n"
        "  static unsigned next;\n"
        f"  if (next == {len(values)})\n"
        f'    harness_left("{name} is called once more");\n'
        f"{before}"
        f"  return {cast_text(t)}values[next++];\n"
        "}\n"
    )


# ---- variables and objects ----------------------------------------------------------------------


def _variables(followed: Followed) -> Iterator[str]:
    """The extern variables, with the values chosen for them; those of the C library are its own."""
    chosen = {asked.edge: asked.value for asked in followed.choices}
    for edge in _edges(followed.cfa):
        match edge.operation:
            case Havoc(target=Place(variable=variable), origin="extern"):
                if variable.name not in variables() and _IDENTIFIER.fullmatch(variable.name):
                    yield _variable(variable.name, variable.type, chosen.get(edge))


def _variable(name: str, t: CType, given: Given | None) -> str:
    plain = type_name(t)
    if plain is not None:
        cast = "(void *)" if plain == "void *" else ""
        return f"{plain} {name} = {cast}{constant(given, t)};\n"
    try:
        size = size_of(t)
    except ValueError:
        size = INCOMPLETE
    data = given.rstrip(b"\0") if isinstance(given, bytes) else b""
    first = f" = {{{listed([str(byte) for byte in data])}}}" if data else ""
    return f"unsigned char {name}[{max(size, 1)}] __attribute__((aligned(16))){first};\n"


def _allocator(followed: Followed) -> tuple[str, tuple[str, ...]]:
    """An allocator that gives zeros, or what the execution chose, or fails where that was chosen;
    and the functions that it replaces."""
    cfa = followed.cfa
    called = {e.operation.function for e in _edges(cfa) if isinstance(e.operation, Call)}
    called -= cfa.functions.keys()
    fails = [_is_set(a.value) for a in followed.choices if _decides_failure(a)]
    wraps = list(_ALLOCATING) if any(fails) else []
    wraps = [name for name in wraps if name not in cfa.functions]
    lines = [_failing(fails)] if wraps else []
    lines += [_failing_allocation(name) for name in wraps if name != "malloc"]
    if "malloc" in called or "malloc" in wraps:
        lines.append(_malloc(followed, can_fail=bool(wraps)))
        wraps = list(dict.fromkeys((*wraps, "malloc")))
    return "\n".join(lines), tuple(wraps)


_ALLOCATING = {
    "malloc": "__SIZE_TYPE__ size",
    "calloc": "__SIZE_TYPE__ count, __SIZE_TYPE__ size",
    "realloc": "void *old, __SIZE_TYPE__ size",
    "strdup": "const char *text",
    "strndup": "const char *text, __SIZE_TYPE__ size",
}


def _decides_failure(asked: Asked) -> bool:
    operation = asked.edge.operation
    return isinstance(operation, Havoc) and operation.origin == FAILURE


def _is_set(given: Given | None) -> bool:
    return any(given) if isinstance(given, bytes) else bool(given)


def _failing(fails: Sequence[bool]) -> str:
    """Which allocations fail, in the order in which the program asks for them."""
    table = listed([str(int(each)) for each in fails])
    return (
        "QUIET static int harness_fails(void) {\n"
        f"  static const char fails[] = {{{table}}};\n"
        "  static unsigned next;\n"
        "  return next < sizeof fails && fails[next++];\n"
        "}\n"
    )


def _failing_allocation(name: str) -> str:
    """An allocating function that fails where that was chosen."""
    parameters = _ALLOCATING[name]
    names = ", ".join(each.split()[-1].lstrip("*") for each in parameters.split(", "))
    return (
        f"extern void *__real_{name}({parameters});\n"
        f"QUIET void *__wrap_{name}({parameters}) {{\n"
        f"  return harness_fails() ? 0 : __real_{name}({names});\n"
        "}\n"
    )


def _zeros(cfa: Cfa, *, can_fail: bool) -> tuple[str, ...]:
    """Make an object that holds zeros, of which the system has some without writing them."""
    if "calloc" in cfa.functions:
        return (
            "  unsigned char *made = __real_malloc(size);",
            "  if (made)",
            "    __builtin_memset(made, 0, size);",
        )
    name = "__real_calloc" if can_fail else "calloc"
    return (
        f"  extern void *{name}(__SIZE_TYPE__, __SIZE_TYPE__);",
        f"  unsigned char *made = size ? {name}(size, 1) : __real_malloc(0);",
    )


def _malloc(followed: Followed, *, can_fail: bool) -> str:
    """The function malloc: its objects hold zeros, or what the execution chose."""
    contents = [
        asked.value.rstrip(b"\0") if isinstance(asked.value, bytes) else b""
        for asked in followed.choices
        if isinstance(asked.edge.operation, Call)
        and asked.edge.operation.function == "malloc"
        and not is_copy(asked.edge.source.function)  # the library allocates without the program
    ]
    while contents and not contents[-1]:
        contents.pop()
    lines = [
        "extern void *__real_malloc(__SIZE_TYPE__ size);",
        "QUIET void *__wrap_malloc(__SIZE_TYPE__ size) {",
        *(["  if (harness_fails())", "    return 0;"] if can_fail else []),
        *_zeros(followed.cfa, can_fail=can_fail),
    ]
    if any(contents):
        lines.append("  static unsigned next;")
        lines.append("  switch (made ? next++ : -1) {")
        for number, data in enumerate(contents):
            if data:
                lines.append(f"  case {number}: {{")
                lines.append(
                    f"    static const unsigned char first[] = {{{listed(list(map(str, data)))}}};"
                )
                lines.append(
                    "    __builtin_memcpy(made, first, size < sizeof first ? size : sizeof first);"
                )
                lines += ["    break;", "  }"]
        lines.append("  }")
    return "\n".join([*lines, "  return made;", "}", ""])


def _argument_count(followed: Followed) -> int:
    """How many arguments main was told to have; 1 when it does not ask."""
    for asked in followed.choices:
        match asked.edge.operation:
            case Havoc(origin="parameter of main") if isinstance(asked.type, Integer):
                return asked.value if isinstance(asked.value, int) else 0
    return 1
