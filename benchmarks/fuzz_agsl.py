"""Random AGSL programs compared with Skia: verdicts and bits.

    python -P benchmarks/fuzz_agsl.py --journal FILE [--mode plain|wide|mutants] [--count N] [--first I]

The grammars are those of tests/frontend; each program's seed is its number, so that a finding can be reproduced. `wide`
adds uniforms, a child shader, effects within expressions and more; with `mutants`, a token of each program is removed,
doubled, moved or replaced. It is a campaign (campaigns.py): its exit code is 3 if an answer differs from Skia's.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "interp"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "frontend"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import agsl_functions as functions
import skia_judge as judge
from agsl_grammar import Grammar
from agsl_wide import PIXEL, Wide, data
from campaigns import conduct, parser_of
from lane_values import same_floats

from gpucc.campaign.journal import CampaignResult, CampaignTask
from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source
from gpucc.fuzz.trials import MISMATCH

MODES = ("plain", "wide", "mutants")
TAKEN, REFUSED, APART = "taken", "refused", "apart"


def perform(given: Mapping[str, Any]) -> CampaignResult:
    choose = random.Random(given["number"]).choice
    grammar = Wide(choose) if given["mode"] == "wide" else Grammar(choose)
    source = grammar.program()
    if given["mode"] == "mutants":
        source = functions.mutate(source, choose)
    answer = answer_to(source, grammar)
    return (
        CampaignResult(answer)
        if answer in (TAKEN, REFUSED, APART)
        else CampaignResult(MISMATCH, said=f"{answer}\n{source}")
    )


def answer_to(source: str, grammar: Grammar) -> str:
    """TAKEN, REFUSED, APART, or what differs."""
    theirs = judge.refusal(source)
    ours = None
    try:
        compile_source(source, "random.agsl", "agsl")
    except GpuccError as error:
        ours = str(error)
    if (ours is None) != (theirs is None):
        return f"verdicts differ. Skia: {theirs}; gpucc: {ours}"
    if ours is not None:
        return REFUSED
    if functions.set_apart(source):
        return APART
    packed, arrays = data(grammar) if isinstance(grammar, Wide) else (b"", {})
    children = [judge.one_pixel(PIXEL)] if isinstance(grammar, Wide) and grammar.child else []
    try:
        wanted, painted = judge.paint(source, packed, *children), judge.run(source, **arrays)
    except GpuccError as error:
        return f"values differ: gpucc has none: {error}"
    same = same_floats(wanted, painted.colors) | ((wanted == 0) & (painted.colors == 0))
    if np.all(same[~painted.unsure]):
        return TAKEN
    return f"values differ on {int((~same.all(1) & ~painted.unsure).sum())} lanes"


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--mode", choices=MODES, default="plain")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    tasks = (
        CampaignTask(f"program {number} {given.mode}", {"number": number, "mode": given.mode}) for number in numbers
    )
    return conduct("fuzz_agsl", {"kind": "fuzz_agsl", "mode": given.mode}, tasks, given, "frontend")


if __name__ == "__main__":
    sys.exit(main())
