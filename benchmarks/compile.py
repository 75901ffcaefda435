"""Where compile time goes: `python benchmarks/compile.py [--runs 5]`.

Straight-line programs of 50 to 2000 IR instructions; the median over the runs. A whole compilation (without the verdict)
is compared with what llvmlite takes to parse, optimise (O2) and print the same module; graph and selection are timed
alone for sizes that no AGAL program may have.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import llvmlite.binding as llvm

from gpucc import driver, targets
from gpucc.lowering.build import build
from gpucc.lowering.interface import canonicalise
from gpucc.lowering.optimise import optimise
from gpucc.lowering.reader import read
from gpucc.lowering.source import load
from gpucc.program import Shader

SIZES = (50, 200, 1000, 2000)
ISA = "agal"


def straight_line(count: int, seed: int = 1) -> str:
    """A vertex shader of `count` instructions on floats and vectors, every one of them needed by the result."""
    chance = random.Random(seed)
    lines: list[str] = []
    live = ["%p", "%q"]
    while len(lines) < count - 1:
        a = live[0] if len(live) > 4 else chance.choice(live)
        b = chance.choice(live)
        name = f"%v{len(lines)}"
        kind = chance.choice(("fadd", "fmul", "fsub", "fmul", "fadd", "fmul", "fadd", "max", "max", "swizzle"))
        if kind == "max":
            lines.append(f"  {name} = call <4 x float> @llvm.maxnum.v4f32(<4 x float> {a}, <4 x float> {b})")
        elif kind == "swizzle":
            lines.append(f"  {name} = shufflevector <4 x float> {a}, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 0, i32 3>")
        else:
            lines.append(f"  {name} = {kind} <4 x float> {a}, {b}")
        if len(live) > 4:
            live.pop(0)
        live.append(name)
    body = "\n".join(lines)
    return (
        "declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>)\n"
        f"define <4 x float> @shader(<4 x float> %p, <4 x float> %q) {{\n{body}\n  ret <4 x float> {live[-1]}\n}}\n"
    )


def llvm_alone(text: str) -> None:
    """What llvmlite itself takes for parse, O2 and print."""
    module = llvm.parse_assembly(text)
    machine = llvm.Target.from_triple("x86_64-unknown-unknown").create_target_machine(opt=2)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    str(module)


def median(action: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def stages(text: str, runs: int) -> dict[str, float]:
    """Milliseconds of each stage up to selection."""
    goal = targets.find(ISA)
    source = load(text)
    shader: Shader = canonicalise(source, stage="vertex")
    optimised = optimise(shader.text, level=2, unroll=True)
    module = read(optimised)
    available = goal.neutral("vertex", {"version": "3"})
    graph = driver.lower(build(module, shader), shader, goal, available, driver.silent)
    select = targets.agal_selector("vertex", 3).select
    measured = {
        "load": median(lambda: load(text), runs),
        "canonicalise": median(lambda: canonicalise(source, stage="vertex"), runs),
        "optimise": median(lambda: optimise(shader.text, level=2, unroll=True), runs),
        "read": median(lambda: read(optimised), runs),
        "build": median(lambda: build(module, shader), runs),
        "build+passes": median(lambda: driver.lower(build(module, shader), shader, goal, available, driver.silent), runs),
        "select": median(lambda: select(graph.entry), runs),
    }
    return {stage: 1000 * seconds for stage, seconds in measured.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    per_instruction: dict[int, float] = {}
    print(f"{'IR instructions':>16} {'stage':>14} {'ms':>9} {'us/instruction':>15}")
    for size in SIZES:
        measured = stages(straight_line(size), runs)
        for stage, ms in measured.items():
            print(f"{size:>16} {stage:>14} {ms:>9.2f} {1000 * ms / size:>15.2f}")
        per_instruction[size] = (measured["build+passes"] + measured["select"]) / size
    print(f"graph + selection, per instruction: 2000 against 200 is {per_instruction[2000] / per_instruction[200]:.2f}x (bound 1.5)")
    text = straight_line(200)
    ours = median(lambda: driver.compile(text, ISA, stage="vertex", target={"version": "3"}, verify=None), runs)
    theirs = median(lambda: llvm_alone(text), runs)
    print(
        f"200 instructions: compile {1000 * ours:.1f} ms, llvmlite parse+O2+print {1000 * theirs:.1f} ms: {ours / theirs:.1f}x (bound 20)"
    )


if __name__ == "__main__":
    main()
