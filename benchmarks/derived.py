#!/usr/bin/env python3
"""The instructions of lima's programs beside Mesa's and beside the goals, with derived constants (`--derive`) and
without.

The shaders are those of glmark2 whose Mesa counts are in tests/reference, without sine and cosine, which Mesa
approximates by parabolas. Programs with derived constants are verified on LANES lanes. --write puts the table into
docs/glmark2.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402
from glmark2 import DOCUMENT, RIVALS, Shader, collection  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402

LANES = 64
GOALS = {"lima-vp": 0.75, "lima-pp": 0.33}


@dataclass(frozen=True, slots=True)
class Pair:
    """Instructions and lower bound without derived constants and with them, and Mesa's instructions."""

    target: str
    plain: tuple[int, int]
    derived: tuple[int, int]
    mesa: int


def pair(shader: Shader) -> Pair | None:
    target = RIVALS[shader.stage]
    if shader.mesa is None or shader.curves:
        return None
    counts = []
    try:
        for derive in (False, True):
            program = driver.compile(
                shader.text,
                target,
                stage=shader.stage,
                verify=LANES if derive else None,
                name=shader.name,
                derive=derive,
            )
            counts.append((int(program.stats["instructions"]), int(program.stats["lower_bound"])))
    except GpuccError as error:
        print(f"{shader.name}: {error.message}", flush=True)
        return None
    print(f"{shader.name}: {counts[0][0]} {counts[1][0]} Mesa {shader.mesa}", flush=True)
    return Pair(target, counts[0], counts[1], shader.mesa)


def table(pairs: Iterable[Pair]) -> str:
    rows = [
        "| target | shaders | Mesa | gpucc | bound | of Mesa | --derive | bound | of Mesa | fewer | goal |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    every = list(pairs)
    for target, goal in GOALS.items():
        mine = [one for one in every if one.target == target]
        mesa = sum(one.mesa for one in mine)
        sums = [[sum(getattr(one, which)[k] for one in mine) for k in (0, 1)] for which in ("plain", "derived")]
        cells = [target, len(mine), mesa]
        for count, bound in sums:
            cells += [count, bound, f"{count / max(mesa, 1):.3f}"]
        fewer = sum(one.derived[0] < one.plain[0] for one in mine)
        rows.append("| " + " | ".join(map(str, [*cells, fewer, goal])) + " |")
    return "\n".join(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="shaders as README-glmark2.md names them; all by default")
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCUMENT}")
    parser.add_argument("--package", type=Path, help="glmark2-data, if it is not to be fetched")
    given = parser.parse_args()
    found = [one for shader in collection(given.package, given.names) if (one := pair(shader)) is not None]
    print(table(found))
    if given.write:
        sections.write_section(DOCUMENT, "derived", table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
