"""Pairs of programs that must compute the same: `python -P benchmarks/metamorphic.py --isa agal --count 2000 [--seed 0]
[--part K/N]`.

Each pair is a random program (GLSL, AGSL or IR) and an equivalent twin with dead code, wrapped loops, swapped arms,
split vectors, functions, other names, reordered statements or uniforms that are 1 (tests/fuzz/pairs.py). Both are
compiled under strict arithmetic and must be equal bit for bit, then by default, where the results of one must be within
the judge's tolerance of the results of the other.

`--part K/N` runs the pairs whose number is K-1 modulo N: all parts together are exactly the campaign. `--first I` skips
those before I. A difference is reduced and printed at once, and makes the exit code 1. The last line holds the counts.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "fuzz"))

from pairs import OUTCOMES, try_pair  # noqa: E402

from gpucc.fuzz import rooms  # noqa: E402
from gpucc.targets import registry  # noqa: E402

WAYS = ("strict", "default")


GIT = (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "-uno"))


def commit() -> str:
    """The commit that is tested, with a + if the tree differs from it."""
    try:
        found = [
            subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
            for words in GIT
        ]
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found[0] + ("+" if found[1] else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", default="agal", choices=registry.names())
    parser.add_argument("--count", type=int, default=2000, help="pairs of the whole campaign, all parts together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stage", choices=("vertex", "fragment"), help="the target's first, if none is named")
    parser.add_argument("--opt", type=int, default=2)
    parser.add_argument("--part", default="1/1", help="K/N: the pairs with the numbers K-1, K-1+N, K-1+2N ..")
    parser.add_argument("--first", type=int, default=0, help="leave out the pairs before this number")
    parser.add_argument("--way", action="append", default=[], choices=WAYS, help="only this arithmetic")
    parser.add_argument("--target", action="append", default=[], help="KEY=VALUE: a switch of the target")
    wishes = parser.parse_args()
    stage = wishes.stage or registry.find(wishes.isa).isa.stages[0]
    part, parts = map(int, wishes.part.split("/"))
    options = dict(word.split("=", 1) for word in wishes.target) or rooms.roomiest(wishes.isa)
    ways = tuple(wishes.way) or WAYS
    found: Counter[str] = Counter()
    differing = 0
    start, tree = time.perf_counter(), commit()
    numbers = [number for number in range(part - 1, wishes.count, parts) if number >= wishes.first]
    for done, number in enumerate(numbers):
        if done and done % 50 == 0:
            print(f"{done} of {len(numbers)} pairs; --first {number} goes on from here", file=sys.stderr, flush=True)
        tries = 100 if differing < 6 else 0
        failure = try_pair(wishes.isa, stage, wishes.seed, number, found, ways, wishes.opt, options, tries)
        if failure is not None:
            differing += 1
            print(failure, flush=True)
    counts = "; ".join(f"{way}: " + ", ".join(f"{found[f'{word}, {way}']} {word}" for word in OUTCOMES) for way in ways)
    told = (
        f"metamorphic --isa {wishes.isa} --count {wishes.count} --seed {wishes.seed} --stage {stage} --opt {wishes.opt}"
    )
    told += (
        f" --part {wishes.part}"
        + f" --first {wishes.first}" * (wishes.first > 0)
        + "".join(f" --way {way}" for way in wishes.way)
    )
    wrong = f"{differing or 'no'} difference{'s' * (differing > 1)}"
    print(f"{told} {options} on {tree}: {wrong} in {len(numbers)} pairs; {counts}; {time.perf_counter() - start:.0f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
