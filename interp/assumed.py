"""Assumptions in the judge: lanes are drawn such that the assumptions hold, and a caller's values are checked against
them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from gpucc.errors import UsageError
from gpucc.interp.data import Batch, F32Array
from gpucc.isa.model import LETTERS
from gpucc.program import AssumedWord, Assumption, Interface

# the limit of whole numbers that are drawn
MOST_WHOLE = 64
# of so many quads one has the least and one the greatest assumed value of a component
ENDS = 16


def with_assumed(batch: Batch, interface: Interface, assumed: Iterable[Assumption]) -> Batch:
    """The batch with every component moved into its assumed range; values inside the range stay."""
    inputs, uniforms = batch.inputs.copy(), batch.uniforms.copy()
    found = False
    for kind, register, component, word in _merged(interface, assumed):
        file = inputs if kind == "input" else uniforms
        moved = _moved(file[:, register, component], word)
        file[:, register, component] = _with_ends(moved, word, 4 * register + component)
        found = True
    return replace(batch, inputs=inputs, uniforms=uniforms) if found else batch


def _moved(values: F32Array, word: AssumedWord) -> F32Array:
    if word.fixed:
        return np.full_like(values, word.low)
    with np.errstate(all="ignore"):
        drawn = np.where(np.isfinite(values), values, np.sign(np.nan_to_num(values, nan=0.0))).astype(np.float64)
        if word.whole:
            drawn = np.rint(np.fmod(drawn, MOST_WHOLE)) + 0.0
        if np.isfinite(word.low) and np.isfinite(word.high):
            size = word.high - word.low
            inside = word.low + np.fmod(np.abs(drawn), size + 1 if word.whole else size)
        elif np.isfinite(word.low):
            inside = word.low + np.abs(drawn - word.low)
        else:
            inside = word.high - np.abs(drawn - word.high) if np.isfinite(word.high) else drawn
        outside = ~((drawn >= word.low) & (drawn <= word.high))
        return np.clip(np.where(outside, inside, drawn), word.low, word.high).astype(np.float32) + np.float32(0.0)


def _with_ends(values: F32Array, word: AssumedWord, place: int) -> F32Array:
    """Put the ends of the range into some quads, which differ from place to place. A comparison with an end may be
    wrong for the end alone, and a random number is hardly ever an end."""
    turn = (np.arange(len(values)) // 4 + 5 * place) % ENDS
    for end, chosen in ((word.low, 2), (word.high, 9)):
        if np.isfinite(end):
            values = np.where(turn == chosen, np.float32(end), values)
    return values


def insist_on_assumed(batch: Batch, interface: Interface, assumed: Iterable[Assumption]) -> None:
    """Refuse values that contradict an assumption, since the program was compiled for others."""
    for kind, register, component, one, word in _places(interface, assumed):
        values = (batch.inputs if kind == "input" else batch.uniforms)[:, register, component].astype(np.float64)
        right = (values >= word.low) & (values <= word.high)
        if word.whole:
            right &= np.isfinite(values) & (values == np.rint(values))
        if not right.all():
            lane = int(np.flatnonzero(~right)[0])
            row = f"[{word.word // 4}]" if word.word > 3 else ""
            where = f"{one.name}{row}.{LETTERS[word.word % 4]}"
            many = f" of lane {lane}" if len(values) > 1 else ""
            raise UsageError(
                f"the program was compiled with --assume {one.text}, and {where}{many} is {values[lane]:g}",
                notes=("give what was assumed, or compile without this assumption",),
            )


def _places(
    interface: Interface, assumed: Iterable[Assumption]
) -> Iterator[tuple[str, int, int, Assumption, AssumedWord]]:
    slots = {slot.name: slot for slot in (*interface.inputs, *interface.uniforms)}
    for one in assumed:
        slot = slots.get(one.name)
        if slot is not None:
            for word in one.words:
                yield slot.kind, slot.register + word.word // 4, word.word % 4, one, word


def _merged(interface: Interface, assumed: Iterable[Assumption]) -> list[tuple[str, int, int, AssumedWord]]:
    """All assumptions about a component as one record; bounds of whole numbers are whole."""
    found: dict[tuple[str, int, int], AssumedWord] = {}
    for kind, register, component, _, word in _places(interface, assumed):
        old = found.get((kind, register, component), word)
        whole, low, high = old.whole or word.whole, max(old.low, word.low), min(old.high, word.high)
        low, high = (float(np.ceil(low)), float(np.floor(high))) if whole else (low, high)
        found[kind, register, component] = AssumedWord(word.word, low, high, whole)
    return [(*place, word) for place, word in found.items()]
