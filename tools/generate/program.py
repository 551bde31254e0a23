"""Whole programs: ``generate`` turns a seed into C text, the inputs it reads and what it shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tools.generate.builder import Builder, Context, indented
from tools.generate.expressions import Expressions
from tools.generate.fragment import Fragment, insert
from tools.generate.fragments import builtins, calls, control, conversions, floats, library, memory
from tools.generate.globals import declare_globals
from tools.generate.inputs import declarations, read_inputs
from tools.generate.records import Records, mixed
from tools.generate.statements import Statements

# By topic and weight: conversions and bit-fields hide the most subtle mistakes.
_TOPICS: tuple[tuple[float, tuple[Fragment, ...]], ...] = (
    (1.6, conversions.FRAGMENTS),
    (1, control.FRAGMENTS),
    (1, memory.FRAGMENTS),
    (1, calls.FRAGMENTS),
    (1, floats.FRAGMENTS),
    (1, builtins.FRAGMENTS),
    (0.7, library.FRAGMENTS),
)

_HEADERS = ("stdio", "stdlib", "string", "stdarg", "stddef")
_PROTOTYPES = (
    "typedef __SIZE_TYPE__ size_t;",
    "int printf(const char *format, ...);",
    "void *malloc(size_t size);",
    "void *calloc(size_t count, size_t size);",
    "void *realloc(void *old, size_t size);",
    "void free(void *old);",
    "void exit(int status) __attribute__((noreturn));",
    "void *memcpy(void *to, const void *from, size_t size);",
    "void *memmove(void *to, const void *from, size_t size);",
    "void *memset(void *to, int byte, size_t size);",
    "int memcmp(const void *a, const void *b, size_t size);",
    "size_t strlen(const char *text);",
    "char *strcpy(char *to, const char *from);",
    "int strcmp(const char *a, const char *b);",
    "int strncmp(const char *a, const char *b, size_t size);",
    "typedef __builtin_va_list va_list;",
    "#define va_start __builtin_va_start",
    "#define va_arg __builtin_va_arg",
    "#define va_end __builtin_va_end",
    "#define va_copy __builtin_va_copy",
    "#define offsetof __builtin_offsetof",
)
_COMMON = (
    "typedef unsigned char u8;",
    "typedef unsigned short u16;",
    "typedef unsigned int u32;",
    "typedef unsigned long long u64;",
    "typedef short s16;",
    "typedef int s32;",
    "typedef long long s64;",
    "",
    "static unsigned long long checksum = 14695981039346656037ULL;",
    "static void mix(unsigned long long v)",
    "{",
    "checksum = (checksum ^ v) * 1099511628211ULL;",
    "checksum ^= checksum >> 29;",
    "}",
    "static void mixd(double d)",
    "{",
    "unsigned long long bits;",
    "memcpy(&bits, &d, sizeof bits);",
    "mix(d != d ? 1 : bits);",  # which NaN it is depends on the machine
    "}",
    "static void mixf(float f)",
    "{",
    "union { float f; unsigned bits; } u;",
    "u.f = f;",
    "mix(f != f ? 2 : u.bits);",
    "}",
    "",
)


@dataclass(frozen=True, slots=True)
class GeneratedProgram:
    """C text, the values its input calls return in order, and how often it shows each construct."""

    text: str
    inputs: tuple[int, ...]
    constructs: Counter[str]


def generate(seed: int) -> GeneratedProgram:
    """The program of a seed; the same text on every machine and in every run."""
    builder = Builder(seed)
    expressions, records = Expressions(builder), Records(builder)
    statements = Statements(builder, expressions, records)
    _prelude(builder)
    read_inputs(builder, builder.number(2, 5))
    records.declare_enumeration()
    for _ in range(builder.number(1, 2)):
        records.make()
    declare_globals(builder, records, statements)
    if builder.chance(0.5):
        statements.record_function()
    for _ in range(builder.number(1, 2)):
        statements.function()
    for _ in range(builder.number(2, 5)):
        fragments = builder.weighted(_TOPICS)
        insert(builder.pick(fragments), builder, expressions)
        if builder.chance(0.5):
            builder.main.append('printf("%llx\\n", checksum);')
    statements.function()
    _call_functions(builder, expressions)
    _main(builder, statements)
    return GeneratedProgram(indented(builder.top), tuple(builder.inputs), builder.constructs)


def _prelude(builder: Builder) -> None:
    if builder.chance(0.5):
        builder.note("system headers")
        builder.top += [f"#include <{name}.h>" for name in _HEADERS]
    else:
        builder.note("own prototypes")
        builder.top += _PROTOTYPES
    builder.top += declarations()
    builder.top += _COMMON


def _call_functions(builder: Builder, expressions: Expressions) -> None:
    """Let main call each random function."""
    for function in builder.functions:
        for _ in range(2 if function.cost < 300 else 1):
            context = Context(builder.globals)
            arguments = ", ".join(
                expressions.argument(context, t, function, 1) for t in function.parameters
            )
            mix = "mixd" if function.result.floating else "mix"
            builder.main.append(f"{mix}({function.name}({arguments}));")
        builder.main.append('printf("%llx\\n", checksum);')


def _main(builder: Builder, statements: Statements) -> None:
    """The end of the program: all state goes into the checksum, and the status tells of it."""
    records = {text: record for text, record, _ in statements.objects}
    for place in builder.globals:
        if place.root == place.text:
            builder.main += mixed(place)
    builder.main += [f"mix_{record.name.split()[1]}(&{text});" for text, record in records.items()]
    builder.main.append('printf("checksum %llx\\n", checksum);')
    ending = ["return (int)(checksum % 256);"]
    if builder.chance(0.3):
        builder.note("exit from nested call")
        builder.top += [
            "static int leave(int depth)",
            "{",
            "if (depth == 0) exit((int)(checksum & 127));",
            "return leave(depth - 1) + 1;",
            "}",
            "",
        ]
        ending = ["return leave(3);"]
    head = builder.pick(("int main(void)", "int main()", "int main(int argc, char **argv)"))
    builder.top += [head, "{", *builder.main, *ending, "}"]
