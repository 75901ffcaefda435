"""Mutants of real shaders of GLSL ES 3.00: does the front end take and refuse what Mesa and glslang do? `python -P
benchmarks/es3_mutants.py --from DIR [DIR ...] [--count N] [--seed S] [--keep FOLDER]`.

The shaders are files below DIR with `#version 300 es`, and Shadertoy's, as benchmarks/shadertoy.py finds them, with the
site's declarations. Those that Mesa (software, through EGL), glslang (`glslangValidator`) and gpucc take are changed in
one place each: a token is left out, doubled, swapped with its neighbour, or replaced by one of its kind. Only mutants
on which Mesa and glslang agree count. `--keep` writes those on which gpucc differs.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from es3_mesa import Mesa  # noqa: E402
from shadertoy import bodies, complete  # noqa: E402

from gpucc.errors import GpuccError  # noqa: E402
from gpucc.frontend.compile import compile_source  # noqa: E402
from gpucc.program import Stage  # noqa: E402

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\#[^\n]*|\d+\.\d*(?:[eE][+-]?\d+)?[fF]?|\.\d+(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F]+[uU]?|\d+[uU]?"
    r"|[A-Za-z_]\w*|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|\S",
    re.DOTALL,
)
KINDS = (
    "float int uint bool vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 void "
    "sampler2D mat2x3",
    "const in out inout uniform flat highp mediump lowp centroid smooth layout struct precision invariant",
    "if while for do switch return break continue discard case default else",
    "sin cos mix clamp dot cross length normalize max min pow floor fract mod abs texture step smoothstep reflect "
    "lessThan any all not dFdx inversesqrt transpose determinant floatBitsToUint round trunc",
    "+ - * / % & | ^ << >>", "== != < > <= >=", "&& || ^^", "= += -= *= /= %= &= |= ^= <<= >>=",
    "++ --", "( ) [ ] { }", ", ; : ? .", "0 1 2 3 7 1u 0.0 1.0 2.5 true false 0x10 2147483648 1e3", "! ~ + -",
    "xy xyz x w rgba st xyzw yx wz",
)  # fmt: skip
ALIKE = {word: kind.split() for kind in KINDS for word in kind.split()}


def glslang_takes(stage: Stage, source: str) -> bool:
    short = "vert" if stage == "vertex" else "frag"
    command = ["glslangValidator", "--stdin", "-S", short]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False).returncode == 0


def gpucc_takes(stage: Stage, source: str) -> str:
    """An empty string if the front end takes it, else its first message."""
    try:
        compile_source(source, f"mutant.{stage}", "glsl", stage)
    except GpuccError as error:
        return f"{error.location}: {error.message}"
    return ""


def sources(folders: Sequence[Path]) -> Iterator[tuple[str, Stage, str]]:
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".frag", ".vert") and path.is_file():
                text = path.read_text("utf-8", "replace")
                if text.startswith("#version 300 es"):
                    yield str(path.relative_to(folder)), "vertex" if path.suffix == ".vert" else "fragment", text
        for name, body in bodies(folder).items():
            yield name, "fragment", complete(body)


def mutant(text: str, source: random.Random) -> tuple[str, str]:
    """The text with one change, and the name of the change."""
    tokens = [found for found in TOKEN.finditer(text) if not found[0].startswith(("//", "/*", "#"))]
    first = next((n for n, found in enumerate(tokens) if found.start() > text.find("gpucc_shown;")), 0)
    at = source.randrange(first, len(tokens) - 1)
    here, after = tokens[at], tokens[at + 1]
    names = sorted({found[0] for found in tokens[first:] if found[0][0].isalpha() and found[0] not in ALIKE})
    change = source.choice(("left out", "doubled", "swapped", "replaced", "replaced", "replaced", "replaced"))
    if change == "left out":
        new = ""
    elif change == "doubled":
        new = f"{here[0]} {here[0]}"
    elif change == "swapped":
        return text[: here.start()] + f"{after[0]} {here[0]}" + text[after.end() :], change
    elif here[0] in ALIKE:
        new = source.choice(ALIKE[here[0]])
    elif here[0][0].isdigit() or here[0][0] == ".":
        new = source.choice(ALIKE["0"])
    else:
        new = source.choice(names or ["x"])
    return text[: here.start()] + f" {new} " + text[here.end() :], change


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="folders", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    known = [found for found in sources(given.folders) if len(found[2]) < 20_000]
    chance.shuffle(known)
    mesa = Mesa()
    taken: dict[str, bool] = {}
    counts: Counter[str] = Counter()
    made = 0
    while made < given.count:
        name, stage, text = known[chance.randrange(len(known))]
        if name not in taken:
            taken[name] = (
                mesa.takes(stage, text) is True and glslang_takes(stage, text) and not gpucc_takes(stage, text)
            )
        if not taken[name]:
            continue
        changed, change = mutant(text, chance)
        if changed.split() == text.split():
            continue
        made += 1
        verdicts = mesa.takes(stage, changed), glslang_takes(stage, changed)
        if verdicts[0] is not verdicts[1]:
            counts["Mesa and glslang differ"] += 1
            continue
        message = gpucc_takes(stage, changed)
        agreed = verdicts[0] is not bool(message)
        kind = "taken" if verdicts[0] else "refused"
        counts[f"{kind} by both, gpucc {'agrees' if agreed else 'differs'}"] += 1
        if not agreed:
            print(f"{made}: {name}, {change}: both say {kind}; gpucc: {message or 'taken'}", flush=True)
            if given.keep is not None:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{made}.{stage[:4]}").write_text(changed)
                (given.keep / f"{made}.original").write_text(text)
    print(f"{mesa.version}; {made} mutants of {sum(taken.values())} shaders, seed {given.seed}")
    for text, count in sorted(counts.items()):
        print(f"| {text} | {count} |")
    judged = made - counts["Mesa and glslang differ"]
    right = sum(count for text, count in counts.items() if text.endswith("agrees"))
    print(f"{right} of {judged} ({right / judged:.1%}) agree")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
