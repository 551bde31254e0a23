"""Inline assembly: what its template may change besides its outputs.

Comes in: an assembly statement as clang prints it. Goes out: its operands, and which inputs its
instructions write; or the reason why that cannot be said. Only instructions are known whose effect
is confined to their operands: calls, jumps, system calls, data in the code and writes through
registers are not. Outputs and what is written may hold any value afterwards; with an empty template
a clobbered memory is a barrier for the compiler and nothing else.
"""

from __future__ import annotations

import re

from maul.node import node

_TEXT = r'"(?:\\.|[^"\\])*"'
_LEXEME = rf"(?s){_TEXT}|'(?:\\.|[^'\\])*'|::|\w+|."
_STRING = re.compile(_TEXT)


@node
class Operand:
    """One operand: the name in brackets, if any, and the constraint."""

    name: str
    constraint: str


@node
class AssemblyShape:
    """An assembly statement without the expressions of its operands."""

    template: str
    outputs: tuple[Operand, ...]
    inputs: tuple[Operand, ...]
    clobbers: tuple[str, ...]
    jumps: bool


class UnknownEffect(Exception):
    """An instruction that may do anything; the text names it."""


def read_assembly(text: str) -> AssemblyShape:
    """The statement that a printed text begins with."""
    sections: list[list[str]] = [[]]
    depth = 0
    jumps = False
    for match in re.finditer(_LEXEME, text):
        lexeme = match[0]
        if lexeme == "goto" and depth == 0:
            jumps = True
        depth += (lexeme == "(") - (lexeme == ")")
        if lexeme == ")" and depth == 0:
            break
        if depth == 1 and lexeme in (":", "::"):
            sections.extend([] for _ in lexeme)
        elif depth >= 1 and not lexeme.isspace():
            sections[-1].append(lexeme if depth == 1 or lexeme == "(" else "")
    while len(sections) < 4:
        sections.append([])
    return AssemblyShape(
        "".join(map(_unquoted, filter(_STRING.fullmatch, sections[0]))),
        _operands(sections[1]),
        _operands(sections[2]),
        tuple(_unquoted(part) for part in sections[3] if _STRING.fullmatch(part)),
        jumps,
    )


def _operands(lexemes: list[str]) -> tuple[Operand, ...]:
    """Each operand is ``[name] "constraint" (expression)``, of the expression nothing is left."""
    found: list[Operand] = []
    name = ""
    for at, lexeme in enumerate(lexemes):
        if lexeme == "[":
            name = lexemes[at + 1]
        elif _STRING.fullmatch(lexeme):
            found.append(Operand(name, _unquoted(lexeme)))
            name = ""
    return tuple(found)


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


def _unquoted(text: str) -> str:
    """The meaning of a string literal; what is rarely written stands as it is and is unknown."""
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[0]), text[1:-1], flags=re.DOTALL)


# ---- instructions ----

_BARRIERS = "nop pause mfence lfence sfence ud2 lock rep"
_READING = "cmp test bt clflush prefetch prefetcht0 prefetcht1 prefetcht2 prefetchnta prefetchw out"
_WRITING_LAST = (
    "mov movz movs movzb movzw movsb movsw add adc sub sbb and or xor not neg inc dec shl shr sar "
    "rol ror lea bswap bsf bsr bts btr btc in lzcnt tzcnt popcnt imul cmpxchg sete setne sets "
    "setns seta setae setb setbe setc setnc setg setge setl setle seto setno setz setnz"
)
_WRITING_BOTH = "xchg xadd"
_MACHINE = {"cpuid": "eax ebx ecx edx", "rdtsc": "eax edx"}  # registers they write by themselves
_EFFECTS = {
    **dict.fromkeys(_BARRIERS.split(), 0),
    **dict.fromkeys(_READING.split(), 0),
    **dict.fromkeys(_WRITING_LAST.split(), 1),
    **dict.fromkeys(_WRITING_BOTH.split(), 2),
}
# Functions of the Linux kernel that are called from assembler and change nothing but outputs.
_KERNEL = re.compile(r"__(?:get|put)_user_[1248X]|__sw_hweight(?:32|64)")
# A call through a table of the hypervisor's functions, at a constant address.
_HYPERVISOR = re.compile(r"\*%c(?:(\d+)|\[(\w+)\])")
# Sections into which the Linux kernel writes tables; nothing there is executed by itself.
_TABLES = (
    ".smp_locks __bug_table __ex_table .altinstructions .discard .altinstr_replacement "
    ".parainstructions .discard.unreachable"
)
_LETTER = {"a": "ax", "b": "bx", "c": "cx", "d": "dx", "D": "di", "S": "si"}
_REGISTER = re.compile(r"%%(?:[re]?([abcd]x|[sd]i)|([abcd])[lh]|(r(?:8|9|1[0-5]))[bwd]?)")
_REFERENCE = re.compile(r"(?:%%[fg]s:)?%[bwkqcPhaznA]?(?:(\d+)|\[(\w+)\])")


