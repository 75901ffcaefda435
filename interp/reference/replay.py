"""Answer texture reads, derivatives and modelled functions of a JIT run, between passes over its lanes.

A pass records the operands of each lane's k-th read or derivative and takes its answer from the table of the previous
pass: that of the k-th call, or of one near it if only that one had the same operands. The operands of a lane's k-th
call depend only on the answers of earlier calls, so after k+1 passes the k-th answers are final. Only lanes that took
another answer than the new one run again, and the run ends when there are none. Sampling itself is in `interp.texture`,
for all targets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import UsageError
from gpucc.interp.data import F32Array, Texture
from gpucc.interp.reference.body import FunctionSite
from gpucc.interp.reference.models import ModelTemplate
from gpucc.interp.texture import difference_x, difference_y, sample, wraps_of
from gpucc.isa.model import SamplerState

Ask = Callable[[ModelTemplate, F32Array], F32Array]


class Replay:
    """The answers of one run, pass after pass. Calls with unchanged operands are not computed again.

    `found` are the present answers (lanes, calls, 4), `undefined` the calls without a defined one: a neighbour's value
    is missing, or a texture is read at coordinates without a texel.
    """

    def __init__(
        self,
        sites: Sequence[FunctionSite],
        levels: Sequence[int],
        states: Mapping[int, SamplerState],
        textures: Mapping[int, Texture],
        quads: bool,
        size: tuple[int, int],
        models: Ask | None = None,
    ) -> None:
        """`size` are the numbers of lanes and of calls that a lane has room for; `levels` are those of the sites (see
        `levels`)."""
        self.sites, self.states, self.textures, self.quads, self.models = sites, states, textures, quads, models
        self.levels = np.array(levels, np.int64)
        self.highest = max(levels, default=0)
        self.templates = list(dict.fromkeys(site.template for site in sites if site.template is not None))
        # by site, the number of its template, or -1
        self.template_of = np.array(
            [self.templates.index(site.template) if site.template else -1 for site in sites], np.int32
        )
        self.replayed = bool((self.template_of < 0).any())
        self.records: NDArray[np.int32] = np.zeros((*size, 8), np.int32)
        self.asked: NDArray[np.bool_] = np.zeros(size, np.bool_)
        self.found: F32Array = np.zeros((*size, 4), np.float32)
        self.undefined: NDArray[np.bool_] = np.zeros(size, np.bool_)
        # no lane has made more calls so far
        self.width = 0

    def again(self, runs: int) -> Replay:
        """The answers with which `runs` other runs over the same lanes begin: calls with the same operands need no
        new ones."""
        replay = copy(self)
        replay.records, replay.asked = np.tile(self.records, (runs, 1, 1)), np.tile(self.asked, (runs, 1))
        replay.found, replay.undefined = np.tile(self.found, (runs, 1, 1)), np.tile(self.undefined, (runs, 1))
        return replay

    def grow(self, calls: int) -> None:
        """Make room for so many calls of a lane; answers so far stay."""
        more = ((0, 0), (0, calls - self.found.shape[1]))
        self.asked, self.undefined = np.pad(self.asked, more), np.pad(self.undefined, more)
        self.records, self.found = np.pad(self.records, (*more, (0, 0))), np.pad(self.found, (*more, (0, 0)))

    def answer(
        self, records: NDArray[np.int32], counts: NDArray[np.int32], ran: NDArray[np.int64], number: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Answer the records (lanes, calls, 8) of the lanes that `ran` since the last answers, up to the level of that
        number. Returns the lanes with an answer that changed or is put off, and which of their answers are."""
        width = self.width = max(self.width, min(int(counts[ran].max(initial=0)), records.shape[1]))
        whole = len(ran) == len(records)
        rows = slice(None) if whole else ran
        asked = np.arange(width) < counts[rows][:, None]
        fresh_records = records[rows, :width]
        words, before = fresh_records.view(np.uint64), self.records[rows, :width].view(np.uint64)
        # the site, and two words of operands; nothing is written between them
        equal = (
            (words[..., 0] == before[..., 0]) & (words[..., 2] == before[..., 2]) & (words[..., 3] == before[..., 3])
        )
        fresh = ~((equal | ~asked) & (asked == self.asked[rows, :width]))
        if number < self.highest:
            later = fresh & asked & (self.levels[np.where(fresh & asked, fresh_records[..., 0], 0)] > number)
            fresh &= ~later
            asked = np.where(later, self.asked[rows, :width], asked)
        else:
            later = np.zeros((0, width), np.bool_)
        self.asked[rows, :width] = asked
        lanes, calls = np.nonzero(fresh)
        numbers = ran[lanes]
        self.records[numbers, calls] = fresh_records[lanes, calls]
        touched, columns = self._quads(numbers, calls) if self.quads else (numbers, calls)
        old = self.found[touched, columns]
        # calls that took the answer of a call at another place
        elsewhere, there = np.nonzero(
            (fresh_records[..., 2] != np.arange(width)) & (np.arange(width) < counts[rows][:, None])
        )
        taken = self.found[ran[elsewhere], fresh_records[elsewhere, there, 2]]
        # answers without a call stay zero
        self.found[numbers, calls], self.undefined[numbers, calls] = 0, False
        self._model(fresh_records, asked & fresh, ran)
        if self.replayed:
            self._replay(touched, columns)
        differs = (self.found[touched, columns].view(np.int32) != old.view(np.int32)).any(axis=1)
        changed = np.zeros((len(records), width), np.bool_)
        changed[touched[differs], columns[differs]] = True
        if len(elsewhere):
            given = self.found[ran[elsewhere], there]
            changed[ran[elsewhere], there] = (given.view(np.int32) != taken.view(np.int32)).any(axis=1)
        if len(later):
            changed[rows] |= later
        late = np.flatnonzero(changed.any(axis=1))
        return late, changed[late]

    def _quads(self, lanes: NDArray[np.int64], calls: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """These calls and those of the same number in the other lanes of their quads. The missing lanes of an
        incomplete last quad are like its last one."""
        quads, calls = np.divmod(np.unique((lanes >> 2) * self.found.shape[1] + calls), self.found.shape[1])
        lanes = np.minimum(4 * quads[:, None] + np.arange(4), len(self.found) - 1).reshape(-1)
        return lanes, np.repeat(calls, 4)

    def reached(self, lanes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return these lanes, and those of their quads on which derivatives or texture levels depend."""
        needy = np.array([self.quads and _needs_quad(site, self.states) for site in self.sites], np.bool_)
        if not needy.any() or not lanes.any():
            return lanes
        # a record that is not asked for may be an earlier one
        sites = np.where(self.asked, self.records[:, :, 0], 0)
        called = (self.asked & needy[sites])[:, : self.width].any(axis=1)
        quads = np.repeat(np.logical_or.reduceat(lanes, np.arange(0, len(lanes), 4)), 4)[: len(lanes)]
        return np.asarray(lanes | (quads & called), np.bool_)

    def _model(self, records: NDArray[np.int32], fresh: NDArray[np.bool_], ran: NDArray[np.int64]) -> None:
        """Compute the calls of each modelled function together. `records` are those of the lanes that `ran`."""
        if self.models is None or not self.templates or not fresh.any():
            return
        lanes, calls = np.nonzero(fresh)
        wanted = self.template_of[records[lanes, calls, 0]]
        for number, template in enumerate(self.templates):
            here = wanted == number
            if here.any():
                rows, columns = lanes[here], calls[here]
                self.found[ran[rows], columns, 0] = self.models(
                    template, np.ascontiguousarray(records[rows, columns, 4:]).view(np.float32)
                )

    def _replay(self, lanes: NDArray[np.int64], calls: NDArray[np.int64]) -> None:
        """Compute these reads and derivatives, each a call of a lane; in quads, because a lane's answer also changes if
        the same call of a neighbour changes or ends."""
        records, made = self.records[lanes, calls], self.asked[lanes, calls]
        records[~made] = 0
        operands = np.ascontiguousarray(records[:, 4:]).view(np.float32)
        for number in np.unique(records[made, 0]):
            site = self.sites[int(number)]
            if site.template is not None:
                continue
            here = made & (records[:, 0] == number)
            part = np.repeat(here.reshape(-1, 4).any(axis=1), 4) if self.quads else here
            here, given = here[part], operands[part]
            rows, columns = lanes[part][here], calls[part][here]
            self.found[rows, columns] = _answer(site, given, self.states, self.textures, self.quads)[here]
            lost = np.zeros(len(here), np.bool_)
            if self.quads and _needs_quad(site, self.states):
                lost = ~np.repeat(here.reshape(-1, 4).all(axis=1), 4)
            if site.kind in ("2d", "cube"):
                lost |= _nowhere(site, given, self.states)
            self.undefined[rows, columns] = lost[here]


def _answer(
    site: FunctionSite,
    operands: F32Array,
    states: Mapping[int, SamplerState],
    textures: Mapping[int, Texture],
    quads: bool,
) -> F32Array:
    if site.kind in ("dfdx", "dfdy"):
        with np.errstate(all="ignore"):
            return difference_x(operands) if site.kind == "dfdx" else difference_y(operands)
    texture = textures.get(site.unit)
    if texture is None:
        raise UsageError(f"no texture is given for sampler {site.unit}")
    u, v, w, extra = (np.ascontiguousarray(operands[:, i]) for i in range(4))
    texel = sample(
        texture,
        states.get(site.unit, SamplerState(dimension="cube" if site.kind == "cube" else "2d")),
        u,
        v,
        w if site.kind == "cube" else None,
        bias=extra if site.mode == "bias" else 0.0,
        lod=extra if site.mode == "lod" else None,
        implicit=quads,
    )
    return np.stack(texel, axis=1)


def _nowhere(site: FunctionSite, operands: F32Array, states: Mapping[int, SamplerState]) -> NDArray[np.bool_]:
    """Return the lanes whose coordinates have no texel: NaN, an infinity where the texture repeats, a cube's direction
    without a face."""
    if site.kind == "cube":
        directions = np.abs(operands[:, :3])
        return np.asarray(~np.isfinite(directions).all(axis=1) | (directions == 0).all(axis=1), np.bool_)
    state = states.get(site.unit, SamplerState())
    lost = [
        np.isnan(part) if wrap == "clamp" else ~np.isfinite(part)
        for wrap, part in zip(wraps_of(state.wrap), operands.T[:2], strict=True)
    ]
    return np.asarray(np.logical_or.reduce(lost), np.bool_)


def _needs_quad(site: FunctionSite, states: Mapping[int, SamplerState]) -> bool:
    if site.kind in ("dfdx", "dfdy"):
        return True
    state = states.get(site.unit)
    return site.mode != "lod" and state is not None and state.mip != "nomip"
