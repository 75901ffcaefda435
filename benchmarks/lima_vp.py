"""lima-vp in numbers: `python -P benchmarks/lima_vp.py [--write] [--exact] [--runs 3]`.

* counts: instructions of the recorded programs, compiled from their GLSL sources, of ours and of the corpus' vertex
  kernels, compared with Mesa's and with lower bounds; with --exact also at -O3, which proves optima;
* speed: the cost of scheduling per operation as programs grow, and of a whole compilation relative to LLVM's own work.

--write puts the tables into docs/lima-vp-counts.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import compile as timing  # noqa: E402
import sections  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.collector import without_collector  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.isel.lima_vp import BRANCH_CONDITION  # noqa: E402
from gpucc.isel.sections import select_sections  # noqa: E402
from gpucc.lowering.build.build import build  # noqa: E402
from gpucc.lowering.interface.canonicalise import canonicalise  # noqa: E402
from gpucc.lowering.optimise.optimise import optimise  # noqa: E402
from gpucc.lowering.parts.lay_out import lay_out  # noqa: E402
from gpucc.lowering.reader.read import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.program import file_size  # noqa: E402
from gpucc.sched.wide.schedule import schedule_wide  # noqa: E402
from gpucc.targets import registry  # noqa: E402
from gpucc.targets.lima_vp import lima_vp_selector  # noqa: E402
from gpucc.targets.record import check_options  # noqa: E402

ISA = "lima-vp"
DOCUMENT = "docs/lima-vp-counts.md"
CORPUS = ROOT / "tests" / "kernels"
KERNELS = CORPUS / "lima_vp"
LEVELS = ("proven", "agreed", "documented")
SIZES = (100, 200, 400, 800)


# instructions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kernel:
    """`source` is a file, or text of LLVM IR. `mesa` counts Mesa's instructions, if it compiled the same program;
    `excused` is the reason if that is not a goal."""

    name: str
    source: Path | str
    entry: str | None = None
    bind: tuple[str, ...] = ()
    mesa: int | None = None
    excused: str = ""


def recorded() -> Iterator[Kernel]:
    """Yield the recorded GLSL sources, compiled to LLVM IR."""
    records = json.loads((ROOT / "tests" / "reference" / ISA / "programs.json").read_text())["programs"]
    for record in records:
        name = record["name"]
        excused = "Mesa's code is wrong" if "mesa_wrong" in record else "accuracy first" if name == "sin_cos" else ""
        yield Kernel(
            name,
            compile_source(record["glsl"], f"{name}.vert", "glsl", "vertex"),
            mesa=record["instructions"],
            excused=excused,
        )


def own() -> Iterator[Kernel]:
    for name in json.loads((KERNELS / "index.json").read_text())["own"]:
        yield Kernel(name, KERNELS / f"{name}.ll")


def corpus() -> Iterator[Kernel]:
    for row in json.loads((CORPUS / "index.json").read_text()):
        if row["stage"] == "vertex":
            yield Kernel(row["name"], CORPUS / row["file"], row["entry"], tuple(row["bind"]))


@cache
def counted(kernel: Kernel, level: str, opt: int = 2) -> dict[str, Any]:
    """The statistics of the compiled kernel, empty if it cannot be compiled."""
    try:
        wishes = {"facts": level}
        return driver.compile(
            kernel.source,
            ISA,
            entry=kernel.entry,
            stage="vertex",
            bind=kernel.bind,
            opt=opt,
            target=wishes,
            verify=None,
        ).stats
    except GpuccError as error:
        print(f"{kernel.name}, facts={level}, -O{opt}: {error}", file=sys.stderr)
        return {}


def length(kernel: Kernel, level: str) -> int | None:
    return counted(kernel, level).get("instructions")


def in_c(kernel: Kernel, variant: str = "") -> Kernel:
    """The same program written in C; the variant `strict` has none of GLSL's freedom."""
    return Kernel(kernel.name, KERNELS / variant / f"{kernel.name}.ll")


