"""A sound alias analysis that splits memory into regions of typed cells.

Comes in: the program model. Goes out: a region for every access; accesses in different regions
never overlap. docs/decisions/0007-regions-and-cells.md.
"""

from maul.cfa.analyses.regions.analysis import Region, regions
from maul.cfa.analyses.regions.flow import Flows, bytes_of
from maul.cfa.analyses.regions.nodes import MemoryNode, Slot, Thing, current
from maul.cfa.analyses.regions.operations import read_bytes, solved
from maul.cfa.analyses.regions.solve import lookup

__all__ = [
    "Flows",
    "MemoryNode",
    "Region",
    "Slot",
    "Thing",
    "bytes_of",
    "current",
    "lookup",
    "read_bytes",
    "regions",
    "solved",
]
