"""The targets: each combines the parts that other folders have for it.

`registry` finds a target by its name, `outside` those of other packages. The driver calls `prepare` of a record, its
`stages` in order, and `simulate`.

The names of `public` are available here; they load on first use, because no compilation needs all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpucc.targets.public import (
        CompileJob,
        Options,
        Stages,
        Target,
        TargetStage,
        Violation,
        slot_target,
        vector_target,
    )

__all__ = [
    "CompileJob",
    "Options",
    "Stages",
    "Target",
    "TargetStage",
    "Violation",
    "slot_target",
    "vector_target",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'gpucc.targets' has no attribute {name!r}")
    from gpucc.targets import public

    return getattr(public, name)
