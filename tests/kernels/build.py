"""Compiles the kernels' IR from the sources in this folder: `python -P build.py [NAME ...]`, all without names.

`index.json` has one line for each kernel, with its source and the compiler's flags. The .ll files are kept in the
repository, so only a new or changed kernel needs the compilers (PyPI's ziglang and numba, rustc 1.95).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CLANG = [
    sys.executable,
    "-m",
    "ziglang",
    "cc",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-sanitize=all",
    "-S",
    "-emit-llvm",
]
RUSTC = ["rustc", "--emit=llvm-ir", "--crate-type=lib"]
# attributes that are irrelevant here, but most of the text: machine features, stack probes, frame pointers
NOISE = re.compile(
    r' ?"(target-features|target-cpu|tune-cpu|probe-stack|stack-protector-buffer-size|frame-pointer)"="[^"]*"'
)


def command(kernel: dict[str, Any], out: Path) -> list[str]:
    flags = kernel["flags"].split()
    match kernel["language"]:
        case "c":
            return [*CLANG, *flags, kernel["source"], "-o", str(out)]
        case "rust":
            return [*RUSTC, *flags, kernel["source"], "-o", str(out)]
        case "numba":
            return [sys.executable, "-P", kernel["source"], kernel["name"], str(out)]
    raise SystemExit(f"{kernel['name']}: written by hand")


def build(kernel: dict[str, Any]) -> None:
    out = HERE / kernel["file"]
    # Numba's names depend on earlier imports, its vector width on the machine
    environment = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    subprocess.run(command(kernel, out), cwd=HERE, env=environment, check=True, stderr=subprocess.DEVNULL)
    out.write_text(NOISE.sub("", out.read_text()))


def main(names: list[str]) -> None:
    kernels = json.loads((HERE / "index.json").read_text())
    chosen = [kernel for kernel in kernels if kernel["language"] != "ll" and (not names or kernel["name"] in names)]
    for kernel in {kernel["file"]: kernel for kernel in chosen}.values():
        build(kernel)


if __name__ == "__main__":
    main(sys.argv[1:])
