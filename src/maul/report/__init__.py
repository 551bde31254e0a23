"""A result for people and for programs: lines, JSON, tables.

Comes in: checked results, events. Goes out: text. Nothing here decides anything.
"""
