"""A result as text and as JSON, with the stable names of the command line's contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maul.request import chosen_name
from maul.result import Conclusion, Statistics
from maul.system.printable import printable_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maul.request import Request
    from maul.result import Invariant, Result, Violation

MOST_INVARIANTS = 5  # are shown to people
CALLS = ("error call", "failed assertion", "label")  # the path ends with what happens
REPORT = "this is a bug of maul: please report it with the evidence, which --evidence PATH saves"


def result_line(result: Result) -> str:
    """The last line: ``RESULT: TRUE``, ``RESULT: FALSE(property)`` or ``RESULT: UNKNOWN(why)``."""
    match result.verdict:
        case Conclusion.TRUE:
            return "RESULT: TRUE"
        case Conclusion.FALSE:
            return f"RESULT: FALSE({printable_line(result.violated or result.property)})"
        case Conclusion.UNKNOWN:
            return f"RESULT: UNKNOWN({printable_line(' '.join(result.reason.split()))})"


def lines(result: Result) -> list[str]:
    """What a person wants to know before the last line; of several properties, first what is to be
    told of each, at last their verdicts."""
    told: list[str] = []
    for each in result.properties or (result,):
        told += [f"property {each.property}"] if result.properties else []
        told += _of_one(each)
    told += [f"assumed: {each.text} ({each.location})" for each in result.assumptions]
    told += map(verdict_line, result.properties)
    return list(map(printable_line, told))


def counts_line(numbers: Statistics) -> str:
    """What a search has counted, as far as there is something to count: numbers that do not depend
    on the machine when the search comes to an end."""
    counts = {
        "states": numbers.states,
        "explored": numbers.explored,
        "covered": numbers.covered,
        "left out": numbers.left_out,
        "foreseen": numbers.foreseen,
        "refutations": numbers.refinements,
        "predicates": numbers.predicates,
        "units analysed": numbers.units_analysed,
        "units reused": numbers.units_reused,
        "pruned locations": numbers.pruned,
        "language": numbers.language,
    }
    told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    return f"counted: {told or 'nothing'}"


def verdict_line(result: Result) -> str:
    """The verdict about one of several properties, and what happened when it is FALSE."""
    said = result_line(result).removeprefix("RESULT: ").removesuffix(f"({result.property})")
    happened = f" at {happened_line(result.violation)}" if result.violation is not None else ""
    return f"{result.property}: {said}{happened}"


def happened_line(violation: Violation) -> str:
    """A violation in one line: its place, and what happens there."""
    return f"{violation.location}: {violation.text}"


def _of_one(result: Result) -> list[str]:
    """What is to be told of a single property, but for what is taken for granted."""
    told = [_first_line(result), *(f"  {note}" for note in result.advice)]
    if result.refuted_evidence is not None:
        told.append(f"  {REPORT}")
    if result.counterexample is not None:
        told += result.counterexample.lines
    if result.violation is not None and result.violation.kind not in CALLS:
        told.append(happened_line(result.violation))
    told += [f"invariant at {each.location}: {each.text}" for each in _worth_telling(result)]
    name = result.property
    told += [f"the property {name} names what the program lacks: {what}" for what in result.missing]
    return told


def _first_line(result: Result) -> str:
    """The verdict and what it rests on."""
    evidence = result.evidence
    match result.verdict:
        case Conclusion.TRUE:
            certified = f"certified: {evidence.checked} by {evidence.checker}"
            nothing = f"nothing to check: {result.vacuous}"
            return f"TRUE ({nothing if result.vacuous else certified}{_pure_functions(result)})"
        case Conclusion.FALSE:
            return f"FALSE ({evidence.checked})"
        case Conclusion.UNKNOWN:
            return f"UNKNOWN: {result.reason}"


def _pure_functions(result: Result) -> str:
    """How many undefined functions are taken to change nothing."""
    count = sum(each.is_pure for each in result.assumptions)
    if not count:
        return ""
    what = "1 undefined function changes" if count == 1 else f"{count} undefined functions change"
    return f"; assuming {what} nothing"


def _worth_telling(result: Result) -> list[Invariant]:
    """The first invariants that say something."""
    telling = [each for each in result.invariants if each.text not in ("true", "false")]
    return telling[:MOST_INVARIANTS]


def evidence_json(document: Mapping[str, object]) -> str:
    """Evidence that was refuted, for a bug report."""
    import json  # noqa: PLC0415 - rarely needed

    return json.dumps(document, indent=1) + "\n"


def as_json(request: Request, result: Result) -> str:
    """The result for programs."""
    import json  # noqa: PLC0415 - only when it is asked for

    content = _content(request, result)
    content["properties"] = [_content(request, each) for each in result.properties or (result,)]
    return json.dumps(content, indent=2) + "\n"


def _content(request: Request, result: Result) -> dict[str, object]:
    """The result about one property, or the worst of several."""
    found, happened = result.counterexample, result.violation
    used = result.decided_by
    return {
        "verdict": result.verdict,
        "property": result.property,
        "subproperty": result.violated or None,
        "method": chosen_name(request.method),
        "decided_by": used.method or None,
        "refuter": used.refuter or chosen_name(request.refuter or "auto"),
        "solver": used.solver or None,
        "blocks": used.blocks or request.blocks,
        "arith": used.arith or request.arith,
        "settings": dict(request.choices),
        "data_model": request.data_model,
        "assumptions": [
            {"text": each.text, "location": each.location} for each in result.assumptions
        ],
        "missing": list(result.missing),
        "vacuous": result.vacuous or None,
        "reason": result.reason or None,
        "advice": list(result.advice),
        "evidence": {
            "kind": result.evidence.kind or None,
            "checked": result.evidence.checked,
            "checker": result.evidence.checker,
        },
        "statistics": {
            name: getattr(result.statistics, name) for name in Statistics.__match_args__
        },
        "refuted_evidence": result.refuted_evidence,
        "violation": None if happened is None else _happened(happened),
        "counterexample": dict(found.data) if found else None,
        "invariants": [
            {"location": each.location, "text": each.text} for each in result.invariants
        ],
    }


def _happened(violation: Violation) -> dict[str, object]:
    """A violation as data."""
    return {
        "kind": violation.kind,
        "text": violation.text,
        "location": violation.location,
        "object": violation.object or None,
        "size": violation.size,
        "made": violation.made or None,
        "ended": violation.ended or None,
    }