def written_inputs(shape: AssemblyShape) -> frozenset[int]:
    """The inputs, counted from 0, that the instructions may write; ``UnknownEffect``."""
    written: set[int] = set()
    labels = re.findall(r"(?m)(?:^|;)\s*(\d+):", shape.template)
    for instruction in _instructions(shape.template):
        mnemonic, _, rest = instruction.partition(" ")
        if mnemonic in _MACHINE:
            for register in _MACHINE[mnemonic].split():
                _check_register(shape, register[-2:])
            continue
        if re.fullmatch(r"j\w+", mnemonic) and rest[-1:] in "bf" and rest[:-1] in labels:
            continue  # whatever is repeated or left out, only operands change
        if mnemonic == "call":
            continue  # the caller asks who is called
        count = _effect(mnemonic)
        if count is None:
            raise UnknownEffect(mnemonic)
        operands = _split(rest)
        for at, operand in enumerate(operands):
            _check_operand(shape, operand, written, is_written=at >= len(operands) - count)
        if mnemonic.startswith("cmpxchg"):
            _check_register(shape, "ax")
    return frozenset(written)


def called(shape: AssemblyShape) -> tuple[list[str], list[int]]:
    """The functions that are called, by name, and the operands that tell where they are.

    ``UnknownEffect`` for those that may change anything.
    """
    names: list[str] = []
    numbers: list[int] = []
    operands = (*shape.outputs, *shape.inputs)
    for instruction in _instructions(shape.template):
        mnemonic, _, rest = instruction.partition(" ")
        if mnemonic != "call":
            continue
        if _KERNEL.fullmatch(rest):
            names.append(rest)
        elif (match := _HYPERVISOR.fullmatch(rest)) and ".parainstructions" in shape.template:
            named = [n for n, o in enumerate(operands) if match[2] and o.name == match[2]]
            numbers += named or [int(match[1] or len(operands))]
        else:
            raise UnknownEffect(instruction)
    return names, numbers


def _effect(mnemonic: str) -> int | None:
    """How many of its last operands an instruction writes; a suffix tells its width."""
    if mnemonic in _EFFECTS:
        return _EFFECTS[mnemonic]
    return _EFFECTS.get(mnemonic[:-1]) if mnemonic[-1:] in "bwlq" else None


def _instructions(template: str) -> list[str]:
    """The instructions of a template, without labels and what goes into tables."""
    found: list[str] = []
    tables: list[str] = []
    for part in re.split(r"[\n;]", template):
        line = re.sub(r"^\s*\d+:", "", part).strip()
        line = re.sub(r"\s+", " ", line)
        word, _, rest = line.partition(" ")
        if word in (".pushsection", ".section"):
            tables.append(rest.partition(",")[0].strip())
            if tables[-1] not in _TABLES.split():
                raise UnknownEffect(f"section {tables[-1]}")
        elif word in (".popsection", ".previous"):
            if not tables:
                raise UnknownEffect(word)
            tables.pop()
        elif line and not tables:
            found.append(line.removeprefix("lock ").removeprefix("rep "))
    return found


def _split(operands: str) -> list[str]:
    """The operands of an instruction, separated by commas outside of parentheses."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", operands) if part.strip()]


def _check_operand(shape: AssemblyShape, text: str, written: set[int], *, is_written: bool) -> None:
    """Take note of an operand that is written; ``UnknownEffect`` for one that may be anything."""
    if match := _REFERENCE.fullmatch(text):
        if is_written:
            _check_reference(shape, match, written)
    elif match := _REGISTER.fullmatch(text):
        if is_written:
            _check_register(shape, (match[1] or (match[2] and match[2] + "x") or match[3]))
    elif is_written or not re.fullmatch(r"\$-?\w+|-?\w*\(%\w+\)|%%\w+", text):
        raise UnknownEffect(text)


def _check_reference(shape: AssemblyShape, match: re.Match[str], written: set[int]) -> None:
    operands = (*shape.outputs, *shape.inputs)
    if match[1] is not None:
        number = int(match[1])
    else:
        number = next((n for n, o in enumerate(operands) if o.name == match[2]), len(operands))
    if number >= len(operands):
        raise UnknownEffect(match[0])
    if number < len(shape.outputs):
        return
    if not set(operands[number].constraint) <= set("moV"):
        raise UnknownEffect(f"{match[0]}, an input")
    written.add(number - len(shape.outputs))


def _check_register(shape: AssemblyShape, register: str) -> None:
    """A register that is named must be an output, or declared as changed."""
    if any(clobber.endswith(register) for clobber in shape.clobbers):
        return
    for output in shape.outputs:
        if any(_LETTER.get(letter) == register for letter in output.constraint):
            return
    raise UnknownEffect(f"register {register}")
