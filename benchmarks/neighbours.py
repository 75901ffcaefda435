"""Compile neighbours of given shaders: `python benchmarks/neighbours.py FOLDER --isa lima-pp [--count 200] [--seed 1]`.

Compilers find idioms by their shape: a root in a quotient, a blend, a normalised vector. Random programs hardly ever
come near such a shape, and real ones have it right. Here a few tokens of a real shader are replaced by others of their
kind: a variable by another one of the shader, a function by one with the same parameters, an operator, a swizzle, a
number. What still compiles is compared with the JIT as usual; a difference is printed with the changes, and the shader
is written to `--keep`. Searches have no effort, because what they do does not depend on idioms.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

from gpucc import driver
from gpucc.errors import GpuccError, InternalError, Miscompiled
from gpucc.program import Stage
from gpucc.targets import registry

NUMBER = r"\d*\.\d+(?:[eE][-+]?\d+)?"
TOKEN = re.compile(rf"//[^\n]*|/\*.*?\*/|#[^\n]*|{NUMBER}|\d+\.?|[A-Za-z_]\w*|\s+|[-+*/<>=!&|]=?|.", re.S)
# functions with the same parameters
ALIKE = (
    "min max step mod pow atan".split(),
    "sin cos exp2 log2 sqrt inversesqrt abs sign floor ceil fract normalize".split(),
    "mix clamp smoothstep".split(),
    "dot distance".split(),
    "+ - * /".split(),
    "< > <= >=".split(),
    "+= -= *=".split(),
)
NUMBERS = ("0.0", "1.0", "2.0", "0.5", "3.0", "0.25", "0.0001")
SWIZZLE = re.compile(r"[xyzw]{1,4}|[rgba]{1,4}")
# names of the language, which no variable replaces
KEPT = frozenset(
    "void main if else for while do return break continue discard const in out inout uniform varying attribute"
    " precision highp mediump lowp float int bool vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 mat2 mat3 mat4"
    " sampler2D samplerCube struct true false layout location flat smooth texture texture2D textureCube".split()
)
STAGES: dict[str, Stage] = {
    **dict.fromkeys((".frag", ".fs", ".fsh"), "fragment"),
    **dict.fromkeys((".vert", ".vs", ".vsh"), "vertex"),
}
# shaders that are longer take too long
MOST_TOKENS = 3000


def changed(source: str, chance: random.Random) -> tuple[str, list[str]] | None:
    """The source with one to three tokens replaced, and what was replaced; None if it has none to replace."""
    tokens = TOKEN.findall(source)
    if len(tokens) > MOST_TOKENS:
        return None
    names = sorted({one for one in tokens if one.isidentifier() and one not in KEPT})
    places = [i for i, one in enumerate(tokens) if _others(tokens, i, names)]
    if not places:
        return None
    told = []
    for i in sorted(chance.sample(places, min(chance.randint(1, 3), len(places)))):
        other = chance.choice(_others(tokens, i, names))
        told.append(f"line {''.join(tokens[:i]).count(chr(10)) + 1}: {tokens[i]} -> {other}")
        tokens[i] = other
    return "".join(tokens), told


def _others(tokens: list[str], i: int, names: list[str]) -> list[str]:
    """What may stand in place of a token."""
    one, before = tokens[i], next((word for word in reversed(tokens[:i]) if not word.isspace()), "")
    for family in ALIKE:
        if one in family:
            return [other for other in family if other != one]
    if before == "." and SWIZZLE.fullmatch(one):
        letters = "xyzw" if one[0] in "xyzw" else "rgba"
        return [one[:k] + letter + one[k + 1 :] for k in range(len(one)) for letter in letters[:3] if letter != one[k]]
    if re.fullmatch(NUMBER, one):
        return [other for other in NUMBERS if other != one]
    declared = before in KEPT or before in (".", "")
    return [] if declared or one not in names else [other for other in names if other != one]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--isa", default="lima-pp")
    parser.add_argument("--count", type=int, default=200, help="programs that compile (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lanes", type=int, default=128)
    parser.add_argument(
        "--keep", type=Path, default=Path("neighbours"), help="where to write what differs (neighbours)"
    )
    wishes = parser.parse_args()
    stages = registry.find(wishes.isa).isa.stages
    files = sorted(path for path in wishes.folder.rglob("*") if STAGES.get(path.suffix) in stages)
    chance, found = random.Random(wishes.seed), Counter[str]()
    while sum(found.values()) < wishes.count and files:
        path = chance.choice(files)
        made = changed(path.read_text(errors="replace"), chance)
        if made is None:
            continue
        try:
            stage = STAGES[path.suffix]
            program = driver.compile(made[0], wishes.isa, stage=stage, verify=wishes.lanes, effort=0, name=path.name)
            found[str((program.verified or {}).get("verdict"))] += 1
        except (Miscompiled, InternalError) as error:
            found[type(error).__name__] += 1
            wishes.keep.mkdir(exist_ok=True)
            copy = wishes.keep / f"{wishes.isa}-{wishes.seed}-{sum(found.values())}{path.suffix}"
            copy.write_text(made[0])
            print(f"{copy}, of {path}: {'; '.join(made[1])}\n  {error}", flush=True)
        except GpuccError:
            # most changes give a source that is no program, or one that the target has no room for
            continue
    print(f"{wishes.isa}, seed {wishes.seed}: {', '.join(f'{count} {name}' for name, count in sorted(found.items()))}")
    sys.exit(bool(found["Miscompiled"] + found["InternalError"]))


if __name__ == "__main__":
    main()
