"""Attributes and pragmas: which are harmless, which are modelled, and which are refused.

Comes in: the text that the parser gets, in which no macro is left. Goes out: nothing, or
``Unsupported`` at the first attribute or pragma that changes what a program means and has no model.
clang ignores what it does not know, and follows what gcc ignores; so whatever is in no list is
refused. The text is scanned for whole tokens: strings and comments are passed over, digraphs are
brackets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maul.c.preprocess import lines_of
from maul.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maul.c.preprocess import Source

# Promises about a function, hints to the optimiser, wishes about warnings: no C semantics.
_PROMISES = (
    "access alloc_align alloc_size always_inline artificial assume_aligned cold const "
    "deprecated designated_init error externally_visible fallthrough flatten format format_arg "
    "hot leaf likely unlikely malloc may_alias maybe_unused no_icf "
    "no_instrument_function no_profile_instrument_function no_reorder no_sanitize "
    "no_sanitize_address no_sanitize_coverage no_sanitize_thread no_sanitize_undefined "
    "no_address_safety_analysis no_split_stack no_stack_limit no_stack_protector noclone nodiscard "
    "noinline noipa nonnull nonstring noplt noreturn nothrow null_terminated_string_arg "
    "patchable_function_entry pure retain returns_nonnull returns_twice sentinel stack_protect "
    "tls_model unavailable unused used visibility warn_if_not_aligned warn_unused_result warning "
    "zero_call_used_regs nodirect_extern_access gcc_struct cdecl sysv_abi regparm stdcall fastcall "
    "sseregparm force_align_arg_pointer nocf_check nocommon"
)
# The parser follows them as gcc does, and what is used of them is modelled or refused there.
_MODELLED = (
    "aligned packed mode vector_size transparent_union cleanup weak alias weakref common gnu_inline"
)
# Neither compiler knows them: marks for other verifiers.
_FOREIGN = "ldv_model ldv_model_inline"
KNOWN = frozenset(f"{_PROMISES} {_MODELLED} {_FOREIGN}".split())

_STRING = r'"(?:\\.|[^"\\\n\r])*"'
_SKIPPED = rf"(?s:{_STRING}|'(?:\\.|[^'\\\n\r])*'|/\*.*?\*/)|//[^\n\r]*"
_SKIPPED_TEXT = re.compile(_SKIPPED.encode())
_INSIDE = rf'(?:[^()"\']|{_SKIPPED})'
_BALANCED = rf"\((?:{_INSIDE}|\((?:{_INSIDE}|\((?:{_INSIDE}|\({_INSIDE}*\))*\))*\))*\)"
_SHORT = re.compile(rf"\b__attribute(?:__)?\s*({_BALANCED})".encode())
_BLANK = r"(?:(?s:\s|/\*.*?\*/)|//[^\n\r]*)*"
_OPENED = rf"(?:\[|<:){_BLANK}(?:\[|<:)"
_LEXEME = re.compile(rf"{_SKIPPED}|\w+|::|<:|:>|\S".encode())
_DIGRAPHS = {"<:": "[", ":>": "]"}
_OPENING, _CLOSING = ("(", "["), (")", "]")
_STANDARD = re.compile(_OPENED.encode())
_SPECIAL = re.compile(
    rf"(?P<skipped>{_SKIPPED})|\b(?P<attribute>__attribute(?:__)?)\b|(?P<standard>{_OPENED})"
    r"|\b(?P<asm>asm|__asm|__asm__)\b".encode()
)
_LABEL = re.compile(rf"{_BLANK}\({_BLANK}({_STRING})(?:{_BLANK}{_STRING})*{_BLANK}\)".encode())
# What tells the linker which definition counts, or another name.
_FOR_THE_LINKER = frozenset({"weak", "weakref", "alias", "common"})
_LINKER_WORD = re.compile(
    rf"(?<![a-zA-Z0-9])(?:weak|weakref|alias|common)(?:__)?\b|asm(?:__)?{_BLANK}\(".encode()
)
_GAP = r"(?s:[ \t\f\v]|/\*.*?\*/)*"
_PRAGMA = re.compile(
    rf"(?:#|%:){_GAP}pragma\b{_GAP}([^\n\r]*)"
    rf'|\b_Pragma\s*\(\s*\w*"((?:\\.|[^"\\\n\r])*)"'.encode()
)
_HARMLESS_PRAGMA = re.compile(
    rb"pack[ \t]*\([ \t]*(?:push[ \t]*(?:,[ \t]*(?:1|2|4|8|16))?|pop|1|2|4|8|16)?[ \t]*\)\s*$"
    rb"|GCC[ \t]+(?:diagnostic|system_header|warning|error|poison|dependency|unroll|ivdep"
    rb"|visibility|push_options|pop_options|reset_options)\b"
    rb"|STDC[ \t]+(?:FP_CONTRACT|CX_LIMITED_RANGE)\b|STDC[ \t]+FENV_ACCESS[ \t]+OFF\b"
    rb"|clang[ \t]+diagnostic\b|(?:push|pop)_macro\b"
    rb"|(?:once|message|omp|acc|warning|merger|function|alloc_text|region|endregion|mark|comment"
    rb"|ident|intrinsic|unroll|nounroll|simd|ivdep|vector|loop)\b"
)
# Sections whose contents the loader or the C library executes, or that have a meaning of their own.
_SECTION = re.compile(r'"[\w.$+-]+"')
_SPECIAL_SECTION = re.compile(
    r'"\.(?:init_array|fini_array|preinit_array|ctors|dtors|jcr|tm_clone_table'
    r'|tdata|tbss|got|plt|dyn|interp|eh_frame|gnu|rel|sym|str|shstr|note|debug)|"\.(?:init|fini)"'
    r'|"\.(?:text|rodata|bss)(?:"|\.)'
)


def check_attributes(source: Source) -> None:
    """Refuse the first attribute or pragma that is not known to be harmless or modelled."""
    text = source.text
    if b"ragma" in text:
        _check_pragmas(source)
    if b"__attribute" not in text and not _STANDARD.search(text):
        return
    if not _are_all_harmless(text):
        _scan(source)


def _are_all_harmless(text: bytes) -> bool:
    """Whether it can be seen at a glance: all are short, and each kind of them is known."""
    if _STANDARD.search(text):
        return False
    found = _SHORT.findall(text)
    if len(found) != text.count(b"__attribute"):
        return False
    return not any(_problem(_lexemes(body, 0)) for body in set(found))


def _check_pragmas(source: Source) -> None:
    """Refuse the first pragma that is not known to be harmless, wherever it may stand."""
    text = source.text
    for pragma in _PRAGMA.finditer(text):
        said = pragma[1] if pragma[2] is None else pragma[2]
        if not _HARMLESS_PRAGMA.match(said) and not _is_passed_over(text, pragma.start()):
            words = said.decode("utf-8", "replace").strip()
            raise _refusal(source, pragma.start(), f"#pragma {words[:60]}")


def _is_passed_over(text: bytes, offset: int) -> bool:
    """Whether a place is inside a string or a comment."""
    for skipped in _SKIPPED_TEXT.finditer(text):
        if skipped.end() > offset:
            return skipped.start() < offset
    return False


def linker_words(source: Source) -> dict[int, str]:
    """Where the text says something to the linker, and what: the names of attributes, and the text
    of ``asm("name")``, which may be a statement as well.
    """
    text = source.text
    found: dict[int, str] = {}
    if not _LINKER_WORD.search(text):
        return found
    for match in _SPECIAL.finditer(text):
        if match["asm"]:
            if label := _LABEL.match(text, match.end()):
                found[label.start(1)] = "asm(...)"
        elif match["skipped"] is None:
            for at, name, _ in _named(_list_at(text, match)):
                if name in _FOR_THE_LINKER:
                    found[at] = f"the attribute {name}"
    return found


def _scan(source: Source) -> None:
    """Look at every attribute, token by token."""
    text = source.text
    for match in _SPECIAL.finditer(text):
        if match["skipped"] is None and not match["asm"]:
            what = _problem(_list_at(text, match))
            if what:
                raise _refusal(source, match.start(), f"the attribute {what}")


def _list_at(text: bytes, match: re.Match[bytes]) -> Iterator[tuple[int, str]]:
    """The tokens from the beginning of an attribute list on."""
    return _lexemes(text, match.start() if match["standard"] else match.end())


def _lexemes(text: bytes, start: int) -> Iterator[tuple[int, str]]:
    """The tokens of a text without its comments and their places, digraphs written as brackets."""
    for lexeme in _LEXEME.finditer(text, start):
        shown = lexeme[0].decode("utf-8", "replace")
        if not shown.startswith(("/*", "//")):
            yield lexeme.start(), _DIGRAPHS.get(shown, shown)


def _problem(tokens: Iterable[tuple[int, str]]) -> str:
    """What of an attribute list is not known; "" when all is."""
    judged = (_judge(name, arguments) for _, name, arguments in _named(tokens))
    return next(filter(None, judged), "")


def _named(tokens: Iterable[tuple[int, str]]) -> list[tuple[int, str, str]]:
    """The attributes of a list, which two brackets open: place, name and arguments of each."""
    depth = 0
    found: list[tuple[int, str, str]] = []
    for offset, lexeme in tokens:
        depth -= lexeme in _CLOSING
        if depth <= 0 and lexeme not in _OPENING:
            break
        if depth == 2 and (lexeme[0].isalpha() or lexeme[0] == "_"):
            found.append((offset, _plain(lexeme), ""))
        elif depth > 2 and found:
            at, name, arguments = found.pop()
            found.append((at, name, arguments + lexeme))
        depth += lexeme in _OPENING
    return found


def _plain(name: str) -> str:
    """The name of an attribute, which may be written between underscores."""
    is_dressed = len(name) > 4 and name.startswith("__") and name.endswith("__")
    return name[2:-2] if is_dressed else name


def _judge(name: str, arguments: str) -> str:
    """The name of an attribute that is refused, "" for another."""
    if name in KNOWN or name == "gnu":
        return ""
    if name == "section" and _SECTION.fullmatch(arguments):
        return f"section({arguments})" if _SPECIAL_SECTION.match(arguments) else ""
    if name == "scalar_storage_order" and arguments == '"little-endian"':
        return ""
    return f"{name}({arguments})" if arguments else name


def _refusal(source: Source, offset: int, what: str) -> Unsupported:
    line = source.text.count(b"\n", 0, offset) + 1
    column = offset - source.text.rfind(b"\n", 0, offset)
    return Unsupported(lines_of(source).span(line, column), what)
