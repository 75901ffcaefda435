"""Convert named numpy arrays to register files and back, for the arguments and results of `Program.run`.

Inputs have their lanes first: (lanes,), (lanes, components), (lanes, columns, rows). Uniforms come without lanes, or
with lanes first when every lane has its own. Textures are (height, width, 4), cubes (6, height, width, 4), or a list of
levels, largest first; in floats, or in bytes, of which 255 is 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InputError, UsageError
from gpucc.interp.data import Batch, F32Array, Outcome, Texture
from gpucc.program import DERIVED, Interface, Slot, file_size

Arrays = Mapping[str, Any]


def pack(interface: Interface, arrays: Arrays, lanes: int | None = None) -> Batch:
    """The batch that the arrays describe. Each input must be given, each uniform that has no default, and nothing
    else."""
    arrays = {slot.name: np.array(slot.default, np.float32) for slot in interface.uniforms if slot.default} | dict(
        arrays
    )
    _check_names(interface, arrays)
    given = {name: np.asarray(value) for name, value in arrays.items() if not _is_texture(interface, name)}
    lanes = lanes or _lanes(interface, given)
    inputs = np.zeros((lanes, file_size(interface.inputs), 4), np.float32)
    for slot in interface.inputs:
        _fill(inputs, slot, _flat(slot, given[slot.name], lanes, needs_lanes=True))
    rows = {slot.name: _flat(slot, given[slot.name], lanes, needs_lanes=False) for slot in given_uniforms(interface)}
    depth = lanes if any(row.shape[0] > 1 for row in rows.values()) else 1
    uniforms = np.zeros((depth, file_size(interface.uniforms), 4), np.float32)
    for slot in given_uniforms(interface):
        _fill(uniforms, slot, rows[slot.name])
    textures = {slot.register: _texture(slot, arrays[slot.name]) for slot in interface.samplers}
    return Batch(inputs, uniforms, textures)


def given_uniforms(interface: Interface) -> tuple[Slot, ...]:
    """The uniforms that a caller gives; derived constants are computed from them."""
    return tuple(slot for slot in interface.uniforms if slot.builtin != DERIVED)


def unpack(interface: Interface, outcome: Outcome) -> dict[str, NDArray[Any]]:
    """The outputs by name, lanes first; integers and booleans as such. `discarded` is present if a fragment was
    discarded."""
    found: dict[str, NDArray[Any]] = {}
    registers = outcome.outputs.shape[1]
    for slot in interface.outputs:
        last = slot.register + slot.registers - 1
        if last >= registers:
            raise InputError(f"the output {slot.name} is in register {last}, and the program has none there")
        columns = [outcome.outputs[:, slot.register + i // 4, i % 4] for i in _used(slot)]
        values = columns[0] if len(columns) == 1 else np.stack(columns, axis=1)
        letter = slot.words.replace(".", "")[:1]
        found[slot.name] = values.astype({"i": np.int32, "u": np.uint32, "b": np.bool_}.get(letter, np.float32))
    if outcome.discarded.any():
        found["discarded"] = outcome.discarded
    return found


def _check_names(interface: Interface, arrays: Arrays) -> None:
    known = [slot.name for slot in (*interface.inputs, *given_uniforms(interface), *interface.samplers)]
    for name in arrays:
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise UsageError(
                f"the program has no input {name!r}", notes=(f"{hint}it takes: {', '.join(known) or 'nothing'}",)
            )
    missing = [name for name in known if name not in arrays]
    if missing:
        raise UsageError(f"no value for {', '.join(missing)}", notes=(f"the program takes: {', '.join(known)}",))


def _is_texture(interface: Interface, name: str) -> bool:
    return any(slot.name == name for slot in interface.samplers)


def _lanes(interface: Interface, given: Mapping[str, NDArray[Any]]) -> int:
    counts = {slot.name: given[slot.name].shape[0] if given[slot.name].ndim else 0 for slot in interface.inputs}
    if len(set(counts.values())) > 1 or 0 in counts.values():
        shown = ", ".join(f"{name} {given[name].shape}" for name in counts)
        raise UsageError(f"inputs must agree in their first dimension, the lanes: {shown}")
    return next(iter(counts.values()), 1)


def _used(slot: Slot) -> list[int]:
    return [i for i, letter in enumerate(slot.words) if letter != "."]


def _is_whole(slot: Slot, array: NDArray[Any]) -> bool:
    """Return whether an array holds all rows of a matrix of which the program reads a part: 4 by 4 numbers for a
    vec3[4], or for a vec4[3] whose last row is not read."""
    rows = -(-len(slot.words) // 4)
    whole = array.size // 4 if array.ndim == 1 or array.shape[-1:] == (4,) else 0
    return 1 < rows <= whole == 4 and array.size == 16


def _flat(slot: Slot, array: NDArray[Any], lanes: int, needs_lanes: bool) -> F32Array:
    """The values as an array (lanes or 1, words)."""
    wanted = len(_used(slot))
    if array.dtype.kind not in "fiub":
        raise UsageError(f"{slot.name} must be numbers, not {array.dtype}")
    if array.size == wanted and not (needs_lanes and lanes != 1):
        return array.reshape(1, wanted).astype(np.float32)
    if array.ndim and array.shape[0] == lanes and array.size == lanes * wanted:
        return array.reshape(lanes, wanted).astype(np.float32)
    if not needs_lanes and _is_whole(slot, array):
        return array.reshape(1, -1)[:, _used(slot)].astype(np.float32)
    if not needs_lanes and array.ndim > 1 and array.shape[0] == lanes and _is_whole(slot, array[0]):
        return array.reshape(lanes, -1)[:, _used(slot)].astype(np.float32)
    shape = f"({lanes}, ...)" if needs_lanes else f"(...) or ({lanes}, ...)"
    raise UsageError(
        f"{slot.name} is {slot.type}: {wanted} numbers for each lane in shape {shape}; this array is {array.shape}"
    )


def _fill(file: F32Array, slot: Slot, values: F32Array) -> None:
    for column, i in enumerate(_used(slot)):
        file[:, slot.register + i // 4, i % 4] = values[:, column]


def _texture(slot: Slot, value: Any) -> Texture:
    if isinstance(value, Texture):
        return value
    levels: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
    arrays = tuple(_texels(slot, np.asarray(level)) for level in levels)
    cube = slot.sampler is not None and slot.sampler.dimension == "cube"
    for level in arrays:
        if (
            level.ndim != (4 if cube else 3)
            or level.shape[-1] != 4
            or 0 in level.shape
            or (cube and level.shape[0] != 6)
        ):
            shape = "(6, height, width, 4)" if cube else "(height, width, 4)"
            raise UsageError(f"texture {slot.name} must have shape {shape}; this array is {level.shape}")
    return Texture(arrays)


def _texels(slot: Slot, level: NDArray[Any]) -> F32Array:
    """The numbers of a level in floats; bytes are fractions of 255, as pictures have them."""
    if level.dtype == np.uint8:
        return np.ascontiguousarray(level, np.float32) / np.float32(255)
    if level.dtype.kind not in "fiub":
        raise UsageError(f"texture {slot.name} must be numbers, not {level.dtype}")
    return np.ascontiguousarray(level, np.float32)
