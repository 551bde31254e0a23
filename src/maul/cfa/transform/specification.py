"""Properties: their names and SV-COMP property files read, and turned into error locations of the
program.

Comes in: the text of ``--property`` (names and files, with commas between them), and a program
model without errors. Goes out: a ``Property`` for each, and a model in which each violation is an
error location that names the violated (sub)property, so that no method needs to know properties.

A property file is read literally: ``G ! call(f())`` is about calls of ``f`` and nothing else. The
plain name ``unreach-call`` means more: the error functions of old and new tasks, and every failing
``assert``.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TypeAlias

from maul.cfa.library import ANY, ASSERTION_FAILURES, PLAIN, PURE
from maul.cfa.model import Call, Cfa
from maul.cfa.transform.instrument import Instrumentation, plain_name
from maul.errors import BadInput
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.cfa.model import Automaton

ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
# ---- what a property asks ------------------------------------------------------------------------


@node
class NeverCalled:
    """No call of any of the functions, defined or not."""

    functions: tuple[str, ...]
    text: str  # what is said to be missing when the program has none of them
    subproperty: str = "unreach-call"


@node
class LabelUnreachable:
    """Control never passes the label, in whichever function."""

    label: str
    subproperty: str = "unreach-call"


@node
class DefinedOperands:
    """No operation has operands of a ``kind`` for which C leaves it undefined."""

    kind: str  # "overflow", "division", "shift", "null" or "index"
    subproperty: str


@node
class ValidMemory:
    """One of the questions of ``Valid`` is always answered with yes."""

    question: str  # "deref", "free", "memtrack" or "memcleanup"
    subproperty: str


Condition: TypeAlias = NeverCalled | LabelUnreachable | DefinedOperands | ValidMemory


@node
class Property:
    """What is to be checked. ``name`` is a label for people (the base name of the file);
    a violation is reported under the ``subproperty`` of the condition it violates."""

    name: str
    entry: str  # the function the program starts with
    conditions: tuple[Condition, ...]
    is_file: bool = False

    @property
    def error_functions(self) -> frozenset[str]:
        """The functions that must not be called."""
        found = (each for each in self.conditions if isinstance(each, NeverCalled))
        return frozenset(name for each in found for name in each.functions)

    @property
    def asks_for_life(self) -> bool:
        """Whether it matters when objects end."""
        return not self._questions.isdisjoint(("deref", "free", "memtrack"))

    @property
    def asks_for_ways(self) -> bool:
        """Whether it matters which pointers there are."""
        return "memtrack" in self._questions

    @property
    def _questions(self) -> frozenset[str]:
        found = (each for each in self.conditions if isinstance(each, ValidMemory))
        return frozenset(each.question for each in found)

    @property
    def volatile(self) -> str:
        """What reading a volatile object gives, where the user does not say."""
        return PLAIN if self.is_file else ANY

    @property
    def undefined(self) -> str:
        """What functions without body do, where the user does not say: nothing under the rules of
        SV-COMP, whose files are those."""
        return PURE if self.is_file else ANY


def _memory(*questions: str) -> tuple[Condition, ...]:
    return tuple(ValidMemory(question, f"valid-{question}") for question in questions)


NO_OVERFLOW = DefinedOperands("overflow", "no-overflow")
_UNDEFINED = {
    "no-division-by-zero": "division",
    "no-invalid-shift": "shift",
    "no-null-dereference": "null",
    "no-index-out-of-bounds": "index",
}
_NAMED: dict[str, tuple[Condition, ...]] = {
    "unreach-call": (
        NeverCalled(
            ERROR_FUNCTIONS + ASSERTION_FAILURES,
            "a call of reach_error or __VERIFIER_error, or an assert",
        ),
    ),
    "no-overflow": (NO_OVERFLOW,),
    "undefined-behaviour": tuple(DefinedOperands(kind, name) for name, kind in _UNDEFINED.items()),
    **{name: (DefinedOperands(kind, name),) for name, kind in _UNDEFINED.items()},
    "valid-memsafety": _memory("free", "deref", "memtrack"),
    "valid-memcleanup": _memory("memcleanup"),
    "valid-deref": _memory("deref"),
    "valid-free": _memory("free"),
    "valid-memtrack": _memory("memtrack"),
}
# Names that stand for others, in the order in which they are looked for.
_SHORT: dict[str, tuple[str, ...]] = {
    "memory": ("valid-memsafety",),
    "all": ("unreach-call", "no-overflow", "valid-memsafety", *_UNDEFINED),
}
_UNCHECKED = (
    "termination",
    "no-data-race",
    "no-deadlock",
    "no-runtime-exception",
    "def-behavior",
    "valid-assert",
    "correct-annotations",
    "coverage-branches",
    "coverage-conditions",
    "coverage-error-call",
    "coverage-statements",
)

# ---- reading ------------------------------------------------------------------------------------

_LARGEST = 1 << 16
_IDENTIFIER = r"[A-Za-z_$][\w$]*"
_CHECK = re.compile(
    rf"CHECK\s*\(\s*init\s*\(\s*({_IDENTIFIER})\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)", re.DOTALL
)
_CALL = re.compile(rf"G\s*!\s*call\s*\(\s*({_IDENTIFIER})\s*\(\s*\)\s*\)")
_LABEL = re.compile(rf"G\s*!\s*label\s*\(\s*({_IDENTIFIER})\s*\)")
_VALID = re.compile(r"G\s*valid-(deref|free|memtrack|memcleanup)")
_OVERFLOW = re.compile(r"G\s*!\s*overflow")
_ASSERT = re.compile(r"G\s*assert")
_REFUSED = (
    (re.compile(r"F\s*end"), "termination (F end)"),
    (re.compile(r"G\s*!\s*data-race"), "data races (G ! data-race)"),
    (re.compile(r"G\s*!\s*deadlock"), "deadlocks (G ! deadlock)"),
    (re.compile(r"G\s*def-behavior"), "defined behaviour (G def-behavior)"),
)


def read_properties(text: str) -> tuple[Property, ...]:
    """The properties of a list with commas, each once, in their order. A file whose name has a
    comma in it is one property."""
    names = [text] if os.path.exists(text) else [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadInput(f"--property: not a list of properties: {text!r}")
    found: dict[str, Property] = {}
    for name in names:
        for each in _SHORT.get(name, (name,)):
            found.setdefault(each, read_property(each))
    named: dict[str, str] = {}
    for each, one in found.items():
        other = named.setdefault(one.name, each)
        if other != each:
            raise BadInput(f"--property: {other} and {each} have the same name")
    return tuple(found.values())


def joined(properties: Sequence[Property]) -> Property:
    """All that several properties ask, as one property."""
    if len(properties) == 1:
        return properties[0]
    entries = dict.fromkeys(each.entry for each in properties)
    if len(entries) > 1:
        names = " and ".join(f"{entry}()" for entry in entries)
        raise BadInput(f"--property: the properties start at {names}")
    conditions = dict.fromkeys(each for one in properties for each in one.conditions)
    return Property(
        ",".join(each.name for each in properties),
        properties[0].entry,
        tuple(conditions),
        all(each.is_file for each in properties),
    )


def read_property(text: str) -> Property:
    """A property by its name, or the property file at that path."""
    if len(_SHORT.get(text, ())) == 1:
        (text,) = _SHORT[text]
    named = _NAMED.get(text)
    if named is not None:
        return Property(text, "main", named)
    if text in _SHORT or ("," in text and not os.path.exists(text)):
        raise BadInput(f"one property is wanted here, not several: {text}")
    if text in _UNCHECKED:
        raise BadInput(f"property '{text}' is not supported")
    if not (text.endswith(".prp") or os.sep in text or os.path.exists(text)):
        raise BadInput(
            f"unknown property '{text}'; known: {', '.join([*_NAMED, *_SHORT])}, or a .prp file"
        )
    return _read_file(text)


def _read_file(path: str) -> Property:
    """A property file: one CHECK a line, all about the same entry function."""
    entry: str | None = None
    conditions: dict[str, Condition] = {}
    for number, line in enumerate(_text_of(path).splitlines(), 1):
        stripped = line.strip()
        if not stripped:
            continue
        where = f"{path}:{number}"
        function, formula = _split_check(stripped, where)
        if entry is not None and function != entry:
            raise BadInput(f"{where}: starts at {function}(), the lines before at {entry}()")
        entry = function
        conditions.setdefault(" ".join(formula.split()), _condition(formula, where))
    if entry is None:
        raise BadInput(f"{path}:1: empty property file")
    name = os.path.basename(path).removesuffix(".prp")
    return Property(name, entry, tuple(conditions.values()), is_file=True)


def _text_of(path: str) -> str:
    """The text of a property file, which is small and holds no control characters."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(_LARGEST + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise BadInput(f"{path!r}: not a file name") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}:{line}: not a property file: not text") from None
    for number, line_text in enumerate(text.split("\n"), 1):
        if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", line_text):
            raise BadInput(f"{path}:{number}: not a property file: not text")
    if len(data) > _LARGEST:
        raise BadInput(f"{path}:1: not a property file: longer than {_LARGEST} bytes")
    return text


