"""Generated tables of docs/agal.md: `python -P benchmarks/document_agal.py [--write]
[--programs 300]`.

* moves: every mov in the golden assembly of all kernels, by its reason, and the moves that gathering of operands saves;
* guards: the cost of giving harmless operands to sides of selects that are not chosen;
* rules: which selection rules fire over the kernels and a fixed number of random programs, and which never do;
* kernels: tokens, lower bounds and registers.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "quality")]

import moves  # noqa: E402
import sections  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.emit.agal_assembler import assemble  # noqa: E402
from gpucc.errors import LimitExceeded  # noqa: E402
from gpucc.fuzz import recipes  # noqa: E402
from gpucc.fuzz.recipes import RecipeStep  # noqa: E402
from gpucc.isa.agal import AGAL  # noqa: E402
from gpucc.isel.agal import AGAL_RULES  # noqa: E402
from gpucc.isel.rules import make_rules  # noqa: E402
from gpucc.listing import Listing  # noqa: E402
from gpucc.targets import agal as target  # noqa: E402

KERNELS = ROOT / "tests" / "kernels"
GOLDEN = ROOT / "tests" / "golden" / "agal"
DOCUMENT = "docs/agal.md"
GATHERED = (
    "The movs of the row on gathering, one by one. Each brings components from one register that cannot be written (or"
    " holds something else) to\nthe register of an operand. The format forces them for the product that reads it: a"
    " source field of a token names one register. What it does\nnot force is the product. The last column is the same"
    " kernel with its products spelt out in scalars: what our selection then finds, not a\nproven minimum."
)


_small = st.integers(0, 15)
_plain = st.builds(RecipeStep, st.integers(0, 17), _small, _small, _small, st.integers(0, len(recipes.FLAGS) - 1))
_steps = st.lists(_plain, max_size=5).map(tuple)
_block = st.builds(RecipeStep, st.integers(18, 20), _small, _small, _small, st.just(0), _steps, _steps)


_open = st.builds(
    RecipeStep,
    st.integers(18, 21),
    _small,
    _small,
    _small,
    st.just(0),
    st.lists(st.one_of(_plain, _plain, _block), max_size=6).map(tuple),
    _steps,
)
_crowd = st.builds(RecipeStep, st.just(22), _small, _small, _small, st.just(0))


def random_recipes(most: int = 14, loops: bool = False) -> st.SearchStrategy[tuple[RecipeStep, ...]]:
    """With `loops` there are also loops with a trip count that depends on data, and many values that are live at
    once."""
    steps = (*[_plain] * 28, *[_open] * 7, _crowd) if loops else (_plain, _plain, _plain, _plain, _block)
    return st.lists(st.one_of(*steps), min_size=1, max_size=most).map(tuple)


def forced_moves() -> str:
    by_reason: dict[str, Counter[str]] = {}
    for path in sorted(GOLDEN.glob("*.s")):
        for move in moves.moves(assemble(path.read_text().partition("\n")[2])):
            by_reason.setdefault(move.reason, Counter())[path.stem] += 1
    lines = ["| why | movs | kernels |", "| --- | --- | --- |"]
    for reason, why in moves.REASONS.items():
        counted = by_reason.get(reason, Counter())
        kernels = ", ".join(f"{name} {count}" if count > 1 else name for name, count in sorted(counted.items()))
        lines.append(f"| {why} | {sum(counted.values())} | {kernels or 'none'} |")
    return "\n".join([*lines, "", GATHERED, "", moves.HEAD, *map(moves.row, moves.gatherings())])


def guards_table(rows: list[dict[str, Any]]) -> str:
    """The kernels whose length changes because of guards, compared with the same compiler without them."""
    lines = ["| kernel | tokens without guards | with |", "| --- | --- | --- |"]
    before = after = 0
    known, target.guard = target.guard, lambda graph, format, most=None: graph
    try:
        for row in rows:
            bare = driver.compile(KERNELS / row["file"], "agal", **_wishes(row), verify=None).stats["instructions"]
            own = _golden(row)[0]
            before, after = before + bare, after + own
            if own != bare:
                lines.append(f"| {row['name']} | {bare} | {own} |")
    finally:
        target.guard = known
    return "\n".join([*lines, f"| all {len(rows)} | {before} | {after} |"])


def _wishes(row: dict[str, Any]) -> dict[str, Any]:
    options = {"version": str(row["version"])} if row["version"] > 1 else {}
    return {"entry": row["entry"], "stage": row["stage"], "bind": row["bind"], "target": options}


def _golden(row: dict[str, Any]) -> tuple[int, int]:
    """The number of tokens and the lower bound."""
    head = (GOLDEN / f"{row['name']}.s").read_text().partition("\n")[0]
    found = re.fullmatch(r"// (\d+) instructions, lower bound (\d+)", head)
    assert found is not None
    return int(found[1]), int(found[2])


def fired(rows: list[dict[str, Any]], count: int) -> tuple[Counter[str], Counter[str]]:
    """Count how often each rule is chosen, over the kernels and over random programs."""
    in_kernels, in_random = Counter[str](), Counter[str]()

    def watch(counter: Counter[str]) -> driver.Observe:
        def observe(stage: str, value: object) -> None:
            if stage == "select" and isinstance(value, Listing):
                counter.update(line.note for line in value.lines if line.note)

        return observe

    for row in rows:
        driver.compile(KERNELS / row["file"], "agal", **_wishes(row), verify=None, observe=watch(in_kernels))

    def trial(stage: Any) -> Callable[[Any], None]:
        def compile_one(recipe: Any) -> None:
            text = recipes.render(recipe, stage)
            with suppress(LimitExceeded):
                driver.compile(
                    text, "agal", stage=stage, target={"version": "3"}, verify=None, observe=watch(in_random)
                )

        return compile_one

    for stage in ("vertex", "fragment"):
        quiet = settings(
            max_examples=count // 2,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        seed(1)(quiet(given(random_recipes(30))(trial(stage))))()
    return in_kernels, in_random


def rules_table(rows: list[dict[str, Any]], count: int) -> str:
    in_kernels, in_random = fired(rows, count)
    known = {rule.rule.name: None for stage in AGAL.stages for rule in make_rules(AGAL, AGAL_RULES, stage, 3).compiled}
    special = {rule.name for rule in AGAL_RULES.rules}
    lines = ["| rules | defined | fire in kernels | fire in kernels or random programs |", "| --- | --- | --- | --- |"]
    for title, names in (
        ("from the opcodes' meanings", [n for n in known if n not in special]),
        ("special", [n for n in known if n in special]),
    ):
        here = [name for name in names if in_kernels[name]]
        anywhere = [name for name in names if in_kernels[name] or in_random[name]]
        lines.append(f"| {title} | {len(names)} | {len(here)} | {len(anywhere)} |")
    never = sorted(name for name in known if not in_kernels[name] and not in_random[name])
    often = ", ".join(f"{name} {number}" for name, number in in_kernels.most_common(12))
    return "\n".join(
        [
            *lines,
            "",
            f"Most used in kernels: {often}.",
            "",
            f"Never fired in {count} random programs: {'; '.join(never) or 'none'}.",
        ]
    )


def kernels_table(rows: list[dict[str, Any]]) -> str:
    """The number of tokens and the lower bound of each kernel, read from the golden files."""
    lines = ["| kernel | language | tokens | lower bound |", "| --- | --- | --- | --- |"]
    total = bound = 0
    for row in rows:
        tokens, least = _golden(row)
        total, bound = total + tokens, bound + least
        lines.append(f"| {row['name']} | {row['language']} {_level(row['flags'])} | {tokens} | {least} |")
    return "\n".join([*lines, f"| all {len(rows)} | | {total} | {bound} |"])


def _level(flags: str) -> str:
    return " ".join(
        word for word in flags.split() if word in ("-O", "-O0", "-O1", "-O2", "-O3", "-ffast-math", "opt-level=0")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/agal.md")
    parser.add_argument("--programs", type=int, default=300, help="how many random programs")
    wishes = parser.parse_args()
    rows = json.loads((KERNELS / "index.json").read_text())
    rows = [row for row in rows if "agal" in row["targets"]]
    tables = {
        "moves": forced_moves(),
        "guards": guards_table(rows),
        "rules": rules_table(rows, wishes.programs),
        "kernels": kernels_table(rows),
    }
    for name, text in tables.items():
        print(f"{name}\n\n{text}\n")
        if wishes.write:
            sections.write_section(DOCUMENT, name, text)


if __name__ == "__main__":
    main()
