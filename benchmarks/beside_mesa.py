"""Shaders of public collections beside Mesa's compiler: `python -P benchmarks/beside_mesa.py MESA CORPUS --from DIR
--state FILE [--only vertex|fragment] [--derive]`.

MESA is a folder in which benchmarks/mesa.py has built Mesa; CORPUS and DIR are those of benchmarks/corpora.py, or the
CORPUS is `folder`: every .vert and .frag file below DIR. Each stage is compiled by gpucc with `--prefer size` and no
verification, and by Mesa's driver, which tells the length of its programs (`LIMA_DEBUG=shaderdb`). Mesa links pairs, so
the other stage is made up: it passes attributes on to all varyings, or reads them all. There are two counts of Mesa's:
"linked" is that of its usual program, parts of which may have moved to the other stage, "apart" that of a program
without such moves.

Results are appended to the state file as they come and are not repeated. `--summary` prints the totals and what is
longer than Mesa's, and runs nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from corpora import apart  # noqa: E402
from corpora_shaders import CORPORA, STAGES, Shader, unique  # noqa: E402
from mesa import MesaDriver  # noqa: E402

from gpucc import driver  # noqa: E402
from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import understand  # noqa: E402
from gpucc.frontend.dialect import GLSL  # noqa: E402
from gpucc.frontend.places import Complaints, ShaderText  # noqa: E402
from gpucc.frontend.typed import Symbol  # noqa: E402
from gpucc.frontend.types import ShadingType  # noqa: E402
from gpucc.program import Stage  # noqa: E402

RIVALS: dict[Stage, str] = {"vertex": "lima-vp", "fragment": "lima-pp"}
TOLD = re.compile(r"SHADER-DB: MESA_SHADER_(\w+) shader: (\d+) inst, \d+ loops, (\d+):(\d+)")
APART = {"MESA_GLSL_DISABLE_IO_OPT": "1"}
MOST_CPU = 120
Record = dict[str, Any]


def loose(folder: Path | None) -> Iterator[Shader]:
    """Every .vert and .frag file of a folder."""
    assert folder is not None
    for path in sorted((*folder.rglob("*.vert"), *folder.rglob("*.frag"))):
        yield Shader(str(path.relative_to(folder)), STAGES[path.suffix], path.read_text("utf-8", "replace"))


# the other stage ------------------------------------------------------------------------------------------------------


def varyings(shader: Shader) -> list[Symbol] | None:
    """The varyings that a stage declares, or None if it is wrong."""
    report = Complaints()
    unit = understand(ShaderText(shader.name, shader.text), GLSL, shader.stage, None, report)
    if unit is None or report.errors:
        return None
    kind = "output" if shader.stage == "vertex" else "input"
    return [one for one in unit.globals if one.kind == kind and not one.name.startswith("gl_") and not one.color]


def partner(stage: Stage, declared: list[Symbol]) -> str:
    """A shader of the other stage, with the same varyings."""
    lines = ["precision highp float;"] if stage == "vertex" else ["attribute vec4 partner_position;"]
    body = []
    for number, one in enumerate(declared):
        element = one.type.element if one.type.element is not None else one.type
        many = f"[{one.type.length}]" if one.type.element is not None else ""
        lines.append(f"varying {one.precision if one.precision != 'highp' else ''} {element} {one.name}{many};")
        parts = [f"{one.name}[{i}]" for i in range(one.type.length)] if many else [one.name]
        if stage == "vertex":
            # a sum of varyings would be moved to the vertex stage
            body += [f"c += {widened(part, element)} * {widened(part, element)};" for part in parts]
        else:
            lines.append(f"attribute vec4 partner_{number};")
            body += [f"{part} = {narrowed(f'(partner_{number} + {i}.0)', element)};" for i, part in enumerate(parts)]
    body = (
        ["vec4 c = vec4(0.0);", *body, "gl_FragColor = c;"]
        if stage == "vertex"
        else ["gl_Position = partner_position;", *body]
    )
    return "\n".join((*lines, "void main() {", *body, "}", ""))


def widened(name: str, type: ShadingType) -> str:
    """A vec4 that reads all of a value."""
    if type.columns > 1:
        return (
            "("
            + " + ".join(widened(f"{name}[{i}]", ShadingType("", "float", type.rows)) for i in range(type.columns))
            + ")"
        )
    return {1: f"vec4({name})", 2: f"{name}.xyxy", 3: f"{name}.xyzz", 4: name}[type.rows]


def narrowed(name: str, type: ShadingType) -> str:
    """A value of a type from a vec4."""
    column = {1: f"{name}.x", 2: f"{name}.xy", 3: f"{name}.xyz", 4: name}[type.rows]
    return column if type.columns == 1 else f"{type}({', '.join([column] * type.columns)})"


# counting -------------------------------------------------------------------------------------------------------------


def counted(shader: Shader, derive: bool) -> Record:
    """gpucc's length of a stage."""
    try:
        program = driver.compile(
            shader.text,
            RIVALS[shader.stage],
            stage=shader.stage,
            verify=0,
            prefer="size",
            derive=derive,
            name=shader.name,
        )
    except GpuccError as error:
        return {"refused": error.message}
    told = program.stats
    return {"count": told["instructions"], "bound": told.get("lower_bound"), "spills": told.get("spills", 0)}


