"""Whether a counterexample is one: replayed by the interpreter, compiled and executed.

Comes in: evidence for FALSE, or a program without inputs. Goes out: what happened. Public:
``replay``, ``only`` (the only execution of a program without inputs), ``harness``.
"""
