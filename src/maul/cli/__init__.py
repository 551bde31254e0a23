"""The command line: arguments in, text and an exit code out; the only package that prints.

One command a module; ``main`` catches whatever goes wrong. Nothing outside imports from here but
``python -m maul`` and the console script, both through ``maul.cli.main``.
"""
