"""The colour of each self-test, by the simulator: if its fact holds, and in each other way.

A colour is four bytes, each the nearest to 255 times the number. The picture is one quad of fragments, or one vertex:
all of it has the same colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np

from gpucc.errors import InternalError
from gpucc.interp.data import Batch, Texture
from gpucc.isa.model import Isa, SamplerState
from gpucc.program import Constant, Interface, Program, Slot, Stage
from gpucc.records import dataclass
from gpucc.selftest.model import BYTE, SIZE, Exchange, Otherwise, Row, SelfTest, Vertices
from gpucc.targets import registry
from gpucc.targets.record import check_options

Color: TypeAlias = tuple[int, int, int, int]
CLOSEST = 8  # colours that are told apart differ by at least so much in some byte
LEVEL_SIDE = 8  # of the largest level of each texture
VIEWPORT = (SIZE / 2, SIZE / 2, 0.5, 1.0), (SIZE / 2, SIZE / 2, 0.5, 0.0)
MIPMAPS = SamplerState("2d", mip="mipnearest")
QUAD = ((0.5, 0.5), (1.5, 0.5), (0.5, 1.5), (1.5, 1.5))


@dataclass(frozen=True, slots=True)
class Answer:
    """What is seen if the fact holds, and what each other way would show."""

    expected: Color
    otherwise: tuple[Color, ...]


@cache
def answer(test: SelfTest, isa: str) -> Answer:
    target = registry.find(isa)
    right = color(test, target.isa, None)
    others = tuple(color(test, target.isa, way) for way in test.otherwise)
    for way, other in zip(test.otherwise, others, strict=True):
        if max(abs(a - b) for a, b in zip(right, other, strict=True)) < CLOSEST:
            raise InternalError(f"the self-test of {test.fact} shows {right} also if {way.means}: {other}")
    return Answer(right, others)


def color(test: SelfTest, isa: Isa, way: Otherwise | None) -> Color:
    """The colour under the fact, or in another way."""
    text = test.text
    # the other ways exchange parts of what the test itself says; the rest of it keeps its meaning
    for part in (*(() if way is None else way.exchange), *_still(test.stands_for, way)):
        text = exchanged(text, part[0], part[1], test.fact)
    record = isa if way is None or way.record is None else way.record(isa)
    program = program_of(test, isa.name, text)
    outcome = registry.find(isa.name).simulate(program, record, _batch(test, program, way, text))
    if outcome.unsure.any() or outcome.discarded.any():
        raise InternalError(f"the self-test of {test.fact} has no defined colour")
    place = max(slot.register for slot in program.interface.outputs)
    values = outcome.outputs[:, place, :].astype(np.float64)
    seen = np.rint(np.clip(np.nan_to_num(values, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0) * BYTE).astype(int)
    if (seen != seen[0]).any():
        raise InternalError(f"the self-test of {test.fact} draws more than one colour: {seen.tolist()}")
    red, green, blue, alpha = (int(byte) for byte in seen[0])
    return red, green, blue, alpha


def _still(stands_for: Exchange, way: Otherwise | None) -> Exchange:
    taken = {old for old, _ in way.exchange} if way is not None else set()
    return tuple(part for part in stands_for if part[0] not in taken)


def exchanged(text: str, old: str, new: str, fact: str) -> str:
    if old not in text:
        raise InternalError(f"the self-test of {fact} has no {old!r} to exchange")
    return text.replace(old, new)


@cache
def _assembled(isa: str, text: str, name: str, stage: Stage) -> bytes:
    target = registry.find(isa)
    return target.assemble(text, name, check_options(target.isa, {}), stage).code


def program_of(test: SelfTest, isa: str, text: str) -> Program:
    """A text as a program, with the interface that all self-tests of a stage have."""
    target = registry.find(isa)
    stage: Stage = "vertex" if "vertex" in target.isa.stages else "fragment"
    code = _assembled(isa, text, f"{test.fact}.s", stage)
    rows = max(len(test.uniforms), 1)
    uniforms: tuple[Slot, ...] = (Slot("u", "uniform", 0, "ffff" * rows, f"vec4[{rows}]"),)
    letter, more = ("p", 1) if stage == "vertex" else ("v", 0)
    inputs = tuple(Slot(f"{letter}{i}", "input", i, "ffff") for i in range(len(test.inputs) + more))
    if stage == "vertex":
        uniforms = (*uniforms, Slot("gl_mali_ViewportTransform", "uniform", rows, "ffffffff", "vec4[2]"))
        varying = 15 if "v15" in text else 1
        position = Slot("gl_Position", "output", 0, "ffff", builtin="gl_Position")
        outputs = position, Slot("c", "output", varying, "ffff")
        constants = tuple(Constant(row, i, value) for row, values in test.constants for i, value in enumerate(values))
        return Program(isa, stage, code, Interface(inputs, outputs, uniforms), constants)
    if "read_color" in text:
        place = len(inputs)
        inputs = (*inputs, Slot("gl_FBColor", "input", place, "ffff", builtin="gl_FBColor"))
    samplers = tuple(Slot(f"t{i}", "sampler", i, "", "sampler", sampler=MIPMAPS) for i in range(len(test.levels)))
    color = Slot("gl_FragColor", "output", 0, "ffff", builtin="gl_FragColor")
    return Program(isa, stage, code, Interface(inputs, (color,), uniforms, samplers))


def _batch(test: SelfTest, program: Program, way: Otherwise | None, text: str) -> Batch:
    inputs = list(test.inputs)
    uniforms = [list(row) for row in test.uniforms] or [[0.0] * 4]
    for k, row in way.inputs if way is not None else ():
        inputs[k] = row
    for k, values in way.uniforms if way is not None else ():
        uniforms[k] = list(values)
    vertex = program.stage == "vertex"
    if vertex:
        uniforms += [list(row) for row in VIEWPORT]
    if test.room is not None and "t[" in text:
        uniforms = uniforms[: test.room]
    lanes = [_vertex(row) for row in ((0.0, 0.0, 0.0, 1.0), *inputs)] if vertex else [_quad(row) for row in inputs]
    if "read_color" in text:
        lanes.append(_quad(test.frame))
    count = 1 if vertex else len(QUAD)
    given = np.zeros((count, max(len(lanes), 1), 4), np.float32)
    for k, rows in enumerate(lanes):
        given[:, k] = rows
    textures = {k: Texture(_levels(colors)) for k, colors in enumerate(test.levels)}
    return Batch(given, np.array([uniforms], np.float32), textures)


def _vertex(row: Row | Vertices) -> Sequence[Row]:
    return [row if not isinstance(row[0], tuple) else row[0]]


def _quad(row: Row | Vertices) -> Sequence[Row]:
    """What the fragments of a quad get of a triangle with the corners (0, 0), (2 SIZE, 0), (0, 2 SIZE)."""
    if not isinstance(row[0], tuple):
        return [row] * len(QUAD)
    corner, right, low = (np.array(vertex, np.float64) for vertex in row)
    found = [corner + (right - corner) * (x / (2 * SIZE)) + (low - corner) * (y / (2 * SIZE)) for x, y in QUAD]
    return [tuple(map(float, values)) for values in found]  # type: ignore[misc]


def _levels(colors: Sequence[Row]) -> tuple[np.ndarray[tuple[int, int, int], np.dtype[np.float32]], ...]:
    sides = [max(LEVEL_SIDE >> k, 1) for k in range(len(colors))]
    return tuple(
        np.array(np.broadcast_to(np.array(row, np.float32), (side, side, 4)))
        for row, side in zip(colors, sides, strict=True)
    )
