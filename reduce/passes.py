"""The passes for a source: those of its language, and the removal of lines for sources that cannot be read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from gpucc.errors import GpuccError
from gpucc.lowering.source import is_ir, load
from gpucc.reduce import assembly, shading
from gpucc.reduce.search import Reduction, reduce_lines, reduce_text

Language = Literal["ir", "shading"]


def language_of(name: str, data: bytes) -> Language:
    """The language, from the contents if they can only be IR, or else from the file's ending."""
    if is_ir(data) or Path(name).suffix.lower() in (".ll", ".bc"):
        return "ir"
    return "shading"


def reduce_source(reduction: Reduction, language: Language) -> None:
    if language == "shading":
        reduce_text(reduction, (*shading.PASSES, reduce_lines))
        return
    readable = _canonical(reduction.best)
    if readable is not None and (readable == reduction.best or reduction.offer(readable)):
        reduce_text(reduction, assembly.PASSES)
    else:
        reduce_text(reduction, (reduce_lines,))


def _canonical(text: str) -> str | None:
    """The text as LLVM prints it; None if LLVM cannot read it."""
    try:
        return load(text.encode("utf-8", "surrogateescape")).text
    except GpuccError:
        return None
