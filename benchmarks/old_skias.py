"""Whether older Skias take what gpucc writes: canvaskit-wasm 0.35 to 0.40, the Skias of Android 13 to 15 and newer, and skia-python.

Run: python -P benchmarks/old_skias.py FOLDER [--kernels] [--random N] [--seed S] [--corpus NAME --from DIR] [--source] [SHADER ..]

FOLDER keeps the npm packages; what is missing there is installed (needs node and npm). Each shader goes through `gpucc --isa agsl`
for Android 15, and every Skia is asked for its verdict on the text. --kernels are those of tests/, --random are random programs of
tests/frontend, --corpus one of those of benchmarks/corpora_shaders.py; SHADER is AGSL, a GLSL ES fragment shader or LLVM IR. With
--source Skia is asked about AGSL files as they are. The texts are not compared with anything here, so they are not verified.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gpucc
from gpucc.errors import GpuccError

# what gpucc.compile takes: a path or a text, and more
Source = tuple[Any, dict[str, Any]]
ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("0.35.0", "0.38.0", "0.39.1", "0.40.0")
NEWEST = "skia-python"

# Reads a list of sources from standard input; writes null or Skia's message for each.
PROGRAM = """
const fs = require('fs'), bin = process.argv[2];
const init = require(bin + 'canvaskit.js');
init({wasmBinary: fs.readFileSync(bin + 'canvaskit.wasm'), locateFile: name => bin + name}).then(kit => {
  const found = [];
  for (const source of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    let message = null;
    const effect = kit.RuntimeEffect.Make(source, text => { message = text; });
    found.push(effect ? null : message || 'refused without a message');
    if (effect) effect.delete();
  }
  fs.writeFileSync(process.argv[3], JSON.stringify(found));
});
"""


def install(folder: Path, version: str) -> Path:
    """The folder of the build with runtime effects."""
    home = folder / version
    binaries = home / "node_modules" / "canvaskit-wasm" / "bin" / "full"
    if not (binaries / "canvaskit.wasm").exists():
        home.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(home), "--no-audit", "--no-fund", "--no-save", f"canvaskit-wasm@{version}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return binaries


def verdicts(folder: Path, version: str, sources: list[str]) -> list[str | None]:
    """None for each source that this Skia takes as a shader, else its message."""
    if version == NEWEST:
        return [_newest(source) for source in sources]
    binaries = install(folder, version)
    with tempfile.TemporaryDirectory() as scratch:
        answer = Path(scratch, "answer.json")
        program = Path(scratch, "ask.cjs")
        program.write_text(PROGRAM)
        command = ["node", str(program), f"{binaries.resolve()}/", str(answer)]
        subprocess.run(command, input=json.dumps(sources), text=True, check=True, stdout=subprocess.DEVNULL)
        found: list[str | None] = json.loads(answer.read_text())
    return found


def _newest(source: str) -> str | None:
    import skia

    try:
        skia.RuntimeEffect.MakeForShader(source)
    except RuntimeError as error:
        return str(error)
    return None


def kernels() -> Iterator[tuple[str, Source]]:
    for one in json.loads((ROOT / "tests" / "kernels" / "index.json").read_text()):
        if one["stage"] == "fragment":
            yield one["name"], (ROOT / "tests" / "kernels" / one["file"], {"stage": "fragment", "entry": one["entry"], "bind": one["bind"]})
    for path in sorted((ROOT / "tests" / "frontend" / "agsl").glob("*.agsl")):
        yield path.name, (path, {})


def programs(count: int, seed: int) -> Iterator[tuple[str, Source]]:
    """Half of them of the wide grammar."""
    sys.path.insert(0, str(ROOT / "tests" / "frontend"))
    from agsl_grammar import Grammar
    from agsl_wide import Wide

    for number in range(seed, seed + count):
        choose = random.Random(number).choice
        yield f"random {number}", ((Wide(choose) if number % 2 else Grammar(choose)).program(), {"name": "random.agsl"})


def corpus(name: str, folder: Path) -> Iterator[tuple[str, Source]]:
    import corpora_shaders

    for shader in corpora_shaders.unique(corpora_shaders.CORPORA[name](folder)):
        if shader.stage == "fragment":
            yield shader.name, (shader.text, {"name": "corpus.frag"})


def text_of(source: Source, android: str) -> str | None:
    """None where gpucc refuses the shader; the reason is of no interest here."""
    try:
        return str(gpucc.compile(source[0], isa="agsl", verify=None, target={"android": android}, **source[1]).asm())
    except GpuccError:
        return None


def main() -> None:
    wishes = _wishes()
    sys.path.insert(0, str(ROOT / "benchmarks"))
    sources: list[tuple[str, Source]] = [(path, (Path(path), {})) for path in wishes.shaders]
    sources += kernels() if wishes.kernels else []
    sources += programs(wishes.random, wishes.seed)
    sources += corpus(wishes.corpus, Path(wishes.dir)) if wishes.corpus else []
    texts: dict[str, str] = {}
    for name, source in sources:
        text = Path(name).read_text("utf-8", "replace") if wishes.source else text_of(source, wishes.android)
        # color filters and blenders are for Android 16 and later, which these are not asked about
        if text is not None and (wishes.source or "main(float2 " in text):
            texts[name] = text
    print(f"{len(texts)} texts of {len(sources)} shaders, for Android {wishes.android}")
    for version in (*VERSIONS, NEWEST):
        refused = [(name, said) for name, said in zip(texts, verdicts(wishes.folder, version, list(texts.values())), strict=True) if said]
        print(f"{version}: takes {len(texts) - len(refused)}, refuses {len(refused)}", flush=True)
        for name, said in refused[: wishes.show]:
            print(f"  {name}: {said.splitlines()[0]}")


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shaders", nargs="*")
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus")
    parser.add_argument("--from", dest="dir", default=".")
    parser.add_argument("--source", action="store_true")
    parser.add_argument("--android", default="15")
    parser.add_argument("--show", type=int, default=20, help="refusals to print of each Skia")
    return parser.parse_args()


if __name__ == "__main__":
    main()
