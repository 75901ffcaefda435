"""The targets of gpucc by name. A target is imported on first use, so a compilation imports only its own; targets of
other packages (`outside`) are looked for only if no built-in target has the name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

from gpucc.emit.files import KINDS, OutputKind
from gpucc.endings import named_stage
from gpucc.errors import TargetFault, UsageError
from gpucc.program import Stage
from gpucc.records import dataclass
from gpucc.targets import entry_points, outside
from gpucc.targets.record import Target, check_switches


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


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A target of this package: the function that imports it, and the names of its own file formats, which the command
    line needs earlier."""

    load: Callable[[], Target]
    formats: tuple[str, ...]


BUILT_IN = {
    "agal": BuiltIn(_agal, ("agal", "glsl2agal", "hx", "as")),
    "agsl": BuiltIn(_agsl, ("agsl",)),
    "lima-pp": BuiltIn(_lima_pp, ("mbs",)),
    "lima-vp": BuiltIn(_lima_vp, ("mbs",)),
    "pica200": BuiltIn(_pica200, ("shbin",)),
}


def names() -> tuple[str, ...]:
    """The names of all targets: those of this package, and those of other installed packages."""
    return tuple(sorted({*BUILT_IN, *entry_points.installed()}))


def is_known(name: str) -> bool:
    """Return whether a target has the name; of packages only if no built-in target has it."""
    return name in BUILT_IN or name in entry_points.installed()


def families() -> dict[str, tuple[str, ...]]:
    """The names of targets of one chip under their common name: lima-vp and lima-pp are lima."""
    return _families(names())


def family_named(name: str) -> tuple[str, ...]:
    """The members of a family; none if this is no name of a family."""
    _insist_on_a_name(name)
    if name in BUILT_IN:
        return ()
    return _families(BUILT_IN).get(name) or families().get(name, ())


def _families(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(names):
        family, dash, _ = name.partition("-")
        if dash:
            found[family] = (*found.get(family, ()), name)
    return found


def find(name: str) -> Target:
    """The target of this name. Other packages are looked for only if no built-in target has the name."""
    _insist_on_a_name(name)
    if name in BUILT_IN:
        return BUILT_IN[name].load()
    if name in entry_points.installed():
        return outside.load(name, BUILT_IN)
    close = get_close_matches(name.lower(), names(), 1)
    hint = (f"did you mean {close[0]!r}?",) if close else ()
    raise UsageError(f"unknown target {name!r}", notes=(*hint, f"targets: {', '.join(names())}"))


def _insist_on_a_name(name: object) -> None:
    if not isinstance(name, str):
        raise UsageError(f"isa is the name of a target, not {name!r}", notes=(f"targets: {', '.join(names())}",))


def usable() -> tuple[tuple[str, ...], list[TargetFault]]:
    """The names of all targets that can be loaded, and what is wrong with the others."""
    more = [goal.isa.name for goal in outside.usable(BUILT_IN)]
    return tuple(sorted((*BUILT_IN, *more))), outside.faults(BUILT_IN)


def holders(format: str) -> tuple[str, ...]:
    """The targets whose own file format has this name."""
    own = tuple(name for name, target in BUILT_IN.items() if format in target.formats)
    return own or tuple(
        goal.isa.name for goal in outside.usable(BUILT_IN) if format in [kind.name for kind in goal.formats]
    )


def outside_formats() -> tuple[OutputKind, ...]:
    """The file formats of targets of other packages."""
    return tuple(kind for goal in outside.usable(BUILT_IN) for kind in goal.formats if kind not in KINDS)


def stages_of(name: str) -> tuple[str, ...]:
    """The stages that a target runs, or the targets of a family."""
    return tuple(dict.fromkeys(stage for goal in family_named(name) or (name,) for stage in find(goal).isa.stages))


def member(name: str, stage: Stage | None, file: str, switches: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The target of a family that has the stage, and the switches that it has; any other name is returned unchanged."""
    check_switches(switches)
    family = family_named(name)
    if not family:
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
        raise UsageError(
            problem, notes=(f"targets: {known}", *(() if wanted else ("give --stage vertex or fragment",)))
        )
    every = {key for isa in every_isa for key in isa.options}
    return found[0].name, {key: value for key, value in switches.items() if key in found[0].options or key not in every}
