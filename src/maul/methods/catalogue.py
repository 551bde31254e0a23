"""The methods maul knows, by name; each is a value of its own module.

A method is imported when it is asked for: start-up time is a feature.
"""

from __future__ import annotations

from maul.errors import BadInput
from maul.methods.setting import MethodEntry
from maul.registry import Registry

METHODS = Registry(
    "method",
    MethodEntry,
    {
        "bmc": "maul.methods.bmc:METHOD",
        "impact": "maul.methods.impact:METHOD",
        "predicate": "maul.methods.predicate_abstraction:METHOD",
        "blast": "maul.methods.compared:BLAST",
        "blast-revised": "maul.methods.compared:BLAST_REVISED",
        "satabs": "maul.methods.compared:SATABS",
        "cpa-pred": "maul.methods.compared:CPA_PRED",
        "memo": "maul.methods.memo:METHOD",
        "automizer": "maul.methods.trace_abstraction:METHOD",
        "kojak": "maul.methods.splitting:METHOD",
        "interp:R": "maul.methods.safety_error:R",
        "interp:R+E": "maul.methods.safety_error:R_E",
        "interp:R+S": "maul.methods.safety_error:R_S",
        "interp:R+S+E": "maul.methods.safety_error:R_S_E",
        "interp:R+S+W": "maul.methods.safety_error:R_S_W",
        "interp:R+S+E+W": "maul.methods.safety_error:R_S_E_W",
        "value": "maul.methods.explicit_value:VALUE",
        "value-itp": "maul.methods.explicit_value:VALUE_ITP",
        "value+predicate": "maul.methods.value_predicate:VALUE_PREDICATE",
        "value-itp+predicate": "maul.methods.value_predicate:VALUE_ITP_PREDICATE",
        "shape": "maul.methods.graphs.alone:METHOD",
        "shape+predicate": "maul.methods.graphs.with_predicates:METHOD",
        "concrete": "maul.methods.concrete:METHOD",
    },
)
AUTO = "auto"
AUTO_ADVICE = "several of these one after the other, chosen by the program's features; the default"


def method(name: str) -> MethodEntry:
    """A method by its name."""
    if name not in METHODS:
        raise BadInput(f"--method: there is no {name}; there are {', '.join((AUTO, *METHODS))}")
    return METHODS[name]
