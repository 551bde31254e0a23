"""Many tasks, many configurations.

Comes in: folders of tasks, configurations. Goes out: results, one line a run, that survive a kill;
tables and plots of them. Public: ``tasks``, ``configuration``, ``run``, ``record``, ``table``,
``plot``, ``compare`` (one program, many configurations).
"""
