"""picasso's command line: sources to one SHBIN file, as the build rules for the 3DS call it.

Assembly is read as picasso reads it. Shaders in GLSL and LLVM IR are compiled and take their place among the programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gpucc import driver
from gpucc.emit import shbin
from gpucc.emit.files import write_files
from gpucc.emit.pica200_assembler import assemble_all
from gpucc.emit.pica200_macros import macros
from gpucc.emit.pica200_manner import PicassoManner
from gpucc.errors import InputError, Location, UsageError
from gpucc.records import dataclass
from gpucc.terminal import console
from gpucc.terminal.outputs import check_paths
from gpucc.terminal.wishes import GivenSource, assembly_of, placed, read_source

# endings of inputs that are compiled; all others are assembly, whatever they end in
COMPILED = (".vert", ".geom", ".ll", ".bc")
PIXELS = (".frag", ".fs")


@dataclass(frozen=True, slots=True)
class PicassoWishes:
    """The options: the file to write, the header beside it, how assembly is read, and what uniforms of shaders in GLSL
    hold of a matrix."""

    output: str | None
    header: str | None
    padding: bool
    cut: bool
    check: bool
    matrices: str = "columns"


def build(inputs: Sequence[str], wishes: PicassoWishes) -> int:
    """Write one file with a program for each input; with `check`, report each broken rule and return 1."""
    if wishes.output is None:
        raise UsageError("no output file is specified", notes=("-o FILE.shbin says where to write",))
    paths = [Path(wishes.output), *([Path(wishes.header)] if wishes.header is not None else [])]
    check_paths(paths, inputs)
    manner = PicassoManner(cut=wishes.cut, padding=wishes.padding, lenient=True)
    sources = [read_source(word) for word in inputs]
    texts: list[tuple[str, str | shbin.ShbinBinary]] = []
    vertex: driver.CompiledProgram | None = None
    for source in sources:
        compiled = _compiled(source, vertex, wishes.matrices)
        vertex = compiled if compiled is not None and compiled.stage == "vertex" else vertex
        # comments may be in old encodings
        text: str | shbin.ShbinBinary = (
            assembly_of(source, "latin-1") if compiled is None else shbin.read(compiled.code)
        )
        texts.append((source.name, text))
    made = assemble_all(texts, manner)
    data = shbin.write(made.binary)
    for warning in manner.warnings:
        console.warn(warning)
    written = [data, macros(made).encode()]
    write_files(dict(zip(paths, written, strict=False)))
    violations = driver.check(data, _isa()) if wishes.check else []
    for violation in violations:
        notes = (violation.remedy,) if violation.remedy else ()
        console.diagnose(InputError(str(violation), Location(wishes.output), notes))
    return 1 if violations else 0


def _isa() -> str:
    """The target whose programs are SHBIN files."""
    return driver.holders("shbin")[0]


def _compiled(
    source: GivenSource, vertex: driver.CompiledProgram | None, matrices: str
) -> driver.CompiledProgram | None:
    """The program that a shader compiles to, None for assembly. A geometry shader reads what the vertex shader before
    it writes, if that is compiled, too."""
    ending = Path(source.name).suffix.lower()
    if ending in PIXELS:
        raise InputError(
            "the chip runs no fragment shaders",
            Location(source.name),
            ("its pixels are combined by settings that the application makes, with citro3d's C3D_TexEnv functions",),
        )
    if ending not in COMPILED:
        return None
    with placed(source):
        stage = driver.named_stage(source.name)
        after = vertex if stage == "geometry" else None
        return driver.compile(source.data, _isa(), stage=stage, name=source.name, after=after, matrices=matrices)
