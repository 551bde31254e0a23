"""What maul needs of the operating system: processes, limits, folders, a cage.

Comes in: work to be done apart, a command to be locked up. Goes out: its result, or why there is
none. Knows nothing of verification. Public: ``child`` (work in a process of its own), ``limits``,
``folders``, ``deep``, ``printable``, ``cage``; ``guard`` belongs to ``child`` and the local pool.
"""
