"""All families of random programs by name, and the mixture of families in a campaign."""

from __future__ import annotations

from gpucc.fuzz import (
    family_effects,
    family_guards,
    family_integers,
    family_interface,
    family_lattice,
    family_limits,
    family_literals,
    family_loops,
    family_names,
    family_odd,
    family_piecewise,
    family_searches,
    family_steps,
)
from gpucc.fuzz.trials import FuzzFamily
from gpucc.program import Stage

MODULES = (
    family_steps,
    family_odd,
    family_lattice,
    family_guards,
    family_effects,
    family_loops,
    family_interface,
    family_names,
    family_literals,
    family_piecewise,
    family_searches,
    family_limits,
    family_integers,
)
STAGES: tuple[Stage, ...] = ("vertex", "fragment")
FAMILIES: dict[str, FuzzFamily] = {family.name: family for module in MODULES for family in module.FAMILIES}


def mixed(stage: Stage, names: tuple[str, ...] = ()) -> list[FuzzFamily]:
    """The families of programs 0, 1, 2, ... of a campaign, which repeats: each occurs by its weight, spread evenly."""
    known = [family for family in FAMILIES.values() if stage in family.stages and (not names or family.name in names)]
    total = sum(family.weight for family in known)
    order: list[tuple[float, int, FuzzFamily]] = []
    for place, family in enumerate(known):
        order += [((k + 0.5) * total / family.weight, place, family) for k in range(family.weight)]
    return [family for _, _, family in sorted(order, key=lambda row: row[:2])]
