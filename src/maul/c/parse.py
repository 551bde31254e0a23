"""C text to syntax tree, accepting what gcc accepts.

Comes in: the name of a C file, preprocessed or not, and a data model. Goes out: a translation unit
without errors, or ``BadInput`` with the first message; ``Unsupported`` for what only gcc accepts.
Clang drops the statements it rejects, so a unit with any error must never be used. Some programs
that gcc accepts are repaired: parsed again with a flag or declaration more. Declarations go into a
file of their own, so that no line number changes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.clang import Diagnostic, TranslationUnit
from maul.c.headers import DIRECTORY, system_headers
from maul.c.source import LineMarkers
from maul.errors import BadInput, Unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import DataModel

# Warnings of gcc that clang treats as errors.
_TOLERATED = (
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-function-pointer-types",
    "return-type",
)
# libclang shows va_arg as a conversion without saying of what; a call says all.
_VA_ARG = (
    "-D__builtin_va_arg(list,...)="
    "(*(__typeof__(__VA_ARGS__)*)__va_arg_ptr(list,sizeof(__VA_ARGS__)))"
)
_FLAGS = (
    *("-x", "c", "-std=gnu11", "-w", "-ferror-limit=0", "-fgnu89-inline"),
    "-fbracket-depth=1000000",
    "-D_Noreturn=__attribute__((__noreturn__))",
    _VA_ARG,
    *(f"-Wno-error={warning}" for warning in _TOLERATED),
)
_TARGETS = {"ILP32": "i386-linux-gnu", "LP64": "x86_64-linux-gnu"}
# What gcc leaves in preprocessed text and clang does not know: keywords, an attribute's arguments.
_FLOATS = {
    "_Float32": "float",
    "_Float64": "double",
    "_Float32x": "double",
    "_Float64x": "long double",
    "_Float128": "__float128",
}
_PRELUDE = f"{DIRECTORY}/prelude.h"


def parse(path: str, model: DataModel, includes: Sequence[str] = ()) -> TranslationUnit:
    """Parse one file; ``includes`` are directories of headers. Call inside ``call_deep``."""
    text = _read(path)
    flags = [*_FLAGS, "-target", _TARGETS[model.name], "-nostdinc", "-include", _PRELUDE]
    for directory in includes:
        flags += ["-I", directory]
    files: dict[str, bytes] = {}
    if b"include" in text and re.search(rb"^[ \t]*#[ \t]*include", text, re.MULTILINE):
        flags += ["-isystem", DIRECTORY]
        files.update(system_headers())
    else:
        flags += _gcc_output_flags(text)
    prelude = ["void *__va_arg_ptr();"]
    while True:
        files[_PRELUDE] = "\n".join(prelude).encode()
        unit = TranslationUnit(path, text, flags, files)
        errors = [d for d in unit.diagnostics() if d.severity >= clang.ERROR]
        if not errors:
            return unit
        new_flags = [flag for flag in _missing_flags(errors) if flag not in flags]
        new_lines = [line for line in _missing_declarations(unit, errors) if line not in prelude]
        unit.dispose()
        # Each round adds something, and what can be added is named in the text: the rounds end.
        if not new_flags and not new_lines:
            raise _refusal(path, text, errors)
        flags += new_flags
        prelude += new_lines


def _read(path: str) -> bytes:
    """The contents of a file, if it can be C text."""
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{path!r}: not a file name") from None
    nul = text.find(b"\0")
    if nul >= 0:
        line = text.count(b"\n", 0, nul) + 1
        column = nul - text.rfind(b"\n", 0, nul)
        raise BadInput(f"{path}:{line}:{column}: NUL byte: this is not C text")
    return text


def _gcc_output_flags(text: bytes) -> list[str]:
    """Flags for preprocessed text: clang knows no ``_Float32`` and no ``__malloc__(f, 1)``."""
    flags = ["-D__malloc__(...)=__malloc__"]
    for name, meaning in _FLOATS.items():
        if re.search(rb"\b%b\b" % name.encode(), text) and not _is_typedef(name, text):
            flags.append(f"-D{name}={meaning}")
    return flags


def _is_typedef(name: str, text: bytes) -> bool:
    """Whether the text itself defines a type called ``name``."""
    return re.search(rb"typedef\s[^;{]*\b%b\s*;" % name.encode(), text) is not None


# Patterns of messages; compiled only when there is an error.
_BUILTIN = (
    r"(?:definition of builtin function|conflicting types for|cannot redeclare builtin function)"
    r" '(__builtin_\w+)'"
)
_CONFLICT = r"conflicting types for '(\w+)'"
_RENAMED = "__task"


def _missing_flags(errors: Sequence[Diagnostic]) -> list[str]:
    """The flags under which clang would accept what it complains about."""
    flags: list[str] = []
    for error in errors:
        if match := re.match(_BUILTIN, error.message):  # the program defines the function itself
            flags.append(f"-D{match[1]}={_RENAMED}{match[1]}")
        elif "parameter of 'main'" in error.message:
            # Without its library functions, clang would take an undeclared malloc for int malloc().
            flags += ["-ffreestanding", "-Werror=implicit-function-declaration"]
        elif "section type conflict" in error.message:
            flags += ["-Dsection(...)=", "-D__section__(...)="]
    return list(dict.fromkeys(flags))


def _missing_declarations(unit: TranslationUnit, errors: Sequence[Diagnostic]) -> list[str]:
    """Declarations of the functions that were called before they were declared.

    gcc lets the implicit ``int f()`` become ``void f()``, and knows the types of its builtins.
    """
    conflicts = {match[1] for error in errors if (match := re.match(_CONFLICT, error.message))}
    if not conflicts:
        return []
    lines: list[str] = []
    for cursor in clang.children(unit.root):
        if cursor.kind != kinds.FUNCTION_DECL or clang.spelling(cursor) not in conflicts:
            continue
        name = clang.spelling(cursor)
        result = clang.canonical_type(clang.result_type(clang.cursor_type(cursor)))
        if result.kind == kinds.TYPE_VOID or name.startswith(_RENAMED):
            lines.append(f"{clang.type_spelling(result)} {name}();")
    return list(dict.fromkeys(lines))


# The beginnings of clang's messages about C that only gcc compiles.
_GCC_ONLY = {
    "fields must have a constant size": "variable length array in a structure",
    "function definition is not allowed here": "nested function",
}


def _refusal(path: str, text: bytes, errors: Sequence[Diagnostic]) -> BadInput | Unsupported:
    """Why the file cannot be used: the first error, at its physical position."""
    first = errors[0]
    if first.file == path and all(_gcc_construct(error) for error in errors):
        span = LineMarkers(path, text).span(first.line, first.column)
        return Unsupported(span, _gcc_construct(first))
    place = f"{first.file}:{first.line}:{first.column}" if first.file else path
    return BadInput(f"{place}: {first.message}")


def _gcc_construct(error: Diagnostic) -> str:
    """The name of the extension that clang rejects; "" when it is an error in gcc, too."""
    return next((name for text, name in _GCC_ONLY.items() if error.message.startswith(text)), "")
