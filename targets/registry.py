"""The targets of gpucc by name. A target is imported on first use, so a compilation imports only its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from gpucc.errors import UsageError
from gpucc.program import Stage
from gpucc.reading import named_stage
from gpucc.targets.record import Target


def _agal() -> Target:
    from gpucc.targets.agal import TARGET

    return TARGET


def _agsl() -> Target:
    from gpucc.targets.agsl import TARGET

    return TARGET


def _lima_pp() -> Target:
    from gpucc.targets.lima_pp import TARGET

    return TARGET


def _lima_vp() -> Target:
    from gpucc.targets.lima_vp import TARGET

    return TARGET


def _pica200() -> Target:
    from gpucc.targets.pica200 import TARGET

    return TARGET


_TARGETS: dict[str, Callable[[], Target]] = {
    "agal": _agal,
    "agsl": _agsl,
    "lima-pp": _lima_pp,
    "lima-vp": _lima_vp,
    "pica200": _pica200,
}


def names() -> tuple[str, ...]:
    return tuple(sorted(_TARGETS))


def families() -> dict[str, tuple[str, ...]]:
    """The names of targets of one chip under their common name: lima-vp and lima-pp are lima."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names():
        family, dash, _ = name.partition("-")
        if dash:
            found[family] = (*found.get(family, ()), name)
    return found


def find(name: str) -> Target:
    if name in _TARGETS:
        return _TARGETS[name]()
    close = get_close_matches(name, names(), 1)
    hint = (f"did you mean {close[0]!r}?",) if close else ()
    raise UsageError(f"unknown target {name!r}", notes=(*hint, f"targets: {', '.join(names())}"))


def member(name: str, stage: Stage | None, file: str, switches: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The target of a family that has the stage, and the switches that it has; any other name is returned unchanged."""
    family = families().get(name)
    if family is None:
        return name, dict(switches)
    wanted = stage or named_stage(file)
    every_isa = [find(goal).isa for goal in family]
    found = [isa for isa in every_isa if wanted in isa.stages]
    if not found:
        known = ", ".join(f"{isa.name} ({', '.join(isa.stages)})" for isa in every_isa)
        problem = (
            f"{name} has no target for {wanted} shaders"
            if wanted
            else f"which target of {name} is meant? The stage is not known"
        )
        raise UsageError(problem, notes=(f"there is {known}", *(() if wanted else ("say --stage vertex or fragment",))))
    every = {key for isa in every_isa for key in isa.options}
    return found[0].name, {key: value for key, value in switches.items() if key in found[0].options or key not in every}
