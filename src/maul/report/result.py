"""A result as text and as JSON, with the stable names of the command line's contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from maul.proofs.verdict import Safe, Unknown, Unsafe

if TYPE_CHECKING:
    from maul.proofs.result import Result, Task


def verdict_name(result: Result) -> str:
    """TRUE, FALSE or UNKNOWN."""
    match result.verdict:
        case Safe():
            return "TRUE"
        case Unsafe():
            return "FALSE"
    return "UNKNOWN"


def result_line(wanted: Task, result: Result) -> str:
    """The last line: ``RESULT: TRUE``, ``RESULT: FALSE(property)`` or ``RESULT: UNKNOWN(why)``."""
    match result.verdict:
        case Safe():
            return "RESULT: TRUE"
        case Unsafe(violated=violated):
            return f"RESULT: FALSE({violated or wanted.property.name})"
        case Unknown(reason=reason):
            return f"RESULT: UNKNOWN({' '.join(reason.split())})"


def lines(wanted: Task, result: Result) -> list[str]:
    """What a person wants to know before the last line."""
    told = []
    match result.verdict:
        case Safe():
            told.append(f"TRUE (certified: {result.checked} by {result.checker})")
        case Unsafe(inputs=inputs):
            told.append(f"FALSE ({result.checked} by the {result.checker})")
            told.append(f"inputs: {', '.join(map(str, inputs)) or 'none'}")
        case Unknown(reason=reason, advice=advice):
            told.append(f"UNKNOWN: {reason}" + (f" ({advice})" if advice else ""))
    name = wanted.property.name
    told += [f"the property {name} names what the program lacks: {what}" for what in result.missing]
    told += [f"assumed: {each.text} ({each.span})" for each in result.assumptions]
    return told


def as_json(wanted: Task, result: Result, seconds: float) -> str:
    """The result for programs."""
    verdict = result.verdict
    unsafe = verdict if isinstance(verdict, Unsafe) else None
    reason = verdict.reason if isinstance(verdict, Unknown) else None
    content = {
        "verdict": verdict_name(result),
        "property": wanted.property.name,
        "subproperty": unsafe.violated if unsafe else None,
        "method": wanted.method,
        "solver": "z3",
        "arith": "bv",
        "data_model": wanted.model.name,
        "assumptions": [
            {"text": each.text, "location": str(each.span)} for each in result.assumptions
        ],
        "missing": list(result.missing),
        "reason": reason,
        "evidence": {
            "kind": {Safe: "unrolling", Unsafe: "inputs"}.get(type(verdict)),
            "checked": result.checked,
            "checker": result.checker,
        },
        "statistics": {"wall_seconds": round(seconds, 3)},
        "counterexample": {"inputs": [str(x) for x in unsafe.inputs]} if unsafe else None,
    }
    return json.dumps(content, indent=2) + "\n"
