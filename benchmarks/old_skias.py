"""Whether older Skias take AGSL: canvaskit-wasm 0.35 to 0.40, the Skias of Android 13 to 15 and newer, and skia-python.

Run: python -P benchmarks/old_skias.py FOLDER [--own] [--random N] [--seed S] [--source] [--android V] [--math M] [SHADER or FOLDER ..]

FOLDER keeps the npm packages; what is missing there is installed (needs node and npm). Each shader (AGSL, GLSL ES fragment shaders,
LLVM IR) goes through `gpucc --isa agsl`, and every Skia is asked for its verdict on the text; --source asks about AGSL files as they
are. --own adds the kernels of tests/, --random N random programs of tests/frontend. gl-transitions' files (*.glsl) get the
uniforms and functions that their players give them.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

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
