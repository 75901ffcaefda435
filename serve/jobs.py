"""What a worker does: compile a source for a target and show every pane, or draw a fragment program.

Requests and answers are JSON. Both kinds of jobs take the options of the command line as text, and read them with the
command line's own grammar.
"""

from __future__ import annotations

import base64
import binascii
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import typer
from numpy.typing import NDArray

from gpucc import driver
from gpucc.emit import manifest, png
from gpucc.errors import InputError, UsageError
from gpucc.page.trace import Trace
from gpucc.page.write import pane
from gpucc.program import Program
from gpucc.serve.languages import LANGUAGES, given_source
from gpucc.terminal import render, running
from gpucc.terminal.diagnostics import of_warning
from gpucc.terminal.explain import trace_of
from gpucc.terminal.group import GRAMMAR_ERROR
from gpucc.terminal.options import NO_CHOICES, Lanes, choosing
from gpucc.terminal.wishes import Choices, check_isa, placed
from gpucc.verdict import executed, told

# pixels on a side, frames of one job, and pixels on a side of a picture for a sampler
MOST_SIDE, MOST_FRAMES, MOST_TEXTURE = 512, 600, 1024
# options that have no meaning here, with the reason
REFUSED = {
    "include": "the page compiles one text and reads no files",
    "include_anywhere": "the page compiles one text and reads no files",
    "diagnostics": "errors and warnings are shown on the page",
}
Values = Mapping[str, Any]


class Tell(Protocol):
    """Takes an answer: what happened, and the values that belong to it."""

    def __call__(self, event: str, **values: Any) -> None: ...


def perform(request: Values, tell: Tell) -> None:
    """Do what a request asks for."""
    work: dict[str, Callable[[Values, Tell], None]] = {"compile": compile_source, "draw": draw_program}
    work[request["kind"]](request, tell)


# options --------------------------------------------------------------------------------------------------------------


def _grammar() -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command(add_help_option=False)
    @choosing()
    def options(lanes: Lanes = 256, choices: Choices = NO_CHOICES) -> tuple[Choices, int]:
        return choices, lanes

    return typer.main.get_command(app)


