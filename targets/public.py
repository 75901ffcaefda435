"""The names that `gpucc.targets` offers to other packages: its list of public names, which docs/api.md describes."""

from __future__ import annotations

from gpucc.targets.record import CompileJob, Options, Stages, Target, TargetStage, Violation
from gpucc.targets.simple import slot_target, vector_target

__all__ = ["CompileJob", "Options", "Stages", "Target", "TargetStage", "Violation", "slot_target", "vector_target"]
