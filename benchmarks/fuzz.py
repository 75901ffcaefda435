"""The long campaign of random programs: `python -P benchmarks/fuzz.py --isa agal --count 5000 [--seed 0] [--stage
fragment] [--part K/N]`.

Program `i` of a campaign belongs to the family at position `i` of the mixture, and depends on seed, family and number
only. `--part K/N` runs the programs whose number is K-1 modulo N: all parts together are exactly the campaign, in any
order and on any machines. `--first I` skips the programs before I, to resume an interrupted run; a line on standard
error after every fifty programs reports the progress.

Every program is verified, as in each compilation, and checked against the facts that its family knows about it
(tests/fuzz/family_*.py); files of pica200 must also be lint-clean and structured as the fact sheet requires. A mismatch
is reduced and printed with its source at once. One line at the end counts the outcomes; the exit code is 1 after a
mismatch.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("fuzz", "pica200", "frontend")]

import families  # noqa: E402
import random_programs as programs  # noqa: E402
import shbin_structure  # noqa: E402
from trials import OUTCOMES, Fact, Wishes, try_one  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.program import Program  # noqa: E402
from gpucc.targets import registry  # noqa: E402


def _sound(program: Program) -> str | None:
    faults = [str(fault) for fault in (*driver.check(program.code, "pica200"), *shbin_structure.faults(program.code))]
    return f"file: {faults}" if faults else None


# facts that must hold for a file, besides its results
ALSO: dict[str, tuple[Fact, ...]] = {"pica200": (_sound,)}


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
    parser.add_argument("--count", type=int, default=5000, help="programs of the whole campaign, all parts together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stage", choices=("vertex", "fragment"), help="the target's first, if none is named")
    parser.add_argument("--lanes", type=int, default=64)
    parser.add_argument("--opt", type=int, default=2)
    parser.add_argument("--part", default="1/1", help="K/N: the programs with the numbers K-1, K-1+N, K-1+2N ..")
    parser.add_argument("--first", type=int, default=0, help="leave out the programs before this number")
    parser.add_argument(
        "--family", action="append", default=[], choices=sorted(families.FAMILIES), help="only these families"
    )
    parser.add_argument("--target", action="append", default=[], help="KEY=VALUE: a switch of the target")
    wishes = parser.parse_args()
    stage = wishes.stage or registry.find(wishes.isa).isa.stages[0]
    part, parts = map(int, wishes.part.split("/"))
    options = dict(word.split("=", 1) for word in wishes.target) or programs.ROOMIEST.get(wishes.isa, {})
    mixture = families.mixed(stage, tuple(wishes.family))
    how = Wishes(wishes.isa, stage, wishes.opt, wishes.lanes, options)
    found: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    start, tree = time.perf_counter(), commit()
    numbers = [number for number in range(part - 1, wishes.count, parts) if number >= wishes.first]
    for done, number in enumerate(numbers):
        if done and done % 50 == 0:
            print(f"{done} of {len(numbers)} programs; --first {number} goes on from here", file=sys.stderr, flush=True)
        family = mixture[number % len(mixture)]
        kinds[family.name] += 1
        tries = 40 if failed[family.name] < 3 else 0
        failure = try_one(family, wishes.seed, number, how, found, ALSO.get(wishes.isa, ()), tries)
        if failure is not None:
            found["mismatches"] += 1
            failed[family.name] += 1
            print(failure, flush=True)
    told = (
        f"fuzz --isa {wishes.isa} --count {wishes.count} --seed {wishes.seed} --stage {stage} --opt {wishes.opt} --part"
        f" {wishes.part}"
    )
    told += f" --first {wishes.first}" * (wishes.first > 0) + "".join(f" --family {name}" for name in wishes.family)
    counts = ", ".join(f"{found[word]} {word}" for word in OUTCOMES)
    wrong = f"{found['mismatches'] or 'no'} mismatch{'es' * (found['mismatches'] > 1)}"
    print(
        f"{told} {options} on {tree}: {wrong} in {len(numbers)}; {counts}, {found['instructions']} instructions, "
        f"{time.perf_counter() - start:.0f} s; " + ", ".join(f"{count} {name}" for name, count in kinds.items())
    )
    return 1 if found["mismatches"] else 0


if __name__ == "__main__":
    sys.exit(main())
