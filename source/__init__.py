"""Targets whose output is source text: a graph becomes statements of a shading language instead of instructions. One
package per language."""
