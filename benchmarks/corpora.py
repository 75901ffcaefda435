"""Shaders of public collections, compiled and verified: `python -P benchmarks/corpora.py CORPUS --from DIR --state
FILE`.

CORPUS is glmark2, libretro, gl-transitions or ogles; DIR is a checkout (glmark2: Debian's package, fetched if none is
named). Each stage that the front end accepts is compiled for every target that has the stage, on the smallest version
that has room for it, and verified at 64, 256, 1,024 and 4,096 lanes. Each pair of stage and target runs in a process of
its own with a limit on CPU time. Results are appended to the state file as they come and are not repeated, so the run
can be interrupted at any time.

    --part K/N        every N-th pair from the K-th on
    --sample N        N pairs, drawn with the seed 1
    --summary         print the table of the state file and run nothing
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from corpora_shaders import CORPORA, Shader, unique  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, InputError, InternalError, LimitExceeded, Unsupported  # noqa: E402
from gpucc.program import Stage  # noqa: E402
from gpucc.targets import registry  # noqa: E402

TARGETS: dict[Stage, tuple[str, ...]] = {
    "vertex": ("agal", "lima-vp", "pica200"),
    "fragment": ("agal", "lima-pp", "agsl"),
}
ROOMY: dict[str, tuple[dict[str, str], ...]] = {
    "agal": ({}, {"version": "2"}, {"version": "3"}),
    "agsl": ({}, {"android": "16"}),
}
LANES = (64, 256, 1024, 4096)
MOST_CPU, MOST_MEMORY = 60, 6 << 30
Record = dict[str, Any]


def judged(shader: Shader, isa: str, lanes: Iterable[int]) -> Record:
    """Compile and verify a stage for a target. `verdict` is verified, unverified, refused, invalid, differs or
    internal."""
    goal = registry.find(isa)
    refusal = ""
    for options in ROOMY.get(isa, ({},)):
        try:
            built = driver._build(shader.text, goal, None, shader.stage, 2, None, options, shader.name, driver.silent)
        except (LimitExceeded, Unsupported) as error:
            refusal = error.message
            continue
        except InternalError as error:
            return {"verdict": "internal", "why": error.message}
        except InputError as error:
            return {"verdict": "invalid", "why": error.message}
        except GpuccError as error:
            return {"verdict": "refused", "why": f"{type(error).__name__}: {error.message}"}
        return weighed(built, lanes)
    return {"verdict": "refused", "why": refusal}


def weighed(built: driver.Built, lanes: Iterable[int]) -> Record:
    found: Record = {"verdict": "verified", "instructions": built.program.stats.get("instructions"), "lanes": {}}
    for count in lanes:
        try:
            report = driver._judge(built, count, 0)
        except GpuccError as error:
            return {**found, "verdict": "internal", "why": f"{type(error).__name__} at {count} lanes: {error.message}"}
        found["lanes"][count] = [
            report.compared,
            report.ordinary_compared,
            report.ordinary,
            report.unsure,
            report.unstable,
            report.singles,
        ]
        if not report.passed:
            return {**found, "verdict": "differs", "why": f"{count} lanes: {report.describe()}"}
        if not report.verified:
            found |= {"verdict": "unverified", "why": f"{count} lanes: {report.doubt}"}
    return found


def apart(work: Callable[[], Record], most: int = MOST_CPU) -> Record:
    """Run the work in a child process with limited CPU time (`most` seconds) and memory."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        os.close(reading)
        try:
            found = work()
        except MemoryError:
            found = {"verdict": "unfinished", "why": f"more than {MOST_MEMORY >> 30} GiB of memory"}
        # anything else ends the child with a traceback and no record
        with os.fdopen(writing, "w") as file:
            file.write(json.dumps(found))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    record: Record = json.loads(text) if text else broken_off(status, most)
    return {**record, "cpu": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start, 1)}


def broken_off(status: int, most: int) -> Record:
    """The record for a child process that left none."""
    if not os.WIFSIGNALED(status):
        return {
            "verdict": "internal",
            "why": f"an exception ended the process (exit code {os.waitstatus_to_exitcode(status)})",
        }
    number = signal.Signals(os.WTERMSIG(status))
    if number in (signal.SIGXCPU, signal.SIGKILL):
        return {"verdict": "unfinished", "why": f"more than {most} s of CPU time"}
    return {"verdict": "internal", "why": f"stopped by {number.name}"}


def known(state: Path) -> dict[str, Record]:
    if not state.exists():
        return {}
    return {record["key"]: record for record in map(json.loads, state.read_text().splitlines())}


def summary(records: Mapping[str, Record]) -> str:
    """A table with one line per target, then the name of each pair that is neither verified nor refused."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records.values():
        counts[record["isa"]][record["verdict"]] += 1
    kinds = ("verified", "unverified", "differs", "internal", "unfinished", "refused", "invalid")
    lines = ["| target | " + " | ".join(kinds) + " |", "| --- |" + " --- |" * len(kinds)]
    lines += [
        f"| {isa} | " + " | ".join(str(found[kind]) for kind in kinds) + " |" for isa, found in sorted(counts.items())
    ]
    for kind in kinds[1:5]:
        for key, record in sorted(records.items()):
            if record["verdict"] == kind:
                lines.append(f"- {kind}: {key}: {str(record.get('why', '')).splitlines()[0][:300]}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", choices=CORPORA)
    parser.add_argument("--from", dest="folder", type=Path)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--isa", action="append")
    parser.add_argument("--lanes", type=int, action="append")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only")
    parser.add_argument("--summary", action="store_true")
    wishes = parser.parse_args()
    records = known(wishes.state)
    if not wishes.summary:
        shaders = unique(CORPORA[wishes.corpus](wishes.folder))
        if not shaders:
            raise SystemExit(f"no shader of {wishes.corpus} is in {wishes.folder}: is it a checkout of the collection?")
        pairs = [
            (shader, isa) for shader in shaders for isa in TARGETS[shader.stage] if not wishes.isa or isa in wishes.isa
        ]
        if wishes.sample:
            pairs = random.Random(1).sample(pairs, min(wishes.sample, len(pairs)))
        part, parts = map(int, wishes.part.split("/"))
        for shader, isa in pairs[part - 1 :: parts]:
            key = f"{wishes.corpus} {shader.name} {isa}"
            if key in records or (wishes.only and wishes.only not in key):
                continue
            record = {"key": key, "isa": isa, **apart(partial(judged, shader, isa, wishes.lanes or LANES))}
            records[key] = record
            with wishes.state.open("a") as file:
                file.write(json.dumps(record) + "\n")
    print(summary(records))
    return int(any(record["verdict"] in ("differs", "internal") for record in records.values()))


if __name__ == "__main__":
    sys.exit(main())
