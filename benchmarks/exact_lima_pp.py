"""Comparison of lima-pp's list scheduler with bounds and proofs: `python -P benchmarks/exact_lima_pp.py [--write]
[--budget 12] [NAME...]`.

For the recorded programs of lima-pp and the fragment kernels of the corpus: the number of instructions that the list
scheduler needs at -O2, the quick lower bound, and the results and proofs of -O3's exact scheduler, section by section.
--write puts the table into docs/lima-pp-exact.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.isa.lima_pp import LIMA_PP  # noqa: E402
from gpucc.isel.lima_pp import BRANCH_CONDITION  # noqa: E402
from gpucc.isel.lima_pp_shading import read_frame  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.build.build import build  # noqa: E402
from gpucc.lowering.interface.canonicalise import canonicalise  # noqa: E402
from gpucc.lowering.optimise.unrollings import unrollings  # noqa: E402
from gpucc.lowering.parts.lay_out import lay_out  # noqa: E402
from gpucc.lowering.reader.read import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.sched.pipe.bounds import program_bound, section_bound  # noqa: E402
from gpucc.sched.pipe.build import build_work  # noqa: E402
from gpucc.sched.pipe.exact import BUDGET, improve  # noqa: E402
from gpucc.sched.pipe.schedule import write  # noqa: E402
from gpucc.sched.pipe.search import list_schedule  # noqa: E402
from gpucc.sched.pipe.sections import merge_sections  # noqa: E402
from gpucc.sched.pipe.ways import Ways  # noqa: E402
from gpucc.targets import registry  # noqa: E402
from gpucc.targets.lima_pp import builtins_of, lima_pp_selector  # noqa: E402
from gpucc.targets.record import check_options  # noqa: E402

ISA = "lima-pp"
DOCUMENT = "docs/lima-pp-exact.md"
CORPUS = ROOT / "tests" / "kernels"


@dataclass(frozen=True, slots=True)
class Kernel:
    """`source` is a file, or text of LLVM IR."""

    name: str
    source: Path | str
    entry: str | None = None
    bind: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """The instruction counts of a program, including those after its sections. `operations` is the number of scalar
    tasks."""

    kernel: str
    sections: int
    operations: int
    listed: int
    bound: int
    best: int
    least: int
    seconds: float

    @property
    def proven(self) -> bool:
        return self.best == self.least


def recorded() -> Iterator[Kernel]:
    """Yield the recorded GLSL sources, compiled to LLVM IR."""
    for record in json.loads((ROOT / "tests" / "reference" / ISA / "programs.json").read_text())["programs"]:
        yield Kernel(record["name"], compile_source(record["glsl"], f"{record['name']}.frag", "glsl", "fragment"))


def corpus() -> Iterator[Kernel]:
    for row in json.loads((CORPUS / "index.json").read_text()):
        if row["stage"] == "fragment":
            yield Kernel(row["name"], CORPUS / row["file"], row["entry"], tuple(row["bind"]))


def measured(kernel: Kernel, budget: float) -> Row:
    goal = registry.find(ISA)
    options = check_options(goal.isa, {})
    shader = goal.prepare(
        canonicalise(load(kernel.source), entry=kernel.entry, stage="fragment", bind=kernel.bind), options
    )
    text, *_ = unrollings(shader.text, loops=True, level=2, most=goal.isa.unrolling)
    graph = driver.lower(build(read(text), shader), shader, goal, options, driver.silent)
    found = select_sections(lima_pp_selector("agreed"), lay_out(graph, discards_end=True), BRANCH_CONDITION)
    builtins = builtins_of(shader.interface)
    frame = {register: op for register, op in builtins.items() if LIMA_PP.op(op).effect == "frame"}
    if frame:
        read_frame(found, frame)
    ways = Ways(LIMA_PP, "agreed")
    merged, where = merge_sections(found)
    work = build_work(merged, ways, builtins)
    bounds = [section_bound(work, block) for block in work.blocks]
    best = list_schedule([work], ways, 2, [sum(bounds)])
    listed = len(write(best, where, 0).instructions)
    start = time.process_time()
    least = improve(work, best, budget)
    seconds = time.process_time() - start
    filled = sum(section is not None for section in best.sections)
    packets = len(write(best, where, 0).instructions)
    return Row(
        kernel.name, filled, len(work.tasks), listed, program_bound(work, bounds), packets, program_bound(work, least),
        seconds
    )  # fmt: skip


def line(row: Row) -> str:
    verdict = "proven" if row.proven else f"{row.least} or more"
    cells = (row.kernel, row.sections, row.operations, row.listed, row.bound, row.best, verdict, f"{row.seconds:.1f}")
    return "| " + " | ".join(map(str, cells)) + " |"


HEAD = ("program", "sections", "operations", "list", "bound", "exact", "verdict", "seconds")


def table(kernels: Iterable[Kernel], budget: float) -> str:
    lines = ["| " + " | ".join(HEAD) + " |", "|" + " --- |" * len(HEAD)]
    rows: list[Row] = []
    for kernel in kernels:
        try:
            rows.append(measured(kernel, budget))
        except GpuccError as error:
            print(f"{kernel.name}: {error}", file=sys.stderr)
            continue
        lines.append(line(rows[-1]))
        print(lines[-1], flush=True)
    return "\n".join([*lines, "", summary(rows)])


def summary(rows: list[Row]) -> str:
    proven = [row for row in rows if row.proven]
    shorter = [row.kernel for row in rows if row.best < row.listed]
    listed, best = (sum(getattr(row, name) for row in proven) for name in ("listed", "best"))
    sharp = sum(row.bound == row.least for row in proven)
    return (
        f"Of {len(rows)} programs, {len(proven)} ({100 * len(proven) / max(1, len(rows)):.0f}%, bar 90%) are proven to"
        f" be as short as can be. The list scheduler needs {listed} instructions for those proven, the least is {best}:"
        f" {100 * (listed / max(1, best) - 1):.1f}% more. Shorter than the list scheduler's:"
        f" {', '.join(shorter) or 'none'}. The bound that costs nothing is the truth for {sharp} of those proven."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="programs; all by default")
    parser.add_argument("--write", action="store_true", help=f"put the table into {DOCUMENT}")
    parser.add_argument(
        "--budget", type=float, default=BUDGET, help="deterministic seconds of the solver for each program"
    )
    wishes = parser.parse_args()
    kernels = [kernel for kernel in (*recorded(), *corpus()) if not wishes.names or kernel.name in wishes.names]
    text = table(kernels, wishes.budget)
    print(text.rsplit("\n", 1)[-1])
    if wishes.write:
        sections.write_section(DOCUMENT, "table", text)


if __name__ == "__main__":
    main()