def options_of(text: str) -> tuple[Choices, int]:
    """The options in a text as on a command line, and the number of lanes to compare."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"the options {text!r} cannot be read: {error}") from None
    grammar = _grammar()
    for option in grammar.params:
        if option.name in REFUSED and any(word.startswith(tuple(option.opts)) for word in words):
            raise UsageError(f"{option.opts[0]} cannot be given here: {REFUSED[option.name]}")
    try:
        found = grammar.main(words, prog_name="gpucc", standalone_mode=False)
    except GRAMMAR_ERROR as error:
        raise UsageError(f"the options {text!r} cannot be read: {error}") from None
    choices, lanes = found
    assert not choices.include
    assert not choices.include_anywhere
    return choices, lanes


# compiling ------------------------------------------------------------------------------------------------------------


def compile_source(request: Values, tell: Tell) -> None:
    """Compile, compare with the JIT, and tell the panes and all that the page needs to draw the program."""
    choices, lanes = options_of(request["options"])
    isa = request["isa"]
    check_isa(isa)
    source, warnings = given_source(request["source"], request["language"], bool(request.get("compilers")))
    stages: list[tuple[str, object]] = []
    findings = [_warning(text) for text in warnings]

    def observe(stage: str, value: object) -> None:
        if stage == driver.PROGRESS:
            tell("stage", name=str(value))
            return
        if stage == "warning":
            findings.append(_warning(str(value)))
        elif stage not in (driver.LOOKED, driver.COMPARED, driver.VISITED, "rules"):
            tell("stage", name=stage)
        stages.append((stage, value))

    arguments = {"stage": LANGUAGES[request["language"]].stage, "language": LANGUAGES[request["language"]].dialect}
    given = choices.arguments()
    given |= {name: value for name, value in arguments.items() if value is not None and given[name] is None}
    with placed(source):
        program = driver.compile(
            source.data, isa, entry=choices.entry, name=source.name, observe=observe, verify=lanes,
            allow_unverified=True, **given,
        )  # fmt: skip
    trace = trace_of(program, source, stages)
    tell(
        "made",
        isa=isa,
        stage=program.stage,
        verdict=told(program),
        verified=(program.verified or {}).get("verdict", ""),
        instructions=program.stats.get("instructions"),
        bound=program.stats.get("lower_bound"),
        executed=executed(program),
        schedule=program.picture.verdict if program.picture is not None else "",
        panes=_panes(trace),
        lines=_lines(trace, source.name),
        facts=trace.facts,
        unchanged=trace.unchanged,
        findings=findings,
        program=manifest.write(program),
        scene=_scene(program) if program.stage == "fragment" else None,
    )


def _warning(text: str) -> dict[str, Any]:
    record = of_warning(text)
    return {name: getattr(record, name) for name in type(record).__slots__}


def _panes(trace: Trace) -> list[dict[str, str]]:
    """The panes as HTML, except for that of the source, which is in the editor."""
    return [
        {"name": stage.name, "role": stage.role, "html": "".join(pane(stage, number))}
        for number, stage in enumerate(trace.stages)
        if stage.role != "source"
    ]


def _lines(trace: Trace, name: str) -> dict[str, dict[str, Any]]:
    """Keys and colour of each line of the source that has a value."""
    found: dict[str, dict[str, Any]] = {}
    file = name
    for line in trace.stages[0].lines:
        if line.kind == "heading":
            file = line.text
        elif line.keys and file == name:
            found[line.number] = {"keys": line.keys, "colour": line.colour}
    return found


def _scene(program: Program) -> dict[str, Any]:
    """What the page offers as sliders and pictures."""
    interface = program.interface
    textures = {slot.name: [np.zeros((1, 1, 4), np.float32)] for slot in interface.samplers}
    own = render.moment(interface, render.grid(2, 2), 0, textures)
    own |= render.child_sizes(interface, {name: textures[name] for name in textures})
    uniforms = [
        {
            "name": slot.name,
            "type": slot.type,
            "count": sum(letter != "." for letter in slot.words),
            "whole": not set(slot.words) & {"f"},
            "most": slot.most,
            "default": slot.default,
        }
        for slot in driver.given_uniforms(interface)
        if slot.name not in own and slot.builtin is None
    ]
    samplers = [{"name": slot.name, "dimension": slot.sampler.dimension if slot.sampler else "2d"}
                for slot in interface.samplers]  # fmt: skip
    moving = any(name in own for name in ("iTime", "iFrame", "FrameCount", "iTimeDelta"))
    return {"uniforms": uniforms, "samplers": samplers, "moving": moving}


# drawing --------------------------------------------------------------------------------------------------------------


def draw_program(request: Values, tell: Tell) -> None:
    """Draw frames of a compiled program, each beside the JIT's and with the difference of both."""
    program = manifest.read(request["program"])
    choices, _ = options_of(request["options"])
    if program.isa != request["isa"] or program.stage != "fragment":
        raise UsageError("only fragment programs can be drawn, and only for the target that they were compiled for")
    source, _ = given_source(request["source"], request["language"], bool(request.get("compilers")))
    language = LANGUAGES[request["language"]]
    choices = replace(
        choices, stage=choices.stage or language.stage or "fragment", language=choices.language or language.dialect
    )
    width, height = (_number(side, 1, MOST_SIDE) for side in request["size"])
    first, last = (_number(frame, 0, 1 << 20) for frame in request["frames"])
    if not first <= last < first + MOST_FRAMES:
        raise UsageError(f"a job draws at most {MOST_FRAMES} frames")
    grid = render.grid(width, height)
    habits = render.Habits(source.name.endswith(".agsl"), _is_raw(program))
    textures = {name: _texels(data, name) for name, data in request["textures"].items()}
    textures = {slot.name: textures.get(slot.name, STAND_IN) for slot in program.interface.samplers}
    if habits.in_pixels:
        textures = {name: texels[::-1] for name, texels in textures.items()}
    scene = running.Scene("", {}, request["uniforms"], {name: name for name in textures})
    for frame in range(first, last + 1):
        with placed(source):
            arrays = running.scene_arrays(program, grid, scene, habits, frame, textures)
            ours = driver.run(program, arrays, lanes=grid.lanes)
            theirs = running.jit_results(source, program.isa, choices, arrays, grid.lanes)
        gap = running.difference(ours, theirs, program, grid)
        tell(
            "frame",
            frame=frame,
            ours=_picture(ours, program, grid),
            theirs=_picture(theirs, program, grid),
            gap=_picture(gap.arrays, program, grid),
            largest=gap.largest,
            differing=gap.pixels,
            pixels=width * height,
        )


def _number(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"a number from {least} to {most} is needed, not {value!r}")
    return value


def _is_raw(program: Program) -> bool:
    return any(slot.builtin == render.WINDOW for slot in program.interface.uniforms)


def _picture(results: Mapping[str, NDArray[Any]], program: Program, grid: render.Grid) -> str:
    return base64.b64encode(png.write(running.draw(results, program, grid))).decode()


def _texels(data: object, name: str) -> NDArray[np.float32]:
    """The picture for a sampler, the lowest row first."""
    try:
        found = base64.b64decode(data if isinstance(data, str) else "", validate=True)
    except binascii.Error:
        raise InputError(f"the picture for {name!r} is no base64") from None
    image = png.read(found, name)
    if max(image.shape[:2]) > MOST_TEXTURE:
        raise InputError(f"the picture for {name!r} is larger than {MOST_TEXTURE} x {MOST_TEXTURE} pixels")
    return np.ascontiguousarray(image[::-1]).astype(np.float32) / np.float32(255.0)


def _stand_in(side: int) -> NDArray[np.float32]:
    """What a sampler reads before it has a picture: squares in two tones, redder to the right and greener upwards."""
    place = np.arange(side)
    right, up = np.meshgrid(place / (side - 1), place / (side - 1))
    tone = np.where((place[:, None] // 8 + place[None, :] // 8) % 2, 1.0, 0.6)
    picture = np.stack([right * tone, up * tone, 0.5 * tone, np.ones((side, side))], axis=2)
    return picture.astype(np.float32)


STAND_IN = _stand_in(64)