def _split_check(line: str, where: str) -> tuple[str, str]:
    """The entry function and the formula of a CHECK line."""
    if match := _CHECK.fullmatch(line):
        return match[1], match[2].strip()
    if re.match(r"COVER\s*\(", line):
        raise BadInput(f"{where}: coverage (COVER) is not supported")
    if re.match(r"CHECK\s*\(\s*annotations\b", line):
        raise BadInput(f"{where}: annotations (CHECK(annotations, ...)) are not supported")
    raise BadInput(f"{where}: expected CHECK( init(main()), LTL(...) ), found '{line[:60]}'")


def _condition(formula: str, where: str) -> Condition:
    """What an LTL formula of SV-COMP asks."""
    if match := _CALL.fullmatch(formula):
        return NeverCalled((match[1],), f"function {match[1]}")
    if match := _LABEL.fullmatch(formula):
        return LabelUnreachable(match[1])
    if match := _VALID.fullmatch(formula):
        return ValidMemory(match[1], f"valid-{match[1]}")
    if _OVERFLOW.fullmatch(formula):
        return NO_OVERFLOW
    if _ASSERT.fullmatch(formula):
        return NeverCalled(ASSERTION_FAILURES, "assert")
    raise BadInput(f"{where}: {_refusal(formula)}")


