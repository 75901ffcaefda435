"""The shaders of glmark2 on every target: `python -P benchmarks/glmark2.py [--write] [--package FILE] [--only TARGET]
[names]`.

Each GLSL ES shader of Debian's package glmark2-data (see glmark2_shaders.py) is compiled, verified against LLVM's JIT,
and compared with Mesa's lima driver by instruction count (tests/reference/mesa-lima-counts-glmark2.csv). Like Mesa's, a
count includes code that the hardware requires, such as the viewport transform.

--write puts the tables into docs/glmark2.md. The exit code is 1 if a bound is exceeded or a program differs from the
JIT.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import sections  # noqa: E402
from glmark2_shaders import PACKAGE, shaders  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError, Miscompiled  # noqa: E402
from gpucc.program import Stage  # noqa: E402

DOCUMENT = "docs/glmark2.md"
COUNTS = ROOT / "tests" / "reference" / "mesa-lima-counts-glmark2.csv"
STAGES: dict[str, Stage] = {".vert": "vertex", ".frag": "fragment"}
# the target compared with Mesa, by stage
RIVALS: dict[Stage, str] = {"vertex": "lima-vp", "fragment": "lima-pp"}
# the other targets, and versions with more room, tried if a program does not fit
OTHERS: dict[Stage, tuple[str, ...]] = {"vertex": ("pica200", "agal"), "fragment": ("agal", "agsl")}
ROOMY = {"agal": ({}, {"version": "2"}, {"version": "3"})}
# a shader may exceed Mesa's count by at most this factor or by one instruction; all together must stay below TOTAL
WORSE, TOTAL = 1.1, 0.9
CURVES = re.compile(r"\b(?:sin|cos|tan)\s*\(")
COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
LANES = 128
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Shader:
    """`mesa` is the smaller of Mesa's two counts; None where Mesa does not compile the shader either, and `why` holds
    the reason."""

    name: str
    stage: Stage
    text: str
    mesa: int | None
    why: str

    @property
    def curves(self) -> bool:
        return CURVES.search(COMMENTS.sub(" ", self.text)) is not None


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a shader on a target: its instruction count, verdict and switches, or the reason why there is
    none. `differs` means that the JIT disagrees."""

    count: int | None = None
    bound: int | None = None
    verdict: str = ""
    switches: str = ""
    refusal: str = ""
    differs: bool = False


def collection(package: Path | None, names: Sequence[str]) -> list[Shader]:
    rows = {}
    with COUNTS.open(newline="") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            counts = [int(row[key]) for key in ("mesa_instrs", "noio_instrs") if row[key]]
            rows[row["shader"].partition("/")[2]] = (min(counts, default=None), row["error"])
    found = []
    for name, text in shaders(package).items():
        mesa, why = rows.get(name, (None, "not recorded"))
        if not names or name in names:
            found.append(Shader(name, STAGES[Path(name).suffix], text, mesa, why))
    return found


def compiled(shader: Shader, target: str) -> Result:
    """Compile with the first of the target's switches for which the shader fits; otherwise the result is the last
    refusal."""
    refusal = ""
    for wishes in ROOMY.get(target, ({},)):
        switches = ", ".join(f"{key}={value}" for key, value in wishes.items())
        try:
            program = driver.compile(
                shader.text, target, stage=shader.stage, target=wishes, verify=LANES, name=shader.name
            )
        except Miscompiled as error:
            return Result(refusal=f"differs from the JIT: {error.notes[0]}", differs=True)
        except GpuccError as error:
            refusal = error.message
            continue
        verified = program.verified or {}
        verdict = "bit for bit" if verified.get("exact") else f"{verified.get('max_ulp', 0):.0f} ulp"
        if verified.get("verdict") == "structure":
            verdict = "structure, in float32"
        return Result(int(program.stats["instructions"]), program.stats.get("lower_bound"), verdict, switches)
    return Result(refusal=refusal)


# beside Mesa ----------------------------------------------------------------------------------------------------------


