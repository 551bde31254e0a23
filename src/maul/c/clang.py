"""The thin ctypes layer over libclang 18; the only module that knows the parser library.

Comes in: a C file with compiler flags (``TranslationUnit``). Goes out: cursors, types, locations:
the plain structures of libclang with functions over them. There are no wrapper objects because a
driver has a hundred thousand cursors. The library is loaded when this module is imported: import it
where a file is going to be parsed, not at start-up. Parse and walk inside
``maul.system.deep.call_deep``.

Traps that callers must know:

* ``children`` of a FOR_STMT leave out missing parts; those of a VAR_DECL mix type and initialiser.
* MEMBER_REF_EXPR skips one level of anonymous struct or union.
* UNEXPOSED_EXPR is an implicit cast, ``offsetof``, ``a ?: b``, a designated initialiser, an atomic.
* Two declarations are of the same thing when their ``identity`` is the same, never by name.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_longlong, c_uint, c_ulong, c_void_p
from typing import TYPE_CHECKING, Any

from maul.c import kinds
from maul.c.literals import exact_floating, is_close, string_units
from maul.errors import BadInput, Failed
from maul.node import node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Cursor(ctypes.Structure):
    """A place in the syntax tree: a declaration, a reference, a statement or an expression."""

    _fields_ = (
        ("kind", c_int),
        ("extra", c_int),
        ("declaration", c_void_p),  # for a statement: the declaration around it
        ("statement", c_void_p),
        ("unit", c_void_p),
    )
    kind: int
    declaration: int
    statement: int
    unit: int


class Type(ctypes.Structure):
    """A qualified type; ``pointer`` is its identity (one per type *and* qualifiers)."""

    _fields_ = (("kind", c_int), ("pointer", c_void_p), ("unit", c_void_p))
    kind: int
    pointer: int


class SourcePosition(ctypes.Structure):
    """A position in the source text, still encoded."""

    _fields_ = (("first", c_void_p), ("second", c_void_p), ("encoded", c_uint))
    encoded: int


class Range(ctypes.Structure):
    """The source text from one location to another."""

    _fields_ = (("first", c_void_p), ("second", c_void_p), ("begin", c_uint), ("end", c_uint))


class _String(ctypes.Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class _Token(ctypes.Structure):
    _fields_ = (("numbers", c_uint * 4), ("pointer", c_void_p))


class _UnsavedFile(ctypes.Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


@node
class Diagnostic:
    """A message of the parser; ``file`` is empty when it has no place."""

    severity: int
    file: str
    line: int
    column: int
    message: str


ERROR = 3  # the severity from which clang drops parts of the program


def _load() -> ctypes.CDLL:
    """Load the library of the ``libclang`` wheel."""
    try:
        from clang import native  # noqa: PLC0415 - a missing wheel is reported, not raised
    except ImportError:
        raise Failed("the C parser is missing: install the Python package 'libclang'") from None
    names = {"win32": "libclang.dll", "darwin": "libclang.dylib"}
    path = os.path.join(os.path.dirname(native.__file__), names.get(sys.platform, "libclang.so"))
    # libclang would otherwise parse in threads of its own, with stacks too small for deep input.
    os.environ["LIBCLANG_NOTHREADS"] = "1"
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise Failed(f"the C parser cannot be loaded on this platform: {error}") from None


_LIBRARY = _load()


def _bind(name: str, result: Any, *arguments: Any) -> Any:  # noqa: ANN401 - typed at each use
    """The function ``clang_<name>`` with its types declared."""
    try:
        function = getattr(_LIBRARY, "clang_" + name)
    except AttributeError:
        raise Failed(f"the C parser lacks clang_{name}: install 'libclang' 18") from None
    function.restype, function.argtypes = result, arguments
    return function


# Plain functions of the library, under names that read well at the call. A yes-or-no question is
# answered by 1 or 0.

cursor_type: Callable[[Cursor], Type] = _bind("getCursorType", Type, Cursor)
referenced: Callable[[Cursor], Cursor] = _bind("getCursorReferenced", Cursor, Cursor)
canonical: Callable[[Cursor], Cursor] = _bind("getCanonicalCursor", Cursor, Cursor)
semantic_parent: Callable[[Cursor], Cursor] = _bind("getCursorSemanticParent", Cursor, Cursor)
is_definition: Callable[[Cursor], int] = _bind("isCursorDefinition", c_uint, Cursor)
_argument_count: Callable[[Cursor], int] = _bind("Cursor_getNumArguments", c_int, Cursor)
_argument: Callable[[Cursor, int], Cursor] = _bind("Cursor_getArgument", Cursor, Cursor, c_uint)
storage_class: Callable[[Cursor], int] = _bind("Cursor_getStorageClass", c_int, Cursor)
linkage: Callable[[Cursor], int] = _bind("getCursorLinkage", c_int, Cursor)
has_attributes: Callable[[Cursor], int] = _bind("Cursor_hasAttrs", c_uint, Cursor)
is_inline: Callable[[Cursor], int] = _bind("Cursor_isFunctionInlined", c_uint, Cursor)
has_global_storage: Callable[[Cursor], int] = _bind("Cursor_hasVarDeclGlobalStorage", c_int, Cursor)
thread_local_kind: Callable[[Cursor], int] = _bind("getCursorTLSKind", c_int, Cursor)
typedef_type: Callable[[Cursor], Type] = _bind("getTypedefDeclUnderlyingType", Type, Cursor)
binary_operator: Callable[[Cursor], int] = _bind("getCursorBinaryOperatorKind", c_int, Cursor)
unary_operator: Callable[[Cursor], int] = _bind("getCursorUnaryOperatorKind", c_int, Cursor)
enum_type: Callable[[Cursor], Type] = _bind("getEnumDeclIntegerType", Type, Cursor)
enum_value: Callable[[Cursor], int] = _bind("getEnumConstantDeclValue", c_longlong, Cursor)
enum_unsigned_value: Callable[[Cursor], int] = _bind(
    "getEnumConstantDeclUnsignedValue", ctypes.c_ulonglong, Cursor
)
is_bit_field: Callable[[Cursor], int] = _bind("Cursor_isBitField", c_uint, Cursor)
bit_width: Callable[[Cursor], int] = _bind("getFieldDeclBitWidth", c_int, Cursor)
field_offset: Callable[[Cursor], int] = _bind("Cursor_getOffsetOfField", c_longlong, Cursor)  # bits
is_anonymous_record: Callable[[Cursor], int] = _bind("Cursor_isAnonymousRecordDecl", c_uint, Cursor)

canonical_type: Callable[[Type], Type] = _bind("getCanonicalType", Type, Type)
unqualified_type: Callable[[Type], Type] = _bind("getUnqualifiedType", Type, Type)
pointee_type: Callable[[Type], Type] = _bind("getPointeeType", Type, Type)
value_type: Callable[[Type], Type] = _bind("Type_getValueType", Type, Type)  # T of _Atomic(T)
type_declaration: Callable[[Type], Cursor] = _bind("getTypeDeclaration", Cursor, Type)
size_of: Callable[[Type], int] = _bind("Type_getSizeOf", c_longlong, Type)  # negative: has none
align_of: Callable[[Type], int] = _bind("Type_getAlignOf", c_longlong, Type)
array_element: Callable[[Type], Type] = _bind("getArrayElementType", Type, Type)
array_length: Callable[[Type], int] = _bind("getArraySize", c_longlong, Type)  # -1: not constant
component_type: Callable[[Type], Type] = _bind(
    "getElementType", Type, Type
)  # of complex and vector
result_type: Callable[[Type], Type] = _bind("getResultType", Type, Type)
parameter_count: Callable[[Type], int] = _bind("getNumArgTypes", c_int, Type)
parameter_type: Callable[[Type, int], Type] = _bind("getArgType", Type, Type, c_uint)
is_variadic: Callable[[Type], int] = _bind("isFunctionTypeVariadic", c_uint, Type)
is_const: Callable[[Type], int] = _bind("isConstQualifiedType", c_uint, Type)
is_volatile: Callable[[Type], int] = _bind("isVolatileQualifiedType", c_uint, Type)

location: Callable[[Cursor], SourcePosition] = _bind("getCursorLocation", SourcePosition, Cursor)
extent: Callable[[Cursor], Range] = _bind("getCursorExtent", Range, Cursor)
range_start: Callable[[Range], SourcePosition] = _bind("getRangeStart", SourcePosition, Range)
range_end: Callable[[Range], SourcePosition] = _bind("getRangeEnd", SourcePosition, Range)
range_between: Callable[[SourcePosition, SourcePosition], Range] = _bind(
    "getRange", Range, SourcePosition, SourcePosition
)
is_in_main_file: Callable[[SourcePosition], int] = _bind(
    "Location_isFromMainFile", c_int, SourcePosition
)

_string_bytes: Callable[[_String], bytes | None] = _bind("getCString", c_char_p, _String)
_dispose_string: Callable[[_String], None] = _bind("disposeString", None, _String)
_cursor_spelling: Callable[[Cursor], _String] = _bind("getCursorSpelling", _String, Cursor)
_type_spelling: Callable[[Type], _String] = _bind("getTypeSpelling", _String, Type)
_pretty: Callable[[Cursor, None], _String] = _bind(
    "getCursorPrettyPrinted", _String, Cursor, c_void_p
)
_definition: Callable[[Cursor], Cursor] = _bind("getCursorDefinition", Cursor, Cursor)
_initialiser: Callable[[Cursor], Cursor] = _bind("Cursor_getVarDeclInitializer", Cursor, Cursor)


def _text(string: _String) -> str:
    raw = _string_bytes(string)
    _dispose_string(string)
    return raw.decode("utf-8", "surrogateescape") if raw else ""


def spelling(cursor: Cursor) -> str:
    """The name of a declaration, or of what is referred to; a string literal with its quotes."""
    return _text(_cursor_spelling(cursor))


def type_spelling(t: Type) -> str:
    """A type as C text."""
    return _text(_type_spelling(t))


def pretty(cursor: Cursor) -> str:
    """A declaration as C text with all macros expanded; "" for what is not a declaration."""
    return _text(_pretty(cursor, None))


def definition(cursor: Cursor) -> Cursor | None:
    """The declaration that defines what ``cursor`` declares or refers to."""
    found = _definition(cursor)
    return None if is_null(found) else found


def initialiser(cursor: Cursor) -> Cursor | None:
    """The initialiser of a VAR_DECL."""
    found = _initialiser(cursor)
    return None if is_null(found) else found


def parameters(function: Cursor) -> list[Cursor]:
    """The PARM_DECLs of a function; those of a function pointer it returns are children, too."""
    return [_argument(function, index) for index in range(_argument_count(function))]


def is_null(cursor: Cursor) -> bool:
    """Whether a function of the library answered "there is none"."""
    return kinds.FIRST_INVALID <= cursor.kind <= kinds.LAST_INVALID


def is_expression(cursor: Cursor) -> bool:
    """Whether ``cursor`` is an expression."""
    return kinds.FIRST_EXPR <= cursor.kind <= kinds.LAST_EXPR


def identity(cursor: Cursor) -> int:
    """The same number for all declarations of one function, variable or type, within one unit."""
    return canonical(cursor).declaration


_VISITOR = ctypes.CFUNCTYPE(c_int, Cursor, Cursor, ctypes.py_object)
_FIELD_VISITOR = ctypes.CFUNCTYPE(c_int, Cursor, ctypes.py_object)
_NEXT = 1  # visit the next sibling (CXChildVisit_Continue, CXVisit_Continue)


# The visitors only collect: Python must not recurse inside a callback from C.
def _collect_child(cursor: Cursor, _parent: Cursor, append: Callable[[Cursor], None]) -> int:
    append(cursor)
    return _NEXT


def _collect_one(cursor: Cursor, append: Callable[[Cursor], None]) -> int:
    append(cursor)
    return _NEXT


_collect, _collect_field = _VISITOR(_collect_child), _FIELD_VISITOR(_collect_one)
_visit_children = _bind("visitChildren", c_uint, Cursor, _VISITOR, ctypes.py_object)
_visit_fields = _bind("Type_visitFields", c_uint, Type, _FIELD_VISITOR, ctypes.py_object)


def children(cursor: Cursor) -> list[Cursor]:
    """The cursors directly below ``cursor``, in the order of the text except under atomics."""
    found: list[Cursor] = []
    _visit_children(cursor, _collect, found.append)
    return found


def fields(record: Type) -> list[Cursor]:
    """The FIELD_DECLs of a struct or union, with unnamed ones (anonymous records, bit-fields)."""
    found: list[Cursor] = []
    _visit_fields(record, _collect_field, found.append)
    return found


_file_location = _bind(
    "getFileLocation", None, SourcePosition, c_void_p, c_void_p, c_void_p, c_void_p
)
_presumed_location = _bind(
    "getPresumedLocation", None, SourcePosition, c_void_p, c_void_p, c_void_p
)
_file_name: Callable[[int], _String] = _bind("getFileName", _String, c_void_p)
_file, _line, _column, _offset, _presumed_file = c_void_p(), c_uint(), c_uint(), c_uint(), _String()
_file_results = byref(_file), byref(_line), byref(_column), byref(_offset)
_presumed_results = byref(_presumed_file), byref(_line), byref(_column)


def place(where: SourcePosition) -> tuple[int | None, int, int, int]:
    """File handle, line, column and byte offset in the text that was parsed, without markers.

    A token from a macro is where the macro is used, or where its argument is written.
    """
    _file_location(where, *_file_results)
    return _file.value, _line.value, _column.value, _offset.value


def file_name(handle: int | None) -> str:
    """The name of the file that ``place`` gave a handle of; "" for text that is in no file."""
    return _text(_file_name(handle)) if handle else ""


_file_contents: Callable[[int, int, Any], int | None] = _bind(
    "getFileContents", c_void_p, c_void_p, c_void_p, POINTER(ctypes.c_size_t)
)


_offset_only = byref(_file), None, None, byref(_offset)


def offset(where: SourcePosition) -> tuple[int | None, int]:
    """File handle and byte offset of ``place``; on a long line much cheaper than a column."""
    _file_location(where, *_offset_only)
    return _file.value, _offset.value


def file_text(unit: int, handle: int | None) -> bytes:
    """The contents of a file as it was parsed; ``unit`` is the one of any cursor in it."""
    size = ctypes.c_size_t()
    start = _file_contents(unit, handle, byref(size)) if handle else None
    return ctypes.string_at(start, size.value) if start else b""


def presumed_place(where: SourcePosition) -> tuple[str, int, int]:
    """File, line and column according to the line markers of the text."""
    _presumed_location(where, *_presumed_results)
    return _text(_presumed_file), _line.value, _column.value


_tokenize = _bind("tokenize", None, c_void_p, Range, POINTER(POINTER(_Token)), POINTER(c_uint))
_dispose_tokens = _bind("disposeTokens", None, c_void_p, POINTER(_Token), c_uint)
_token_spelling: Callable[[int, _Token], _String] = _bind(
    "getTokenSpelling", _String, c_void_p, _Token
)
_token_location: Callable[[int, _Token], SourcePosition] = _bind(
    "getTokenLocation", SourcePosition, c_void_p, _Token
)


def tokens(cursor: Cursor) -> list[tuple[str, int]]:
    """The tokens under ``cursor`` as they are written, before macros, each with its byte offset."""
    return _tokens(cursor.unit, extent(cursor))


def first_token(cursor: Cursor) -> str:
    """The token ``cursor`` begins with; for one from a macro, as written in the macro's body."""
    where = location(cursor)
    found = _tokens(cursor.unit, range_between(where, where))
    return found[0][0] if found else ""


