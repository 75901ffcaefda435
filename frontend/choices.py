"""Options of the front ends, as strings. Callers that compile LLVM IR import only this module, and so need not load the
front ends."""

from __future__ import annotations

# "strict" replaces "skia-cpu" for targets that have the built-in functions: the order of operations holds, no fast-math
# flags
MATHS = ("glsl", "skia-cpu", "strict")
# versions of Android; the last is Skia's newest, ahead of any Android version
NEWEST = "skia-m144"
VERSIONS = ("13", "14", "15", "16", NEWEST)
