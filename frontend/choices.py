"""The choices that a caller has with the front ends, in words. Whoever reads LLVM IR alone imports this and nothing
else of them."""

from __future__ import annotations

# "strict" is what "skia-cpu" means to a target that has the functions itself: their order of operations, no flags
MATHS = ("glsl", "skia-cpu", "strict")
# versions of Android, the last being Skia's own newest
NEWEST = "skia-m144"
VERSIONS = ("13", "14", "15", "16", NEWEST)
