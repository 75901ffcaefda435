"""`gpucc.compile`, `gpucc.verify` and `gpucc.lower`: they also take the name of a family, and choose the member that
runs the shader's stage."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

from gpucc import driver, steps
from gpucc.compiled import CompiledProgram
from gpucc.errors import GpuccError
from gpucc.interp.report import Report
from gpucc.isa.model import Isa
from gpucc.program import Stage


@wraps(driver.compile)
def compile(source: Any, isa: str, **options: Any) -> CompiledProgram:
    return driver.compile(source, _chosen(source, isa, options), **options)


@wraps(driver.verify)
def verify(source: Any, isa: str = "all", **options: Any) -> list[tuple[str, Report | GpuccError]]:
    return driver.verify(source, _chosen(source, isa, options), **options)


@wraps(steps.lower)
def lower(source: Any, isa: str | Isa, **options: Any) -> steps.PipelineStep:
    return steps.lower(source, isa if isinstance(isa, Isa) else _chosen(source, isa, options), **options)


def _chosen(source: Any, isa: str, options: dict[str, Any]) -> str:
    """The name of the target for a source. For a family, the options keep only the switches of its member."""
    if not driver.family_named(isa):
        return isa
    path = _path_of(source)
    name = options.get("name") or str(path or "")
    stage = options.get("stage") or _stage_of(source if path is None else path, name)
    isa, options["target"] = driver.member(isa, stage, name, options.get("target") or {})
    return isa


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
