"""Options of the front ends, as strings. Callers that compile LLVM IR import only this module, and so need not load the
front ends."""

from __future__ import annotations

# "strict" replaces "skia-cpu" for targets that have the built-in functions: the order of operations holds, no fast-math
# flags
MATHS = ("glsl", "skia-cpu", "strict")
# how uniforms hold matrices: GLSL's columns, or rows, as the libraries of some applications upload them
MATRICES = ("columns", "rows")
# versions of Android; the last is Skia's newest, ahead of any Android version
NEWEST = "skia-m144"
VERSIONS = ("13", "14", "15", "16", NEWEST)
# what `--language` takes; a test compares the versions with the front end's
LANGUAGES = (
    "ir", "agsl", "shadertoy", "glsl", "glsl100", "glsl300es", "glsl310es", "glsl320es", "glsl110", "glsl120",
    "glsl130", "glsl140", "glsl150", "glsl330", "glsl400", "glsl410", "glsl420", "glsl430", "glsl440", "glsl450",
    "glsl460",
)  # fmt: skip
