"""What a method claims about a program, with the evidence that the claim rests on."""

from __future__ import annotations

from typing import TypeAlias

from maul.formula.terms import Term
from maul.node import node


@node
class Unrolled:
    """A finite unrolling shows that no error can be reached: each of the ``claims`` (an error, or
    what was left out of the unrolling) cannot hold together with the definitions."""

    definitions: tuple[Term, ...]
    claims: tuple[Term, ...]


@node
class Safe:
    """No execution violates the property."""

    evidence: Unrolled


@node
class Unsafe:
    """An execution violates the property: the inputs it reads, for each Havoc on its way the value
    chosen there (the bytes of a record or array), and for each allocation what the object holds at
    first, as far as that matters."""

    violated: str
    inputs: tuple[int | float, ...]
    choices: tuple[bytes | int | float, ...]
    contents: tuple[bytes, ...] = ()


@node
class Unknown:
    """No answer, and why; ``advice`` says what could help."""

    reason: str
    advice: str = ""


Verdict: TypeAlias = Safe | Unsafe | Unknown
