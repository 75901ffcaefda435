"""Rules for elements of local arrays, on targets that keep them in memory."""

from __future__ import annotations

from gpucc.rules.pattern import P, Rule

ARRAYS = (
    Rule("load from an array", P.local_load("i"), "local_load(i)", attr=lambda m: m.root.attr),
    Rule("store to an array", P.local_store("i", "v"), "local_store(i, v)", attr=lambda m: m.root.attr),
)
MEMORY = frozenset({"local_load", "local_store"})
