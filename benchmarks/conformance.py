"""Conformance suites of other projects, run through the front ends and every target: `python -P
benchmarks/conformance.py SUITE --from DIR`.

SUITE is deqp or deqp3 (KhronosGroup/VK-GL-CTS, data/gles2/shaders and data/gles3/shaders), webgl
(KhronosGroup/WebGL, sdk/tests/conformance/glsl), ogles (the same, sdk/tests/conformance/ogles) or skia (google/skia,
resources/sksl); DIR is a checkout of it, which is not modified. Programs are compiled with default verification. A
state file (--state) keeps the answers, so that a stopped run can be continued; --part K/N takes every Nth case. --write
puts the tables of a finished state into docs/conformance.md.

The exit code is 1 if an answer is wrong and has no reason in the suite's module.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402
from conformance_outcome import Outcome  # noqa: E402

DOCUMENT = "docs/conformance.md"
SUITES = ("deqp", "deqp3", "webgl", "ogles", "skia")
Answers = Mapping[str, Sequence[Sequence[str]]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--from", dest="root", type=Path, required=True, help="the checkout")
    parser.add_argument("--state", type=Path, help="a file that keeps the answers between runs")
    parser.add_argument("--part", default="1/1", help="K/N: of all cases every Nth, from the Kth")
    parser.add_argument("--only", default="*", help="a pattern of file:case")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT}")
    chosen = parser.parse_args()
    suite = import_module(f"conformance_{chosen.suite}")
    answers = answered(suite, chosen)
    text = "\n".join(report(suite, answers, commit(chosen.root)))
    print(text)
    if chosen.write:
        sections.write_section(DOCUMENT, chosen.suite, text)
    return int(any(not reason for _, _, reason in wrong(suite, answers)))


def commit(root: Path) -> str:
    found = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:12] or "unknown"


def answered(suite: Any, chosen: argparse.Namespace) -> dict[str, list[list[str]]]:
    """The answers for every case of this part, from the state file where they are recorded."""
    known: dict[str, list[list[str]]] = {}
    if chosen.state is not None and chosen.state.exists():
        for line in chosen.state.read_text().splitlines():
            known |= json.loads(line)
    first, _, step = chosen.part.partition("/")
    wanted = [(file, name) for file, name in suite.cases(chosen.root) if fnmatchcase(f"{file}:{name}", chosen.only)]
    found = {}
    for file, name in wanted[int(first) - 1 :: int(step or 1)]:
        key = f"{file}:{name}"
        if key not in known:
            known[key] = [[one.question, one.verdict, one.note] for one in suite.run(chosen.root, file, name)]
            if chosen.state is not None:
                with chosen.state.open("a") as stream:
                    stream.write(json.dumps({key: known[key]}) + "\n")
        found[key] = known[key]
    return found


def outcomes(answers: Answers) -> Iterator[tuple[str, Outcome]]:
    for key, found in answers.items():
        for question, verdict, note in found:
            yield key, Outcome(question, verdict, note)  # type: ignore[arg-type]


def wrong(suite: Any, answers: Answers) -> list[tuple[str, Outcome, str]]:
    """Each wrong answer with the reason given in the suite's module."""
    found = []
    for key, one in outcomes(answers):
        if one.verdict == "wrong":
            reasons = (
                reason
                for pattern, reason in suite.REASONS.items()
                if fnmatchcase(f"{key} {one.question}", f"{pattern}*")
            )
            found.append((key, one, next(reasons, "")))
    return found


# the page -------------------------------------------------------------------------------------------------------------


def report(suite: Any, answers: Answers, commit: str) -> list[str]:
    # a suite of many small files has a row for each folder
    row = getattr(suite, "row", str)
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for key, one in outcomes(answers):
        counts.setdefault(row(key.split(":")[0]), Counter())[one.question, one.verdict] += 1
    questions = list(dict.fromkeys(question for found in counts.values() for question, _ in found))
    lines = [f"### {suite.TITLE}, commit {commit}", ""]
    lines += [
        f"{len(answers)} cases. A cell is right answers of all; `+n` counts answers that are set apart below.",
        "",
    ]
    lines += [f"| file | {' | '.join(questions)} |", f"| --- {'| --- ' * len(questions)}|"]
    for file in counts:
        lines.append(f"| {file} | {' | '.join(cell(counts[file], question) for question in questions)} |")
    total = sum(counts.values(), Counter())
    lines.append(f"| all | {' | '.join(cell(total, question) for question in questions)} |")
    return lines + wrong_lines(suite, answers) + limit_lines(answers)


def cell(count: Counter[tuple[str, str]], question: str) -> str:
    right, bad, limit = (count[question, verdict] for verdict in ("right", "wrong", "limit"))
    if not right + bad + limit:
        return ""
    return f"{right}/{right + bad}{f' +{limit}' if limit else ''}"


def wrong_lines(suite: Any, answers: Answers) -> list[str]:
    found = wrong(suite, answers)
    if not found:
        return ["", "No answer differs from the suite's."]
    lines = ["", f"{len(found)} answers differ from the suite's:", ""]
    told: dict[str, list[str]] = {}
    for key, one, reason in found:
        told.setdefault(
            f"{key.split(':')[0]}`, {one.question}: {reason}" if reason else f"{key}`, {one.question}: {note_of(one)}",
            [],
        ).append(key)
    return lines + [f"- `{text}{f' ({len(keys)} times)' if len(keys) > 1 else ''}" for text, keys in told.items()]


def note_of(one: Outcome) -> str:
    return one.note.replace("`", "'").replace("\n", " ")


def limit_lines(answers: Answers) -> list[str]:
    classes = Counter(one.note for _, one in outcomes(answers) if one.verdict == "limit")
    return ["", "Set apart, by class:", ""] + [f"- {n}: {kind}" for kind, n in classes.most_common()] if classes else []


if __name__ == "__main__":
    sys.exit(main())
