"""Random AGSL programs compared with Skia: verdicts and bits. Run: python -P benchmarks/fuzz_agsl.py [COUNT] [FIRST]
[wide|mutants] [--part K/N]

The grammars are those of tests/frontend; each program's seed is its number, so that a finding can be reproduced. `wide`
adds uniforms, a child shader, effects within expressions and more; with `mutants`, a token of each program is removed,
doubled, moved or replaced. --part takes every Nth seed, from the Kth. The exit code is 1 if an answer differs from
Skia's.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))

import agsl_functions as functions
import skia_judge as judge
from agsl_grammar import Grammar
from agsl_wide import PIXEL, Wide, data

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source


def try_one(source: str, grammar: Grammar) -> str:
    """The outcome: taken, refused, or the description of a difference."""
    theirs = judge.refusal(source)
    ours = None
    try:
        compile_source(source, "random.agsl", "agsl")
    except GpuccError as error:
        ours = str(error)
    if (ours is None) != (theirs is None):
        return f"VERDICT skia: {theirs} ours: {ours}"
    if ours is not None:
        return "refused"
    if functions.set_apart(source):
        return "apart"
    packed, arrays = data(grammar) if isinstance(grammar, Wide) else (b"", {})
    child = judge.one_pixel(PIXEL) if isinstance(grammar, Wide) and grammar.child else None
    try:
        wanted, painted = judge.paint(source, packed, child), judge.run(source, **arrays)
    except GpuccError as error:
        return f"VALUE none: {error}"
    same = judge.same_bits(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
    return "taken" if np.all(same[~painted.unsure]) else f"VALUE on {int((~same.all(1) & ~painted.unsure).sum())} lanes"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("first", nargs="?", type=int, default=0)
    parser.add_argument("mode", nargs="?", choices=("plain", "wide", "mutants"), default="plain")
    parser.add_argument("--part", default="1/1")
    wishes = parser.parse_args()
    part, parts = map(int, wishes.part.split("/"))
    tally: Counter[str] = Counter()
    for seed in range(wishes.first, wishes.first + wishes.count)[part - 1 :: parts]:
        choose = random.Random(seed).choice
        grammar = Wide(choose) if wishes.mode == "wide" else Grammar(choose)
        source = grammar.program()
        if wishes.mode == "mutants":
            source = functions.mutate(source, choose)
        answer = try_one(source, grammar)
        tally[answer.split()[0]] += 1
        if answer.split()[0] in ("VERDICT", "VALUE"):
            print(f"seed {seed}: {answer}\n{source}\n", flush=True)
    print(", ".join(f"{count} {word}" for word, count in sorted(tally.items())))
    return int(bool(tally["VERDICT"] or tally["VALUE"]))


if __name__ == "__main__":
    sys.exit(main())