def _tokens(unit: int, where: Range) -> list[tuple[str, int]]:
    array, count = POINTER(_Token)(), c_uint()
    _tokenize(unit, where, byref(array), byref(count))
    found = []
    for index in range(count.value):
        token = array[index]
        found.append((_text(_token_spelling(unit, token)), place(_token_location(unit, token))[3]))
    if count.value:
        _dispose_tokens(unit, array, count)
    return found


_evaluate: Callable[[Cursor], int | None] = _bind("Cursor_Evaluate", c_void_p, Cursor)
_result_kind: Callable[[int], int] = _bind("EvalResult_getKind", c_int, c_void_p)
_result_is_unsigned: Callable[[int], int] = _bind("EvalResult_isUnsignedInt", c_uint, c_void_p)
_result_signed: Callable[[int], int] = _bind("EvalResult_getAsLongLong", c_longlong, c_void_p)
_result_unsigned: Callable[[int], int] = _bind(
    "EvalResult_getAsUnsigned", ctypes.c_ulonglong, c_void_p
)
_result_double: Callable[[int], float] = _bind("EvalResult_getAsDouble", c_double, c_void_p)
_dispose_result: Callable[[int], None] = _bind("EvalResult_dispose", None, c_void_p)
_EVALUABLE = (
    kinds.SIGNED_INTEGERS
    | kinds.UNSIGNED_INTEGERS
    | {kinds.TYPE_BOOL, kinds.TYPE_ENUM, kinds.TYPE_FLOAT, kinds.TYPE_DOUBLE}
) - {kinds.TYPE_INT128, kinds.TYPE_UINT128}


