"""C text to syntax tree, accepting what gcc accepts.

Comes in: a C file as ``maul.c.preprocess`` read it, and a data model. Goes out: a translation unit
without errors, or ``BadInput`` with the first message; ``Unsupported`` for what only gcc accepts.
Clang drops the statements it rejects, so a unit with any error must never be used. Some programs
that gcc accepts are repaired: parsed again with a flag or declaration more. Declarations go into a
file of their own, so that no line number changes.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from maul.c import clang, kinds, predefined
from maul.c.clang import Diagnostic, TranslationUnit
from maul.c.headers import DIRECTORY, system_headers
from maul.c.preprocess import lines_of
from maul.c.source import Span
from maul.errors import BadInput, Unsupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maul.c.ctype import DataModel
    from maul.c.preprocess import Source

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
# What clang computes when it meets the name and gcc does not know.
_FOREIGN = (
    "__has_feature __has_extension __has_declspec_attribute __has_warning __has_constexpr_builtin "
    "__is_identifier __is_target_arch __is_target_vendor __is_target_os __is_target_environment "
    "__is_target_variant_os __is_target_variant_environment __building_module __MODULE__ "
    "__FLT_EVAL_METHOD__"
)
_FLAGS = (
    *("-x", "c", "-std=gnu17", "-ferror-limit=0", "-fgnu89-inline", "-undef", "-nostdinc"),
    *("-Wno-everything", "-Wimplicit-function-declaration"),  # these tell what is not declared
    "-fno-builtin",  # any name may be the program's own
    "-fbracket-depth=1000000",
    "-D_Noreturn=__attribute__((__noreturn__))",
    _VA_ARG,
    *(f"-Wno-error={warning}" for warning in _TOLERATED),
    *(f"-U{name}" for name in (*_FOREIGN.split(), *predefined.CLOCK)),
)
_TARGETS = {"ILP32": "i386-linux-gnu", "LP64": "x86_64-linux-gnu"}
# In gcc wchar_t is long for ILP32, in clang it is for Solaris only; all else is the same there.
_LONG_WCHAR = "i386-pc-solaris2.11"
# What gcc leaves in preprocessed text and clang does not know: keywords, an attribute's arguments.
_FLOATS = {
    "_Float32": "float",
    "_Float64": "double",
    "_Float32x": "double",
    "_Float64x": "long double",
    "_Float128": "__float128",
}
_PRELUDE = f"{DIRECTORY}/prelude.h"
_PREDEFINED = f"{DIRECTORY}/predefined.h"
# What gcc knows and clang answers differently: a question that has no answer without gcc.
_ASKED = ("__has_builtin", "__has_attribute", "__has_c_attribute", "__has_cpp_attribute")


def parse(source: Source, model: DataModel, includes: Sequence[str] = ()) -> TranslationUnit:
    """Parse one file; ``includes`` are directories of headers. Call inside ``call_deep``."""
    path, text = source.path, source.text
    flags = [*_FLAGS, "-target", _target(model, text)]
    files: dict[str, bytes] = {}
    if source.form == "raw":
        flags += _preprocessing_flags(path, includes)
        files.update(system_headers())
        files[_PREDEFINED] = _predefined(model)
    if source.form != "raw" or b"include" not in text:
        flags += _gcc_output_flags(text)
    flags += ["-include", _PRELUDE]
    prelude = {"__va_arg_ptr": "void *__va_arg_ptr();"}  # declarations by name
    while True:
        files[_PRELUDE] = "\n".join(prelude.values()).encode()
        unit = TranslationUnit(path, text, flags, files)
        messages = unit.diagnostics()
        errors = [d for d in messages if d.severity >= clang.ERROR]
        lines = _repaired(prelude, unit, messages)
        if not errors and lines == prelude:
            problem = _unknown_builtin(source, unit, messages)
            if problem:
                unit.dispose()
                raise problem
            return unit
        new_flags = [flag for flag in _missing_flags(errors) if flag not in flags]
        unit.dispose()
        # Each round adds something, and what can be added is named in the text: the rounds end.
        if not new_flags and lines == prelude:
            raise _refusal(source, errors)
        flags += new_flags
        prelude = lines


def _target(model: DataModel, text: bytes) -> str:
    """The machine that clang compiles for."""
    is_wide = model.name == "ILP32" and (b'L"' in text or b"L'" in text)
    return _LONG_WCHAR if is_wide else _TARGETS[model.name]


def _preprocessing_flags(path: str, includes: Sequence[str]) -> list[str]:
    """Flags for text that the parser has to preprocess, as gcc would."""
    flags = ["-imacros", _PREDEFINED, "-iquote", os.path.dirname(path) or "."]
    for directory in includes:
        flags += ["-I", directory]
    return [*flags, "-isystem", DIRECTORY]


def _predefined(model: DataModel) -> bytes:
    lines = [f"#define {name}(...) (1 / 0)\n" for name in _ASKED]
    return (predefined.header(model.name) + "".join(lines)).encode()


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
_UNDECLARED = r"(?:call to undeclared function|use of unknown builtin) '(\w+)'"
_RENAMED = "__task"


def _missing_flags(errors: Sequence[Diagnostic]) -> list[str]:
    """The flags under which clang would accept what it complains about."""
    flags: list[str] = []
    for error in errors:
        if match := re.match(_BUILTIN, error.message):  # the program defines the function itself
            flags.append(f"-D{match[1]}={_RENAMED}{match[1]}")
        elif "parameter of 'main'" in error.message:
            flags.append("-ffreestanding")
        elif "section type conflict" in error.message:
            flags += ["-Dsection(...)=", "-D__section__(...)="]
    return list(dict.fromkeys(flags))


def _repaired(
    prelude: dict[str, str], unit: TranslationUnit, messages: Sequence[Diagnostic]
) -> dict[str, str]:
    """The prelude with declarations of the functions that were called before they were declared.

    gcc knows the types of its builtins, and lets the implicit ``int f()`` become ``void f()``; a
    builtin may become a function of another type.
    """
    found = dict(prelude)
    undeclared = [m[1] for d in messages if (m := re.match(_UNDECLARED, d.message))]
    if undeclared:
        from maul.c.builtins import prototypes  # noqa: PLC0415 - start-up time

        known = prototypes()
        found |= {name: known[name] for name in undeclared if name in known}
    conflicts = {match[1] for d in messages if (match := re.match(_CONFLICT, d.message))}
    for cursor in clang.children(unit.root) if conflicts else ():
        name = clang.spelling(cursor)
        if cursor.kind != kinds.FUNCTION_DECL or name not in conflicts:
            continue
        if clang.file_name(clang.offset(clang.location(cursor))[0]) == _PRELUDE:
            continue
        result = clang.canonical_type(clang.result_type(clang.cursor_type(cursor)))
        is_builtin = name in prelude and not prelude[name].endswith("();")
        if result.kind == kinds.TYPE_VOID or name.startswith(_RENAMED) or is_builtin:
            found[name] = f"{clang.type_spelling(result)} {name}();"
    return found


def _unknown_builtin(
    source: Source, unit: TranslationUnit, messages: Sequence[Diagnostic]
) -> Unsupported | None:
    """The refusal of a builtin that clang does not know: it would seem to be any function."""
    for message in messages:
        match = re.match(_UNDECLARED, message.message)
        if match and re.match("__builtin_|__sync_|__atomic_", match[1]):
            same = [c for c in clang.children(unit.root) if clang.spelling(c) == match[1]]
            if not any(clang.is_definition(c) for c in same):
                span = lines_of(source).span(message.line, message.column)
                return Unsupported(span, match[1])
    return None


_POISONED = "attempt to use a poisoned identifier"
# The beginnings of clang's messages about C that only gcc compiles.
_GCC_ONLY = {
    "fields must have a constant size": "variable length array in a structure",
    "function definition is not allowed here": "nested function",
    "register '": "a global variable in a register of its own",
}


def _refusal(source: Source, errors: Sequence[Diagnostic]) -> BadInput | Unsupported:
    """Why the file cannot be used: the first error, at its place."""
    first = errors[0]
    if poisoned := [error for error in errors if error.message == _POISONED]:
        return _macro_without_model(source, poisoned[0])
    if first.file != source.path:
        place = f"{first.file}:{first.line}:{first.column}" if first.file else source.path
        return BadInput(f"{place}: {first.message}")
    span = lines_of(source).span(first.line, first.column)
    if all(error.file == source.path and _gcc_construct(error) for error in errors):
        return Unsupported(span, _gcc_construct(first))
    return BadInput(f"{span}: {first.message}")


def _macro_without_model(source: Source, error: Diagnostic) -> Unsupported:
    """The refusal of a name that maul's headers poison, because a macro has it in the library."""
    if error.file == source.path:
        span, text = lines_of(source).span(error.line, error.column), source.text
    else:
        span = Span(error.file, error.line, error.column, error.file, error.line)
        text = system_headers().get(error.file, b"")
    found = (
        re.match(rb"\w+", text.split(b"\n")[error.line - 1][error.column - 1 :]) if text else None
    )
    name = found[0].decode() if found else "of the library"
    return Unsupported(span, f"macro {name}, which has no model")


def _gcc_construct(error: Diagnostic) -> str:
    """The name of the extension that clang rejects; "" when it is an error in gcc, too."""
    return next((name for text, name in _GCC_ONLY.items() if error.message.startswith(text)), "")
