"""What the sanitizers of a C compiler say of a program: violations that are no call of a function.

Comes in: the name of a violated (sub)property, and what a program compiled for it printed. Goes
out: what the compiler must be told, and the violation that was reported, with its place.

UndefinedBehaviorSanitizer looks at the operands of one operation. AddressSanitizer knows the
objects of the compiled program; neither shares anything with maul's memory. Each report is taken
for one subproperty, or for none: an overflow of the stack is no invalid pointer. Which objects are
left or lost the harness finds out (``heap``): LeakSanitizer traces the program from another
process, which no cage allows.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from maul.cfa.library import RELEASING
from maul.node import node, value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.c.source import Span

LOST, LEFT = "valid-memtrack", "valid-memcleanup"
NULL, INDEX = "no-null-dereference", "no-index-out-of-bounds"
STATUS = 109
"""The exit code of a program in which a sanitizer found something."""


# What AddressSanitizer calls it, and which subproperty it violates.
_KINDS = {
    "heap-use-after-free": "valid-deref",
    "heap-buffer-overflow": "valid-deref",
    "stack-buffer-overflow": "valid-deref",
    "stack-buffer-underflow": "valid-deref",
    "dynamic-stack-buffer-overflow": "valid-deref",
    "global-buffer-overflow": "valid-deref",
    "stack-use-after-return": "valid-deref",
    "stack-use-after-scope": "valid-deref",
    "SEGV": "valid-deref",
    "BUS": "valid-deref",
    "attempting double-free": "valid-free",
    "attempting free": "valid-free",
    "attempting to call malloc_usable_size": "",
}
_REPORT = re.compile(r"ERROR: AddressSanitizer: (.+)")
_FRAME = re.compile(r"^ +#\d+ \S+ in (\S+) (.+?):(\d+)(?::\d+)?$", re.MULTILINE)
# What UndefinedBehaviorSanitizer must be told for a subproperty, and how it calls violations of it.
_CHECKED = {
    "no-overflow": "signed-integer-overflow,shift",
    "no-division-by-zero": "integer-divide-by-zero",
    "no-invalid-shift": "shift-exponent",
    NULL: "null,pointer-overflow",
    INDEX: "bounds-strict",
}
_CALLED = {
    "signed integer overflow": "no-overflow",
    "negation of": "no-overflow",
    "division of": "no-overflow",
    "left shift": "no-overflow",
    "shift exponent": "no-invalid-shift",
    "division by zero": "no-division-by-zero",
    "null pointer": NULL,
    "index": INDEX,
}
_UNDEFINED = re.compile(
    r"^(.+?):(\d+):\d+: runtime error: (?:.*?(null pointer)"
    rf"|({'|'.join(_CALLED)})|(.{{,60}}))",
    re.MULTILINE,
)
# A preprocessed text without line markers is compiled under another name, line by line the same.
_COPY = re.compile(r"program-\d+\.i")


@node
class Sanitizer:
    """Options of the compiler, those of its usual options that they replace, and functions that
    the compiled program must define, with the settings that they return."""

    options: tuple[str, ...]
    without: frozenset[str]
    settings: Mapping[str, str]


@value
class Reported:
    """A violation that a sanitizer saw: the subproperty, empty when it is none of maul's, what it
    is called, and where it was, if that was said."""

    subproperty: str
    kind: str
    file: str = ""
    line: int = 0

    def is_at(self, span: Span) -> bool:
        """Whether it was seen at a place of the source text."""
        if _COPY.fullmatch(os.path.basename(self.file)):
            return self.line == span.line
        places = ((span.presumed_file, span.presumed_line), (span.file, span.line))
        return any(
            (os.path.basename(file), line) == (os.path.basename(self.file), self.line)
            for file, line in places
        )


def sanitizer_for(violated: str) -> Sanitizer | None:
    """What makes a violation visible; None when no sanitizer does."""
    undefined = Sanitizer(
        ("-g", f"-fsanitize={_CHECKED.get(violated, '')}", "-fno-sanitize-recover=all"),
        frozenset(("-fwrapv",) if violated == "no-overflow" else ()),
        {"__ubsan_default_options": f"exitcode={STATUS}:color=never"},
    )
    if violated in _CHECKED and violated != NULL:
        return undefined
    if violated not in ("valid-deref", "valid-free", LOST, LEFT, NULL):
        return None
    # Where what is lost is searched for, all locals and registers lie on one stack.
    settings = {
        "exitcode": STATUS,
        "detect_stack_use_after_return": int(violated != LOST),
        "use_sigaltstack": int(violated != LOST),
        "detect_leaks": 0,
        "allocator_may_return_null": 1,
    }
    memory = Sanitizer(
        ("-g", "-fsanitize=address", "-fno-omit-frame-pointer", "-fno-common"),
        frozenset(("-fcommon",)),  # what is common has no space around it
        {
            "__asan_default_options": ":".join(f"{name}={what}" for name, what in settings.items()),
        },
    )
    # What is so far behind null that it is not null itself is seen as a fault.
    return _both(undefined, memory) if violated == NULL else memory


def _both(one: Sanitizer, other: Sanitizer) -> Sanitizer:
    """Two sanitizers in one program."""
    return Sanitizer(
        (*one.options, *other.options),
        one.without | other.without,
        {**one.settings, **other.settings},
    )


def is_seen(found: Reported, violated: str, span: Span) -> bool:
    """Whether what was reported is the violation at a place. An operation with undefined operands
    is one wherever it is; of a pointer or an index an earlier fault may be the compiler's."""
    match violated, found:
        case "no-null-dereference", Reported(kind="SEGV"):
            return found.is_at(span)
        case "no-overflow", Reported(subproperty="no-invalid-shift"):
            return found.is_at(span)  # so far that the result does not fit either
    return found.subproperty == violated and (not may_overlook(violated) or found.is_at(span))


def may_overlook(violated: str) -> bool:
    """Whether a sanitizer may not see a violation although it is there."""
    return violated in (NULL, INDEX) or violated.startswith("valid-")


def reported(messages: str, span: Span) -> Reported | None:
    """The first violation that was reported; ``span`` says in which file it is looked for."""
    if (undefined := _UNDEFINED.search(messages)) is not None:
        file, line, *kinds = undefined.groups()
        kind = next(filter(None, kinds), "")
        return Reported(_CALLED.get(kind, ""), kind, file, int(line))
    if (report := _REPORT.search(messages)) is not None:
        return _fault(report[1], messages[report.end() :], span)
    return None


def _fault(title: str, rest: str, span: Span) -> Reported:
    """A fault of AddressSanitizer, at the innermost place that is in the program's text."""
    kind = next((name for name in _KINDS if title.startswith(name)), "")
    if not kind:
        return Reported("", title.partition(" on ")[0][:60])
    stack = rest.partition("\n\n")[0]
    frames = _FRAME.findall(stack)
    subproperty = _KINDS[kind]
    if subproperty == "valid-deref" and re.search(
        rf"#0 \S+ in \S*_?({'|'.join(RELEASING)})\b", stack
    ):
        subproperty = "valid-free"  # it faulted on what it was to release
    for _, file, line in frames:
        name = os.path.basename(file)
        if name == os.path.basename(span.presumed_file or span.file) or _COPY.fullmatch(name):
            return Reported(subproperty, kind, file, int(line))
    return Reported(subproperty, kind)