def evaluate(cursor: Cursor) -> int | float | None:
    """The value of an expression when clang can compute it; side effects inside it are ignored.

    Only integers up to 64 bits, enumerations, float and double have one: of wider numbers libclang
    keeps a part, and it crashes on initialiser lists.
    """
    if not is_expression(cursor) or cursor.kind == kinds.INIT_LIST_EXPR:
        return None
    if canonical_type(cursor_type(cursor)).kind not in _EVALUABLE:
        return None
    result = _evaluate(cursor)
    if not result:
        return None
    kind = _result_kind(result)
    value: int | float | None = None
    if kind == 1:
        value = _result_unsigned(result) if _result_is_unsigned(result) else _result_signed(result)
    elif kind == 2:
        value = _result_double(result)
    _dispose_result(result)
    return value


def floating_literal(cursor: Cursor) -> tuple[int, int] | None:
    """The exact value of a FLOATING_LITERAL as written: numerator and denominator.

    None when the text that was found is not that of the literal: the two values disagree.
    """
    result = _evaluate(cursor)
    if not result:
        return None
    rounded = _result_double(result)
    _dispose_result(result)
    exact = exact_floating(first_token(cursor))
    return exact if exact is not None and is_close(exact, rounded) else None


def string_literal(cursor: Cursor) -> list[int]:
    """The code units of a STRING_LITERAL, without the final zero, each of the element type."""
    return string_units(spelling(cursor))


