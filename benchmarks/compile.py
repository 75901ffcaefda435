"""Profile of compile time: `python benchmarks/compile.py [--runs 5]`.

Straight-line programs of 50 to 2000 IR instructions; the median CPU time over the runs. A whole compilation (without
verification) is compared with the time that llvmlite takes to parse, optimise (O2) and print the same module; graph and
selection are also timed alone for sizes beyond the limits of AGAL.

`--against TREE` measures the CPU time of compilations (without verification) of the golden programs and the examples,
in this tree and in another checkout, by processes that take turns; it prints one ratio per target and per kind of
program. Each program is compiled once before it is measured, so that imports and first uses do not count. `--every 1`
takes all programs instead of every third. With `--verification` the time of verification (256 lanes) is measured
instead of the compilation's.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import llvmlite.binding as llvm

from gpucc import driver
from gpucc.collector import without_collector
from gpucc.lowering.build.build import build
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.optimise.optimise import optimise
from gpucc.lowering.reader.read import read
from gpucc.lowering.source import load
from gpucc.program import Shader
from gpucc.targets import registry
from gpucc.targets.agal import agal_selector
from gpucc.targets.record import check_options

SIZES = (50, 200, 1000, 2000)
ISA = "agal"


VECTOR_OPS = ("fadd", "fmul", "fsub", "fmul", "fadd", "max", "abs", "swizzle", "choice")
SCALAR_OPS = ("fadd", "fmul", "fsub", "fmul", "max", "abs")


def straight_line(count: int, seed: int = 2) -> str:
    """A vertex shader of about `count` instructions, half of them on vectors, all of which contribute to the result."""
    chance = random.Random(seed)
    lines: list[str] = []
    vectors, scalars = ["%p", "%q"], ["%f", "%g"]

    def value(type: str, live: list[str], ops: tuple[str, ...]) -> None:
        first, second = live.pop(0) if len(live) > 3 else live[0], chance.choice(live)
        name, kind = f"%v{len(lines)}", chance.choice(ops)
        suffix = "f32" if type == "float" else "v4f32"
        if kind == "choice":
            lines.append(f"  {name}.c = fcmp olt {type} {first}, {second}")
            lines.append(f"  {name} = select <4 x i1> {name}.c, {type} {first}, {type} {live[-1]}")
        elif kind == "abs":
            lines.append(f"  {name} = call {type} @llvm.fabs.{suffix}({type} {first})")
        elif kind == "max":
            lines.append(f"  {name} = call {type} @llvm.maxnum.{suffix}({type} {first}, {type} {second})")
        elif kind == "swizzle":
            lines.append(
                f"  {name} = shufflevector {type} {first}, {type} poison, <4 x i32> <i32 1, i32 2, i32 0, i32 3>"
            )
        else:
            lines.append(f"  {name} = {kind} {type} {first}, {second}")
        live.append(name)

    while len(lines) < count - 4:
        if chance.random() < 0.5:
            value("<4 x float>", vectors, VECTOR_OPS)
        else:
            value("float", scalars, SCALAR_OPS)
    lines.append(f"  %last = insertelement <4 x float> {vectors[-1]}, float {scalars[-1]}, i32 3")
    body = "\n".join(lines)
    declared = "\n".join(
        f"declare {type} @llvm.fabs.{suffix}({type})\ndeclare {type} @llvm.maxnum.{suffix}({type}, {type})"
        for type, suffix in (("float", "f32"), ("<4 x float>", "v4f32"))
    )
    parameters = "<4 x float> %p, <4 x float> %q, float %f, float %g"
    return f"{declared}\ndefine <4 x float> @shader({parameters}) {{\n{body}\n  ret <4 x float> %last\n}}\n"


def llvm_alone(text: str) -> None:
    """The work of llvmlite alone: parse, O2 and print."""
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_triple("x86_64-unknown-unknown").create_target_machine(opt=2)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    str(module)


def median(action: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times)


def stages(text: str, runs: int) -> dict[str, float]:
    """Milliseconds of each stage up to selection."""
    goal = registry.find(ISA)
    source = load(text)
    shader: Shader = canonicalise(source, stage="vertex")
    optimised = optimise(shader.text, level=2, unroll=True)
    module = read(optimised)
    wishes = check_options(goal.isa, {})
    graph = driver.lower(build(module, shader), shader, goal, wishes, driver.silent)
    select = agal_selector("vertex", 1).select
    actions: dict[str, Callable[[], object]] = {
        "load": lambda: load(text),
        "canonicalise": lambda: canonicalise(source, stage="vertex"),
        "optimise": lambda: optimise(shader.text, level=2, unroll=True),
        "read": lambda: read(optimised),
        "build": lambda: build(module, shader),
        "build+passes": lambda: driver.lower(build(module, shader), shader, goal, wishes, driver.silent),
        "select": lambda: select(graph.entry),
    }
    with without_collector():
        return {stage: 1000 * median(action, runs) for stage, action in actions.items()}


ROOT = Path(__file__).resolve().parent.parent
# runs in either tree: compiles the program given by each line, and answers with the CPU time in seconds, or null if
# compilation fails; its argument says what is timed
CHILD = """
import json, sys, time
from gpucc import driver
from gpucc.errors import GpuccError

spent = 0.0

