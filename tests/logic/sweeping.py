"""Forgetting terms, which maul itself never does.

A process of tests verifies hundreds of programs, whose terms would add up.
"""

from __future__ import annotations

import gc
import sys

from maul.logic import terms


def table_size() -> int:
    """How many terms there are."""
    return len(terms._table)


def sweep() -> int:
    """Forget the terms that nothing outside of their table refers to; returns how many.

    Cyclic garbage is collected first, so that what is forgotten, and with it later numbers, does
    not depend on when Python last looked for it.
    """
    gc.collect()
    table = terms._table
    before = len(table)
    # Younger terms first: forgetting a term releases its arguments, which are all older. A key
    # holds the arguments too, so no list of keys may outlive its turn.
    keys = list(table)
    while keys:
        key = keys.pop()
        # What remains: the table, and the argument of getrefcount.
        if sys.getrefcount(table[key]) == 2:
            del table[key]
    return before - len(table)