def is_noreturn(function: Type) -> bool:
    """Whether a function type says that the function does not return."""
    return "noreturn" in type_spelling(function)


_create_index = _bind("createIndex", c_void_p, c_int, c_int)
_dispose_index = _bind("disposeIndex", None, c_void_p)
_parse = _bind(
    "parseTranslationUnit2",
    c_int,
    c_void_p,
    c_char_p,
    POINTER(c_char_p),
    c_int,
    POINTER(_UnsavedFile),
    c_uint,
    c_uint,
    POINTER(c_void_p),
)
_dispose_unit = _bind("disposeTranslationUnit", None, c_void_p)
_file_of = _bind("getFile", c_void_p, c_void_p, c_char_p)
_unit_cursor: Callable[[c_void_p], Cursor] = _bind("getTranslationUnitCursor", Cursor, c_void_p)
_diagnostic_count = _bind("getNumDiagnostics", c_uint, c_void_p)
_diagnostic = _bind("getDiagnostic", c_void_p, c_void_p, c_uint)
_dispose_diagnostic = _bind("disposeDiagnostic", None, c_void_p)
_severity = _bind("getDiagnosticSeverity", c_int, c_void_p)
_diagnostic_spelling = _bind("getDiagnosticSpelling", _String, c_void_p)
_diagnostic_location = _bind("getDiagnosticLocation", SourcePosition, c_void_p)
_RECORD_NOTHING = 0  # parse options: no preprocessing record, no caches


