"""Types of libclang to types of maul, for one translation unit.

Comes in: ``clang.Type``. Goes out: ``CType``, cached by the pointer that identifies a qualified
type. A record is completed when its layout is first needed: kernel headers hold thousands that
never are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.c import clang, kinds
from maul.c.ctype import (
    BOOL,
    UNSIGNED,
    VOID,
    ArrayType,
    Boolean,
    CType,
    Field,
    Floating,
    FunctionType,
    Integer,
    Record,
    VariableArray,
    size_of,
)
from maul.errors import Unsupported

if TYPE_CHECKING:
    from maul.c.clang import Cursor, Type
    from maul.c.ctype import DataModel
    from maul.c.elaborate.places import CursorPlaces

_UNSUPPORTED = {
    kinds.TYPE_COMPLEX: "complex numbers",
    kinds.TYPE_VECTOR: "vector types",
    kinds.TYPE_EXT_VECTOR: "vector types",
    kinds.TYPE_FLOAT128: "__float128",
    kinds.TYPE_HALF: "half-precision floats",
    kinds.TYPE_FLOAT16: "half-precision floats",
    kinds.TYPE_BLOCK_POINTER: "blocks",
    kinds.TYPE_VARIABLE_ARRAY: "a variable-length array type of this form",
}
_FLOATS = {kinds.TYPE_FLOAT: 32, kinds.TYPE_DOUBLE: 64, kinds.TYPE_LONGDOUBLE: 80}

RecordKey = tuple[str, bool, int, tuple[tuple[str, int, int, str], ...]]

ARRAYS = (
    kinds.TYPE_CONSTANT_ARRAY,
    kinds.TYPE_INCOMPLETE_ARRAY,
    kinds.TYPE_VARIABLE_ARRAY,
)


class Types:
    """All types met in one translation unit.

    ``known_records`` is shared by the units of a program, so that a struct that two files declare
    alike is one record [C11 6.2.7]; None when there is one file only.
    """

    def __init__(
        self, model: DataModel, places: CursorPlaces, known_records: dict[RecordKey, Record] | None
    ) -> None:
        self._model = model
        self._places = places
        self._known = known_records
        self._types: dict[int, CType] = {}
        self._records: dict[int, Record] = {}
        self._incomplete: dict[Record, Type] = {}
        self._fields: dict[int, tuple[Record, Field]] = {}
        self._paths: dict[tuple[Record, int], tuple[Field, ...]] = {}

    def of(self, t: Type) -> CType:
        """The type of maul for a type of libclang; a record with its fields, if it has any."""
        found = self._types.get(t.pointer) or self._first_met(t, clang.canonical_type(t))
        if isinstance(found, Record):
            self.complete(found)
        return found

    def of_cursor(self, cursor: Cursor) -> CType:
        """The type of a declaration or an expression."""
        return self.of(clang.cursor_type(cursor))

    def of_value(self, cursor: Cursor) -> CType:
        """The type of an expression that is no array or function.

        libclang tells ``int[10]`` for a pointer that a parameter ``int a[10]`` was the source of.
        """
        found = self.of_cursor(cursor)
        return (
            self.adjusted(found)
            if isinstance(found, (ArrayType, FunctionType, VariableArray))
            else found
        )

    def adjusted(self, t: CType) -> CType:
        """A parameter's type: arrays and functions become pointers [C11 6.7.6.3]."""
        if isinstance(t, (ArrayType, VariableArray)):
            return self._model.pointer_to(t.element)
        return self._model.pointer_to(t) if isinstance(t, FunctionType) else t

    def remember_variable_array(self, t: Type, meaning: VariableArray) -> None:
        """Say what a variable-length array type stands for, once its lengths are known."""
        self._types[t.pointer] = meaning
        self._types[clang.canonical_type(t).pointer] = meaning

    def knows(self, t: Type) -> bool:
        """Whether a canonical type was met before."""
        return t.pointer in self._types

    def size(self, t: CType) -> int:
        """The size of a type in bytes, completing records."""
        self.complete(t)
        try:
            return size_of(t)
        except ValueError:
            raise Unsupported(self._places.last, "an object of unknown size") from None

    def complete(self, t: CType) -> None:
        """Make sure that the fields of a record (or of an array of records) are known."""
        while isinstance(t, (ArrayType, VariableArray)):
            t = t.element
        if isinstance(t, Record) and self._incomplete and t in self._incomplete:
            self._complete_record(t, self._incomplete.pop(t))

    def path(self, record: CType, field: Cursor) -> tuple[Field, ...]:
        """The way from ``record`` to a member that may lie in anonymous members of it."""
        if not isinstance(record, Record):
            raise Unsupported(self._places.last, "a member of something that is no record")
        key = (record, field.declaration)
        found = self._paths.get(key)
        if found is None:
            self.complete(record)
            if field.declaration not in self._fields:
                self.of(clang.cursor_type(clang.semantic_parent(field)))
            owner, member = self._fields[field.declaration]
            way = _way(record, owner)
            if way is None:
                raise Unsupported(self._places.last, f"member {member.name} of another record")
            found = self._paths[key] = (*way, member)
        return found

    def _convert(self, t: Type) -> CType:
        """A canonical type that was not met before."""
        kind = t.kind
        if kind in (kinds.TYPE_POINTER, kinds.TYPE_LVALUE_REFERENCE):
            return self._model.pointer_to(self._target(clang.pointee_type(t)))
        if kind in kinds.SIGNED_INTEGERS or kind in kinds.UNSIGNED_INTEGERS:
            return Integer(8 * clang.size_of(t), kind in kinds.SIGNED_INTEGERS)
        if kind == kinds.TYPE_RECORD:
            return self._record(t)
        if kind == kinds.TYPE_VOID:
            return VOID
        if kind == kinds.TYPE_BOOL:
            return BOOL
        if kind == kinds.TYPE_ENUM:
            # An enumeration that is nowhere completed is unsigned, as in gcc.
            underlying = clang.enum_type(clang.type_declaration(t))
            return self.of(underlying) if underlying.kind != kinds.TYPE_INVALID else UNSIGNED
        if kind in _FLOATS:
            return Floating(_FLOATS[kind], clang.size_of(t))
        if kind == kinds.TYPE_CONSTANT_ARRAY:
            return ArrayType(self.of(clang.array_element(t)), clang.array_length(t))
        if kind == kinds.TYPE_INCOMPLETE_ARRAY:
            return ArrayType(self.of(clang.array_element(t)), None)
        if kind in (kinds.TYPE_FUNCTION_PROTO, kinds.TYPE_FUNCTION_NO_PROTO):
            return self._function(t)
        if kind == kinds.TYPE_ATOMIC:
            return self.of(clang.value_type(t))
        what = _UNSUPPORTED.get(kind, f"the type {clang.type_spelling(t)}")
        raise Unsupported(self._places.last, what)

    def _target(self, t: Type) -> CType:
        """What a pointer points to: a record is not completed, and array lengths may be unknown."""
        found = self._types.get(t.pointer)
        if found is None:
            real = clang.canonical_type(t)
            if real.kind == kinds.TYPE_VARIABLE_ARRAY and not self.knows(real):
                return ArrayType(self._target(clang.array_element(real)), None)
            found = self._first_met(t, real)
        return found

    def _first_met(self, t: Type, real: Type) -> CType:
        """A type that was not met before in this spelling; ``real`` is its canonical form."""
        found = self._types.get(real.pointer)
        if found is None:
            found = self._types[real.pointer] = self._convert(real)
        self._types[t.pointer] = found
        return found

    def _function(self, t: Type) -> FunctionType:
        """A function type."""
        prototyped = t.kind == kinds.TYPE_FUNCTION_PROTO
        count = clang.parameter_count(t) if prototyped else 0
        return FunctionType(
            self._target(clang.result_type(t)),
            tuple(self._target(clang.parameter_type(t, index)) for index in range(count)),
            prototyped and bool(clang.is_variadic(t)),
            prototyped,
        )

    def _record(self, t: Type) -> Record:
        """The record of a declaration, whatever the qualifiers of ``t``."""
        declaration = clang.type_declaration(t)
        identity = clang.identity(declaration)
        found = self._records.get(identity)
        if found is None:
            name = clang.spelling(declaration)
            is_union = declaration.kind == kinds.UNION_DECL
            found = self._shared(t, name, is_union=is_union)
            if found is None:
                found = Record(_name(declaration), is_union=is_union)
            self._records[identity] = found
            self._incomplete[found] = t
        return found

    def _shared(self, t: Type, name: str, *, is_union: bool) -> Record | None:
        """The record of another file that is declared alike."""
        size = clang.size_of(t)
        if self._known is None or size < 0:
            return None
        members = tuple(
            (
                clang.spelling(field),
                clang.field_offset(field),
                clang.bit_width(field) if clang.is_bit_field(field) else -1,
                clang.type_spelling(clang.canonical_type(clang.cursor_type(field))),
            )
            for field in clang.fields(t)
        )
        record = Record("" if "(" in name else name, is_union=is_union)
        return self._known.setdefault((name, is_union, size, members), record)

    def _complete_record(self, record: Record, t: Type) -> None:
        """Give a record its size and fields; those of another file's record are only looked up."""
        size = clang.size_of(t)
        if size < 0:
            return
        members = [f for f in clang.fields(t) if _name(f) or not clang.is_bit_field(f)]
        if record.size is None:
            record.complete(size, clang.align_of(t), tuple(self._field(f) for f in members))
        for cursor, field in zip(members, record.fields, strict=True):
            self._fields[cursor.declaration] = (record, field)

    def _field(self, cursor: Cursor) -> Field:
        """A member; a bit-field has a type of its own width."""
        t = self.of_cursor(cursor)
        width = clang.bit_width(cursor) if clang.is_bit_field(cursor) else None
        if width is not None and not isinstance(t, Boolean):
            t = Integer(width, isinstance(t, Integer) and t.signed)
        own = clang.cursor_type(cursor)
        constant = bool(clang.is_const(innermost(own)))
        return Field(
            _name(cursor), t, clang.field_offset(cursor), width, is_volatile(own), constant
        )


def is_volatile(t: Type) -> bool:
    """Whether objects of a type, or the elements of such arrays, are volatile."""
    return bool(clang.is_volatile(innermost(t)))


def innermost(t: Type) -> Type:
    """A type, or that of the elements of arrays."""
    t = clang.canonical_type(t)
    while t.kind in ARRAYS:
        t = clang.canonical_type(clang.array_element(t))
    return t


def _name(cursor: Cursor) -> str:
    """The name of a member or tag; libclang makes up descriptions for those that have none."""
    name = clang.spelling(cursor)
    return "" if "(" in name else name


def _way(record: Record, owner: Record) -> tuple[Field, ...] | None:
    """The anonymous members that lead from ``record`` to the record ``owner`` inside it."""
    if record is owner:
        return ()
    for field in record.fields:
        if field.name == "" and isinstance(field.type, Record):
            rest = _way(field.type, owner)
            if rest is not None:
                return (field, *rest)
    return None
