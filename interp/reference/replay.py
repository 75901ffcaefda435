"""Answer texture reads, derivatives and modelled functions of a JIT run, between passes over all lanes.

A pass records the operands of each lane's k-th read or derivative and takes its answer from the table of the previous
pass. The operands of a lane's k-th call depend only on the answers of earlier calls, so after k+1 passes the k-th
answers are final, and a pass that changes nothing ends the run. Sampling itself is in `interp.texture`, for all
targets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    """The answers of one run, pass after pass. Calls with unchanged operands are not computed again."""

    def __init__(
        self,
        sites: Sequence[FunctionSite],
        states: Mapping[int, SamplerState],
        textures: Mapping[int, Texture],
        quads: bool,
        models: Ask | None = None,
    ) -> None:
        self.sites, self.states, self.textures, self.quads, self.models = sites, states, textures, quads, models
        self.templates = list(dict.fromkeys(site.template for site in sites if site.template is not None))
        # by site, the number of its template, or -1
        self.template_of = np.array(
            [self.templates.index(site.template) if site.template else -1 for site in sites], np.int32
        )
        self.replayed = bool((self.template_of < 0).any())
        self.records: NDArray[np.uint64] = np.zeros((0, 0, 4), np.uint64)
        self.asked: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
        self.found: F32Array = np.zeros((0, 0, 4), np.float32)
        self.undefined: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)

    def answer(self, records: NDArray[np.int32], counts: NDArray[np.int32]) -> tuple[F32Array, NDArray[np.bool_]]:
        """The answers (lanes, calls, 4) to the records (lanes, calls, 8), and the lanes without a defined one.

        An answer is undefined if a neighbour's value is missing, or if a texture is read at coordinates without a
        texel.
        """
        lanes, capacity = records.shape[:2]
        asked = np.arange(capacity) < counts[:, None]
        words = records.view(np.uint64)
        same = np.zeros((lanes, capacity), np.bool_)
        if self.records.shape == words.shape:
            equal = words == self.records
            same = equal[..., 0] & equal[..., 1] & equal[..., 2] & equal[..., 3] & (asked == self.asked)
        # answers without a call stay zero
        found = self.found.copy() if same.any() else np.zeros((lanes, capacity, 4), np.float32)
        found[~same] = 0
        undefined = self.undefined & same if same.any() else np.zeros((lanes, capacity), np.bool_)
        self._model(found, records, asked & ~same)
        if self.replayed:
            # a lane's answer also changes if the call of a neighbour changes or ends
            for k in np.nonzero(~same.all(axis=0) & asked.any(axis=0))[0]:
                self._replay(found, undefined, records[:, k], asked[:, k], int(k))
        self.records, self.asked, self.found, self.undefined = words, asked, found, undefined
        return found, np.asarray(undefined.any(axis=1), np.bool_)

    def reached(self, lanes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return these lanes, and those of their quads on which derivatives or texture levels depend."""
        needy = np.array([self.quads and _needs_quad(site, self.states) for site in self.sites], np.bool_)
        if not needy.any() or not lanes.any():
            return lanes
        called = (self.asked & needy[self.records[:, :, 0].astype(np.uint32)]).any(axis=1)
        quads = np.repeat(np.logical_or.reduceat(lanes, np.arange(0, len(lanes), 4)), 4)[: len(lanes)]
        return np.asarray(lanes | (quads & called), np.bool_)

    def _model(self, found: F32Array, records: NDArray[np.int32], fresh: NDArray[np.bool_]) -> None:
        """Compute the calls of each modelled function together."""
        if self.models is None or not self.templates or not fresh.any():
            return
        lanes, calls = np.nonzero(fresh)
        wanted = self.template_of[records[lanes, calls, 0]]
        for number, template in enumerate(self.templates):
            here = wanted == number
            if here.any():
                rows, columns = lanes[here], calls[here]
                found[rows, columns, 0] = self.models(
                    template, np.ascontiguousarray(records[rows, columns, 4:]).view(np.float32)
                )

    def _replay(
        self, found: F32Array, undefined: NDArray[np.bool_], records: NDArray[np.int32], made: NDArray[np.bool_], k: int
    ) -> None:
        """Compute the k-th read or derivative of all lanes; lanes may be neighbours of each other."""
        operands = np.ascontiguousarray(records[:, 4:]).view(np.float32)
        for number in np.unique(records[made, 0]):
            site = self.sites[int(number)]
            if site.template is not None:
                continue
            here = made & (records[:, 0] == number)
            found[here, k] = _answer(site, operands, self.states, self.textures, self.quads)[here]
            lost = np.zeros(len(here), np.bool_)
            if self.quads and _needs_quad(site, self.states):
                lost = ~_whole_quads(here)
            if site.kind in ("2d", "cube"):
                lost |= _nowhere(site, operands, self.states)
            undefined[here, k] = lost[here]


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


def _whole_quads(here: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The lanes of quads in which all lanes make the same call; lanes missing in the last quad do not count."""
    padded = np.ones(-(-here.size // 4) * 4, np.bool_)
    padded[: here.size] = here
    whole: NDArray[np.bool_] = np.repeat(padded.reshape(-1, 4).all(axis=1), 4)[: here.size]
    return whole
