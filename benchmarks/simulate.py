"""The cost of a component operation in the simulator, in units of numpy additions over the same lanes.

Run it from anywhere: `python -P benchmarks/simulate.py`. The project's goal is a ratio of at most 30.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from gpucc.emit.agal import decode
from gpucc.emit.agal_assembler import assemble
from gpucc.interp.data import Batch
from gpucc.isa.agal import AGAL
from gpucc.program import Program
from gpucc.targets.agal import simulate

LANES = 65536
TEXT = "\n".join(
    ["add ft0, v0, fc0", "mul ft1, v1, ft0", "max ft2, ft0, ft1"]
    + ["dp3 ft3, ft0, ft2", "dp4 ft4, ft1, ft2", "add ft0, ft3, ft4", "mul ft1, ft0, v0", "max ft2, ft1, ft0"] * 5
    + ["add ft5, ft0, ft1", "mov oc, ft5"]
)
# component operations per token: sums of products are computed once, independent of the mask
COST = {"add": 4, "mul": 4, "max": 4, "dp3": 5, "dp4": 7, "mov": 4}


def best(work: Callable[[], object], repeat: int = 20) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def measure() -> tuple[float, float, int]:
    """Seconds of one numpy addition, seconds of the program, component operations of the program."""
    random = np.random.default_rng(0)
    batch = Batch(random.standard_normal((LANES, 2, 4), np.float32), random.standard_normal((1, 1, 4), np.float32))
    program = Program("agal", "fragment", assemble(TEXT))
    operations = sum(COST[instruction.op] for instruction in decode(program.code).instructions)
    a, b = random.standard_normal((2, LANES), np.float32)
    out = np.empty_like(a)
    return best(lambda: np.add(a, b, out=out), 200), best(lambda: simulate(program, AGAL, batch)), operations


def main() -> None:
    addition, whole, operations = measure()
    print(f"{len(TEXT.splitlines())} tokens, {LANES} lanes, {operations} component operations: {whole * 1e3:.2f} ms")
    print(f"one numpy addition: {addition * 1e6:.1f} us")
    print(f"ratio: {whole / operations / addition:.2f} additions a component operation (bound 30)")


if __name__ == "__main__":
    main()