def rival_table(stage: Stage, results: Mapping[Shader, Result]) -> str:
    mine = [shader for shader in results if shader.stage == stage]
    lines = [
        f"| shader | {RIVALS[stage]} | lower bound | Mesa | {RIVALS[stage]} / Mesa | verdict |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for shader in mine:
        result = results[shader]
        ratio = f"{result.count / shader.mesa:.2f}" if result.count and shader.mesa else ""
        if shader.curves:
            ratio = f"{ratio} (sin, cos)"
        verdict = result.verdict or f"refused: {result.refusal}"
        if shader.mesa is None:
            verdict = f"{verdict}; Mesa: {shader.why}"
        lines.append(
            f"| {shader.name} | {_shown(result.count)} | {_shown(result.bound)} | {_shown(shader.mesa)} | {ratio} |"
            f" {verdict} |"
        )
    counted = [(results[shader].count, shader.mesa) for shader in mine if not shader.curves]
    both = [(ours, theirs) for ours, theirs in counted if ours is not None and theirs is not None]
    ours, theirs = sum(pair[0] for pair in both), sum(pair[1] for pair in both)
    lines.append(f"| all {len(both)} without sin and cos | {ours} |  | {theirs} | {ours / max(1, theirs):.3f} | |")
    return "\n".join(lines)


def complaints(results: Mapping[Shader, Result]) -> list[str]:
    """The bounds that are exceeded."""
    found = []
    sums: dict[Stage, list[int]] = {stage: [0, 0] for stage in RIVALS}
    for shader, result in results.items():
        if shader.mesa is None:
            continue
        if result.count is None:
            found.append(f"{shader.name}: Mesa compiles it, {RIVALS[shader.stage]} does not: {result.refusal}")
            continue
        if shader.curves:
            continue
        sums[shader.stage][0] += result.count
        sums[shader.stage][1] += shader.mesa
        if result.count > max(shader.mesa * WORSE, shader.mesa + 1):
            found.append(f"{shader.name}: {result.count} instructions, Mesa needs {shader.mesa}")
    for stage, (ours, theirs) in sums.items():
        if ours > TOTAL * theirs:
            found.append(
                f"all of {RIVALS[stage]}: {ours} instructions, {ours / theirs:.3f} of Mesa's {theirs} (bound {TOTAL})"
            )
    return found


def summary(results: Mapping[Shader, Result]) -> str:
    broken = complaints(results)
    if not broken:
        return (
            f"All bounds kept: no shader needs more than {WORSE} times as much or one instruction more, all together at"
            f" most {TOTAL}."
        )
    return "\n".join(["Not kept yet:", "", *(f"- {_line(text)}" for text in broken)])


# the other targets ----------------------------------------------------------------------------------------------------


def others_table(found: Mapping[tuple[str, Shader], Result], stage: Stage, targets: Sequence[str]) -> str:
    """Instructions by target, and the reason for each program without a count."""
    mine = list(dict.fromkeys(shader for _, shader in found if shader.stage == stage))
    lines = ["| shader | " + " | ".join(targets) + " |", "| --- |" + " --- |" * len(targets)]
    for shader in mine:
        cells = [_cell(found[target, shader]) for target in targets]
        lines.append("| " + " | ".join([shader.name, *cells]) + " |")
    lines.append("")
    for target in targets:
        refused = [(shader, found[target, shader].refusal) for shader in mine if found[target, shader].count is None]
        lines.append(
            f"{target}: {len(mine) - len(refused)} of {len(mine)} compile and"
            f" verify{'.' if not refused else '; these do not:'}"
        )
        lines.append("")
        lines += [f"- {shader.name}: {_line(why)}" for shader, why in refused]
        lines.append("")
    return "\n".join(lines).strip()


def _cell(result: Result) -> str:
    if result.count is None:
        return "DIFFERS" if result.differs else "does not fit"
    return f"{result.count}{f' ({result.switches})' if result.switches else ''}"


def _line(text: str) -> str:
    """The first line of a message, shortened; some messages include the program."""
    first = next(iter(text.strip().splitlines()), "")
    return first if len(first) <= LONGEST else f"{first[:LONGEST]}..."


def _shown(number: int | None) -> str:
    return "" if number is None else str(number)


# ----------------------------------------------------------------------------------------------------------------------


def rivals(collected: Iterable[Shader], known: Sequence[str]) -> dict[Shader, Result]:
    found = {}
    for shader in collected:
        target = RIVALS[shader.stage]
        if target in known:
            found[shader] = compiled(shader, target)
            _report(target, shader, found[shader])
    return found


def elsewhere(collected: Iterable[Shader], known: Sequence[str]) -> dict[tuple[str, Shader], Result]:
    found = {}
    for shader in collected:
        for target in OTHERS[shader.stage]:
            if target in known:
                found[target, shader] = compiled(shader, target)
                _report(target, shader, found[target, shader])
    return found


def _report(target: str, shader: Shader, result: Result) -> None:
    told = (
        result.refusal
        if result.count is None
        else f"{result.count}{f', Mesa {shader.mesa}' if target in RIVALS.values() else ''}"
    )
    print(f"{target:8} {shader.name:32} {_line(told)}", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="shaders as README-glmark2.md names them; all by default")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT}")
    parser.add_argument("--package", type=Path, help=f"{PACKAGE}, if it is not to be fetched")
    parser.add_argument("--only", action="append", help="a target; repeatable; all by default")
    wishes = parser.parse_args()
    if wishes.write and (wishes.names or wishes.only):
        parser.error("--write writes whole tables: it goes without names and --only")
    known = [target for target in driver.isas() if not wishes.only or target in wishes.only]
    collected = collection(wishes.package, wishes.names)
    found, other = rivals(collected, known), elsewhere(collected, known)
    tables = {stage: rival_table(stage, found) for stage, target in RIVALS.items() if target in known}
    tables["summary"] = summary(found)
    for stage, targets in OTHERS.items():
        chosen = [target for target in targets if target in known]
        if chosen:
            tables[f"{stage} elsewhere"] = others_table(other, stage, chosen)
    for name, text in tables.items():
        print(f"{name}\n\n{text}\n")
        if wishes.write:
            sections.write_section(DOCUMENT, name, text)
    return bool(complaints(found)) or any(result.differs for result in (*found.values(), *other.values()))


if __name__ == "__main__":
    sys.exit(main())
