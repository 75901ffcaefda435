"""RetroArch's collection, compiled pair by pair: `python -P benchmarks/retroarch.py --from DIR --state FILE`.

DIR is a checkout of libretro/glsl-shaders. The two stages of each file are linked and compiled for a target as `gpucc
FILE --isa lima` does, in a process of its own with a limit on CPU time, and verified. Results are appended to the state
file as they come and are not repeated.

    --isa X           the target or the family; lima by default
    --every N         every N-th file of the sorted list, from the `--first` one on
    --lanes N         lanes of the verification; 64 by default
    --again VERDICT   run files that have this verdict in the state file once more
    --most-cpu S      seconds of CPU time that a file may take; 120 by default. Files that a run with fewer seconds did
                      not finish run again
    --summary         run nothing, and tell what the state file has
    --write FILE      put the tables between the markers of a page of docs/
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from corpora import Record, apart, known  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, InternalError, Unverified  # noqa: E402
from gpucc.program import Stage  # noqa: E402

STAGES: tuple[Stage, ...] = ("vertex", "fragment")
MARKERS = "<!-- retroarch -->", "<!-- end of retroarch -->"
NUMBER = re.compile(r"\b\d+\b")
QUOTED = re.compile(r"`[^`]*`|'[^']*'")
# how the note of an unverified program begins that says where lanes lose their results
LOST = "lanes lose their results to "


def compiled(path: Path, isa: str, lanes: int) -> Record:
    """Compile both stages. `verdict` is compiled, or the step that failed: front end, vertex, fragment, link."""
    try:
        texts = driver.paired(path, path)
    except GpuccError as error:
        return {"verdict": "front end", "why": error.message}
    counts = []
    programs = []
    for stage, text in zip(STAGES, texts, strict=True):
        target, switches = driver.member(isa, stage, "", {})
        try:
            program = driver.compile(text, target, stage=stage, target=switches, verify=lanes, name=path.name)
        except Unverified as error:
            lost = [note.replace(f"{path}:", "line ") for note in error.notes if note.startswith(LOST)]
            return {"verdict": "unverified", "why": f"{stage}: {error.message}", "lost": lost}
        except InternalError as error:
            return {"verdict": "internal", "why": f"{stage}: {error.message}"}
        except GpuccError as error:
            return {"verdict": stage, "why": error.message}
        programs.append(program)
        counts.append(program.stats.get("instructions"))
    try:
        driver.link(*programs)
    except GpuccError as error:
        return {"verdict": "link", "why": error.message}
    return {"verdict": "compiled", "instructions": counts}


def tables(records: dict[str, Record], command: str) -> str:
    """Verdicts, then the reasons of the files that are not compiled, each with the names of its files. Where reasons
    differ in numbers only, these are N, and stand behind each name."""
    verdicts = Counter(record["verdict"] for record in records.values())
    taken = len(records) - verdicts["front end"]
    lines = [
        f"`{command}`: {len(records)} files; the front end takes {taken}, {verdicts['compiled']} are compiled.",
        "",
    ]
    lines += ["| not compiled | files | which |", "| --- | --- | --- |"]
    reasons: dict[str, dict[str, list[str]]] = {}
    for key, record in records.items():
        if record["verdict"] != "compiled":
            told = QUOTED.sub("..", record.get("why", "")).replace("|", "\\|")
            why = f"{record['verdict']}: {told}"
            reasons.setdefault(NUMBER.sub("\0", why), {})[key] = NUMBER.findall(why)
    for reason, files in sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0])):
        places = list(zip(*files.values(), strict=True))
        differ = [len(set(numbers)) > 1 for numbers in places]
        found = iter("N" if several else numbers[0] for numbers, several in zip(places, differ, strict=True))
        shown = "".join(next(found) if letter == "\0" else letter for letter in reason)
        named = [
            _named(key, [n for n, several in zip(own, differ, strict=True) if several]) for key, own in files.items()
        ]
        lines.append(f"| {shown} | {len(files)} | {', '.join(named)} |")
    lost = {key: record["lost"] for key, record in records.items() if record.get("lost")}
    if lost:
        lines += ["", "| not verified | the first lanes lose their results to |", "| --- | --- |"]
        lines += [f"| {key} | {' '.join(told).removeprefix(LOST)} |" for key, told in lost.items()]
    return "\n".join(lines)


def _named(key: str, numbers: list[str]) -> str:
    """A file, and its own numbers of a reason that it shares with others."""
    return f"{key} ({', '.join(numbers)})" if numbers else key


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--isa", default="lima")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--lanes", type=int, default=64)
    parser.add_argument("--most-cpu", type=int, default=120)
    parser.add_argument("--again")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    done = known(given.state)
    files = [path for path in sorted(given.folder.rglob("*.glsl")) if driver.parts_of(path.read_bytes())]
    chosen = {str(path.relative_to(given.folder)): path for path in files[given.first :: given.every]}
    for key, path in chosen.items():
        cut_short = key in done and done[key]["verdict"] == "unfinished" and done[key]["most_cpu"] < given.most_cpu
        again = key in done and done[key]["verdict"] == given.again
        if (key in done and not cut_short and not again) or given.summary:
            continue
        outcome = apart(partial(compiled, path, given.isa, given.lanes), given.most_cpu)
        record = {"key": key, **outcome, "most_cpu": given.most_cpu}
        done[key] = record
        with given.state.open("a") as file:
            file.write(json.dumps(record) + "\n")
    every = f" --every {given.every}" * (given.every > 1) + f" --first {given.first}" * (given.first > 0)
    command = (
        f"python -P benchmarks/retroarch.py --isa {given.isa}{every} --lanes {given.lanes} --most-cpu {given.most_cpu}"
    )
    found = {key: done[key] for key in chosen if key in done}
    shown = tables(found, command)
    if len(found) < len(chosen):
        shown += f"\n\nNot run: {', '.join(key for key in chosen if key not in done)}."
    print(shown)
    if given.write is not None:
        text = given.write.read_text("utf-8")
        before, rest = text.split(MARKERS[0])
        given.write.write_text(f"{before}{MARKERS[0]}\n{shown}\n{MARKERS[1]}{rest.split(MARKERS[1])[1]}", "utf-8")


if __name__ == "__main__":
    main()
