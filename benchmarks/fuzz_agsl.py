"""Random AGSL programs against Skia: verdicts and bits. Run: python -P benchmarks/fuzz_agsl.py [programs] [first seed] [wide|mutants]

The grammars are those of tests/frontend; each program's seed is its number, so a finding can be made again. `wide` adds uniforms,
a child shader, effects within expressions and more; with `mutants`, a token of each program is taken out, doubled, moved or
replaced.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))

import agsl_functions as functions
import skia_judge as judge
from agsl_grammar import Grammar
from agsl_wide import PIXEL, Wide, data

from gpucc.errors import GpuccError
from gpucc.frontend import compile_source


def try_one(source: str, grammar: Grammar) -> str:
    """taken, refused, or what went wrong."""
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


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    mode = sys.argv[3] if len(sys.argv) > 3 else ""
    tally: dict[str, int] = {}
    for seed in range(first, first + count):
        choose = random.Random(seed).choice
        grammar = Wide(choose) if mode == "wide" else Grammar(choose)
        source = grammar.program()
        if mode == "mutants":
            source = functions.mutate(source, choose)
        answer = try_one(source, grammar)
        tally[answer.split()[0]] = tally.get(answer.split()[0], 0) + 1
        if answer.split()[0] in ("VERDICT", "VALUE"):
            print(f"seed {seed}: {answer}\n{source}\n", flush=True)
    print(", ".join(f"{count} {word}" for word, count in sorted(tally.items())))


if __name__ == "__main__":
    main()
