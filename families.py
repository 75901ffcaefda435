"""`gpucc.compile`: the driver's function, which also takes the name of a family and chooses the member that runs the
shader's stage."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.compiled import CompiledProgram
from gpucc.program import Stage


@wraps(driver.compile)
def compile(source: Any, isa: str, **options: Any) -> CompiledProgram:
    if driver.family_named(isa):
        path = _path_of(source)
        name = options.get("name") or str(path or "")
        stage = options.get("stage") or _stage_of(source if path is None else path, name)
        isa, options["target"] = driver.member(isa, stage, name, options.get("target") or {})
    return driver.compile(source, isa, **options)


def _path_of(source: Any) -> Path | None:
    """The path that a source is, if it is one and not a text."""
    if isinstance(source, str) and not {"\n", "{"} & {*source}:
        return Path(source)
    return source if isinstance(source, Path) else None


def _stage_of(source: Any, name: str) -> Stage | None:
    """The stage of a source by its name or its text; None if neither tells, or for modules of llvmlite."""
    if isinstance(source, str):
        source = source.encode("utf-8", "replace")
    return driver.stage_of(name, source) if isinstance(source, Path | bytes) else driver.named_stage(name)
