"""Targets of other packages. A package names them as entry points of the group `gpucc.targets`:

    [project.entry-points."gpucc.targets"]
    arbvp1 = "gpucc_arbvp1:TARGET"

The name is that of the target's ISA, the object its `Target` record. A mistake of such a package, here or in a stage,
is a `TargetFault` that names the package.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpucc.errors import GpuccError, TargetFault
from gpucc.isa.model import Bound
from gpucc.isa.neutral import VOCABULARY
from gpucc.program import Stage
from gpucc.targets.entry_points import installed
from gpucc.targets.record import Target, check_options

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

STAGES: tuple[Stage, ...] = ("vertex", "fragment")
# the roles of register files that lowering and scheduling ask for in every stage
ROLES = ("input", "uniform", "output")
GPUCC = Path(__file__).resolve().parent.parent


def usable(taken: Collection[str]) -> list[Target]:
    """The targets of other packages that can be loaded."""
    return _sorted_out(taken)[0]


def faults(taken: Collection[str]) -> list[TargetFault]:
    """Return the faults of the targets that cannot be loaded."""
    return _sorted_out(taken)[1]


def _sorted_out(taken: Collection[str]) -> tuple[list[Target], list[TargetFault]]:
    found: list[Target] = []
    faults: list[TargetFault] = []
    for name in sorted(installed()):
        try:
            found.append(load(name, taken))
        except TargetFault as fault:
            faults.append(fault)
    return found, faults


def load(name: str, taken: Collection[str] = ()) -> Target:
    """Import the target of this name; `taken` are the names of built-in targets."""
    points = installed()[name]
    packages = " and ".join(_package(point) for point in points)
    if name in taken:
        raise _fault(packages, name, "gpucc has a target of this name already")
    if len(points) > 1:
        raise _fault(packages, name, "both packages have a target of this name; uninstall one")
    return _load(points[0], packages, tuple(sys.path))


@lru_cache(maxsize=16)
def _load(point: EntryPoint, package: str, path: tuple[str, ...]) -> Target:
    try:
        found = point.load()
    except GpuccError as error:
        raise _fault(package, point.name, error.message, *error.notes) from error
    except Exception as error:
        raise _fault(package, point.name, f"importing {point.value} fails: {_told(error)}") from error
    if not isinstance(found, Target):
        kind = type(found).__name__
        raise _fault(package, point.name, f"{point.value} is no gpucc.targets.record.Target but of type {kind}")
    target = replace(found, package=package)
    with blaming(target, "its record"):
        problem = _wrong(target, point.name)
    if problem:
        raise _fault(package, point.name, problem)
    hooks = {part.name: getattr(target, part.name) for part in fields(Target)}
    blamed: dict[str, Any] = {name: _blamed(target, name, hook) for name, hook in hooks.items() if callable(hook)}
    return replace(target, **blamed)


def _blamed(target: Target, name: str, hook: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the target, whose exceptions are its package's mistakes."""

    def call(*given: Any, **more: Any) -> Any:
        with blaming(target, f"its function {name}"):
            return hook(*given, **more)

    return call


def _wrong(target: Target, name: str) -> str:
    """Return the mistake in a record, or an empty text. Asking for neutral ops compiles the rules of selection."""
    isa = target.isa
    if isa.name != name:
        return f"the entry point is called {name!r}, and the ISA record {isa.name!r}: both need the same name"
    if not isa.stages or not set(isa.stages) <= set(STAGES):
        return f"its stages are {', '.join(isa.stages) or 'none'}; possible are {' and '.join(STAGES)}"
    for stage in isa.stages:
        for role in ROLES:
            if not any(file.role == role and stage in file.prefix for file in isa.files):
                return f"it has no register file of the role {role!r} in {stage} programs"
    if len({op.name for op in isa.ops}) < len(isa.ops):
        return "two of its ops have one name"
    unknown = sorted(set(target.bounds) - set(VOCABULARY))
    if unknown:
        return f"it has bounds for {', '.join(unknown)}, which no neutral op is called"
    wrong = sorted(op for op, bound in target.bounds.items() if not isinstance(bound, Bound))
    if wrong:
        return f"the bound of {wrong[0]} is no gpucc.isa.Bound but {target.bounds[wrong[0]]!r}"
    options = check_options(isa, {})
    # selection itself, which a list of targets does not need
    from gpucc.targets.composed import missing_bounds
    from gpucc.targets.examine import examine_rules

    for stage in STAGES:
        if stage in isa.stages:
            target.neutral(stage, options)
            target.rules(stage, options)
            if target.selector is not None:
                selector = target.selector(stage, options)
                examine_rules(selector, [rule.name for rule in selector.rules.ruleset.rules])

    unbounded = missing_bounds(target)
    if unbounded:
        words = ", ".join(unbounded)
        return f"it composes {words} of approximate instructions, and `Target.bounds` has no bound for that"
    return ""


@contextmanager
def blaming(target: Target, what: str) -> Iterator[None]:
    """Report a bug that shows in code of an outside target as a mistake of its package. Refusals of a shader pass."""
    try:
        yield
    except TargetFault:
        raise
    except GpuccError as error:
        if not target.package or (error.exit_code < 2 and what != "its record"):
            raise
        raise _fault(target.package, target.isa.name, f"{what}: {error.message}", *error.notes) from error
    except Exception as error:
        if not target.package:
            raise
        raise _fault(target.package, target.isa.name, f"{what}: {_told(error)}") from error


def _told(error: Exception) -> str:
    """The kind of an exception, its message, and the last line outside of gpucc on the way to it."""
    text, trace, line = f"{type(error).__name__}: {error}", error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not (line and Path(file).is_relative_to(GPUCC)):
            line = f" ({file}:{trace.tb_lineno})"
        trace = trace.tb_next
    return f"{text}{line}"


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _fault(package: str, name: str, problem: str, *notes: str) -> TargetFault:
    return TargetFault(
        f"target {name!r} of the package {package}: {problem}",
        notes=(*notes, f"this is a mistake of the package {package}, not of gpucc"),
    )