class TranslationUnit:
    """A parsed C file. Its cursors and types are valid until ``dispose``."""

    def __init__(
        self, path: str, text: bytes, flags: Sequence[str], files: Mapping[str, bytes]
    ) -> None:
        """Parse ``text`` as the contents of ``path``; ``files`` are further files, real or not."""
        self.path = path
        self.text = text
        source = os.fsencode(path)
        if source.startswith(b"-"):  # not an option of the compiler
            source = os.path.join(os.fsencode(os.curdir), source)
        contents = [(source, text), *((os.fsencode(name), given) for name, given in files.items())]
        unsaved = (_UnsavedFile * len(contents))(
            *(_UnsavedFile(name, given, len(given)) for name, given in contents)
        )
        arguments = (c_char_p * len(flags))(*map(os.fsencode, flags))
        self._index = c_void_p(_create_index(0, 0))
        self._unit = c_void_p()
        code = _parse(
            self._index,
            source,
            arguments,
            len(arguments),
            unsaved,
            len(unsaved),
            _RECORD_NOTHING,
            byref(self._unit),
        )
        if code or not self._unit:
            _dispose_index(self._index)
            raise BadInput(f"{path}: the C parser failed (libclang error {code})")
        self.root: Cursor = _unit_cursor(self._unit)
        self._main_file: int | None = _file_of(self._unit, source)

    def file_name(self, handle: int | None) -> str:
        """The name of a file by the handle of ``place``; the parsed one as it was given."""
        return self.path if handle == self._main_file else file_name(handle)

    def diagnostics(self) -> list[Diagnostic]:
        """All messages about the file, in the order they were given."""
        found = []
        for index in range(_diagnostic_count(self._unit)):
            message = _diagnostic(self._unit, index)
            file, line, column, _ = place(_diagnostic_location(message))
            text = _text(_diagnostic_spelling(message))
            found.append(Diagnostic(_severity(message), self.file_name(file), line, column, text))
            _dispose_diagnostic(message)
        return found

    def dispose(self) -> None:
        """Free the memory; call once, when no cursor or type of this unit will be used again."""
        _dispose_unit(self._unit)
        _dispose_index(self._index)
