"""Times of `gpucc batch`: `python -P benchmarks/batch.py [--count 60] [--isa lima-pp]`.

Fragment shaders of this repository (examples in GLSL, kernels in LLVM IR) are compiled by one process and by two,
without a cache, then with an empty cache and with a warm one. Wall time says what a user waits, and needs a quiet
machine; CPU time, of all processes together, says what the processes add to the work.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def shaders(count: int) -> list[Path]:
    kernels = json.loads((ROOT / "tests" / "kernels" / "index.json").read_text())
    rows = kernels["kernels"] if isinstance(kernels, dict) else kernels
    files = [row["file"] for row in rows if row["stage"] == "fragment"]
    found = [ROOT / "tests" / "kernels" / name for name in files if files.count(name) == 1]
    found += sorted((ROOT / "examples" / "shadertoy").glob("*.frag"))
    return found[:count]


def measured(words: list[str], folder: Path) -> tuple[float, float, str]:
    """Wall time, CPU time, and the last line of what was said."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-P", "-m", "gpucc", "batch", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode > 1:
        raise SystemExit(done.stderr)
    return wall, cpu, f"exit code {done.returncode}, {len(os.listdir(folder / 'out'))} programs"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--isa", default="lima-pp")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gpucc-batch-") as name:
        folder = Path(name)
        sources = shaders(wishes.count)
        for path in sources:
            shutil.copy(path, folder)
        names = [path.name for path in sources]
        print(f"{len(names)} shaders for {wishes.isa}")
        common = [*names, "--isa", wishes.isa, "--stage", "fragment", "-o", "out"]
        first = 0.0
        for label, words in (
            ("-j 1 --no-cache", ["-j", "1", "--no-cache"]),
            ("-j 2 --no-cache", ["-j", "2", "--no-cache"]),
            ("-j 1, cold cache", ["-j", "1", "--cache", "kept"]),
            ("-j 1, warm cache", ["-j", "1", "--cache", "kept"]),
            ("-j 2, warm cache", ["-j", "2", "--cache", "kept"]),
        ):
            shutil.rmtree(folder / "out", ignore_errors=True)
            (folder / "out").mkdir()
            wall, cpu, said = measured([*common, *words], folder)
            first = first or wall
            print(f"{label:>18} {wall:7.2f} s wall {cpu:7.2f} s CPU {wall / first:6.1%} of -j 1; {said}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
