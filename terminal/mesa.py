"""`gpucc mesa-cache`: a pair of shaders as entries of the disk cache of Mesa's driver for lima."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from gpucc import driver
from gpucc.emit import mesa, mesa_log
from gpucc.emit.files import write_files
from gpucc.errors import UsageError
from gpucc.program import Program, Stage
from gpucc.reading import read_file
from gpucc.records import dataclass
from gpucc.terminal import console

# the bounds of 1/w, and the sizes of points, that Mesa's own programs have
VIEWPORT = "32768"
FAMILY = "lima"
STAGES: tuple[Stage, Stage] = ("vertex", "fragment")


@dataclass(frozen=True, slots=True)
class MesaWishes:
    """The options: the build of Mesa and the chip, what a dry run told, and the switches of both targets."""

    build_id: str
    log: str
    gpu: str
    output: str
    target: Mapping[str, str]


def write_entries(vertex: str, fragment: str, wishes: MesaWishes) -> None:
    """Compile and link the pair, and write its two entries below the output folder."""
    if wishes.gpu not in mesa.GPUS:
        raise UsageError(f"Mesa's driver knows no chip {wishes.gpu!r}", notes=(f"chips: {', '.join(mesa.GPUS)}",))
    paths = Path(vertex), Path(fragment)
    log = read_file(Path(wishes.log)).decode("utf-8", "replace")
    keys = mesa_log.keys_of(log, wishes.log)
    notice = partial(_told, vertex)
    first, second = driver.paired(*paths, notice)
    programs = [
        _compiled(text, path, stage, switches, notice)
        for text, path, stage, switches in (
            (first, paths[0], STAGES[0], {"viewport": VIEWPORT, **wishes.target}),
            (second, paths[1], STAGES[1], wishes.target),
        )
    ]
    mesa.check_pair(*programs)
    for program in programs:
        mesa_log.check_uniforms(program, log, wishes.log)
    folder, files = Path(wishes.output), {}
    for key, program in zip(keys, programs, strict=True):
        files[folder / mesa.path_of(key)] = mesa.entry(mesa.shader_of(program), wishes.build_id, wishes.gpu)
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
    write_files(files)
    for path, program in zip(files, programs, strict=True):
        console.say(f"{path}: the {program.stage} program, {len(program.code)} bytes of code")


def _compiled(
    text: Path | bytes, path: Path, stage: Stage, switches: Mapping[str, str], notice: Callable[[str, object], None]
) -> Program:
    isa, target = driver.member(FAMILY, stage, path.name, switches)
    name = None if isinstance(text, Path) else f"{path.name}.ll"
    return driver.compile(text, isa, name=name, target=target, stage=stage, observe=notice)


def _told(name: str, stage: str, value: object) -> None:
    """Show the warnings of a compilation."""
    if stage == "warning":
        console.warn(f"{name}: {value}")
