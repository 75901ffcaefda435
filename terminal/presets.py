"""RetroArch's presets (.glslp): a chain of shaders, compiled pass by pass into a folder, with a manifest of the chain.

A preset is a list of `key = value`; keys of a pass end in its number. `preset.json` repeats what the host needs of it:
the passes with their programs, the scale and the filter of their pictures, and the pictures of the preset.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpucc import driver
from gpucc.emit.files import JSON
from gpucc.errors import GpuccError, InputError, Location, UsageError
from gpucc.program import Program
from gpucc.records import dataclass
from gpucc.terminal import console
from gpucc.terminal.compiling import PRESET, Job, compile_jobs, plan_jobs, summary, warn_about
from gpucc.terminal.notes import Notes
from gpucc.terminal.outputs import check_paths, contents_of, deliver, names_of, plan_outputs, unexplained
from gpucc.terminal.wishes import Choices, Wishes, readable

LINE = re.compile(r'\s*([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|([^\s"#][^"#]*?))?\s*(?:(?:#|//).*)?$')
REFERENCE = re.compile(r'\s*#reference\s+(?:"([^"]+)"|(\S+))\s*$')
MOST_PASSES, DEEPEST = 64, 16
WRAPS = {"clamp_to_border": "clamp", "clamp_to_edge": "clamp", "repeat": "repeat", "mirrored_repeat": "mirror"}
SCALES = ("source", "viewport", "absolute")
MANIFEST = "preset.json"
# the texture that holds the picture of the pass before
INPUT = "Texture"


@dataclass(frozen=True, slots=True)
class PresetValue:
    """A value of a preset, with its line for messages and the folder that its paths are relative to."""

    text: str
    place: Location
    folder: Path


class ShaderChain:
    """The settings of a preset, and of those that it refers to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, PresetValue] = {}
        self.read(path, 0)
        count = self.values.get("shaders")
        if count is None or not count.text.isdigit() or not 1 <= int(count.text) <= MOST_PASSES:
            given = "is missing" if count is None else f"is {count.text!r}"
            place = Location(str(path)) if count is None else count.place
            raise InputError(f"`shaders` {given}: it must be the number of passes, 1 to {MOST_PASSES}", place)
        self.count = int(count.text)

    def read(self, path: Path, depth: int) -> None:
        text = path.read_bytes().decode("utf-8-sig", "replace")
        for number, line in enumerate(text.splitlines(), 1):
            place = Location(str(path), number)
            reference, found = REFERENCE.match(line), LINE.match(line)
            if reference is not None:
                if depth == DEEPEST:
                    raise InputError(f"presets refer to one another more than {DEEPEST} deep", place)
                self.read(self.file(PresetValue(reference[1] or reference[2], place, path.parent), PRESET), depth + 1)
            elif found is not None:
                value = found[2] if found[2] is not None else found[3] or ""
                self.values[found[1]] = PresetValue(value.strip(), place, path.parent)
            elif line.strip() and not line.lstrip().startswith(("#", "//")):
                raise InputError("this line is no `key = value`", place, source_line=line)

    def file(self, value: PresetValue, ending: str) -> Path:
        """The path that a value names; lines of files with other endings are never shown."""
        path = value.folder / value.text.replace("\\", "/")
        if path.suffix.lower() != ending:
            raise InputError(f"{value.text!r} is no {ending} file", value.place)
        try:
            return readable(str(path))
        except UsageError as error:
            raise InputError(error.message, value.place, error.notes) from error

    def text(self, key: str) -> str:
        return self.values[key].text if key in self.values else ""

    def switch(self, key: str) -> bool | None:
        """A truth value; None if the preset does not say."""
        return {"true": True, "1": True, "false": False, "0": False}.get(self.text(key).lower())

    def number(self, key: str) -> float | None:
        if key not in self.values:
            return None
        try:
            return float(self.values[key].text)
        except ValueError as error:
            raise InputError(f"`{key}` is no number: {self.text(key)!r}", self.values[key].place) from error

    def shader(self, number: int) -> Path:
        value = self.values.get(f"shader{number}")
        if value is None:
            raise InputError(f"`shader{number}` is missing: there are {self.count} passes", Location(str(self.path)))
        return self.file(value, ".glsl")

    def parameters(self) -> dict[str, float]:
        """The values that the preset gives to parameters of its shaders."""
        names = [name.strip() for name in self.text("parameters").split(";") if name.strip()]
        found = {name: self.number(name) for name in names}
        return {name: value for name, value in found.items() if value is not None}

    def pictures(self) -> list[str]:
        return [name.strip() for name in self.text("textures").split(";") if name.strip()]

    # states of samplers ----------------------------------------------------------------------------------------------

    def state(self, linear: str, wrap: str, mipmap: str) -> str:
        """The words for `--sampler` of the values of these keys."""
        words = [WRAPS.get(self.wrap(wrap), "clamp"), "linear" if self.switch(linear) else "nearest"]
        return ",".join([*words, *(["mip"] if self.switch(mipmap) else [])])

    def wrap(self, key: str) -> str:
        word = self.text(key)
        if word and word not in WRAPS:
            notes = (f"there is {', '.join(WRAPS)}",)
            raise InputError(f"`{key}`: there is no wrap mode {word!r}", self.values[key].place, notes)
        return word

    def samplers(self, number: int) -> dict[str, str]:
        own = {name: self.state(f"{name}_linear", f"{name}_wrap_mode", f"{name}_mipmap") for name in self.pictures()}
        return own | {INPUT: self.state(f"filter_linear{number}", f"wrap_mode{number}", f"mipmap_input{number}")}

    # records of the manifest -----------------------------------------------------------------------------------------

    def scale(self, axis: str, number: int) -> dict[str, Any] | None:
        """How large the picture of a pass is along an axis; None leaves it to RetroArch."""
        key = f"scale_type_{axis}{number}" if f"scale_type_{axis}{number}" in self.values else f"scale_type{number}"
        kind = self.text(key)
        if kind and kind not in SCALES:
            notes = (f"there is {', '.join(SCALES)}",)
            raise InputError(f"`{key}`: there is no scale {kind!r}", self.values[key].place, notes)
        given = self.number(f"scale_{axis}{number}")
        value = self.number(f"scale{number}") if given is None else given
        return {"type": kind or "source", "value": 1.0 if value is None else value} if kind or value else None

    def record(self, number: int) -> dict[str, Any]:
        linear = self.switch(f"filter_linear{number}")
        return {
            "shader": self.text(f"shader{number}"),
            "alias": self.text(f"alias{number}"),
            "filter": None if linear is None else "linear" if linear else "nearest",
            "wrap": self.wrap(f"wrap_mode{number}") or "clamp_to_border",
            "mipmap_input": bool(self.switch(f"mipmap_input{number}")),
            "float_framebuffer": bool(self.switch(f"float_framebuffer{number}")),
            "srgb_framebuffer": bool(self.switch(f"srgb_framebuffer{number}")),
            "frame_count_mod": int(self.number(f"frame_count_mod{number}") or 0),
            "scale_x": self.scale("x", number),
            "scale_y": self.scale("y", number),
        }

    def picture(self, name: str) -> dict[str, Any]:
        linear = self.switch(f"{name}_linear")
        return {
            "name": name,
            "file": self.text(name),
            "filter": None if linear is None else "linear" if linear else "nearest",
            "wrap": self.wrap(f"{name}_wrap_mode") or "clamp_to_border",
            "mipmap": bool(self.switch(f"{name}_mipmap")),
        }


