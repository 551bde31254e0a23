"""Many tasks, many configurations.

Comes in: folders of tasks, configurations, plan files that name both. Goes out: results, one line
a run, that survive a kill; tables and plots of them. Public: ``tasks``, ``configuration``, ``run``,
``record``, ``table``, ``plot``, ``compare`` (one program, many configurations); of plans
``plan_file``, ``experiment`` and ``page``.
"""
