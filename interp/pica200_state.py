"""The state of a PICA200 program over numpy lanes: registers, uniforms, flags, and groups of lanes that run
together."""

from __future__ import annotations

from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from gpucc.emit import fp24
from gpucc.emit.shbin import Preset
from gpucc.errors import InputError
from gpucc.interp.data import Batch, F32Array
from gpucc.interp.machine import Fault, Mask
from gpucc.interp.numerics_fp24 import rounded
from gpucc.interp.pica200_emitted import Bank, Emitted, Ints
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import Format, Isa
from gpucc.isa.pica200 import BOOLEAN_BASE, INTEGER_BASE
from gpucc.records import dataclass


class PicaTrap(Fault):
    """The program relied on behaviour that the facts leave undefined. Words count from 0, as targets do."""

    def __init__(self, word: int, message: str) -> None:
        InputError.__init__(self, f"word {word}: {message}")
        self.token = word


@dataclass(frozen=True, slots=True)
class Control:
    """The state that decides where control goes next; lanes in which it is equal can run together.

    `ifs` are pairs (else, end), `calls` (end, return), `loops` triples (first word, end, number of the counter).
    `loop` says why aL is not known; it is empty if aL is known.
    """

    pc: int
    calls: tuple[tuple[int, int], ...] = ()
    ifs: tuple[tuple[int, int], ...] = ()
    loops: tuple[tuple[int, int, int], ...] = ()
    loop: str = "which no loop has set"

    @property
    def depth(self) -> int:
        return len(self.calls) + len(self.ifs) + len(self.loops)


@dataclass(slots=True)
class PicaLanes:
    control: Control
    lanes: Ints


def merge(groups: list[PicaLanes]) -> list[PicaLanes]:
    """Merge groups with equal control state."""
    found: dict[Control, PicaLanes] = {}
    for group in groups:
        other = found.get(group.control)
        found[group.control] = (
            group if other is None else PicaLanes(group.control, np.sort(np.concatenate([other.lanes, group.lanes])))
        )
    return list(found.values())


@dataclass(slots=True)
class PicaUniforms:
    """The three banks, with one column or one for each lane, and the parts of them that are known."""

    floats: F32Array
    known: NDArray[np.bool_]
    integers: Ints
    integers_known: NDArray[np.bool_]
    booleans: NDArray[np.bool_]
    booleans_known: NDArray[np.bool_]

    def column(self, lanes: Ints) -> Ints:
        """The columns of these lanes' uniforms."""
        return lanes if self.floats.shape[2] > 1 else np.zeros(1, np.int64)


@dataclass(slots=True)
class PicaState:
    inputs: F32Array
    temporaries: Bank
    outputs: Bank
    uniforms: PicaUniforms
    address: Bank
    flags: NDArray[np.bool_]
    flagged: NDArray[np.bool_]
    # `left` and `stride`, by counter and lane: the rounds that are left, and the step; `index`, by lane: aL
    left: Ints
    stride: Ints
    index: Ints
    unsure: Mask
    steps: Ints
    lanes: int = field(default=0)
    # of a geometry shader
    emitted: Emitted | None = None

    def doubt(self, lanes: Ints, which: Mask) -> None:
        self.unsure[lanes[np.broadcast_to(which, lanes.shape)]] = True


def start(isa: Isa, batch: Batch, constants: tuple[Preset, ...], format: Format) -> PicaState:
    """The state before the first word: inputs and uniforms in the format, with constants overlaid on the uniforms."""
    lanes = batch.lanes
    if batch.inputs.ndim != 3 or batch.inputs.shape[2] != 4:
        raise InputError(f"inputs of shape {batch.inputs.shape} are not (lanes, registers, 4)")
    inputs = fit(format, np.ascontiguousarray(batch.inputs.transpose(1, 2, 0)))
    counts = {file.role: file.size("vertex") for file in isa.files}
    return PicaState(
        inputs,
        Bank.empty(counts["temporary"], lanes),
        Bank.empty(counts["output"], lanes),
        _uniforms(batch, constants, format, counts),
        Bank.empty(1, lanes),
        np.zeros((2, lanes), np.bool_),
        np.zeros((2, lanes), np.bool_),
        np.zeros((isa.limit("loops"), lanes), np.int64),
        np.zeros((isa.limit("loops"), lanes), np.int64),
        np.zeros(lanes, np.int64),
        np.zeros(lanes, np.bool_),
        np.zeros(lanes, np.int64),
        lanes,
    )


def fit(format: Format, values: NDArray[np.float32]) -> F32Array:
    if is_binary32(replace(format, zero_times_inf_is_zero=False)):
        return np.asarray(values, np.float32)
    fitted: F32Array = rounded(format, np.asarray(values, np.float64))
    return fitted


def _uniforms(batch: Batch, constants: tuple[Preset, ...], format: Format, counts: dict[str, int]) -> PicaUniforms:
    """Return the banks of a batch: the caller's uniforms in the format, overlaid with the program's constants."""
    table = batch.uniforms
    if table.ndim != 3 or table.shape[0] not in (1, batch.lanes) or table.shape[2] != 4:
        raise InputError(
            f"uniforms of shape {table.shape} do not fit {batch.lanes} lanes: give (1 or lanes, registers, 4)"
        )
    size, depth = BOOLEAN_BASE + counts["boolean"], table.shape[0]
    given = min(size, table.shape[1])
    rows = np.ascontiguousarray(table.transpose(1, 2, 0)[:given])
    # registers after the last one with a value take no memory
    filled = max([min(given, counts["uniform"]), *(one.register + 1 for one in constants if one.bank == "uniform")])
    floats = np.zeros((filled, 4, depth), np.float32)
    floats[: min(given, filled)] = fit(format, rows[: min(given, filled)])
    known = np.zeros((counts["uniform"], 4), np.bool_)
    known[:given] = True
    switches = np.zeros((size - INTEGER_BASE, 4, depth), np.float32)
    switches[: max(0, given - INTEGER_BASE)] = rows[INTEGER_BASE:]
    whole = np.where(np.abs(switches) < 2.0**31, np.trunc(switches), 0).astype(np.int64)
    found = PicaUniforms(
        floats,
        known,
        whole[: counts["integer"]] & 255,
        np.arange(counts["integer"]) + INTEGER_BASE < given,
        switches[BOOLEAN_BASE - INTEGER_BASE :, 0] != 0,
        np.arange(counts["boolean"]) + BOOLEAN_BASE < given,
    )
    for constant in constants:
        if constant.bank == "uniform":
            stored = np.array([fp24.from_bits(word) for word in constant.words], np.float32)
            found.floats[constant.register] = fit(format, stored)[:, None]
            found.known[constant.register] = True
        elif constant.bank == "integer":
            found.integers[constant.register] = np.array(constant.bytes)[:, None]
            found.integers_known[constant.register] = True
        else:
            found.booleans[constant.register] = bool(constant.words[0] & 1)
            found.booleans_known[constant.register] = True
    return found