def optimum(kernel: Kernel, exact: bool) -> str:
    stats = counted(kernel, "agreed")
    if exact and not stats.get("meets_bound"):
        proof = counted(kernel, "agreed", 3)
        # -O3 may produce a longer program, whose optimum proves nothing about this one
        stats = proof if proof and proof["instructions"] <= stats["instructions"] else stats
    if not stats:
        return ""
    return str(stats["instructions"]) if stats["meets_bound"] else f"{stats['lower_bound']} or more"


def counts_table(kernels: Iterable[Kernel], exact: bool) -> str:
    """The table of counts, with Mesa's where they exist."""
    kernels = list(kernels)
    mesas = any(kernel.mesa for kernel in kernels)
    head = [
        "kernel",
        *LEVELS,
        *(["C", "strict C"] if mesas else []),
        "lower bound",
        "optimum",
        *(["Mesa", "agreed / Mesa"] if mesas else []),
    ]
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for kernel in kernels:
        cells = [kernel.name, *(_shown(length(kernel, level)) for level in LEVELS)]
        if mesas:
            cells += [_shown(length(in_c(kernel, variant), "agreed")) for variant in ("", "strict")]
        cells += [_shown(counted(kernel, "agreed").get("lower_bound")), optimum(kernel, exact)]
        if mesas:
            cells += [_shown(kernel.mesa), kernel.excused or _ratio(length(kernel, "agreed"), kernel.mesa)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, *_totals(kernels, exact)])


def _totals(kernels: list[Kernel], exact: bool) -> list[str]:
    chosen = [kernel for kernel in kernels if not kernel.excused and counted(kernel, "agreed")]
    whole = {level: sum(length(kernel, level) or 0 for kernel in chosen) for level in LEVELS}
    bounds = sum(counted(kernel, "agreed")["lower_bound"] for kernel in chosen)
    best = sum(int(optimum(kernel, exact).split()[0]) for kernel in chosen)
    cells = [f"all {len(chosen)}", *(str(whole[level]) for level in LEVELS)]
    mesa = sum(kernel.mesa or 0 for kernel in chosen)
    if not mesa:
        return ["| " + " | ".join([*cells, str(bounds), f"{best} or more"]) + " |"]
    cells += [str(sum(length(in_c(kernel, variant), "agreed") or 0 for kernel in chosen)) for variant in ("", "strict")]
    cells += [str(bounds), f"{best} or more", str(mesa)]
    return ["| " + " | ".join([*cells, _ratio(whole["agreed"], mesa)]) + " |"]


def proofs(kernels: Iterable[Kernel]) -> str:
    """The number of optima that -O3 proves, and the distance of -O2 from them in total."""
    found = [(counted(kernel, "agreed"), counted(kernel, "agreed", 3)) for kernel in kernels]
    found = [(quick, exact) for quick, exact in found if quick and exact]
    proven = [(quick["instructions"], exact["instructions"]) for quick, exact in found if exact["meets_bound"]]
    quick, least = (sum(pair[i] for pair in proven) for i in (0, 1))
    return (
        f"-O3 meets the lower bound of the selected operations for {len(proven)} of {len(found)} kernels, whatever"
        f" their size: as short whatever stands before each section. Where it does, -O2 needs {quick} instructions and"
        f" the least is {least}: {100 * (quick / max(1, least) - 1):.1f}% more. The bars are those of"
        " [lima-vp-exact.md](lima-vp-exact.md)."
    )


def _shown(number: int | None) -> str:
    return "" if number is None else str(number)


def _ratio(ours: int | None, theirs: int | None) -> str:
    return f"{ours / theirs:.2f}" if ours and theirs else ""


# time -----------------------------------------------------------------------------------------------------------------

OPERATIONS = ("fadd", "fsub", "fmul", "fmul", "fadd", "max", "min", "fmul", "fsub", "fadd")


