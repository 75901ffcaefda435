"""The C of docs/3ds.md against the real headers: `python -P benchmarks/citro3d.py --libctru DIR --citro3d DIR`.

The folders are checkouts of devkitPro/libctru and devkitPro/citro3d; `arm-none-eabi-gcc` is Debian's gcc-arm-none-eabi
with libnewlib-arm-none-eabi. The shader of the page becomes cube.h, and the application of the page an object file for
the console's processor. A second file has a call for each line of the page's table of uniforms.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from gpucc import driver

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "3ds.md"
GCC = (
    "arm-none-eabi-gcc",
    "-march=armv6k+fp",
    "-mtune=mpcore",
    "-mfloat-abi=hard",
    "-D__3DS__",
    "-O2",
    "-Wall",
    "-Werror",
)
CALL = re.compile(r"^\| .* \| `(C3D_\w+\(.*\))` ?.*\|$|^\| .* \| `(C3D_\w+\([^`]*\))`", re.MULTILINE)
TABLE = """#include <3ds.h>
#include <citro3d.h>
void table(int location, C3D_Mtx m, float x, float y, float z, float w, bool value)
{{
    {calls}
}}
"""


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("libctru", "citro3d"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    wanted = parser.parse_args()
    calls = [first or second for first, second in CALL.findall(PAGE.read_text("utf-8"))]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cube.vert").write_text(block("glsl"))
        cube = driver.compile(folder / "cube.vert", "pica200", verify=256, matrices="rows")
        (folder / "cube.h").write_bytes(driver.contents(cube, driver.format_named("h"), "cube"))
        (folder / "main.c").write_text(block("c"))
        (folder / "table.c").write_text(TABLE.format(calls="\n    ".join(f"{one};" for one in calls)))
        headers = [f"-I{wanted.libctru}/libctru/include", f"-I{wanted.citro3d}/include", f"-I{folder}"]
        for file in ("main", "table"):
            output = folder / f"{file}.o"
            subprocess.run([*GCC, *headers, "-c", str(folder / f"{file}.c"), "-o", str(output)], check=True)
            print(f"{file}.c: {output.stat().st_size} bytes of object file")
    print(f"{len(calls)} calls of the table: {', '.join(one.partition('(')[0] for one in calls)}")


if __name__ == "__main__":
    main()
