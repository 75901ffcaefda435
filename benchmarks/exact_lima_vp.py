"""Comparison of lima-vp's list scheduler with bounds and proofs: `python -P benchmarks/exact_lima_vp.py [--write]
[--budget 30] [NAME...]`.

For every section of the benchmark kernels: the length of the list scheduler's schedule at -O2, the quick lower bound,
and the results and proofs of -O3's exact scheduler for the same section after the same predecessors. --write puts the
table into docs/lima-vp-exact.md.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import lima_vp  # noqa: E402
import sections  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.isa.lima_vp import LIMA_VP  # noqa: E402
from gpucc.isel.lima_vp import BRANCH_CONDITION  # noqa: E402
from gpucc.isel.machine import Section  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.build.build import build  # noqa: E402
from gpucc.lowering.interface.canonicalise import canonicalise  # noqa: E402
from gpucc.lowering.optimise.unrollings import unrollings  # noqa: E402
from gpucc.lowering.parts.lay_out import lay_out as parts  # noqa: E402
from gpucc.lowering.reader.read import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.sched.core.exact import BUDGET  # noqa: E402
from gpucc.sched.wide.bounds import lower_bound  # noqa: E402
from gpucc.sched.wide.chip import Chip  # noqa: E402
from gpucc.sched.wide.exact import schedule_exact  # noqa: E402
from gpucc.sched.wide.sections import schedule_sections  # noqa: E402
from gpucc.sched.wide.variables import lay_out, place_arrays, ready  # noqa: E402
from gpucc.sched.wide.work import build_work  # noqa: E402
from gpucc.targets import registry  # noqa: E402
from gpucc.targets.record import check_options  # noqa: E402

DOCUMENT = "docs/lima-vp-exact.md"
# the largest section, in operations, to which the goals of the issue apply
MOST = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A section. No schedule is shorter than `here` after these predecessors, nor than `least` after any."""

    kernel: str
    number: int
    operations: int
    bound: int
    listed: int
    best: int
    here: int
    least: int
    seconds: float

    @property
    def proven(self) -> bool:
        return self.best == self.here


def selected(kernel: lima_vp.Kernel) -> list[Section]:
    goal = registry.find(lima_vp.ISA)
    options = check_options(goal.isa, {})
    source = load(kernel.source)
    shader = goal.prepare(canonicalise(source, entry=kernel.entry, stage="vertex", bind=kernel.bind), options)
    text, *_ = unrollings(shader.text, loops=True, level=2, most=goal.isa.unrolling)
    graph = driver.lower(build(read(text), shader), shader, goal, options, driver.silent)
    return select_sections(lima_vp.lima_vp_selector("agreed"), parts(graph), BRANCH_CONDITION)


def rows(kernel: lima_vp.Kernel, budget: float) -> Iterator[Row]:
    chip = Chip(LIMA_VP, "agreed")
    found = ready(selected(kernel))
    arrays, top = place_arrays(found, chip)
    works = [
        build_work(section, LIMA_VP, "agreed", {array: row for array, (row, _) in arrays.items()}) for section in found
    ]
    placed, _ = schedule_sections(works, chip, lay_out(works, chip, top), arrays, top, 2)
    for number, (work, listed) in enumerate(zip(works, placed, strict=True)):
        start = time.process_time()
        exact = schedule_exact(work, chip, listed.frame, listed.length, budget)
        best = listed.length if exact.found is None else exact.found.length
        seconds = time.process_time() - start
        bound = lower_bound(work, chip)
        here = min(exact.bound, best)
        yield Row(
            kernel.name, number, len(work.tasks), bound, listed.length, best, here, min(exact.anyway, here), seconds
        )


def line(row: Row, alone: bool) -> str:
    name = row.kernel if alone else f"{row.kernel}, section {row.number}"
    verdict = "proven" if row.proven else f"{row.here} or more"
    return f"| {name} | {row.operations} | {row.listed} | {row.bound} | {row.best} | {verdict} | {row.seconds:.1f} |"


def table(kernels: Iterable[lima_vp.Kernel], budget: float) -> str:
    lines = [
        "| kernel | operations | list | bound | exact | verdict | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    whole: list[list[Row]] = []
    for kernel in kernels:
        try:
            found = list(rows(kernel, budget))
        except GpuccError as error:
            print(f"{kernel.name}: {error}", file=sys.stderr)
            continue
        whole.append(found)
        for row in found:
            if row.operations or row.listed > 1:
                lines.append(line(row, len(found) == 1))
                print(lines[-1], flush=True)
    return "\n".join([*lines, "", summary(whole)])


def summary(whole: list[list[Row]]) -> str:
    counted = [rows for rows in whole if all(row.operations <= MOST for row in rows)]
    proven = [rows for rows in counted if all(row.proven for row in rows)]
    alone = [rows for rows in counted if sum(row.best for row in rows) == sum(row.least for row in rows)]
    listed, best = (sum(getattr(row, name) for rows in proven for row in rows) for name in ("listed", "best"))
    every = [row for rows in counted for row in rows]
    sharp = sum(row.bound == row.least for row in every if row.proven)
    return (
        f"Of {len(counted)} kernels with at most {MOST} operations a section, {len(proven)}"
        f" ({100 * len(proven) / max(1, len(counted)):.0f}%, bar 90%) are proven: every section is as short as the"
        f" layout of variables and its predecessors allow. {len(alone)} of them are as short whatever the predecessors"
        f" do. The list scheduler needs {listed} instructions for those proven, the least is {best}:"
        f" {100 * (listed / max(1, best) - 1):.1f}% more (bar 5%). The bound that costs nothing is the truth for"
        f" {sharp} of {sum(row.proven for row in every)} sections."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="kernels; all by default")
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCUMENT}")
    parser.add_argument(
        "--budget", type=float, default=BUDGET, help="deterministic seconds of the solver for each section"
    )
    wishes = parser.parse_args()
    kernels = [*lima_vp.recorded(), *lima_vp.own(), *lima_vp.corpus()]
    text = table([kernel for kernel in kernels if not wishes.names or kernel.name in wishes.names], wishes.budget)
    print(text.rsplit("\n", 1)[-1])
    if wishes.write:
        sections.write_section(DOCUMENT, "table", text)


if __name__ == "__main__":
    main()
