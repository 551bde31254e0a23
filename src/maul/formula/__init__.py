"""Formulas: sorts, hash-consed terms, the functions that build and take them apart, and their texts."""
