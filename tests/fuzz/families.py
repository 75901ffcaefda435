"""All families of random programs by name, and the mixture of families in a campaign."""

from __future__ import annotations

import family_effects
import family_guards
import family_interface
import family_lattice
import family_loops
import family_names
import family_odd
import family_steps
from trials import Family

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
)
FAMILIES: dict[str, Family] = {family.name: family for module in MODULES for family in module.FAMILIES}


def mixed(stage: Stage, names: tuple[str, ...] = ()) -> list[Family]:
    """The families of programs 0, 1, 2, ... of a campaign, which repeats: each occurs by its weight, spread evenly."""
    known = [family for family in FAMILIES.values() if stage in family.stages and (not names or family.name in names)]
    total = sum(family.weight for family in known)
    order: list[tuple[float, int, Family]] = []
    for place, family in enumerate(known):
        order += [((k + 0.5) * total / family.weight, place, family) for k in range(family.weight)]
    return [family for _, _, family in sorted(order, key=lambda row: row[:2])]
