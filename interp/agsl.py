"""Run AGSL as the program that our own front end makes of its text, with the program's inputs connected to those that
the text declares."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache

import numpy as np

from gpucc.emit.agsl_interface import UNSAID, AgslInterface, Wire, plan_interface
from gpucc.errors import InternalError
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.derived import with_derived
from gpucc.interp.reference.jit import Reference
from gpucc.interp.verify import native_bounds
from gpucc.isa.agsl_tree import AgslName
from gpucc.isa.model import FP32, Isa
from gpucc.program import Program, Shader, Slot, file_size
from gpucc.records import dataclass

# models of functions run the same few texts hundreds of times, and compiling one takes longer than running it
KEPT = 32
# what a wire is connected with where the host says how large the picture is, and where its lower edge lies
SIZE, BOTTOM = ("constant", 1, 0), ("constant", 0, 0)
# the sizes and the lower edges that are tried: powers of two, by which no coordinate is rounded
SIZES, HEIGHTS = (8.0, 2.0), (1.0, 4.0, 64.0)


@dataclass(frozen=True, slots=True)
class _Text:
    """A compiled text, which its code, the states of its samplers and the target's name identify."""

    code: bytes
    samplers: tuple[Slot, ...]
    target: str
    shader: Shader = field(compare=False)
    isa: Isa = field(compare=False)


@lru_cache(maxsize=KEPT)
def _reference(text: _Text) -> Reference:
    """The text on the host. Quotients are exact here: the text divides coordinates in pixels by the size again, which
    the source need not do."""
    bounds = {op: bound for op, bound in native_bounds(text.isa).items() if op != "fdiv"}
    return Reference(text.shader, FP32, bounds=bounds, chip=True)


def run(shader: Shader, program: Program, isa: Isa, batch: Batch, perturb: Chance | None) -> Outcome:
    """Run the program; `shader` is its compiled text."""
    wired = _wired(shader, program, with_derived(batch, program.interface, program.derived))
    samplers = {slot.name: slot for slot in program.interface.samplers}
    names = _sampler_names(program)
    slots = tuple(
        replace(slot, sampler=samplers[names[slot.name]].sampler)
        for slot in shader.interface.samplers
        if slot.name in names
    )
    shader = replace(shader, interface=replace(shader.interface, samplers=slots or shader.interface.samplers))
    reference = _reference(_Text(program.code, shader.interface.samplers, isa.name, shader, isa))
    textured = bool(program.interface.samplers)
    # the source's texels are exact, so no run of the text may move them
    chance = None if perturb is None or textured else perturb.seed
    found = reference.run(wired, perturb=chance)
    return replace(found, unsure=np.zeros_like(found.unsure))


def _plan(program: Program, sized: frozenset[int]) -> AgslInterface:
    coord = dict(program.options).get("coord", UNSAID)
    return plan_interface(program.interface, sized, coord=coord)


def _all(program: Program) -> frozenset[int]:
    return frozenset(slot.register for slot in program.interface.samplers)


def _sampler_names(program: Program) -> dict[str, str]:
    plan = _plan(program, _all(program))
    return {plan.children[slot.register]: slot.name for slot in program.interface.samplers}


def _wired(shader: Shader, program: Program, batch: Batch) -> Batch:
    """Return the batch with its arrays arranged as the text declares them, not as the program's interface does."""
    mine = shader.interface
    own = _own(program)
    inputs = np.zeros((batch.lanes, max(1, file_size(mine.inputs)), 4), np.float32)
    uniforms = np.zeros((batch.lanes, max(1, file_size(mine.uniforms)), 4), np.float32)
    slots = {slot.name: slot for slot in mine.slots()}
    textures = {}
    plan = _plan(program, own)
    _insist_on_names(program, plan, slots)
    framed = _framed(plan, slots, batch)
    for wire in plan.wires:
        slot = slots.get(wire.name)
        if slot is not None:
            file = inputs if slot.kind == "input" else uniforms
            value = _component(wire.component, batch)
            value = framed.get(wire, -value if wire.factor < 0 else value)
            file[:, slot.register + wire.element, wire.lane] = value
    for register, name in plan.children.items():
        slot = slots.get(name)
        if slot is None:
            continue
        textures[slot.register] = batch.textures[register]
        size = slots.get(f"{name}.size")
        if size is not None:
            for lane in range(2):
                place = (
                    ("uniform", plan.registers[register], lane)
                    if register in plan.registers
                    else ("sampler", register, lane)
                )
                uniforms[:, size.register, lane] = _component(place, batch)
    return Batch(inputs, uniforms, textures)


