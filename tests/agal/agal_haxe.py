"""Classes of Haxe that gpucc writes, compiled and run: with declarations of our own in OpenFL's place, or with OpenFL's
own sources, whose converter then makes GLSL of the code.

OpenFL's sources are found in .ci/openfl, where .ci/run puts the package of npm, or in the folder that GPUCC_OPENFL
names; the sources of lime, which OpenFL 9 needs, in GPUCC_LIME.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import driver
from gpucc.emit import haxe
from gpucc.interp.arrays import pack
from gpucc.program import Program, Stage

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).with_name("openfl")
COMPILER = shutil.which("haxe")
CONVERTERS = {
    "openfl/_internal/formats/agal/AGALConverter.hx": "openfl._internal.formats.agal.AGALConverter",
    "openfl/display3D/_internal/AGALConverter.hx": "openfl.display3D._internal.AGALConverter",
}
ENGINES = ROOT / "tests" / "quality" / "agal_engines.txt"
PRECISION = "precision highp float;"
CONVERTED = """class Main {{
    static function main() {{
{calls}
    }}
    static function told(context:openfl.display3D.Context3D) {{
{uploads}
    }}
}}
"""
Arrays = dict[str, NDArray[Any]]


def openfl_sources() -> Path | None:
    """The folder of OpenFL's own sources, if they are on this machine."""
    folders = (os.environ.get("GPUCC_OPENFL"), str(ROOT / ".ci" / "openfl" / "package" / "src"))
    return next((Path(one) for one in folders if one and any((Path(one) / file).exists() for file in CONVERTERS)), None)


def run_haxe(folder: Path, *words: str) -> str:
    """Compile Main.hx with Haxe and run it."""
    call = ["haxe", "-D", "openfl", "-cp", str(folder), *words, "-main", "Main"]
    if "-neko" in words:
        subprocess.run(call, check=True, capture_output=True, text=True)
        call = ["neko", words[words.index("-neko") + 1]]
    done = subprocess.run(call, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def engines() -> dict[str, tuple[Stage, str]]:
    """The stage and the source of the programs of Flash's engines in GLSL."""
    found: dict[str, tuple[Stage, str]] = {}
    for entry in ENGINES.read_text().split("\n== ")[1:]:
        head, _, text = entry.partition("\n")
        name, _, rest = head.partition(": ")
        found[name] = ("vertex" if rest.endswith("vertex") else "fragment", text.replace("F ", f"{PRECISION} ", 1))
    return found


def converted(programs: Mapping[str, Program], sources: Path, folder: Path) -> dict[str, str]:
    """The GLSL that OpenFL's own converter makes of the code in the classes of the programs."""
    (converter,) = (name for file, name in CONVERTERS.items() if (sources / file).exists())
    calls, uploads = [], []
    for number, program in enumerate(programs.values()):
        (folder / f"K{number}.hx").write_text(haxe.write(program, f"K{number}"))
        glsl = f"{converter}.convertToGLSL(K{number}.program(), [])"
        calls.append(f"        Sys.println(haxe.crypto.Base64.encode(haxe.io.Bytes.ofString({glsl})));")
        uploads.append(f"        K{number}.setConstants(context);")
    (folder / "Main.hx").write_text(CONVERTED.format(calls="\n".join(calls), uploads="\n".join(uploads)))
    lime = os.environ.get("GPUCC_LIME")
    words = ["-cp", str(sources), *(["-D", "lime", "-cp", lime] if lime else [])]
    lines = run_haxe(folder, *words, "-neko", str(folder / "main.n")).splitlines()
    return dict(zip(programs, (base64.b64decode(line).decode() for line in lines), strict=True))


def differences(program: Program, glsl: str, lanes: int = 64) -> float:
    """The largest difference between what the program computes and what OpenFL's GLSL of it does, on random numbers:
    a part of the larger one, or of 1 if that is more."""
    random = np.random.default_rng(7)
    given: Arrays = {}
    for slot in program.interface.inputs:
        given[slot.name] = random.uniform(-1, 1, (lanes, slot.components)).astype(np.float32)
    for slot in program.interface.uniforms:
        shape = (slot.registers, slot.components) if slot.registers > 1 else (slot.components,)
        given[slot.name] = random.uniform(0.1, 1, shape).astype(np.float32)
    for slot in program.interface.samplers:
        given[slot.name] = random.uniform(0, 1, (8, 8, 4)).astype(np.float32)
    given = {name: value[..., 0] if value.shape[-1] == 1 else value for name, value in given.items()}
    mine = driver.run(program, given)
    batch = pack(program.interface, given)
    constants = np.zeros((256, 4), np.float32)
    constants[: batch.uniforms.shape[1]] = batch.uniforms[0]
    for constant in program.constants:
        constants[constant.register, constant.component] = constant.value
    theirs = driver.reference(glsl, "agal", _theirs(program, glsl, given, batch.inputs, constants), stage=program.stage)
    most = 0.0
    for number, slot in enumerate(program.interface.outputs):
        other = "gl_FragColor" if program.stage == "fragment" else f"v{number - 1}" if number else "gl_Position"
        found, wanted = np.atleast_2d(mine[slot.name]), np.asarray(theirs[other])
        found = found.reshape(wanted.shape[0], -1)
        wanted = wanted[:, : found.shape[1]]
        assert np.isfinite(wanted).all()
        most = max(most, float(np.max(np.abs(found - wanted) / np.maximum(np.abs(wanted), 1))))
    return most


def _theirs(
    program: Program, glsl: str, given: Arrays, inputs: NDArray[Any], constants: NDArray[Any]
) -> dict[str, NDArray[Any]]:
    """The same numbers under the names of registers, which OpenFL's GLSL has."""
    found: dict[str, NDArray[Any]] = {}
    letter = "v" if program.stage == "vertex" else "f"
    for line in glsl.splitlines():
        words = line.removesuffix(";").split()
        if len(words) != 3 or words[0] not in ("uniform", "attribute", "varying"):
            continue
        kind, type, name = words
        name, _, length = name.partition("[")
        if name == "vcPositionScale":
            found[name] = np.ones(4, np.float32)
        elif type.startswith("sampler"):
            number = int(name.removeprefix("sampler"))
            found[name] = next(given[slot.name] for slot in program.interface.samplers if slot.register == number)
        elif kind == "uniform":
            first = int(name.removeprefix(f"{letter}c"))
            count = {"mat4": 4, "mat3": 3}.get(type, 1) * int(length.rstrip("]") or 1)
            found[name] = constants[first : first + count, : 3 if type == "mat3" else 4]
            found[name] = found[name] if count > 1 else found[name][0]
        elif kind == "attribute" or program.stage == "fragment":
            found[name] = inputs[:, int(name.lstrip("va"))]
    return found


__all__ = ["COMPILER", "OWN", "converted", "differences", "engines", "openfl_sources", "run_haxe"]
