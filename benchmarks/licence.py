"""The cost of each step of --arithmetic: `python -P benchmarks/licence.py --state FILE [--write] [CORPUS=DIR ...]`.

Every program is compiled for every target that has its stage, on the smallest version that has room for it, at all
three steps, and its instructions are counted; nothing is verified. Without a corpus the kernels of tests/golden are
counted; CORPUS is kernels, glmark2, libretro or gl-transitions, DIR a checkout (glmark2=: Debian's package, fetched if
no DIR is named). Programs come in a random order drawn with seed 1, so that any prefix is a sample; 200 stages of
libretro are taken, of others all, or as many as --sample says. Counts are appended to the state file as they come and
are not repeated, so the run can be interrupted at any time. `--write` puts the table of the state file into
docs/verification.md.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402
from corpora import ROOMY, TARGETS, Record, apart, known  # noqa: E402
from corpora_shaders import CORPORA, unique  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, LimitExceeded, Unsupported  # noqa: E402
from gpucc.lowering.licence.flags import settle, step_named  # noqa: E402
from gpucc.lowering.reader.read import read  # noqa: E402
from gpucc.lowering.source import load  # noqa: E402
from gpucc.targets import registry  # noqa: E402

DOCUMENT = "docs/verification.md"
KERNELS = ROOT / "tests" / "kernels"
STEPS = ("strict", "default", "fast")
SAMPLE = 200
# limit of CPU seconds for one program at one step
MOST = 40


@dataclass(frozen=True, slots=True)
class Job:
    """`wishes` are sets of options for `driver.compile`, tried one after the other until the program fits."""

    corpus: str
    name: str
    isa: str
    source: Any
    wishes: tuple[Mapping[str, Any], ...]

    def key(self, step: str) -> str:
        return f"{self.corpus} {self.name} {self.isa} {step}"


def kernels() -> Iterator[Job]:
    for row in json.loads((KERNELS / "index.json").read_text()):
        for isa in row["targets"]:
            goal = registry.find(isa).isa
            target = {"version": str(row["version"])} if row["version"] > 1 and "version" in goal.options else {}
            stage = row["stage"] if row["stage"] in goal.stages else goal.default_stage
            yield Job(
                "kernels", row["name"], isa, KERNELS / row["file"], ({**_part(row), "stage": stage, "target": target},)
            )


def _part(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"entry": row["entry"], "bind": row["bind"]}


def shaders(corpus: str, folder: Path | None, most: int | None) -> Iterator[Job]:
    found = unique(CORPORA[corpus](folder))
    most = SAMPLE if corpus == "libretro" and most is None else most
    for shader in random.Random(1).sample(found, len(found))[:most]:
        for isa in TARGETS[shader.stage]:
            wishes = tuple(
                {"stage": shader.stage, "target": options, "name": shader.name} for options in ROOMY.get(isa, ({},))
            )
            yield Job(corpus, shader.name, isa, shader.text, wishes)


def counted(job: Job, step: str) -> Record:
    why = ""
    for wishes in job.wishes:
        try:
            program = driver.compile(job.source, job.isa, verify=None, arithmetic=step, **wishes)
        except (LimitExceeded, Unsupported) as error:
            why = error.message
            continue
        except GpuccError as error:
            return {"why": f"{type(error).__name__}: {error.message}"}
        return {"instructions": int(program.stats["instructions"])}
    return {"why": why}


def table(records: Mapping[str, Record]) -> str:
    """Instruction counts of the programs that compile at all three steps, and the number of programs that compile only
    at some."""
    found: dict[tuple[str, str], dict[str, dict[str, int | None]]] = defaultdict(lambda: defaultdict(dict))
    for record in records.values():
        found[record["corpus"], record["isa"]][record["name"]][record["step"]] = record.get("instructions")
    head = (
        "| corpus | target | programs | strict | default | fast | strict / fast | default / fast | fit at some steps"
        " only |"
    )
    lines = [head, "| --- |" + " --- |" * 8]
    for (corpus, isa), programs in sorted(found.items()):
        whole = [counts for counts in programs.values() if len(counts) == len(STEPS) and all(counts.values())]
        partly = sum(any(counts.values()) and not all(counts.values()) for counts in programs.values())
        if not whole:
            continue
        strict, default, fast = (sum(counts[step] or 0 for counts in whole) for step in STEPS)
        ratios = f"{strict / max(1, fast):.3f} | {default / max(1, fast):.3f}"
        lines.append(f"| {corpus} | {isa} | {len(whole)} | {strict} | {default} | {fast} | {ratios} | {partly} |")
    return "\n".join(lines)


def settled(source: Path, step: str) -> str:
    module = read(load(source).text)
    settle(module, step_named(step))
    return module.text()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS=DIR")
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--isa", action="append")
    parser.add_argument("--sample", type=int, help="so many stages of each corpus")
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    records = known(wishes.state)
    for given in wishes.corpora or ["kernels"]:
        corpus, _, folder = given.partition("=")
        if corpus not in ("kernels", "glmark2", "libretro", "gl-transitions"):
            parser.error(f"there is no corpus {corpus!r}")
        for job in (
            kernels() if corpus == "kernels" else shaders(corpus, Path(folder) if folder else None, wishes.sample)
        ):
            if wishes.isa and job.isa not in wishes.isa:
                continue
            same: dict[str, Record] = {}
            for step in STEPS:
                key = job.key(step)
                # text of IR may lack the flags that a step removes
                text = settled(job.source, step) if isinstance(job.source, Path) else step
                if key not in records:
                    found = same.get(text) or apart(partial(counted, job, step), MOST)
                    records[key] = {
                        **found,
                        "key": key,
                        "corpus": corpus,
                        "name": job.name,
                        "isa": job.isa,
                        "step": step,
                    }
                    with wishes.state.open("a") as file:
                        file.write(json.dumps(records[key]) + "\n")
                same[text] = records[key]
    if wishes.write:
        sections.write_section(DOCUMENT, "licence", table(records))
    print(table(records))
    return 0


if __name__ == "__main__":
    sys.exit(main())