def timed(function):
    def run(*arguments, **options):
        global spent
        start = time.process_time()
        try:
            return function(*arguments, **options)
        finally:
            spent += time.process_time() - start
    return run

verifying = sys.argv[1] == "verification"
if verifying:
    driver.verify_program = timed(driver.verify_program)
compile = driver.compile if verifying else timed(driver.compile)
for line in sys.stdin:
    path, isa, wishes = json.loads(line)
    spent = 0.0
    try:
        compile(path, isa, verify=256 if verifying else None, **wishes)
    except GpuccError:
        spent = None
    print(json.dumps(spent), flush=True)
"""
Job = tuple[str, str, dict[str, object]]


def programs(every: int) -> list[Job]:
    """Every so many'th of the golden programs (with their options) and examples, for every target."""
    jobs: list[Job] = []
    rows = json.loads((ROOT / "tests/kernels/index.json").read_text())
    # no golden program names agsl, which takes the fragment shaders
    unnamed = set(registry.names()).difference(*(row["targets"] for row in rows))
    for row in rows:
        for isa in (*row["targets"], *unnamed):
            known = registry.find(isa).isa
            if isa in unnamed and row["stage"] not in known.stages:
                continue
            options = {"version": str(row["version"])} if row["version"] > 1 and "version" in known.options else {}
            stage = row["stage"] if row["stage"] in known.stages else known.default_stage
            wishes = {"entry": row["entry"], "stage": stage, "bind": row["bind"], "target": options}
            jobs.append((str(ROOT / "tests/kernels" / row["file"]), isa, wishes))
    for path in sorted((ROOT / "examples").glob("*.*")):
        if path.suffix in (".frag", ".vert", ".agsl", ".ll"):
            jobs += [(str(path), isa, {}) for isa in registry.names()]
    return [job for isa in registry.names() for job in [job for job in jobs if job[1] == isa][::every]]


def take_turns(trees: Sequence[Path], jobs: Sequence[Job], runs: int, part: str) -> list[list[float | None]]:
    """For every job the minimum time that `part` takes in each tree. The trees compile the same program one right after
    the other, so that temporary load on the machine slows both. The first run is not counted."""
    words = [sys.executable, "-P", "-c", CHILD, part]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with ExitStack() as stack:
        children = [
            stack.enter_context(subprocess.Popen(words, env={"PYTHONPATH": str(tree / ".types")}, **pipes))
            for tree in trees
        ]
        best: list[list[float | None]] = []
        for job in jobs:
            times: list[list[float | None]] = []
            for _ in range(runs + 1):
                times.append([_ask(child, job) for child in children])
            counted = [[spent for spent in column if spent is not None] for column in zip(*times[1:], strict=True)]
            best.append([min(column, default=None) for column in counted])
    return best


def _ask(child: subprocess.Popen[str], job: Job) -> float | None:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(json.dumps(job) + "\n")
    child.stdin.flush()
    spent: float | None = json.loads(child.stdout.readline())
    return spent


def against(other: Path, runs: int, every: int, part: str) -> None:
    """Print the ratio of this tree's times to the other's, by target and by kind of program: the sums of each program's
    minimum time."""
    jobs = programs(every)
    measured = take_turns((ROOT, other.resolve()), jobs, runs, part)
    groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (path, isa, _), (here, there) in zip(jobs, measured, strict=True):
        if here is not None and there is not None:
            kind = "kernels" if Path(path).parent.name == "kernels" else "examples"
            for group in (isa, kind, "all"):
                groups[group].append((here, there))
    for group in (*registry.names(), "kernels", "examples", "all"):
        mine, theirs = (1000 * sum(column) for column in zip(*groups[group], strict=True))
        count = len(groups[group])
        print(
            f"{group:>10} {count:>4} programs {mine:>8.0f} ms here {theirs:>8.0f} ms there: ratio {mine / theirs:.3f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--against", type=Path, metavar="TREE", help="another checkout: compare compile times of kernels and examples"
    )
    parser.add_argument(
        "--every", type=int, default=3, metavar="N", help="with --against: each Nth program of a target (3)"
    )
    parser.add_argument("--verification", action="store_true", help="with --against: time the verification alone")
    wishes = parser.parse_args()
    runs = wishes.runs
    if wishes.against:
        against(wishes.against, runs, wishes.every, "verification" if wishes.verification else "compilation")
        return
    per_instruction: dict[int, float] = {}
    print(f"{'IR instructions':>16} {'stage':>14} {'ms':>9} {'us/instruction':>15}")
    for size in SIZES:
        measured = stages(straight_line(size), runs)
        for stage, ms in measured.items():
            print(f"{size:>16} {stage:>14} {ms:>9.2f} {1000 * ms / size:>15.2f}")
        per_instruction[size] = (measured["build+passes"] + measured["select"]) / size
    print(
        f"graph + selection, per instruction: 2000 against 200 is {per_instruction[2000] / per_instruction[200]:.2f}x"
        " (bound 1.5)"
    )
    text = straight_line(200)
    ours = median(lambda: driver.compile(text, ISA, stage="vertex", verify=None), runs)
    theirs = median(lambda: llvm_alone(text), runs)
    print(
        f"200 instructions: compile {1000 * ours:.1f} ms, llvmlite parse+O2+print {1000 * theirs:.1f} ms:"
        f" {ours / theirs:.1f}x (bound 20)"
    )


if __name__ == "__main__":
    main()
