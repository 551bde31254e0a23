"""A trace in, a model or assertions out.

Comes in: ``maul.logic.trace.Trace``. Goes out: ``protocol.Refutation``. ``catalogue`` lists the
refuters; ``auto`` tries several; the rooms hold one source of assertions each. Knows nothing of C.
"""
