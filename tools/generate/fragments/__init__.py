"""Pieces of C, by topic, in the notation of ``tools.generate.fragment``."""
