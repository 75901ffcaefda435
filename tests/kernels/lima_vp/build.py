"""Compiles the programs in src/ to IR: `python -P build.py [NAME ...]`, all without names. Only changes need PyPI's
ziglang.

Each program is built twice. NAME.ll has GLSL's freedom as fast-math flags: unsigned zeros, reciprocals for divisions,
sums in any order, fused products, and approximate functions; NaNs and infinities are still allowed. strict/NAME.ll has
none of these flags, as in C.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
CLANG = [
    sys.executable,
    "-m",
    "ziglang",
    "cc",
    "-target",
    "aarch64-linux-musl",
    "-O2",
    "-g0",
    "-fno-math-errno",
    "-fno-sanitize=all",
]
# GLSL's freedom as clang's options: nsz arcp contract reassoc afn; -fassociative-math needs -fno-trapping-math
GLSL = [
    "-fno-signed-zeros",
    "-freciprocal-math",
    "-ffp-contract=fast",
    "-fassociative-math",
    "-fno-trapping-math",
    "-fapprox-func",
]
VARIANTS = {"": GLSL, "strict": ["-ffp-contract=off"]}
# attributes that are irrelevant here, but most of the text: machine features
NOISE = re.compile(
    r' ?"(target-features|target-cpu|stack-protector-buffer-size|frame-pointer|no-trapping-math)"="[^"]*"'
)


def build(name: str, folder: str) -> None:
    out = HERE / folder / f"{name}.ll"
    out.parent.mkdir(exist_ok=True)
    command = [*CLANG, *VARIANTS[folder], "-S", "-emit-llvm", f"src/{name}.c", "-o", str(out)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    out.write_text(NOISE.sub("", out.read_text()))


def main(names: list[str]) -> None:
    for name in names or sorted(path.stem for path in (HERE / "src").glob("*.c")):
        for folder in VARIANTS:
            build(name, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
