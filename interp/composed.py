"""The judge of moved arithmetic: two pairs of linked shaders must give the same picture.

Triangles are drawn at random. LLVM's JIT runs each vertex shader at their corners, its varyings are interpolated with
weights whose sum is one, and the JIT runs the fragment shader at points inside. A value that is interpolated instead of
computed from interpolated values is rounded in another way: it may differ by `UNITS` units in the last place of a
float32 as large as the value is anywhere in the batch. The fragment shader also runs with the moved values disturbed by
that much; the pictures may differ by four times as much as these runs do. A point where these runs differ a lot decides
nothing.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.inputs import make_batch
from gpucc.interp.reference.jit import Reference
from gpucc.isa.model import FP32
from gpucc.program import Interface, Shader, Slot, file_size
from gpucc.records import dataclass

UNITS = 16
EPSILON = float(np.finfo(np.float32).eps)
RUNS = 8
# results that differ by more than this, relative to their size, are unstable
LARGE = 1.0 / 64
# sets of uniforms, and triangles for each, with a quad of points in each
SETS, TRIANGLES = 8, 16
# as far apart, in weights, as the points of a quad are
STEP = 1.0 / 256

Values = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """`points` were drawn; in `compared` of them both pairs have a defined and stable result, which agrees in `agreed`
    of these."""

    points: int
    compared: int
    agreed: int

    @property
    def holds(self) -> bool:
        return self.agreed == self.compared and 2 * self.compared >= self.points


def agreement(
    before: tuple[Shader, Shader], after: tuple[Shader, Shader], moved: frozenset[str], seed: int = 0
) -> Agreement:
    """Compare two pairs of a vertex and a fragment shader. `moved` are varyings of the second pair that the first one
    computes from others in the fragment shader."""
    random = np.random.default_rng((zlib.crc32(b"gpucc pairs"), seed))
    shaders = (*before, *after)
    runs = [Reference(shader, FP32) for shader in shaders]
    total = Agreement(0, 0, 0)
    for _ in range(SETS):
        uniforms = _drawn([slot for shader in shaders for slot in shader.interface.uniforms], 1, random)
        attributes = _drawn([slot for shader in before[:1] for slot in shader.interface.inputs], 3 * TRIANGLES, random)
        weights = _weights(random)
        ends = [_outputs(runs[k], shaders[k].interface, attributes, uniforms) for k in (0, 2)]
        given = _drawn([slot for shader in before[1:] for slot in shader.interface.inputs], 4 * TRIANGLES, random)
        inside = [{**given, **_interpolated(end, weights)} for end in ends]
        textures = make_batch(before[1].interface, 4, int(random.integers(1 << 30)), stage="fragment")[0].textures
        pictures = [
            runs[k].run(replace(_batch(shaders[k].interface, values, uniforms), textures=textures))
            for k, values in ((1, inside[0]), (3, inside[1]))
        ]
        disturbed = []
        for _ in range(RUNS):
            values = dict(inside[1])
            for name in moved & values.keys():
                size = UNITS * EPSILON * np.abs(ends[1][name]).max(initial=0.0)
                values[name] = values[name] + random.uniform(-size, size, values[name].shape).astype(np.float32)
            batch = replace(_batch(shaders[3].interface, values, uniforms), textures=textures)
            disturbed.append(runs[3].run(batch))
        total = _joined(total, _compared(pictures[0], pictures[1], disturbed))
    return total


def _joined(a: Agreement, b: Agreement) -> Agreement:
    return Agreement(a.points + b.points, a.compared + b.compared, a.agreed + b.agreed)


def _compared(one: Outcome, other: Outcome, disturbed: list[Outcome]) -> Agreement:
    unsure = one.unsure | other.unsure
    for run in disturbed:
        unsure = unsure | run.unsure | (run.discarded != other.discarded)
    a, b = one.outputs.astype(np.float64), other.outputs.astype(np.float64)
    with np.errstate(all="ignore"):
        spread = np.max([np.abs(run.outputs.astype(np.float64) - b) for run in disturbed], axis=0)
        finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(spread)
        near = np.abs(a - b) <= 4 * spread + 4 * EPSILON * np.maximum(np.abs(a), np.abs(b))
        same = np.where(finite, near, (a == b) | (np.isnan(a) & np.isnan(b)))
        stable = np.where(finite, spread <= LARGE * (1.0 + np.abs(b)), ~np.isnan(spread) | same)
    drawn = ~(one.discarded & other.discarded)
    agreed = (same.all(axis=(1, 2)) | ~drawn) & (one.discarded == other.discarded)
    counting = ~unsure & (stable.all(axis=(1, 2)) | ~drawn)
    return Agreement(len(counting), int(counting.sum()), int((counting & agreed).sum()))


# values ---------------------------------------------------------------------------------------------------------------


def _drawn(slots: list[Slot], lanes: int, random: np.random.Generator) -> Values:
    """Values of all slots by name; a name that occurs twice has the same values."""
    found: Values = {}
    for slot in slots:
        if slot.name in found:
            continue
        columns = np.zeros((lanes, len(slot.words)), np.float32)
        for at, letter in enumerate(slot.words):
            whole = random.integers(0, 2 if letter == "b" else 4, lanes)
            columns[:, at] = random.uniform(-2.0, 2.0, lanes) if letter == "f" else whole
        found[slot.name] = columns
    return found


def _file(slots: tuple[Slot, ...], values: Values, lanes: int) -> F32Array:
    file = np.zeros((lanes, file_size(slots), 4), np.float32)
    for slot in slots:
        columns = values[slot.name]
        for at, letter in enumerate(slot.words[: columns.shape[1]]):
            if letter != ".":
                file[:, slot.register + at // 4, at % 4] = columns[:, at]
    return file


def _batch(interface: Interface, values: Values, uniforms: Values) -> Batch:
    lanes = len(next(iter(values.values()))) if values else 4
    return Batch(_file(interface.inputs, values, lanes), _file(interface.uniforms, uniforms, 1))


def _outputs(run: Reference, interface: Interface, inputs: Values, uniforms: Values) -> Values:
    outputs = run.run(_batch(interface, inputs, uniforms)).outputs
    return {
        slot.name: outputs[:, slot.register : slot.register + slot.registers].reshape(len(outputs), -1)
        for slot in interface.outputs
    }


def _weights(random: np.random.Generator) -> NDArray[np.float64]:
    """The weights of the corners at four points of each triangle, a quad of pixels."""
    middle = random.dirichlet((2.0, 2.0, 2.0), TRIANGLES)[:, None, :]
    steps = np.array(((0, 0), (1, 0), (0, 1), (1, 1))) * STEP
    return np.asarray(middle + np.concatenate([steps, -steps.sum(axis=1, keepdims=True)], axis=1)[None])


def _interpolated(ends: Values, weights: NDArray[np.float64]) -> Values:
    """The values at the points of each triangle, rounded once."""
    return {
        name: np.einsum("tpc,tcv->tpv", weights, values.reshape(TRIANGLES, 3, -1).astype(np.float64))
        .reshape(4 * TRIANGLES, -1)
        .astype(np.float32)
        for name, values in ends.items()
    }