# compilation ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompiledPass:
    jobs: tuple[Job, ...]
    programs: tuple[Program, ...]
    warnings: tuple[str, ...]
    # what the manifest of the chain says of it
    record: dict[str, Any]


def compile_preset(inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes) -> None:
    """Compile all passes, and write their programs and the manifest of the chain. Every pass that cannot be compiled is
    an error of its own, and then nothing is written."""
    _check_wishes(inputs, choices, wishes)
    preset = ShaderChain(readable(inputs[0]))
    folder = Path(str(wishes.output))
    done: list[CompiledPass] = []
    failed: list[GpuccError] = []
    with console.Progress() as progress:
        for number in range(preset.count):
            try:
                done.append(_compiled(preset, number, isa, choices, wishes, Notes(progress)))
            except GpuccError as error:
                error.notes = (*error.notes, f"pass {number} (of {preset.count}) of {preset.path}")
                failed.append(error)
    if failed:
        failed[0].also = (*failed[0].also, *(one for other in failed[1:] for one in (other, *other.also)))
        raise failed[0]
    jobs = [job for one in done for job in one.jobs]
    programs = [program for one in done for program in one.programs]
    plan = plan_outputs(wishes.output, wishes.emit, [job.label for job in jobs], default=JSON, inputs=inputs)
    check_paths([folder / MANIFEST], inputs)
    derives = [program.derived is not None for program in programs]
    warn_about([*(text for one in done for text in one.warnings), *unexplained(plan, derives)], wishes)
    told = manifest(preset, done, [path.name for path in plan.paths])
    contents = contents_of(plan, programs, [], names_of(plan, [job.label for job in jobs]))
    deliver(plan, contents, {folder / MANIFEST: told.encode()})
    for program, job in zip(programs, jobs, strict=True):
        console.say(summary(program, job.label))
        if wishes.stats:
            console.say(console.statistics(program.stats))


