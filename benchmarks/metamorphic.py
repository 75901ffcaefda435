"""Pairs of programs that must compute the same.

    python -P benchmarks/metamorphic.py --journal FILE --isa agal [--count N] [--seed S] [--first I]

Each pair is a random program (GLSL, AGSL or IR) and an equivalent twin with dead code, wrapped loops, swapped arms,
split vectors, functions, other names, reordered statements or uniforms that are 1 (tests/fuzz/pairs.py). Both are
compiled under strict arithmetic and must be equal bit for bit, then by default, where the results of one must be within
the judge's tolerance of the results of the other. It is a campaign (campaigns.py): its exit code is 3 if a pair
differs, and the journal has the pair made smaller.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "fuzz"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from campaigns import conduct, parser_of
from pairs import Failure, try_pair

from gpucc.campaign.journal import CampaignResult, CampaignTask
from gpucc.fuzz import rooms
from gpucc.fuzz.trials import MISMATCH
from gpucc.targets import registry

WAYS = ("strict", "default")
TRIES = 100
EXAMINED = (MISMATCH,)


def perform(given: Mapping[str, Any]) -> CampaignResult:
    found: Counter[str] = Counter()
    failure = tried(given, found, 0)
    if failure is not None:
        return CampaignResult(MISMATCH, said=str(failure))
    (outcome,) = (word for word in found if word.endswith(f", {given['way']}"))
    return CampaignResult(outcome.rsplit(", ", 1)[0])


def examine(given: Mapping[str, Any], result: CampaignResult) -> CampaignResult:
    failure = tried(given, Counter(), TRIES)
    return result if failure is None else CampaignResult(MISMATCH, said=str(failure))


def tried(given: Mapping[str, Any], found: Counter[str], tries: int) -> Failure | None:
    return try_pair(
        given["isa"], given["stage"], given["seed"], given["number"], found, (given["way"],), given["opt"],
        given["target"], tries,
    )  # fmt: skip


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--isa", default="agal", choices=registry.names())
    parser.add_argument("--stage", choices=("vertex", "fragment"), help="the target's first, if none is named")
    parser.add_argument("--opt", type=int, default=2)
    parser.add_argument("--way", action="append", default=[], choices=WAYS, help="only this arithmetic")
    parser.add_argument("--target", action="append", default=[], help="KEY=VALUE: a switch of the target")
    given = parser.parse_args()
    shared = {
        "isa": given.isa, "stage": given.stage or registry.find(given.isa).isa.stages[0], "opt": given.opt,
        "target": dict(word.split("=", 1) for word in given.target) or rooms.roomiest(given.isa),
    }  # fmt: skip
    ways = given.way or list(WAYS)
    tasks = (
        CampaignTask(
            f"pair {number} seed {given.seed} {given.isa}-{way}",
            {**shared, "seed": given.seed, "number": number, "way": way},
        )
        for number in range(given.first, given.first + given.count)
        for way in ways
    )
    return conduct("metamorphic", {"kind": "metamorphic", "ways": ways, **shared}, tasks, given, "fuzz")


if __name__ == "__main__":
    sys.exit(main())
