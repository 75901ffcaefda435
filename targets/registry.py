"""What gpucc compiles for, by name."""

from __future__ import annotations

from difflib import get_close_matches

from gpucc.errors import UsageError
from gpucc.targets import agal as target_agal
from gpucc.targets import agsl as target_agsl
from gpucc.targets import lima_pp as target_lima_pp
from gpucc.targets import lima_vp as target_lima_vp
from gpucc.targets import pica200 as target_pica200
from gpucc.targets.record import Target

_ALL = (target_agal.TARGET, target_agsl.TARGET, target_lima_vp.TARGET, target_lima_pp.TARGET, target_pica200.TARGET)
TARGETS: dict[str, Target] = {target.isa.name: target for target in _ALL}


def names() -> tuple[str, ...]:
    return tuple(sorted(TARGETS))


def families() -> dict[str, tuple[Target, ...]]:
    """Targets of one chip under the name that they share: lima-vp and lima-pp are lima."""
    found: dict[str, tuple[Target, ...]] = {}
    for name in names():
        family, dash, _ = name.partition("-")
        if dash:
            found[family] = (*found.get(family, ()), TARGETS[name])
    return found


def find(name: str) -> Target:
    if name in TARGETS:
        return TARGETS[name]
    close = get_close_matches(name, names(), 1)
    hint = (f"did you mean {close[0]!r}?",) if close else ()
    raise UsageError(f"unknown target {name!r}", notes=(*hint, f"targets: {', '.join(names())}"))