def manifest(preset: ShaderChain, done: Sequence[CompiledPass], names: Sequence[str]) -> str:
    """The manifest of the chain; `names` are the files of the programs, in their order."""
    waiting = iter(names)
    passes = [{**one.record, "programs": {program.stage: next(waiting) for program in one.programs}} for one in done]
    record = {
        "preset": preset.path.name,
        "passes": passes,
        "textures": [preset.picture(name) for name in preset.pictures()],
        "parameters": preset.parameters(),
    }
    return json.dumps(record, indent=2) + "\n"


def _check_wishes(inputs: Sequence[str], choices: Choices, wishes: Wishes) -> None:
    if len(inputs) > 1:
        raise UsageError("a preset is compiled alone: it names its shaders itself")
    if choices.stage or choices.entries:
        raise UsageError("--stage and --entry go with one shader, not with a preset")
    if wishes.depends:
        raise UsageError("-MD goes with shaders, not with a preset", notes=("compile its shaders one by one",))
    if wishes.explain or wishes.stop_after or wishes.emit == "graph":
        raise UsageError("stages and rules are shown for one shader, not for a preset")
    if not wishes.output or not Path(wishes.output).is_dir():
        notes = ("for example -o crt/; it must exist",)
        raise UsageError("a preset becomes several files: -o names a folder", notes=notes)


def _compiled(
    preset: ShaderChain, number: int, isa: str, choices: Choices, wishes: Wishes, notes: Notes
) -> CompiledPass:
    path, record = preset.shader(number), preset.record(number)
    jobs = [replace(job, label=f"{number}-{job.label}") for job in plan_jobs([str(path)], choices, isa)]
    texts = driver.paired(path, path, None, choices.reading())
    read = driver.samplers_in(texts[1]) if isinstance(texts[1], bytes) else frozenset[str]()
    given = {word.partition("=")[0] for word in choices.sampler}
    states = {name: words for name, words in preset.samplers(number).items() if name in read - given}
    choices = replace(choices, sampler=(*choices.sampler, *(f"{name}={words}" for name, words in states.items())))
    done = compile_jobs(jobs, isa, choices, wishes, notes)
    programs = [_with_defaults(program, preset.parameters()) for program, _ in done if program is not None]
    warnings = [text for one in (notes, *(each for _, each in done)) for text in one.warnings()]
    return CompiledPass(tuple(jobs), tuple(programs), tuple(warnings), record)


def _with_defaults(program: Program, values: Mapping[str, float]) -> Program:
    """The program with the preset's values as defaults of its uniforms."""
    return replace(program, interface=replace(program.interface, uniforms=tuple(_valued(program, values))))


def _valued(program: Program, values: Mapping[str, float]) -> Iterator[Any]:
    for slot in program.interface.uniforms:
        single = len(slot.words.replace(".", "")) == 1 and slot.name in values
        yield replace(slot, default=(values[slot.name],)) if single else slot
