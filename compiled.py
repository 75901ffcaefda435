"""Compiled programs: assembly, files, rules, simulation. Nothing here compiles; the pipeline is in `driver`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from gpucc.emit import files, manifest
from gpucc.errors import InputError, Location, UsageError
from gpucc.interp.arrays import Arrays, pack, unpack
from gpucc.interp.assumed import insist_on_assumed
from gpucc.interp.emissions import emitted_by, listing_program
from gpucc.program import Program, Stage
from gpucc.reading import read_file
from gpucc.records import dataclass
from gpucc.targets import registry
from gpucc.targets.record import Options, Violation, check_options
from gpucc.verdict import meet, meet_in_registers, told


@dataclass(frozen=True, slots=True)
class CompiledProgram(Program):
    """A compiled program with its interface and constants: all that the simulator, the disassembler and containers
    need."""

    @classmethod
    def of(cls, program: Program) -> CompiledProgram:
        """Return a program as one that can also be printed, saved and run."""
        return cls(**{field.name: getattr(program, field.name) for field in fields(Program)})

    def __repr__(self) -> str:
        """One line: the target, the stage, the length and the verdict. The fields are those of the record."""
        count = self.stats.get("instructions")
        length = f"{len(self.code)} bytes" if count is None else f"{count} instruction{'s' * (count != 1)}"
        return f"<gpucc program: {self.isa} {self.stage} shader, {length}, {told(self)}>"

    def asm(self) -> str:
        """The program as assembly text, with its interface and constants as comments."""
        return disassemble(self)

    def save(self, path: str | Path) -> None:
        """Write the program; the ending of the path chooses the format."""
        save(self, path)

    def run(self, inputs: Mapping[str, Any], precision: str = "native") -> dict[str, Any]:
        """Simulate the program on named numpy arrays, lanes first."""
        return run(self, inputs, precision)

    def _repr_html_(self) -> str:
        """The program in a notebook: its schedule, and the picture of a fragment program."""
        from gpucc.notebook import html

        return html(self)


def run(
    program: Program, inputs: Arrays, precision: str = "native", lanes: int | None = None
) -> dict[str, NDArray[Any]]:
    """Simulate a program on named arrays: inputs, uniforms and textures (see `interp.arrays`). `lanes` is their number
    if no input determines it."""
    if precision not in ("native", "f32"):
        raise UsageError(f"there is no precision {precision!r}", notes=("precisions: native, f32",))
    goal = registry.find(program.isa)
    batch = pack(program.interface, inputs, lanes)
    insist_on_assumed(batch, program.interface, program.assumed)
    outcome = goal.simulate(program, goal.isa, batch, precision=precision)
    most = None if program.geometry is None else emitted_by(outcome)
    return unpack(listing_program(program, most).interface, outcome)


def assemble(
    text: str, isa: str, *, stage: Stage | None = None, target: Mapping[str, str] | None = None, name: str = "<text>"
) -> CompiledProgram:
    """Assemble a program from text, such as `CompiledProgram.asm` writes."""
    goal = registry.find(isa)
    options = Options(target or {})
    check_options(goal.isa, options)
    return CompiledProgram.of(goal.assemble(text, name, options, stage))


def disassemble(code: bytes | Program, isa: str | None = None) -> str:
    """The assembly of a program, or of the bytes of a code file."""
    if isinstance(code, Program):
        return registry.find(code.isa).text(code)
    if isa is None:
        raise UsageError("`isa` must name the target of this code", notes=(f"targets: {', '.join(registry.names())}",))
    return registry.find(isa).disassemble(code)


def check(code: bytes, isa: str, profile: str | None = None) -> Sequence[Violation]:
    """The rules of the target that the code breaks."""
    goal = registry.find(isa)
    chosen = profile or goal.profiles[0]
    if chosen not in goal.profiles:
        raise UsageError(f"{isa} has no profile {chosen!r}", notes=(f"profiles: {', '.join(goal.profiles)}",))
    return goal.check(code, chosen)


def link(vertex: Program, fragment: Program) -> None:
    """Refuse a pair that the target would refuse."""
    if (vertex.stage, fragment.stage) != ("vertex", "fragment"):
        raise UsageError(
            f"a pair is a vertex and a fragment program, but these are {vertex.stage} and {fragment.stage}"
        )
    if vertex.isa != fragment.isa:
        if not any({vertex.isa, fragment.isa} <= set(family) for family in registry.families().values()):
            raise UsageError(f"cannot link a program for {vertex.isa} with one for {fragment.isa}")
        meet(vertex, fragment)
        return
    goal = registry.find(vertex.isa)
    broken = [v for profile in goal.profiles for v in goal.link(vertex.code, fragment.code, profile)]
    if broken:
        notes = [v.remedy for v in broken[:1] if v.remedy]
        message = broken[0].message
        missing = next((slot.name for slot in fragment.interface.inputs if f" v{slot.register}." in message), "")
        if missing.startswith("gl_"):
            message = f"the fragment shader reads {missing}, which {vertex.isa} gives to no fragment program"
            notes = ["write what it stands for to a varying in the vertex shader, and read that varying instead"]
        raise InputError(f"the programs do not fit together: {message}", notes=tuple(notes))
    meet_in_registers(vertex, fragment, lambda register: goal.isa.output_place("vertex", register)[1])


def joined(vertex: Program, geometry: Program) -> CompiledProgram:
    """One program whose file holds both; its interface is that of the vertex shader."""
    goal = registry.find(vertex.isa)
    if goal.join is None or geometry.isa != vertex.isa:
        raise UsageError(f"{vertex.isa} has no file format for a vertex and a geometry shader together")
    return CompiledProgram.of(goal.join(vertex, geometry))


def load(path: str | Path, manifest_path: str | Path | None = None) -> CompiledProgram:
    """Load a compiled program from its file; information that a raw format lacks comes from the manifest beside it."""
    path = Path(path)
    data = read_file(path)
    if path.suffix.lower() == ".json":
        return CompiledProgram.of(manifest.read(data, str(path)))
    program = contained(data, str(path))
    beside = Path(manifest_path) if manifest_path else path.with_suffix(".json")
    if manifest_path or beside.exists():
        try:
            described = manifest.read(read_file(beside), str(beside))
        except InputError as error:
            if not manifest_path:
                error.notes += (f"it is read as the manifest of {path.name}, since it stands beside it",)
            raise
        # the manifest of a program for another target may have the same stem
        alone = None if manifest_path else program or _of_other_target(data, path, described.isa)
        if alone is not None and alone.isa != described.isa:
            return CompiledProgram.of(alone)
        if described.code != (program.code if program else data):
            raise InputError(
                f"{beside} describes other code than {path} holds",
                Location(str(path)),
                ("compile both again together",),
            )
        return CompiledProgram.of(described)
    if program is not None:
        return CompiledProgram.of(program)
    for kind in files.KINDS:
        if kind.bare is not None and path.suffix.lower() in kind.endings:
            return CompiledProgram.of(kind.bare(data, str(path)))
    raise InputError(
        f"{path.name} holds code alone, without names and constants",
        Location(str(path)),
        (f"put its manifest beside it as {beside.name}, or give --manifest",),
    )


def _of_other_target(data: bytes, path: Path, isa: str) -> Program | None:
    """The program of a file whose ending says that it is for another target than `isa`."""
    for kind in files.KINDS:
        owners = registry.holders(kind.name) if kind.bare is not None and path.suffix.lower() in kind.endings else ()
        if owners and isa not in owners and kind.bare is not None:
            return kind.bare(data, str(path))
    return None


def contained(data: bytes, name: str) -> CompiledProgram | None:
    """The program in a container that needs no manifest, or None."""
    for kind in files.KINDS:
        if kind.read is not None and data.startswith(kind.magic):
            return CompiledProgram.of(kind.read(data, name))
    for kind in registry.outside_formats():
        if kind.read is not None and data.startswith(kind.magic):
            return CompiledProgram.of(kind.read(data, name))
    return None


def save(program: Program, path: str | Path) -> None:
    kind = format_of(path)
    files.check_stem(Path(path), kind)
    files.write_files({Path(path): contents(program, kind, Path(path).stem)})


def format_named(name: str, others: tuple[str, ...] = ()) -> files.OutputKind:
    """The output format of this name, of gpucc or of an outside target."""
    return files.kind_named(name, others, registry.outside_formats)


def format_of(path: str | Path) -> files.OutputKind:
    """The output format of a file's ending, of gpucc or of an outside target."""
    return files.kind_of(path, registry.outside_formats)


def own_format(isa: str) -> files.OutputKind:
    """The format in which assembled programs of a target are written."""
    return next(iter(registry.find(isa).formats), files.BIN)


def contents(program: Program, kind: files.OutputKind, name: str = "", width: int = 0) -> bytes:
    """The bytes of an output file (see `emit.files`), if the format can hold a program of this target."""
    goal = registry.find(program.isa)
    if not kind.shared and kind not in goal.formats:
        owners = " and ".join(registry.holders(kind.name))
        raise UsageError(f"format {kind.name!r} holds {owners} code, but this program is for {program.isa}")
    if kind is files.BIN and not goal.raw:
        own = ", ".join(other.name for other in goal.formats)
        raise UsageError(f"{kind.what} alone is no program for {program.isa}", notes=(f"formats that are one: {own}",))
    return files.contents(program, kind, goal.text, name, width)
