"""Random C programs with defined behaviour: a seed comes in, a program with its inputs goes out.

``tools.generate.program.generate`` is the entry. Programs end by construction after a few ten
thousand steps, print checksums of everything they computed, and behave the same under every
compiler that wraps signed overflow around; what depends on the data model may differ between them.
"""
