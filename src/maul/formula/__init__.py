"""Formulas: sorts, terms that exist once, functions to build and walk them, and their texts."""