def _refusal(formula: str) -> str:
    """Why a formula cannot be checked."""
    for pattern, what in _REFUSED:
        if pattern.fullmatch(formula):
            return f"checking {what} is not supported"
    return f"unknown LTL formula '{formula[:60]}'"


def nothing_to_check(prop: Property) -> str:
    """What a program lacks in which control cannot flow to an error, in a few words."""
    kinds = dict.fromkeys(map(_violation, prop.conditions))
    return f"no {' or '.join(kinds)} can be reached"


_OPERANDS = {
    "overflow": "operation that can overflow",
    "division": "division that can be by zero",
    "shift": "shift that can go too far",
    "null": "access by a pointer that can be null",
    "index": "index that can lie outside of its array",
}


def _violation(condition: Condition) -> str:
    """What violates a condition."""
    match condition:
        case NeverCalled(functions=functions):
            assertion = "failing assert"
            return assertion if functions == ASSERTION_FAILURES else f"call of {functions[0]}"
        case LabelUnreachable(label=label):
            return f"label {label}"
        case DefinedOperands(kind=kind):
            return _OPERANDS[kind]
        case ValidMemory():
            return "use of memory"


# ---- marking -----------------------------------------------------------------------------------


def mark_errors(cfa: Cfa, prop: Property) -> Cfa:
    """The program with an error location wherever the property is violated; ``cfa`` stays as it
    is."""
    if any(isinstance(each, ValidMemory) and each.question == "deref" for each in prop.conditions):
        # The bodies are read where somebody asks for them: start-up time is a feature.
        from maul.cfa.transform.bodies import with_bodies  # noqa: PLC0415

        cfa = with_bodies(cfa)
    present = _functions_of(cfa)
    if prop.entry not in (called_by_start := _calls_of(cfa.start)):
        known = ", ".join(f"{name}()" for name in called_by_start)
        raise BadInput(
            f"the property starts at {prop.entry}(), the program at {known or 'nothing'}"
        )
    work = Instrumentation(cfa)
    missing: list[str] = list(cfa.missing)
    for condition in prop.conditions:
        match condition:
            case NeverCalled(functions=functions):
                work.forbid_calls(functions, condition.subproperty)
                if present.isdisjoint(functions):
                    missing.append(condition.text)
            case LabelUnreachable(label=label):
                work.forbid_label(label, condition.subproperty)
                if not any(label in automaton.labels for automaton in cfa.automata()):
                    missing.append(f"label {label}")
            case DefinedOperands(kind=kind):
                work.forbid_operands(kind, condition.subproperty)
            case ValidMemory(question=question):
                work.require_valid(question, condition.subproperty)
    return work.finish(tuple(missing))


def _calls_of(automaton: Automaton) -> list[str]:
    """The functions an automaton calls."""
    return list(
        dict.fromkeys(
            edge.operation.function
            for at in automaton.locations
            for edge in at.leaving
            if isinstance(edge.operation, Call)
        )
    )


def _functions_of(cfa: Cfa) -> frozenset[str]:
    """Every function the program defines or calls, by its name in the text."""
    called = [name for automaton in cfa.automata() for name in _calls_of(automaton)]
    return frozenset(plain_name(name) for name in (*called, *cfa.functions))