def _framed(plan: AgslInterface, slots: Mapping[str, Slot], batch: Batch) -> dict[Wire, F32Array]:
    """What the coordinate is, and what the host says of the picture, in one that is larger than a pixel, wherever the
    text finds the same coordinate in it without rounding."""
    sizes = {wire.lane: wire for wire in plan.wires if wire.component == SIZE}
    bottom = next((wire for wire in plan.wires if wire.component == BOTTOM), None)
    found: dict[Wire, F32Array] = {}
    for wire in plan.wires if sizes or bottom else ():
        if wire.component[0] != "input" or wire.name not in slots or slots[wire.name].kind != "input":
            continue
        value = np.array(_component(wire.component, batch), np.float32)
        if size := sizes.get(wire.lane):
            found[size] = _fitting((SIZES[wire.lane],), 1.0, _divided_again, value)
            value = value * found[size]
        if bottom and wire.factor < 0:
            found[bottom] = _fitting(HEIGHTS, -0.0, _turned_again, value)
            value = found[bottom] - value
        found[wire] = value
    return found


def _divided_again(value: F32Array, size: np.float32) -> F32Array:
    return np.asarray(value * size / size, np.float32)


def _turned_again(value: F32Array, bottom: np.float32) -> F32Array:
    return np.asarray(bottom - (bottom - value), np.float32)


def _fitting(
    candidates: Sequence[float], otherwise: float, again: Callable[[F32Array, np.float32], F32Array], value: F32Array
) -> F32Array:
    """For each quad the last candidate with which the value is found again, bit for bit."""
    chosen = np.full(len(value), otherwise, np.float32)
    for one in map(np.float32, candidates):
        with np.errstate(all="ignore"):
            same = np.asarray(again(value, one), np.float32).view(np.int32) == value.view(np.int32)
        quads = np.logical_and.reduceat(same, np.arange(0, len(value), 4))
        chosen[np.repeat(quads, 4)[: len(value)]] = one
    return chosen


def _insist_on_names(program: Program, plan: AgslInterface, declared: Container[str]) -> None:
    """Refuse a text in which a name of the source means another of its uniforms or children: text and wires follow one
    plan, so that no comparison of results would show it, and the app sets them by name."""
    names: dict[tuple[str, int], set[str]] = {}
    for wire in plan.wires:
        names.setdefault((wire.component[0], wire.component[1]), set()).add(wire.name)
    names |= {("sampler", register): {name} for register, name in plan.children.items()}
    for slot in (*program.interface.inputs, *program.interface.uniforms, *program.interface.samplers):
        found = names.get((slot.kind, slot.register), {slot.name})
        if slot.name not in found and slot.name in declared and slot.name.isidentifier():
            raise InternalError(f"the text calls {', '.join(sorted(found))} what the source calls {slot.name}")


def _own(program: Program) -> frozenset[int]:
    """Return the samplers whose size the text declares as a uniform."""
    # a comment may hold any bytes
    text = program.code.decode("utf-8", "replace")
    plan = _plan(program, _all(program))
    return frozenset(
        register
        for register, size in plan.sizes.items()
        if f"uniform float2 {size.text if isinstance(size, AgslName) else ''};" in text
    )


def _component(component: tuple[str, int, int], batch: Batch) -> F32Array | np.float32:
    kind, register, lane = component
    if kind == "constant":
        return np.float32(register)
    if kind == "sampler":
        height, width = batch.textures[register].levels[0].shape[:2]
        return np.float32((width, height)[lane])
    return (batch.inputs if kind == "input" else batch.uniforms)[:, register, lane]
