"""maul, a software model checker for C; docs/ARCHITECTURE.md shows the way from text to verdict."""

__version__ = "0.1.0"
