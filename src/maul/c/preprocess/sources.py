"""What is read is what gcc reads: a C file to text in which no macro is left.

Comes in: the name of a C file, a data model, directories of headers. Goes out: a ``Source``, whose
text the parser and the compiler of counterexamples both get, so that no ``#if`` can tell them
apart. Text that is preprocessed already is taken as it is. Other text goes through ``gcc -E``, with
the macros of gcc 12 (``predefined``) and maul's own headers; where there is no gcc, the parser
has to preprocess it, with the same macros and headers, and nothing is executed anyway.
docs/decisions/0019-what-gcc-reads.md says why.
"""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

from maul.c import predefined
from maul.c.headers import DIRECTORY, system_headers
from maul.c.source import LARGEST, ExpandedLines, LineMarkers, Span, escaped, unescaped
from maul.errors import BadInput, Failed, Unsupported
from maul.node import node
from maul.system.folders import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maul.c.ctype import DataModel


@node
class Source:
    """A C file as it is read: ``written`` is its contents, ``text`` what the parser gets.

    ``form`` tells how the two belong together: ``plain`` (the same, and there is no macro in it),
    ``expanded`` (gcc preprocessed it), ``raw`` (the same, and the parser has to preprocess it).
    """

    path: str
    text: bytes
    written: bytes
    form: str


def lines_of(source: Source) -> LineMarkers | ExpandedLines:
    """From lines of the text to places that the user knows."""
    if source.form == "expanded":
        return ExpandedLines(source.path, source.text, source.written)
    return LineMarkers(source.path, source.text)


def read_sources(
    paths: Sequence[str], model: DataModel, includes: Sequence[str] = (), execute: str = "caged"
) -> tuple[Source, ...]:
    """All files of a program."""
    return tuple(read_source(path, model, includes, execute) for path in paths)


def read_source(
    path: str, model: DataModel, includes: Sequence[str] = (), execute: str = "caged"
) -> Source:
    """One file; ``BadInput`` when it cannot be C text. gcc runs in a cage, unless ``execute`` is
    ``uncaged``; where there is none, it does not run. What gcc refuses nobody else reads: the
    parser is in no cage, and would open whatever the file includes.
    """
    written = _read(path)
    if is_plain(written):
        return Source(path, written, written, "plain")
    gcc = shutil.which("gcc")
    if gcc is None:
        return Source(path, written, written, "raw")
    try:
        text = _expanded(_Gcc(gcc, execute), path, written, model, includes)
    except OSError as problem:
        raise Failed(f"{path}: cannot be preprocessed: {problem.strerror or problem}") from None
    if text is None:
        return Source(path, written, written, "raw")
    return Source(path, text, written, "expanded")


