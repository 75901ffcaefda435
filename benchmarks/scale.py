"""CPU time per operation, by the size of a program: `python benchmarks/scale.py [--isa lima-pp] [--shape straight]`.

Programs of 500, 2,000 and 8,000 operations, or of `--sizes`, are compiled for each target with the usual effort,
without verification, in one process. The last column is the time per operation against that of the first size. A target
that cannot hold a program must say so in proportionate time, which is measured like any other; the reason is printed.
The shapes:

    straight  scalar operations on four values that take turns, as of four independent sums
    deep      a single chain, in which each operation needs the two before it
    wide      thousands of values that are alive at once, and then a tree of operations on them
    vectors   a chain of vec4 operations, of which some exchange or choose components
    branches  one branch after the other
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from gpucc import driver
from gpucc.errors import GpuccError
from gpucc.targets import registry

SIZES = (500, 2000, 8000)
RUNS, SMALL = 5, 1000
# the most time per operation, against the smallest size
BOUND = 1.5
# options that give a target the most room
ROOMIEST = {"agal": {"version": "3"}}
LANES = [f"%{name} = extractelement <4 x float> %p, i32 {i}" for i, name in enumerate("xyzw")]


def _function(lines: Sequence[str], results: Sequence[str]) -> str:
    ends = [
        f"%out{i} = insertelement <4 x float> {f'%out{i - 1}' if i else '%p'}, float {result}, i32 {i}"
        for i, result in enumerate(results)
    ]
    body = "\n  ".join([*LANES, *lines, *ends, f"ret <4 x float> %out{len(results) - 1}"])
    return f"define <4 x float> @shader(<4 x float> %p) {{\n  {body}\n}}\n"


def straight(count: int) -> str:
    chance = random.Random(1)
    live = ["%x", "%y", "%z", "%w"]
    lines = []
    for i in range(count):
        op, other = chance.choice(("fadd", "fmul", "fsub", "fmul")), live[(i + chance.randrange(1, 4)) % 4]
        lines.append(f"%v{i} = {op} float {live[i % 4]}, {other}")
        live[i % 4] = f"%v{i}"
    return _function(lines, live)


def deep(count: int) -> str:
    live = ["%x", "%y"]
    lines = []
    for i in range(count):
        lines.append(f"%v{i} = {'fmul' if i % 3 else 'fadd'} float {live[1]}, {live[0]}")
        live = [live[1], f"%v{i}"]
    return _function(lines, live[1:])


def wide(count: int) -> str:
    lines, values = [], []
    for i in range(count // 3):
        first, second = LANES[i % 4].split()[0], LANES[(i + 1) % 4].split()[0]
        lines += [f"%a{i} = fmul float {first}, {i + 1.5:e}", f"%b{i} = fadd float %a{i}, {second}"]
        values.append(f"%b{i}")
    while len(values) > 1:
        first, second, *values = values
        lines.append(f"%t{len(lines)} = {'fmul' if len(lines) % 3 else 'fsub'} float {first}, {second}")
        values.append(lines[-1].split()[0])
    return _function(lines, values)


def vectors(count: int) -> str:
    chance = random.Random(1)
    type, lines, live = "<4 x float>", ["%q = fneg <4 x float> %p"], ["%p", "%q"]
    for i in range(count // 4):
        first, second, kind = live[-1], chance.choice(live[-6:]), chance.randrange(6)
        op = chance.choice(("fadd", "fmul", "fsub"))
        if kind == 0:
            lines.append(
                f"%s{i} = shufflevector {type} {first}, {type} {second}, <4 x i32> <i32 1, i32 4, i32 2, i32 7>"
            )
            first = f"%s{i}"
        elif kind == 1:
            lines += [f"%e{i} = extractelement {type} {first}, i32 {i % 4}", f"%c{i} = fcmp olt float %e{i}, 0.5"]
            lines.append(f"%s{i} = select i1 %c{i}, {type} {first}, {type} {second}")
            first = f"%s{i}"
        lines.append(f"%v{i} = {op} {type} {first}, {second}")
        live.append(f"%v{i}")
    ends = [f"%r{i} = extractelement {type} {live[-1]}, i32 {i}" for i in range(4)]
    return _function([*lines, *ends], [f"%r{i}" for i in range(4)])


def branches(count: int) -> str:
    lines, value = ["br label %b0"], "%x"
    for i in range(count // 10):
        lines += [f"b{i}:", f"%c{i} = fcmp olt float {value}, {i + 0.5}", f"br i1 %c{i}, label %t{i}, label %j{i}"]
        lines += [f"t{i}:", *(f"%t{i}_{k} = fmul float {f'%t{i}_{k - 1}' if k else value}, %y" for k in range(8))]
        lines += [f"br label %j{i}", f"j{i}:", f"%s{i} = phi float [ {value}, %b{i} ], [ %t{i}_7, %t{i} ]"]
        lines.append(f"br label %b{i + 1}")
        value = f"%s{i}"
    return _function([*lines, f"b{count // 10}:"], [value])


SHAPES: dict[str, Callable[[int], str]] = {
    "straight": straight,
    "deep": deep,
    "wide": wide,
    "vectors": vectors,
    "branches": branches,
}


def spent(text: str, isa: str) -> tuple[float, str]:
    """The seconds of CPU that a compilation takes, and its result: the number of instructions, or why there are
    none."""
    start = time.process_time()
    try:
        program = driver.compile(
            text, isa, stage=registry.find(isa).isa.stages[0], target=ROOMIEST.get(isa, {}), verify=None
        )
        told = f"{program.stats['instructions']} instructions"
    except GpuccError as error:
        told = str(error)
    return time.process_time() - start, told


def measured(isa: str, shape: str, sizes: Sequence[int]) -> float:
    """Print a line for each size; return the greatest time per operation against that of the first one."""
    ratios = []
    for size in sizes:
        text = SHAPES[shape](size)
        # small programs are compiled several times; the first of them loads the target
        runs = [spent(text, isa) for _ in range(RUNS if size < SMALL else 1)]
        seconds = min(run[0] for run in runs)
        each = 1e6 * seconds / size
        if size == sizes[0]:
            least = each
        ratios.append(each / least)
        told = runs[0][1]
        print(f"{isa:>8} {shape:>9} {size:>6} {seconds:>8.2f} s {each:>8.0f} us {ratios[-1]:>6.2f}  {told}", flush=True)
    return max(ratios)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", action="append", choices=registry.names(), help="only these targets")
    parser.add_argument("--shape", action="append", choices=sorted(SHAPES), help="only these shapes (straight)")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of operations (%(default)s)")
    wishes = parser.parse_args()
    sizes = [int(size) for size in wishes.sizes.split(",")]
    worst = {
        (isa, shape): measured(isa, shape, sizes)
        for isa in wishes.isa or registry.names()
        for shape in wishes.shape or ["straight"]
    }
    over = [f"{isa} {shape} {ratio:.2f}" for (isa, shape), ratio in worst.items() if ratio > BOUND]
    print(f"time per operation at most {BOUND} times that at {sizes[0]}: {f'not {over}' if over else 'all'}")
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