def scalars(count: int, seed: int = 4) -> str:
    """A vertex shader of `count` operations on scalars, with about eight values live at any time."""
    chance = random.Random(seed)
    lines = [f"  %a{i}.{k} = extractelement <4 x float> %a{i}, i32 {k}" for i in range(3) for k in range(4)]
    sources = [f"%a{i}.{k}" for i in range(3) for k in range(4)]
    for k in range(32):
        lines.append(f"  %p{k} = getelementptr float, ptr %u, i64 {k}")
        lines.append(f"  %u{k} = load float, ptr %p{k}, align 4")
        sources.append(f"%u{k}")
    waiting = [chance.choice(sources) for _ in range(8)]
    for i in range(count):
        first = waiting.pop(chance.randrange(4))
        second = chance.choice(sources) if chance.random() < 0.6 else chance.choice(waiting)
        kind = chance.choice(OPERATIONS)
        if kind in ("max", "min"):
            lines.append(f"  %v{i} = call float @llvm.{kind}num.f32(float {first}, float {second})")
        else:
            lines.append(f"  %v{i} = {kind} float {first}, {second}")
        waiting.append(f"%v{i}")
    for k, value in enumerate(waiting[-8:]):
        before = f"%r{k - 1}" if k % 4 else "poison"
        lines.append(f"  %r{k} = insertelement <4 x float> {before}, float {value}, i32 {k % 4}")
    result = "{ <4 x float>, <4 x float> }"
    lines += [
        f"  %s0 = insertvalue {result} poison, <4 x float> %r3, 0",
        f"  %s1 = insertvalue {result} %s0, <4 x float> %r7, 1",
    ]
    declared = "".join(f"declare float @llvm.{kind}num.f32(float, float)\n" for kind in ("min", "max"))
    inputs = ", ".join(f"<4 x float> %a{i}" for i in range(3))
    body = "\n".join(lines)
    return f"{declared}define {result} @shader({inputs}, ptr readonly %u) {{\n{body}\n  ret {result} %s1\n}}\n"


def scheduling(text: str) -> tuple[int, Callable[[], object]]:
    """(operations after selection, a function that schedules them)"""
    goal = registry.find(ISA)
    options = check_options(goal.isa, {})
    shader = goal.prepare(canonicalise(load(text), stage="vertex"), options)
    optimised = optimise(shader.text, level=2, unroll=True)
    graph = driver.lower(build(read(optimised), shader), shader, goal, options, driver.silent)
    found = select_sections(lima_vp_selector("agreed"), lay_out(graph), BRANCH_CONDITION)
    operations = sum(len(section.selected.insts) for section in found)
    first = file_size(shader.interface.uniforms)
    return operations, lambda: schedule_wide(found, goal.isa, "agreed", first, 2)


def speed_table(runs: int) -> str:
    lines = ["| operations | scheduling, ms | us per operation |", "| --- | --- | --- |"]
    per_operation: dict[int, float] = {}
    with without_collector():
        for size in SIZES:
            operations, schedule = scheduling(scalars(size))
            seconds = timing.median(schedule, runs)
            per_operation[size] = 1e6 * seconds / operations
            lines.append(f"| {operations} | {1000 * seconds:.1f} | {per_operation[size]:.0f} |")
    growth = per_operation[SIZES[-1]] / per_operation[SIZES[0]]
    text = scalars(100)
    ours = timing.median(lambda: driver.compile(text, ISA, stage="vertex", verify=None), runs)
    theirs = timing.median(lambda: timing.llvm_alone(text), runs)
    return "\n".join(
        [
            *lines,
            "",
            f"An operation costs {growth:.2f} times as much in the largest program as in the smallest (bound 2).",
            (
                f"A program of 100 operations compiles in {1000 * ours:.0f} ms at -O2; llvmlite parses, optimises and"
                f" prints it in {1000 * theirs:.2f} ms: {ours / theirs:.0f} times as much (bound 60)."
            ),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT}")
    parser.add_argument("--exact", action="store_true", help="ask for proven optima at -O3 too")
    parser.add_argument("--runs", type=int, default=3, help="how often to measure each time")
    wishes = parser.parse_args()
    tables: dict[str, Callable[[], str]] = {
        "recorded": lambda: counts_table(recorded(), wishes.exact),
        "own": lambda: counts_table(own(), wishes.exact),
        "corpus": lambda: counts_table(corpus(), wishes.exact),
        "proofs": lambda: proofs([*recorded(), *own(), *corpus()]) if wishes.exact else "Not asked for: --exact.",
        "speed": lambda: speed_table(wishes.runs),
    }
    for name, table in tables.items():
        text = table()
        print(f"{name}\n\n{text}\n", flush=True)
        if wishes.write:
            sections.write_section(DOCUMENT, name, text)


if __name__ == "__main__":
    main()
