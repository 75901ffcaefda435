"""Programs of Flash's engines through OpenFL: `python -P benchmarks/openfl.py --openfl DIR [--lime DIR]`.

DIR are the folders of the sources: `src` of OpenFL, as a checkout of openfl/openfl or its package of npm has it, and of
openfl/lime, which OpenFL 9 needs. Each of the programs in tests/quality/agal_engines.txt becomes a class of Haxe;
Haxe compiles them with OpenFL's sources, OpenFL's converter makes GLSL of their code, and this GLSL is run by gpucc's
front end and LLVM's JIT, on the numbers on which the program itself is run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from gpucc import driver

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "agal"))
from agal_haxe import converted, differences, engines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--openfl", required=True, type=Path)
    parser.add_argument("--lime", type=Path)
    wanted = parser.parse_args()
    if wanted.lime is not None:
        os.environ["GPUCC_LIME"] = str(wanted.lime)
    programs = {
        name: driver.compile(text, "agal", name=name, stage=stage, target={"matrices": "square"}, verify=64)
        for name, (stage, text) in engines().items()
    }
    with tempfile.TemporaryDirectory() as folder:
        found = converted(programs, wanted.openfl, Path(folder))
    most = {name: differences(programs[name], glsl, 1024) for name, glsl in found.items()}
    for name, value in most.items():
        print(f"{name}: {programs[name].stats['instructions']} tokens, largest difference {value:.3g}")
    print(f"{len(found)} of {len(programs)} programs converted, {sum(one < 1e-4 for one in most.values())} the same")


if __name__ == "__main__":
    main()
