"""Ten planted miscompilations, and the culprit that `gpucc bisect` names for each: three rules of simplification, four
of targets, three passes.

PYTHONPATH=benchmarks python -P benchmarks/bisect_ten.py [--write]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import planted
from reduce_inputs import CROWD, SCENE
from sections import write_section

from gpucc import backend
from gpucc.terminal.bisect import BisectWishes, Culprit, bisect
from gpucc.terminal.wishes import Choices, GivenSource

LANES = 64


@dataclass(frozen=True)
class Plant:
    """A planted fault. `name` is the rule or pass that must be named."""

    name: str
    isa: str
    plant: Callable[[], AbstractContextManager[None]]

    @property
    def source(self) -> GivenSource:
        fragment = self.isa in ("lima-pp", "agal")
        return GivenSource((SCENE if fragment else CROWD).encode(), "scene.frag" if fragment else "crowd.vert")


def after(name: str, change: planted.Change) -> Callable[[], AbstractContextManager[None]]:
    return lambda: planted.replaced(backend, name, planted.after(change))


PLANTS = (
    Plant("simplify/lose a sign", "lima-vp", lambda: planted.wrong_rewrite("lose a sign", "fsub(x, y)", "fadd(x, y)")),
    Plant(
        "simplify/take the larger",
        "pica200",
        lambda: planted.wrong_rewrite("take the larger", "fmin(x, y)", "fmax(x, y)"),
    ),
    Plant("simplify/forget a floor", "lima-pp", lambda: planted.wrong_rewrite("forget a floor", "floor(x)", "x")),
    Plant("lima-vp/difference", "lima-vp", lambda: planted.wrong_rules(difference="add(a, b)")),
    Plant("lima-vp/absolute", "lima-vp", lambda: planted.wrong_rules(absolute="min(a, -a)")),
    Plant(
        "pica200/something less a product",
        "pica200",
        lambda: planted.wrong_rules(something_less_a_product="mad(a, b, c)"),
    ),
    Plant(
        "pica200/product less something", "pica200", lambda: planted.wrong_rules(product_less_something="mad(a, b, c)")
    ),
    Plant("flatten", "lima-vp", after("flatten_small", planted.swapped("select", 1, 2))),
    Plant("legalise", "lima-vp", after("legalise", planted.other_op("floor", "fabs"))),
    Plant("regroup chains", "pica200", after("regroup_chains", planted.other_op("fmin", "fmax"))),
)


def run(plant: Plant) -> Culprit:
    with plant.plant():
        return bisect(plant.source, plant.isa, Choices(), BisectWishes(LANES))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="put the table into docs/reduce.md")
    arguments = parser.parse_args()
    rows = ["| planted | target | named |", "| --- | --- | --- |"]
    for plant in PLANTS:
        rows.append(f"| {plant.name} | {plant.isa} | {', '.join(run(plant).names) or 'nothing'} |")
        print(rows[-1], flush=True)
    if arguments.write:
        write_section("docs/reduce.md", "culprits", "\n".join(rows))


if __name__ == "__main__":
    main()