def mesas(driven: MesaDriver, shader: Shader, declared: list[Symbol], folder: Path) -> Record:
    """Mesa's lengths of it."""
    paths = {"vertex": folder / "a.vert", "fragment": folder / "b.frag"}
    other = "fragment" if shader.stage == "vertex" else "vertex"
    paths[shader.stage].write_text(shader.text)
    paths[other].write_text(partner(shader.stage, declared))
    found: Record = {}
    for what, more in (("linked", {}), ("apart", APART)):
        settings = {
            **os.environ, **driven.settings(), "LIMA_DEBUG": "shaderdb", "MESA_SHADER_CACHE_DISABLE": "true", **more
        }  # fmt: skip
        try:
            done = subprocess.run(
                [driven.draw, paths["vertex"], paths["fragment"]], capture_output=True, text=True, env=settings,
                timeout=MOST_CPU, errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            found.setdefault("mesa_refused", f"more than {MOST_CPU} s")
            continue
        told = [one for one in TOLD.findall(done.stderr) if one[0].lower() == shader.stage]
        if told:
            found |= {what: int(told[-1][1]), f"{what}_spills": int(told[-1][2])}
        else:
            found.setdefault("mesa_refused", (done.stderr.strip().splitlines() or ["no count"])[0][:200])
    return found


def summary(records: list[Record]) -> None:
    for stage, against in product(RIVALS, ("apart", "linked")):
        mine = [one for one in records if one["stage"] == stage]
        both = [one for one in mine if one.get("count") is not None and one.get(against)]
        spilling = [one for one in both if one[f"{against}_spills"] or one["spills"]]
        for what, them in (("all", both), ("with spills", spilling)):
            ours, theirs = sum(one["count"] for one in them), sum(one[against] for one in them)
            bounds = sum(one["bound"] or 0 for one in them)
            print(f"{stage}, {against}, {what}: {len(them)} shaders, gpucc {ours}, Mesa {theirs}, "
                  f"{ours / max(1, theirs):.3f}, bounds {bounds}")  # fmt: skip
        for one in both:
            if one["count"] > one[against]:
                print(f"  longer: {one['key']} {one['count']} (bound {one['bound']}), Mesa {one[against]}")
        for one in mine:
            if one.get(against) and one.get("count") is None:
                print(f"  gpucc has none: {one['key']} (Mesa {one[against]}): {one.get('refused') or one.get('why')}")
        print(f"  Mesa has none: {sum('count' in one and not one.get(against) for one in mine)}; neither has one: "
              f"{sum('count' not in one and not one.get(against) for one in mine)}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mesa", type=Path)
    parser.add_argument("corpus", choices=[*CORPORA, "folder"])
    parser.add_argument("--from", dest="place", type=Path)
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--only", choices=list(RIVALS))
    parser.add_argument(
        "--derive", action="store_true", help="gpucc computes what depends on uniforms alone beforehand"
    )
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    records = [json.loads(line) for line in options.state.read_text().splitlines()] if options.state.exists() else []
    if not options.summary:
        driven = MesaDriver.of(options.mesa.resolve())
        folder = options.mesa.resolve() / "beside"
        folder.mkdir(exist_ok=True)
        done = {one["key"] for one in records}
        corpus = {**CORPORA, "folder": loose}[options.corpus]
        for shader in unique(corpus(options.place)):
            if shader.name in done or options.only not in (None, shader.stage):
                continue
            declared = varyings(shader)
            if declared is None:
                continue
            record = {"key": shader.name, "stage": shader.stage, **mesas(driven, shader, declared, folder)}
            record |= apart(partial(counted, shader, options.derive), MOST_CPU)
            records.append(record)
            with options.state.open("a") as file:
                file.write(json.dumps(record) + "\n")
            print(record, flush=True)
    summary(records)


if __name__ == "__main__":
    main()