def _read(path: str) -> bytes:
    """The contents of a file, if it can be C text."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{path!r}: not a file name") from None
    nul = text.find(b"\0")
    if nul >= 0:
        raise BadInput(f"{_place(path, text, nul)}: NUL byte: this is not C text")
    if len(text) > LARGEST:
        raise BadInput(f"{path}: longer than {LARGEST >> 20} MB: this is not C text")
    return text


def _place(path: str, text: bytes, offset: int) -> str:
    line, start = text.count(b"\n", 0, offset) + 1, text.rfind(b"\n", 0, offset)
    return f"{path}:{line}:{offset - start}"


# ---- whether there is anything to do ----

# Directives that say nothing about the text that follows.
_DIRECTIVE = re.compile(rb"#(?![ \t]*(?:[0-9]|line\b|pragma\b|ident\b))")
_BEFORE = (b"\n", b"\r", b"*/")  # what a directive follows, but for blanks
_JOINED = re.compile(rb"\\[ \t\f\v]*[\r\n]")
_NAME = re.compile(rb"\b_\w+")
_WORDS = (b"linux", b"unix", b"i386")  # the macros whose names are not reserved
_WORD = re.compile(
    rb"\b(linux|unix|i386)\b"
    rb"|(?s:\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|/\*.*?\*/)|//[^\n]*"
)


def is_plain(text: bytes) -> bool:
    """Whether preprocessing would change nothing: no directive that matters, no macro."""
    if b"%:" in text or any(
        _is_directive(text, found.start()) for found in _DIRECTIVE.finditer(text)
    ):
        return False
    if b"\\" in text and _JOINED.search(text):
        return False
    if any(word in text for word in _WORDS) and any(found[1] for found in _WORD.finditer(text)):
        return False
    return predefined.names().isdisjoint(_NAME.findall(text))


def _is_directive(text: bytes, at: int) -> bool:
    """Whether a number sign stands where a directive may begin."""
    while at > 0 and text[at - 1] in b" \t\f\v":
        at -= 1
    return at == 0 or text.endswith(_BEFORE, 0, at)


# ---- gcc ----

_MODEL_FLAGS = {"ILP32": "-m32", "LP64": "-m64"}
# gcc's own headers stay where they are, so that __has_include finds them; none may be read.
_OPTIONS = ("-E", "-x", "c", "-std=gnu17", "-w", "-undef")
_OWN_LINES = re.compile(rb'(?m)^[ \t]*#[ \t]*(?:line[ \t]+)?[0-9]+[ \t]*(?:"[^\n]*)?$')
_PLACE_NAMES = re.compile(rb"__LINE__|__FILE__|__FILE_NAME__|__INCLUDE_LEVEL__|##")
_MARKER = re.compile(rb'(?m)^# ([0-9]+) "((?:\\.|[^"\\\n])*)"([ 0-9]*)$')


@node
class _Gcc:
    """The compiler, and whether it runs in a cage."""

    path: str
    execute: str


def _expanded(
    gcc: _Gcc, path: str, written: bytes, model: DataModel, includes: Sequence[str]
) -> bytes | None:
    """The text that ``gcc -E`` makes of a file; its line markers have the names the user knows.

    None where there is no cage to run gcc in.
    """
    from maul.c.preprocess.run import run_preprocessor  # noqa: PLC0415 - start-up time

    with temporary_folder() as folder:
        main, names = _lay_out(folder, path, written, model, includes)
        options = [*_OPTIONS, _MODEL_FLAGS[model.name]]
        options += ["-imacros", os.path.join(folder, "predefined.h")]
        options += ["-iquote", _directory(path)]
        for name in includes:
            options += ["-I", os.path.abspath(name)]
        options += ["-isystem", os.path.join(folder, "include")]
        options += [f"-fmacro-prefix-map={real}={shown}" for real, shown in names.items()]
        readable = [*_own_directories(path, written), *map(os.path.abspath, includes)]
        command = [gcc.path, *options, main]
        try:
            text = run_preprocessor(command, folder, readable, gcc.execute)
            if text is None:
                return None
            _check_headers(text, [folder, *readable])
        except BadInput as problem:
            raise _refusal(_placed(path, str(problem), names)) from None
    return _renamed(text, names)


_PLACE = re.compile(r"[^\n]+?:[0-9]+(?::[0-9]+)?: ")


def _placed(path: str, complaint: str, names: Mapping[str, str]) -> str:
    """A complaint at a place that the user knows: in the file where there is no other."""
    if not _PLACE.match(complaint):
        return f"{path}: {complaint}"
    for real, shown in reversed(list(names.items())):
        if complaint.startswith(real):
            return shown + complaint[len(real) :]
    return complaint


_POISONED = re.compile(r'([^\n]+?):([0-9]+):([0-9]+): .*poisoned "(\w+)"')


def _refusal(complaint: str) -> BadInput | Unsupported:
    """Why a file cannot be used: what gcc says, or a name that maul's headers poison, because a
    macro has it in the library."""
    found = _POISONED.match(complaint)
    if found is None:
        return BadInput(complaint)
    file, line, column = found[1], int(found[2]), int(found[3])
    span = Span(file, line, column, file, line)
    return Unsupported(span, f"macro {found[4]}, which has no model")


def _directory(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


_BESIDE = re.compile(rb'#[ \t]*include[ \t]*"([^"\n/][^"\n]*)/[^"\n/]*"')


def _own_directories(path: str, written: bytes) -> list[str]:
    """The directory of a file, and those of the headers that it names in relation to that."""
    own = _directory(path)
    beside = {os.fsdecode(found[1]) for found in _BESIDE.finditer(written)}
    return [own, *(os.path.normpath(os.path.join(own, name)) for name in sorted(beside))]


def _lay_out(
    folder: str, path: str, written: bytes, model: DataModel, includes: Sequence[str]
) -> tuple[str, dict[str, str]]:
    """Write what gcc needs into a folder; the main file there, and what to call directories.

    The file's own line markers are left out, so that positions are those of the file; unless it
    asks for a position itself.
    """
    for name, contents in system_headers().items():
        at = os.path.join(folder, "include", name.removeprefix(DIRECTORY + "/"))
        os.makedirs(os.path.dirname(at), exist_ok=True)
        _write(at, contents)
    _write(os.path.join(folder, "predefined.h"), predefined.header(model.name).encode())
    os.mkdir(os.path.join(folder, "main"))
    main = os.path.join(folder, "main", os.path.basename(path))
    if not _PLACE_NAMES.search(written) and not re.search(rb"\\[ \t]*\r?\n", written):
        written = _OWN_LINES.sub(b"", written)
    _write(main, written)
    # gcc takes the last that fits.
    given = [name for name in (*includes, os.path.dirname(path)) if not os.path.isabs(name)]
    names = {_prefix(folder): _prefix(DIRECTORY)}
    names |= {_prefix(os.path.abspath(name)): _prefix(name) for name in given}
    names[_prefix(os.path.join(folder, "include"))] = _prefix(DIRECTORY)
    names[_prefix(os.path.dirname(main))] = _prefix(os.path.dirname(path))
    return main, names


def _write(path: str, contents: bytes) -> None:
    with open(path, "wb") as file:
        file.write(contents)


def _prefix(directory: str) -> str:
    """What the names of the files in a directory begin with."""
    return directory if directory in ("", "/") else directory.rstrip("/") + "/"


_SYSTEM_HEADER = re.compile(rb'(?m)^# 1 "((?:\\.|[^"\\\n])*)" 1 3\b')


def _check_headers(text: bytes, known: Sequence[str]) -> None:
    """Refuse a header of the system that maul does not bring along: it is not modelled."""
    for found in _SYSTEM_HEADER.finditer(text):
        name = os.fsdecode(unescaped(found[1]))
        if os.path.basename(name) == "stdc-predef.h":
            continue  # it defines what the table of macros has
        if not any(name.startswith(_prefix(folder)) for folder in known):
            place = _included_at(text, found.end())
            raise BadInput(f"{place}{name} is not among the headers that are modelled")


def _included_at(text: bytes, start: int) -> str:
    """Where the header was included whose text starts there: before what follows its end."""
    depth = 1
    for marker in _MARKER.finditer(text, start):
        depth += {b"1": 1, b"2": -1}.get(marker[3][1:2], 0)
        if depth == 0:
            return f"{os.fsdecode(unescaped(marker[2]))}:{int(marker[1]) - 1}: "
    return ""


def _renamed(text: bytes, names: Mapping[str, str]) -> bytes:
    """Line markers with the names that the user knows."""
    shown = [(os.fsencode(real), os.fsencode(name)) for real, name in reversed(list(names.items()))]

    def rename(marker: re.Match[bytes]) -> bytes:
        found = unescaped(marker[2])
        for real, name in shown:
            if found.startswith(real):
                found = name + found[len(real) :]
                break
        return b'# %b "%b"%b' % (marker[1], escaped(found), marker[3])

    return _MARKER.sub(rename, text)
