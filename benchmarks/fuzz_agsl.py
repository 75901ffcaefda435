"""Random AGSL programs against Skia: verdicts and bits. Run: python -P benchmarks/fuzz_agsl.py [programs] [first seed]

The grammar is the one of tests/frontend; each program's seed is its number, so a finding can be made again.
"""

from __future__ import annotations

import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from gpucc.errors import GpuccError
from gpucc.frontend import compile_source

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))
Grammar: Any = import_module("agsl_grammar").Grammar
judge: Any = import_module("skia_judge")


def try_one(source: str) -> str:
    """taken, refused, or what went wrong."""
    theirs = judge.refusal(source)
    ours = None
    try:
        compile_source(source, "random.agsl", "agsl")
    except GpuccError as error:
        ours = error.message
    if (ours is None) != (theirs is None):
        return f"VERDICT skia: {theirs} ours: {ours}"
    if ours is not None:
        return "refused"
    wanted, painted = judge.paint(source), judge.run(source)
    same = judge.same_bits(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
    return "taken" if np.all(same[~painted.unsure]) else "VALUE"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    tally: dict[str, int] = {}
    for seed in range(first, first + count):
        source = Grammar(random.Random(seed).choice).program()
        answer = try_one(source)
        tally[answer.split()[0]] = tally.get(answer.split()[0], 0) + 1
        if answer not in ("taken", "refused"):
            print(f"seed {seed}: {answer}\n{source}\n")
    print(", ".join(f"{count} {word}" for word, count in sorted(tally.items())))


if __name__ == "__main__":
    main()
