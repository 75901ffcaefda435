"""Targets that take source text: instead of instructions, a graph becomes statements of a shading language, one package
each."""
