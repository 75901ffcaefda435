"""Check that older Skias accept the AGSL that gpucc writes: canvaskit-wasm 0.35 to 0.40, the Skias of Android 13 to 16,
and skia-python.

Run: python -P benchmarks/old_skias.py FOLDER [--kernels] [--random N] [--seed S] [--corpus NAME] [--from DIR] [--below
DIR] [SHADER ..]

FOLDER keeps the npm packages; missing ones are installed (needs node and npm). Each shader is compiled by `gpucc --isa
agsl` for Android 15, and every Skia is asked whether it accepts the text. A shader too large for 15 is compiled for
Android 16, and only the Skias from there on are asked. Color filters and blenders are checked by skia-python only.

--kernels are those of tests/, --random are random programs of tests/frontend, --corpus is one of
benchmarks/corpora_shaders.py in the checkout --from, --below takes all shaders below a folder, such as resources/sksl
of Skia; SHADER is AGSL, a GLSL ES fragment shader or LLVM IR. With --source Skia is asked about AGSL files as they are.
The texts are not executed here, so they are not verified. Each shader has --cpu seconds; --state FILE keeps the texts,
so that a stopped run can be continued.

The exit code is 1 if a Skia refuses a text, or gpucc fails in another way than by a refusal.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import gpucc
from gpucc.errors import GpuccError, InternalError, LimitExceeded, Miscompiled

# arguments of gpucc.compile: a path or a text, and options
Source = tuple[Any, dict[str, Any]]
# the outcome for a shader (text, refused, failed or unfinished), the text or the reason, and the Android version of the
# text
Answer = tuple[str, str, int]
ROOT = Path(__file__).resolve().parents[1]
# each version with the Android whose Skia is closest
VERSIONS = {"0.35.0": 13, "0.38.0": 14, "0.39.1": 15, "0.40.0": 16, "skia-python": 16}
NEWEST = "skia-python"
# the file name under which a shader of each ending is compiled
NAMES = {
    **dict.fromkeys((".agsl", ".sksl", ".rts", ".rtb", ".rtcf"), "shader.agsl"),
    ".frag": "shader.frag",
    ".fs": "shader.frag",
}

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
        command = [
            "npm",
            "install",
            "--prefix",
            str(home),
            "--no-audit",
            "--no-fund",
            "--no-save",
            f"canvaskit-wasm@{version}",
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return binaries


def verdicts(folder: Path, version: str, sources: list[str]) -> list[str | None]:
    """For each source None if this Skia accepts it, else its message."""
    if version == NEWEST:
        import skia_judge

        return [skia_judge.refusal(source) for source in sources]
    binaries = install(folder, version)
    with tempfile.TemporaryDirectory() as scratch:
        answer = Path(scratch, "answer.json")
        program = Path(scratch, "ask.cjs")
        program.write_text(PROGRAM)
        command = ["node", str(program), f"{binaries.resolve()}/", str(answer)]
        subprocess.run(command, input=json.dumps(sources), text=True, check=True, stdout=subprocess.DEVNULL)
        found: list[str | None] = json.loads(answer.read_text())
    return found


# shaders --------------------------------------------------------------------------------------------------------------


def shaders(wishes: argparse.Namespace) -> Iterator[tuple[str, Source]]:
    for path in wishes.shaders:
        yield path, (Path(path), {})
    if wishes.kernels:
        yield from kernels()
    yield from programs(wishes.random, wishes.seed)
    if wishes.corpus:
        yield from corpus(wishes.corpus, wishes.dir)
    for path in sorted(wishes.below.rglob("*")) if wishes.below else ():
        if path.suffix in NAMES and path.is_file():
            yield (
                str(path.relative_to(wishes.below)),
                (path.read_text("utf-8", "replace"), {"name": NAMES[path.suffix]}),
            )


def kernels() -> Iterator[tuple[str, Source]]:
    for one in json.loads((ROOT / "tests" / "kernels" / "index.json").read_text()):
        if one["stage"] == "fragment":
            yield (
                one["name"],
                (
                    ROOT / "tests" / "kernels" / one["file"],
                    {"stage": "fragment", "entry": one["entry"], "bind": one["bind"]},
                ),
            )
    for path in sorted((ROOT / "tests" / "frontend" / "agsl").glob("*.agsl")):
        yield path.name, (path, {})


def programs(count: int, seed: int) -> Iterator[tuple[str, Source]]:
    """Random programs, half of them of the wide grammar."""
    from agsl_grammar import Grammar
    from agsl_wide import Wide

    for number in range(seed, seed + count):
        choose = random.Random(number).choice
        yield f"random {number}", ((Wide(choose) if number % 2 else Grammar(choose)).program(), {"name": "random.agsl"})


def corpus(name: str, folder: Path | None) -> Iterator[tuple[str, Source]]:
    import corpora_shaders

    for shader in corpora_shaders.unique(corpora_shaders.CORPORA[name](folder)):
        if shader.stage == "fragment":
            yield shader.name, (shader.text, {"name": "corpus.frag"})


# texts ----------------------------------------------------------------------------------------------------------------


def answer(source: Source, android: str) -> Answer:
    for wanted in dict.fromkeys((android, "16")):
        try:
            text = gpucc.compile(source[0], isa="agsl", verify=None, target={"android": wanted}, **source[1]).asm()
        except LimitExceeded as error:
            found: Answer = "refused", error.message, 0
        except (InternalError, Miscompiled) as error:
            return "failed", f"{type(error).__name__}: {error.message}", 0
        except GpuccError as error:
            return "refused", error.message, 0
        else:
            return "text", text, int(wanted)
    return found


def apart(source: Source, android: str, seconds: int) -> Answer:
    """The same in a child process with limited CPU time."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        # an exception ends the child with a traceback and no answer
        found = answer(source, android)
        with os.fdopen(writing, "w") as file:
            json.dump(found, file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    if text:
        return tuple(json.loads(text))
    if os.WIFSIGNALED(status):
        return "unfinished", f"{seconds} seconds of CPU time are over", 0
    return "failed", f"an exception ended the process (exit code {os.waitstatus_to_exitcode(status)})", 0


def answers(wishes: argparse.Namespace) -> dict[str, Answer]:
    known: dict[str, Answer] = {}
    if wishes.state and wishes.state.exists():
        known = {
            name: (kind, text, android)
            for name, kind, text, android in map(json.loads, wishes.state.read_text().splitlines())
        }
    found: dict[str, Answer] = {}
    # modules loaded here need not be loaded by the children
    gpucc.compile("half4 main(float2 p) { return p.xyxy; }", isa="agsl", verify=None, name="warm.agsl")
    first, step = map(int, wishes.part.split("/"))
    for name, source in islice(shaders(wishes), first - 1, None, step):
        if wishes.source:
            found[name] = "text", Path(name).read_text("utf-8", "replace"), int(wishes.android)
            continue
        found[name] = known[name] if name in known else apart(source, wishes.android, wishes.cpu)
        if wishes.state and name not in known:
            with wishes.state.open("a") as file:
                file.write(json.dumps([name, *found[name]]) + "\n")
    return found


# verdicts of Skia -----------------------------------------------------------------------------------------------------


def main() -> int:
    wishes = _wishes()
    sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "frontend")]
    found = answers(wishes)
    kinds = Counter(kind for kind, _, _ in found.values())
    newer = sum(android > int(wishes.android) for _, _, android in found.values())
    besides = f" ({newer} of them for Android 16)" if newer else ""
    print(f"{kinds['text']} texts of {len(found)} shaders, for Android {wishes.android}{besides}")
    for name, (kind, text, _) in found.items():
        if kind in ("failed", "unfinished"):
            print(f"  {kind}: {name}: {text.splitlines()[0]}")
    refusals = 0
    for version, near in VERSIONS.items():
        asked = {
            name: text
            for name, (kind, text, android) in found.items()
            if kind == "text"
            and (android <= max(near, 15))
            and (wishes.source or version == NEWEST or "main(float2 " in text)
        }
        said = zip(asked, verdicts(wishes.folder, version, list(asked.values())), strict=True)
        refused = [(name, message) for name, message in said if message]
        print(f"{version}: takes {len(asked) - len(refused)}, refuses {len(refused)}", flush=True)
        for name, message in refused[: wishes.show]:
            print(f"  {name}: {message.splitlines()[0]}")
        refusals += len(refused)
    return int(bool(refusals or kinds["failed"]))


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shaders", nargs="*")
    parser.add_argument("--kernels", action="store_true")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus")
    parser.add_argument("--from", dest="dir", type=Path)
    parser.add_argument("--below", type=Path)
    parser.add_argument("--source", action="store_true")
    parser.add_argument("--android", default="15")
    parser.add_argument("--cpu", type=int, default=60)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--part", default="1/1", help="K/N: of all shaders every Nth, from the Kth")
    parser.add_argument("--show", type=int, default=20, help="refusals to print of each Skia")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
