"""Values of inputs, uniforms and samplers that stand on the command line of `gpucc run`."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc import driver
from gpucc.errors import UsageError
from gpucc.program import Program, Slot
from gpucc.records import dataclass
from gpucc.terminal import render, wishes

# what numbers can be written in terms of
NAMES = {name: np.array(value) for name, value in {"pi": math.pi, "inf": math.inf, "nan": math.nan}.items()}
# an example gives at most so many values
SHOWN = 3
# the values of what a driver sets that change nothing
USUAL = {"gl_mali_ViewportTransform": "1,1,1,0,0,0,0,0", "gl_mali_PointSizeParameters": "1,100,1,0"}


@dataclass(frozen=True, slots=True)
class GivenValues:
    """Values by name: numbers of inputs, which may be those of several lanes, and of uniforms; files of pictures."""

    inputs: Mapping[str, NDArray[np.float32]]
    uniforms: Mapping[str, NDArray[np.float32]]
    textures: Mapping[str, str]


def values(inputs: Sequence[str], uniforms: Sequence[str], textures: Sequence[str]) -> GivenValues:
    """Read the words of --input, --uniform and --texture."""
    pictures = wishes.pairs("--texture", textures)
    return GivenValues(_numbers("--input", inputs), _numbers("--uniform", uniforms), pictures)


def _numbers(option: str, words: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    try:
        texts = wishes.pairs(option, words)
    except UsageError as error:
        error.notes += ("--inputs IN.npz reads arrays from a file",)
        raise
    with np.errstate(over="ignore"):
        return {name: np.array(render.evaluate(text, NAMES), np.float32) for name, text in texts.items()}


def arrays_of(program: Program, file: Mapping[str, Any], given: GivenValues) -> dict[str, Any]:
    """The arrays of a file, and what is given beside them, or instead of them. Numbers of one lane are those of all
    lanes."""
    slots = {slot.name: slot for slot in program.interface.inputs}
    uniforms = driver.given_uniforms(program.interface)
    _check_names("--input", given.inputs, program.interface.inputs, "--uniform", uniforms)
    _check_names("--uniform", given.uniforms, uniforms, "--input", program.interface.inputs)
    made = {name: _lanes(slots[name], values) for name, values in given.inputs.items()}
    every = {name: made[name] if name in made else np.asarray(file[name]) for name in slots if name in {**file, **made}}
    lanes = max((len(array) for array in every.values() if array.ndim), default=1)
    for name, array in made.items():
        if len(array) not in (1, lanes):
            told = ", ".join(f"{name} {len(array)}" for name, array in every.items() if array.ndim)
            raise UsageError(f"--input {name} has {len(array)} lanes, but the inputs have different numbers: {told}")
        made[name] = np.repeat(array, lanes // len(array), axis=0)
    for slot in uniforms:
        if slot.name in given.uniforms:
            render.check_count(slot, len(given.uniforms[slot.name]))
    return {**file, **made, **given.uniforms}


def _check_names(
    option: str, given: Mapping[str, object], slots: Sequence[Slot], other: str, others: Sequence[Slot]
) -> None:
    for slot in others:
        if slot.name in given:
            raise UsageError(f"{option} {slot.name}: give it with {other}")
    render.unknown_names(given, slots, option)


def _lanes(slot: Slot, values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The numbers of an input, a row for each lane."""
    count = render.components(slot)
    if len(values) % count:
        raise UsageError(
            f"--input {slot.name} has {len(values)} numbers, but the shader's {slot.type} takes {count} for each lane"
        )
    return values.reshape(-1, count)


def example(program: Program, arrays: Mapping[str, Any]) -> Iterator[str]:
    """Notes with the options that give the values which are missing."""
    interface = program.interface
    uniforms = [slot for slot in driver.given_uniforms(interface) if not slot.default]
    wanted = [("--input", slot) for slot in interface.inputs] + [("--uniform", slot) for slot in uniforms]
    words = [
        f"{option} {shlex.quote(slot.name)}={USUAL.get(slot.name) or ','.join(['0'] * render.components(slot))}"
        for option, slot in wanted
        if slot.name not in arrays
    ]
    if words:
        yield f"for example {' '.join(words[:SHOWN])}{' ..' * (len(words) > SHOWN)}"
    for slot in interface.samplers:
        if slot.name not in arrays:
            yield f"--texture {shlex.quote(slot.name)}=FILE.png gives the picture, or --inputs IN.npz any texels"
            break
