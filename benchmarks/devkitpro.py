"""devkitPro's own make and CMake rules with gpucc in picasso's place:
`python -P benchmarks/devkitpro.py --rules DIR --cmake DIR --examples DIR --picasso EXE`.

The folders are checkouts of devkitPro/devkitarm-rules, devkitPro/pacman-packages and devkitPro/3ds-examples, EXE is
devkitPro's assembler, which the caller builds. A folder is laid out as an installation of devkitPro is; in it,
`picasso` is EXE or gpucc-picasso. Each example with shaders is built to its SHBIN files by its own Makefile, and each
library of shaders of the same sources by ctr_add_shader_library. Files are compared: the same, or the same but for
the last digit of constants, which picasso cuts off and gpucc rounds.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from gpucc.emit import shbin

SECONDS = 300
OURS = Path(sys.executable).with_name("gpucc-picasso")
CMAKE_FILES = ("common-utils", "devkitarm", "3ds")
LISTS = """cmake_minimum_required(VERSION 3.13)
project(shaders NONE)
{libraries}
"""


def installation(root: Path, rules: Path, cmake: Path, picasso: Path) -> dict[str, str]:
    """Lay out what a package manager would install; return the environment of a build."""
    for name in ("devkitARM/bin", "libctru/include", "tools/bin", "portlibs/3ds/bin", "cmake/Platform"):
        (root / name).mkdir(parents=True)
    for name in ("3ds_rules", "base_rules", "base_tools"):
        shutil.copy(rules / name, root / "devkitARM")
    for folder in CMAKE_FILES:
        for path in (cmake / "cmake" / folder).glob("*.cmake"):
            platform = path.name in ("Generic-dkP.cmake", "Nintendo3DS.cmake")
            shutil.copy(path, root / "cmake" / ("Platform" if platform else "."))
    (root / "tools/bin/picasso").symlink_to(picasso)
    (root / "portlibs/3ds/bin/arm-none-eabi-pkg-config").symlink_to("/bin/true")
    for tool in Path("/usr/bin").glob("arm-none-eabi-*"):
        (root / "devkitARM/bin" / tool.name).symlink_to(tool)
    return {**os.environ, "DEVKITPRO": str(root), "DEVKITARM": str(root / "devkitARM")}


def run(words: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} in {folder}:\n{done.stdout}{done.stderr}")
    return done.stdout


def examples(folder: Path) -> Iterator[tuple[Path, list[Path]]]:
    """Yield the folders with a Makefile and shaders, and the vertex shaders that name the files."""
    for makefile in sorted(folder.rglob("Makefile")):
        found = sorted((makefile.parent / "source").glob("*.v.pica"))
        if found:
            yield makefile.parent, found


def by_make(example: Path, vertices: list[Path], environment: Mapping[str, str]) -> dict[str, bytes]:
    """The SHBIN files of the example's own Makefile, whose inner call of make is told to build these only."""
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / example.name
        shutil.copytree(example, copy)
        wanted = [path.name.replace(".v.pica", ".shbin") for path in vertices]
        run(["make", f"MAKE=make {' '.join(wanted)}", "all", "GRAPHICS="], copy, environment)
        return {one: (copy / "build" / one).read_bytes() for one in wanted}


def by_cmake(example: Path, vertices: list[Path], environment: Mapping[str, str]) -> dict[str, bytes]:
    """The SHBIN files of a project with a library of shaders for each vertex shader."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(example / "source", folder / "source")
        libraries = {}
        for path in vertices:
            geometry = path.with_name(path.name.replace(".v.pica", ".g.pica"))
            libraries[path.name.partition(".")[0]] = [f"source/{one.name}" for one in (path, geometry) if one.exists()]
        lines = [f"ctr_add_shader_library({one} {' '.join(files)})" for one, files in libraries.items()]
        (folder / "CMakeLists.txt").write_text(LISTS.format(libraries="\n".join(lines)))
        toolchain = Path(environment["DEVKITPRO"]) / "cmake" / "3DS.cmake"
        run(["cmake", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", "-B", "build"], folder, environment)
        run(["cmake", "--build", "build", "--target", *libraries], folder, environment)
        return {f"{one}.shbin": (folder / "build" / f"{one}.shbin").read_bytes() for one in libraries}


def compared(ours: bytes, theirs: bytes) -> str:
    if ours == theirs:
        return "same file"
    first, second = (shbin.read(data) for data in (ours, theirs))
    if _without_constants(first) == _without_constants(second) and all(
        abs(a - b) <= 1 for a, b in zip(_constants(first), _constants(second), strict=True)
    ):
        return "same but for the last digit of constants"
    return "DIFFERENT FILE"


def _without_constants(binary: shbin.ShbinBinary) -> shbin.ShbinBinary:
    bare = tuple(dataclasses.replace(one, constants=()) for one in binary.executables)
    return dataclasses.replace(binary, executables=bare)


def _constants(binary: shbin.ShbinBinary) -> list[int]:
    return [word for one in binary.executables for constant in one.constants for word in constant.words]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name in ("rules", "cmake", "examples", "picasso"):
        parser.add_argument(f"--{name}", required=True, type=Path)
    wanted = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as name:
        ours = installation(Path(name) / "ours", wanted.rules, wanted.cmake, OURS)
        theirs = installation(Path(name) / "theirs", wanted.rules, wanted.cmake, wanted.picasso.resolve())
        for example, vertices in examples(wanted.examples):
            for build in (by_make, by_cmake):
                made, expected = build(example, vertices, ours), build(example, vertices, theirs)
                for file, data in made.items():
                    verdict = compared(data, expected[file])
                    programs = "+".join(one.kind for one in shbin.read(data).executables)
                    counts[build.__name__, verdict] += 1
                    print(f"{build.__name__:8} {example.name}/{file}: {programs}, {verdict}")
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{count:5} {kind}: {verdict}")


if __name__ == "__main__":
    main()
