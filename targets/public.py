"""What `gpucc.targets` offers to targets of other packages; docs/api.md describes it."""

from __future__ import annotations

from gpucc.targets.record import CompileJob, Options, Stages, Target, TargetStage, Violation
from gpucc.targets.simple import slot_target, vector_target

__all__ = ["CompileJob", "Options", "Stages", "Target", "TargetStage", "Violation", "slot_target", "vector_target"]
