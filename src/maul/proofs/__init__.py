"""A claim with its evidence in; confirmed, refuted or inconclusive out.

Imports nothing that searches and shares no state with it. ``verdict`` is what a method claims,
``judge`` has it checked: ``labelling`` checks proofs, ``execution`` executes counterexamples.
``subject`` is the program that the claim is about.
"""
