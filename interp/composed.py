"""The judge of moved arithmetic: two pairs of linked shaders must give the same picture.

Triangles are drawn at random. LLVM's JIT runs each vertex shader at their corners, its varyings are interpolated with
weights whose sum is one, and the JIT runs the fragment shader at points inside. A value that is interpolated instead of
computed from interpolated values is rounded in another way: it may differ by `UNITS` units in the last place of a
float32 as large as the value is anywhere in the batch. The fragment shader also runs with the moved values disturbed by
that much; the pictures may differ by four times as much as these runs do. A point where these runs differ a lot decides
nothing.

Numbers are gentle at first, and at least half of the points must then count. Further ones are as wide as those that
single programs are compared with, and near the numbers that the shaders compare with, because a moved value may be read
behind a branch. They are drawn until the picture depends on each moved value at several points.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.inputs import make_batch, ordinary
from gpucc.interp.redraw import compared_numbers
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
# the most sets of wide numbers, and the points at which the picture must depend on each moved value for no more than
# SETS of them
MOST_SETS, ENOUGH_POINTS = 8 * SETS, 4
# the pixels of a screen, for gl_FragCoord
SCREEN = 1024
# as far apart, in weights, as the points of a quad are
STEP = 1.0 / 256

Values = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """`points` were drawn; in `compared` of them both pairs have a defined and stable result, which agrees in `agreed`
    of these. `few` says whether fewer than half of the gentle points were compared. The picture depends on no value
    in `unseen` at any compared point."""

    points: int
    compared: int
    agreed: int
    few: bool = False
    unseen: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.agreed == self.compared and not self.few


def agreement(before: tuple[Shader, Shader], after: tuple[Shader, Shader], moved: frozenset[str]) -> Agreement:
    """Compare two pairs of a vertex and a fragment shader. `moved` are varyings of the second pair that the first one
    computes from others in the fragment shader."""
    pairs = _Pairs(before, after, moved, np.random.default_rng((zlib.crc32(b"gpucc pairs"), 0)))
    for _ in range(SETS):
        pairs.draw(wide=False)
    few = 2 * pairs.compared < pairs.points
    for number in range(MOST_SETS):
        if number >= SETS and min(pairs.shown.values(), default=ENOUGH_POINTS) >= ENOUGH_POINTS:
            break
        pairs.draw(wide=True)
    unseen = tuple(sorted(name for name, count in pairs.shown.items() if not count))
    return Agreement(pairs.points, pairs.compared, pairs.agreed, few, unseen)


class _Pairs:
    """The two pairs, and what their comparison shows so far: `shown` are the points at which the picture depends on
    each moved value."""

    def __init__(
        self,
        before: tuple[Shader, Shader],
        after: tuple[Shader, Shader],
        moved: frozenset[str],
        random: np.random.Generator,
    ) -> None:
        self.shaders, self.random = (*before, *after), random
        self.runs = [Reference(shader, FP32) for shader in self.shaders]
        numbers = {number for shader in self.shaders for number in compared_numbers(shader.text)}
        self.numbers = np.array(sorted(numbers) or (1.0,))
        self.points = self.compared = self.agreed = 0
        inputs = {slot.name for slot in after[1].interface.inputs}
        self.shown = dict.fromkeys(sorted(moved & inputs), 0)

    def draw(self, wide: bool) -> None:
        """Compare the pairs with one set of uniforms."""
        shaders, random = self.shaders, self.random
        uniforms = self._drawn([slot for shader in shaders for slot in shader.interface.uniforms], 1, wide)
        attributes = self._drawn(list(shaders[0].interface.inputs), 3 * TRIANGLES, wide)
        weights = _weights(random)
        ends = [_outputs(self.runs[k], shaders[k].interface, attributes, uniforms) for k in (0, 2)]
        given = self._drawn(list(shaders[1].interface.inputs), 4 * TRIANGLES, wide)
        inside = [{**given, **_interpolated(end, weights)} for end in ends]
        textures = make_batch(shaders[1].interface, 4, int(random.integers(1 << 30)), stage="fragment")[0].textures

        def picture(k: int, values: Values) -> Outcome:
            return self.runs[k].run(replace(_batch(shaders[k].interface, values, uniforms), textures=textures))

        disturbed = []
        for _ in range(RUNS):
            values = dict(inside[1])
            for name in self.shown:
                size = UNITS * EPSILON * np.abs(ends[1][name]).max(initial=0.0)
                values[name] = values[name] + random.uniform(-size, size, values[name].shape).astype(np.float32)
            disturbed.append(picture(3, values))
        first, second = picture(1, inside[0]), picture(3, inside[1])
        agreed, counting = _compared(first, second, disturbed)
        self.points += len(counting)
        self.compared += int(counting.sum())
        self.agreed += int((counting & agreed).sum())
        for name in self.shown:
            other = picture(3, {**inside[1], name: 1.0 - 2.0 * inside[1][name]})
            same, _ = _compared(other, second, disturbed)
            self.shown[name] += int((counting & ~same).sum())

    def _drawn(self, slots: list[Slot], lanes: int, wide: bool) -> Values:
        """Values of all slots by name; a name that occurs twice has the same values."""
        found: Values = {}
        for slot in slots:
            if slot.name in found:
                continue
            columns = np.zeros((lanes, len(slot.words)), np.float32)
            for at, letter in enumerate(slot.words):
                columns[:, at] = self._wide(letter, lanes) if wide else self._gentle(letter, lanes)
            if wide and slot.builtin == "gl_FragCoord":
                columns[:, :2] = self.random.integers(0, SCREEN, (lanes, 2))[:, : columns.shape[1]] + 0.5
            found[slot.name] = columns
        return found

    def _gentle(self, letter: str, lanes: int) -> NDArray[np.float64]:
        whole = self.random.integers(0, 2 if letter == "b" else 4, lanes)
        return self.random.uniform(-2.0, 2.0, lanes) if letter == "f" else np.asarray(whole, np.float64)

    def _wide(self, letter: str, lanes: int) -> F32Array:
        values = ordinary("i" if letter == "." else letter, lanes, self.random)
        if letter in ".b":
            return values
        near = self.random.choice(self.numbers, lanes)
        if letter == "f":
            near = near * self.random.choice((1.0, 1.0, 0.75, 1.5), lanes)
        else:
            near = np.rint(near) + self.random.integers(-1, 2, lanes)
        near = np.abs(near) if letter == "u" else near
        return np.asarray(np.where(self.random.random(lanes) < 0.25, near, values), np.float32)


def _compared(one: Outcome, other: Outcome, disturbed: list[Outcome]) -> tuple[Bools, Bools]:
    """The points at which both agree, and those that count."""
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
    return np.asarray(agreed, np.bool_), np.asarray(~unsure & (stable.all(axis=(1, 2)) | ~drawn), np.bool_)


# values ---------------------------------------------------------------------------------------------------------------


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
