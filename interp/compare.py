"""Compare two outcomes of a program within a tolerance.

Exact programs must agree bit for bit; NaNs are one class, and the sign of a zero counts unless the source has `nsz`.

Where the source leaves results open (approximate functions, fast-math flags), the tolerance of each component comes
from the reference itself: it is run SAMPLES times with every open result moved at random by between half and all of
what its bound or flag allows, and `spread` is the largest distance of these runs from the undisturbed one. Accepted is

    |target - reference| <= SPREADS * spread + ULPS * ulp(reference)

* SPREADS = 4: n errors of size b and random sign have a standard deviation d of about 0.76 b sqrt(n) here, and the
  largest of 16 samples is typically 2 d. Four spreads, 6 b sqrt(n), cover the worst case n b of up to 36 errors of
  equal weight. A spread below d/2 occurs once in five million; even then only errors beyond 2 d would be refused.
* ULPS = 2: reference and target each round the final result once (half a unit each, doubled where a rounding crosses a
  power of two), also when all moves cancel.

Exact operations on results that are open may round differently, so in a perturbed run they are moved by one unit, too.

A lane is unstable, and not compared, when a decision depends on the open part of its result:
* its samples disagree about the discard or about the kind of the result (NaN, infinite, finite);
* a sample is undefined where the undisturbed run is not, or is stopped in a loop that it repeated far more often;
* four spreads of some component exceed LOOSE = 1/4 of it (or of the lane's largest output, up to 1, if that is more);
* one side overflows where the other stays within a factor of two of that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InternalError
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.inputs import CLASS_NAMES, ORDINARY
from gpucc.interp.report import ComparedLane, Difference, Report, executed_in
from gpucc.interp.rounding import ulp
from gpucc.isa.model import LETTERS, Format
from gpucc.program import Interface, Slot, file_size
from gpucc.records import dataclass

SAMPLES = 16
# lanes that a report shows to people
SHOWN = 16
SPREADS = 4.0
ULPS = 2.0
LOOSE = 0.25
# the limit of a sample's loop repetitions: so many times those of the undisturbed run, and so many more
MORE_ROUNDS = (4, 64)

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Freedom:
    """The freedom that the source leaves to the result: values (bounds, flags), signs of zeros, order of operations."""

    values: bool = False
    zero_signs: bool = False
    reorders: bool = False


EXACT = Freedom()


@dataclass(frozen=True, slots=True)
class Comparison:
    """One run of the target beside the reference, lane by lane. Each lane is compared, unsure, unstable or excused."""

    run: str
    expected: F32Array
    found: F32Array
    used: Bools
    alike: Bools
    discards: Bools
    discarded: Bools
    wrong: Bools
    unsure: Bools
    unstable: Bools
    excused: Bools
    tolerance: NDArray[np.float64]
    exact: bool
    # lanes that differ where a blend meets an infinity or NaN, or where another order of operations might overflow
    doubted: Bools
    # the number of instructions that the target ran, lane by lane
    executed: NDArray[np.int64] | None = None
    # the number of lanes that ran each instruction
    visits: NDArray[np.int64] | None = None
    # lanes that are no numbers because of a product of zero with an infinity or NaN, if that was asked
    blended: Bools | None = None

    @property
    def compared(self) -> Bools:
        return ~(self.unsure | self.unstable | self.excused)

    @property
    def finite(self) -> Bools:
        """Lanes whose expected outputs are finite, or that are discarded."""
        return np.asarray(self.discarded | (np.isfinite(self.expected) | ~self.used).all(axis=(1, 2)), np.bool_)

    @property
    def overflows(self) -> Bools:
        """Lanes in which the target has an infinity or NaN, and the reference only finite numbers."""
        no_number = (~np.isfinite(self.found) & self.used).any(axis=(1, 2))
        return np.asarray(self.finite & ~self.discards & no_number, np.bool_)

    def meets(self, format: Format) -> Bools:
        """Return the lanes in which target and reference are as close as the last roundings of both allow, whatever the
        tolerance."""
        with np.errstate(all="ignore"):
            far = np.abs(self.found.astype(np.float64) - self.expected) > ULPS * ulp(
                format, self.expected.astype(np.float64)
            )
        numbers = np.isfinite(self.found) & np.isfinite(self.expected)
        same = np.where(numbers, ~far, (self.found == self.expected) | (np.isnan(self.found) & np.isnan(self.expected)))
        return np.asarray(~self.discards & (self.discarded | (same | ~self.used).all(axis=(1, 2))), np.bool_)

    def acquit(self, lanes: Bools, expected: F32Array | None = None) -> Comparison:
        """Count the lanes as agreeing after all, for a reason that the tolerance does not include. `expected` are the
        results that they agree with."""
        kept = ~lanes
        return replace(
            self,
            expected=self.expected if expected is None else np.where(lanes[:, None, None], expected, self.expected),
            wrong=self.wrong & kept,
            unsure=self.unsure & kept,
            unstable=self.unstable & kept,
            excused=self.excused & kept,
        )

    def suspend(self, lanes: Bools) -> Comparison:
        """Mark lanes as unstable, because a decision in them may go either way."""
        lanes = lanes & self.compared
        return replace(self, wrong=self.wrong & ~lanes, unstable=self.unstable | lanes)

    def convict(self, lanes: Bools, other: Comparison) -> Comparison:
        """Count the lanes as different, as `other` found them, whatever else was said of them."""
        kept, one = ~lanes, lanes[:, None, None]
        return replace(
            self,
            expected=np.where(one, other.expected, self.expected),
            found=np.where(one, other.found, self.found),
            alike=np.where(one, other.alike, self.alike),
            discards=np.where(lanes, other.discards, self.discards),
            discarded=np.where(lanes, other.discarded, self.discarded),
            tolerance=np.where(one, other.tolerance, self.tolerance),
            wrong=self.wrong | lanes,
            unsure=self.unsure & kept,
            unstable=self.unstable & kept,
            excused=self.excused & kept,
        )

    def excuse(self, lanes: Bools) -> Comparison:
        lanes = lanes & self.compared
        return replace(self, wrong=self.wrong & ~lanes, excused=self.excused | lanes)

    def distances(self, format: Format) -> tuple[float, float]:
        """The largest distance in lanes that count, in units in the last place and absolutely."""
        measured = self.compared & ~self.discarded & ~self.discards
        return _distances(self.expected, self.found, self.used & measured[:, None, None], format)

    def difference(self, interface: Interface, batch: Batch, classes: NDArray[np.int8]) -> Difference | None:
        """The first wrong lane."""
        return _first(self, interface, batch, classes) if self.wrong.any() else None


def compare(
    reference: Outcome,
    target: Outcome,
    *,
    interface: Interface,
    classes: NDArray[np.int8],
    format: Format,
    samples: Sequence[Outcome] = (),
    freedom: Freedom = EXACT,
    repaired: Outcome | None = None,
    beyond: Bools | bool = True,
    open: Bools | None = None,
    fixed: Bools | None = None,
    run: str = "native",
) -> Comparison:
    """Compare the outputs that the interface declares, and which lanes were discarded.

    `repaired` is the target's run with products in which zero times an infinity or NaN is zero. A blend c*a + (1-c)*b
    is then a select; so a NaN that this run turns into the expected value is caused by a blend, and is excused in lanes
    that are not ordinary. `beyond` are the lanes whose blends no compiler can keep clean: no infinity or NaN is excused
    in others. `open` are components, lane by lane, that the source leaves undefined. `fixed` are components that
    nothing open reaches: they agree bit for bit.
    """
    registers = file_size(interface.outputs)
    if target.outputs.shape[1] < registers:
        raise InternalError(
            f"the simulator gave {target.outputs.shape[1]} output registers, the interface has {registers}"
        )
    expected, found = reference.outputs[:, :registers], target.outputs[:, :registers]
    used = declared(interface) if open is None else declared(interface) & ~open[:, :registers]
    tolerance, unstable = _tolerance(expected, used, reference, samples, format, freedom, fixed)
    alike = _alike(expected, found, tolerance, freedom) | ~used
    if freedom.values:
        unstable = unstable | np.asarray((_edge(expected, found, format) & used).any(axis=(1, 2)), np.bool_)
    discards = reference.discarded != target.discarded
    wrong = np.where(reference.discarded, discards, discards | ~alike.all(axis=(1, 2)))
    mended = _mended(expected, found, used, repaired, tolerance, freedom)
    overflown = _excuses(expected, found, alike | mended, freedom, reference.reordered) & ~discards
    excused = wrong & (classes != ORDINARY) & np.asarray(beyond) & overflown
    unsure = (reference.unsure & ~np.asarray(reference.reordered)) | (
        target.unsure & _next_to_discarded(reference.discarded)
    )
    doubted = (reference.doubtful | reference.reordered) & wrong & ~unsure
    # lanes in which another order of operations might overflow count only if all of them agree, except those that did
    # overflow
    lost = bool((doubted & ~unstable & ~overflown & reference.reordered).any())
    blended = (alike | mended | _shows_blend(expected, found)).all(axis=(1, 2))
    spoilt = reference.reordered | reference.signed | (repaired is None) | blended
    unsure = unsure | (doubted & beyond & spoilt) | (reference.reordered & ~wrong & lost)
    unstable = unstable & ~unsure
    excused = excused & ~unsure & ~unstable
    wrong = wrong & ~(unsure | unstable | excused)
    return Comparison(
        run, expected, found, used, alike, discards, reference.discarded, wrong, unsure, unstable, excused, tolerance,
        not freedom.values, np.asarray(doubted & ~unstable, np.bool_), target.executed, target.visits,
    )  # fmt: skip


def unsettled(
    outcome: Outcome, samples: Sequence[Outcome], interface: Interface, format: Format, freedom: Freedom
) -> Bools:
    """Return the lanes that would be unstable whatever the target computed."""
    expected = outcome.outputs[:, : file_size(interface.outputs)]
    return _tolerance(expected, declared(interface), outcome, samples, format, freedom)[1]


def _next_to_discarded(discarded: Bools) -> Bools:
    """Lanes of a quad of which some fragment was discarded. Derivatives next to a discarded lane are undefined: the
    reference continues with all four, a target need not."""
    first = np.arange(len(discarded)) & ~3
    found: Bools = np.zeros(len(discarded), np.bool_)
    for i in range(4):
        found |= discarded[np.minimum(first + i, len(discarded) - 1)]
    return found


def combine(
    native: Sequence[Comparison],
    single: Comparison | None,
    *,
    interface: Interface,
    batch: Batch,
    classes: NDArray[np.int8],
    format: Format,
    seed: int = 0,
    needed: int = 0,
) -> Report:
    """One report of the runs of one batch: `native` ones in the target's own format, and one in float32.

    A lane counts if all native runs compare it. If the format makes an infinity or NaN of a result that is finite in
    float32, native agreement means little, so the lane counts as compared in float32 only, like lanes that only the
    float32 run compares.
    """
    runs = [*native, *([single] if single else [])]
    wrong = np.logical_or.reduce([run.wrong for run in runs])
    full = np.logical_and.reduce([run.compared for run in native])
    alone = np.zeros_like(full)
    if single is not None:
        full = full & ~(single.finite & ~single.unsure & ~native[0].finite)
        alone = single.compared & ~full
    full = full | (wrong & ~alone)
    left = ~(full | alone)
    unsure = left & np.logical_or.reduce([run.unsure for run in native])
    unstable = left & ~unsure & np.logical_or.reduce([run.unstable for run in native])
    ordinary = classes == ORDINARY
    worst = next((run for run in runs if run.wrong.any()), runs[0])
    far = worst.distances(format)
    return Report(
        lanes=batch.lanes,
        compared=int(full.sum()),
        differing=int(wrong.sum()),
        unsure=int(unsure.sum()),
        unstable=int(unstable.sum()),
        excused=int((left & ~unsure & ~unstable).sum()),
        singles=int(alone.sum()),
        executed=executed_in(native[0].executed, full | alone),
        visits=() if native[0].visits is None else tuple(native[0].visits.tolist()),
        ordinary=int(ordinary.sum()),
        ordinary_compared=int((full & ordinary).sum()),
        ordinary_singles=int((alone & ordinary).sum()),
        needed=needed,
        max_ulp=far[0],
        max_abs=far[1],
        exact=all(run.exact for run in native),
        precision=worst.run,
        format=format.name,
        seed=seed,
        difference=worst.difference(interface, batch, classes),
        runs=tuple(run.run for run in runs),
        samples=_samples(runs[0], interface, batch, classes, {
            "differs": wrong, "agrees": full, "agrees in float32 only": alone, "the source defines no result": unsure,
            "a decision hangs on rounding": unstable, "excused": left,
        }),
    )  # fmt: skip


def _samples(
    run: Comparison, interface: Interface, batch: Batch, classes: NDArray[np.int8], verdicts: Mapping[str, Bools]
) -> tuple[ComparedLane, ...]:
    """The first lanes, each with the first of the verdicts that holds."""
    found = []
    for lane in range(min(SHOWN, batch.lanes)):
        verdict = next(word for word, lanes in verdicts.items() if lanes[lane])
        kind, given = CLASS_NAMES[int(classes[lane])], _inputs(interface, batch, lane)
        gone = bool(run.discarded[lane]), bool(run.discarded[lane] != run.discards[lane])
        results = [
            () if discarded else tuple((slot.name, _outputs(slot, values[lane])) for slot in interface.outputs)
            for discarded, values in zip(gone, (run.expected, run.found), strict=True)
        ]
        found.append(ComparedLane(lane, kind, verdict, given, *results))
    return tuple(found)


def _outputs(slot: Slot, values: F32Array) -> tuple[float, ...]:
    row = values[slot.register : slot.register + slot.registers].reshape(-1)
    return tuple(float(row[i]) for i, letter in enumerate(slot.words) if letter != ".")


def declared(interface: Interface) -> Bools:
    """The components (1, registers, 4) that slots declare."""
    used = np.zeros((1, file_size(interface.outputs), 4), np.bool_)
    for slot in interface.outputs:
        for i, letter in enumerate(slot.words):
            used[0, slot.register + i // 4, i % 4] |= letter != "."
    return used


def _tolerance(
    expected: F32Array,
    used: Bools,
    reference: Outcome,
    samples: Sequence[Outcome],
    format: Format,
    freedom: Freedom,
    fixed: Bools | None = None,
) -> tuple[NDArray[np.float64], Bools]:
    """The tolerance of each component, and the unstable lanes."""
    spread = np.zeros(expected.shape, np.float64)
    unstable: Bools = np.zeros(expected.shape[0], np.bool_)
    exact = expected.astype(np.float64)
    with np.errstate(all="ignore"):
        for sample in samples:
            other = sample.outputs[:, : expected.shape[1]].astype(np.float64)
            finite = np.isfinite(exact) & np.isfinite(other)
            same: Bools = np.asarray(finite | (exact == other) | (np.isnan(exact) & np.isnan(other)) | ~used, np.bool_)
            unstable = unstable | np.asarray(
                ~same.all(axis=(1, 2)) | (sample.discarded != reference.discarded), np.bool_
            )
            unstable = unstable | (sample.unsure & ~np.asarray(sample.reordered) & ~reference.unsure)
            spread = np.maximum(spread, np.where(finite & used, np.abs(other - exact), 0.0))
        size = np.abs(np.where(np.isfinite(exact) & used, exact, 0.0))
        scale = np.maximum(size, np.minimum(size.max(axis=(1, 2), initial=0.0, keepdims=True), 1.0))
        unstable = unstable | np.asarray((SPREADS * spread > LOOSE * scale).any(axis=(1, 2)), np.bool_)
        floor = np.where(np.isfinite(exact), ULPS * ulp(format, exact), 0.0) if freedom.values else 0.0
        if fixed is not None:
            floor = np.where(fixed[: exact.shape[1]] & (spread == 0), 0.0, floor)
        return SPREADS * spread + floor, unstable


def most_rounds(reference: Outcome, quads: bool) -> NDArray[np.int64] | None:
    """The limit of a sample's loop repetitions, lane by lane. Lanes that are not compared, or in fragment programs
    quads of such lanes, need not run."""
    if reference.rounds is None:
        return None
    times, more = MORE_ROUNDS
    idle = reference.unsure & ~np.asarray(reference.reordered)
    if quads:
        idle = np.repeat(np.logical_and.reduceat(idle, np.arange(0, len(idle), 4)), 4)[: len(idle)]
    return np.where(idle, 0, times * reference.rounds + more)


def _edge(a: F32Array, b: F32Array, format: Format) -> Bools:
    """Components where one side is infinite and the other finite but near it."""
    limit = format.greatest / 2
    with np.errstate(all="ignore"):
        large = (np.abs(a) >= limit) & (np.abs(b) >= limit) & (np.sign(a) == np.sign(b))
        return np.asarray(large & (np.isinf(a) != np.isinf(b)), np.bool_)


def _alike(expected: F32Array, found: F32Array, tolerance: NDArray[np.float64], freedom: Freedom) -> Bools:
    same: Bools = np.asarray(expected.view(np.int32) == found.view(np.int32)) | (np.isnan(expected) & np.isnan(found))
    if freedom.zero_signs:
        same = same | ((expected == 0) & (found == 0))
    with np.errstate(all="ignore"):
        near = np.abs(found.astype(np.float64) - expected.astype(np.float64)) <= tolerance
    return np.asarray(same | ((tolerance > 0) & near), np.bool_)


def _mended(
    expected: F32Array,
    found: F32Array,
    used: Bools,
    repaired: Outcome | None,
    tolerance: NDArray[np.float64],
    freedom: Freedom,
) -> Bools:
    """Components that are wrong because of a blend: NaNs that are right once zeros win, and any component if its whole
    lane is right then (a texture read at a NaN gives a number)."""
    if repaired is None:
        return np.zeros(expected.shape, np.bool_)
    right = _alike(expected, repaired.outputs[:, : expected.shape[1]], tolerance, freedom)
    return np.asarray(right & (np.isnan(found) | (right | ~used).all(axis=(1, 2), keepdims=True)), np.bool_)


def _shows_blend(expected: F32Array, found: F32Array) -> Bools:
    """Components that a blend may have made wrong: a NaN, an infinity that is expected, or a zero of the other sign. A
    value that is not taken makes no other number, and no infinity of a number."""
    return np.asarray(((found == 0) & (expected == 0)) | np.isnan(found) | ~np.isfinite(expected), np.bool_)


def _excuses(expected: F32Array, found: F32Array, alike: Bools, freedom: Freedom, reordered: Bools | bool) -> Bools:
    """Lanes in which another order of operations may cause every difference: by a NaN or an expected infinity, or by
    another infinity or a zero where some number is so large or small that products of it may leave the range."""
    reason = np.zeros(expected.shape, np.bool_)
    if freedom.reorders:
        tiny = (np.abs(found) < 2.0**-100) | (np.abs(expected) < 2.0**-100)
        lanes = np.broadcast_to(np.asarray(reordered), expected.shape[:1])
        reason |= np.isnan(found) | ~np.isfinite(expected) | ((np.isinf(found) | tiny) & lanes[:, None, None])
    return np.asarray((alike | reason).all(axis=(1, 2)), np.bool_)


def _distances(expected: F32Array, found: F32Array, used: Bools, format: Format) -> tuple[float, float]:
    with np.errstate(all="ignore"):
        far = np.abs(found.astype(np.float64) - expected.astype(np.float64))
        far = np.where(used & np.isfinite(expected) & np.isfinite(found), far, 0.0)
        return float((far / ulp(format, expected)).max(initial=0.0)), float(far.max(initial=0.0))


def _first(found: Comparison, interface: Interface, batch: Batch, classes: NDArray[np.int8]) -> Difference:
    lane = int(np.argmax(found.wrong))
    kind = CLASS_NAMES[int(classes[lane])]
    given = _inputs(interface, batch, lane)
    if found.discards[lane]:
        gone = bool(found.discarded[lane])
        return Difference(found.run, lane, kind, "discard", float(gone), float(not gone), 0.0, given)
    register, component = (int(i) for i in np.argwhere(~found.alike[lane])[0])
    slot = next(
        s
        for s in interface.outputs
        if s.register <= register < s.register + s.registers and _uses(s, register, component)
    )
    name = f"{slot.name}[{register - slot.register}]" if slot.registers > 1 else slot.name
    place = f"{name}.{LETTERS[component]}"
    whole = [component for component in range(4) if _uses(slot, register, component)]
    return Difference(
        found.run,
        lane,
        kind,
        place,
        float(found.expected[lane, register, component]),
        float(found.found[lane, register, component]),
        float(found.tolerance[lane, register, component]),
        given,
        tuple(float(found.expected[lane, register, c]) for c in whole),
        tuple(float(found.found[lane, register, c]) for c in whole),
    )


def _uses(slot: Slot, register: int, component: int) -> bool:
    i = 4 * (register - slot.register) + component
    return 0 <= i < len(slot.words) and slot.words[i] != "."


def _inputs(interface: Interface, batch: Batch, lane: int) -> tuple[tuple[str, tuple[float, ...]], ...]:
    given = []
    for slots, file in ((interface.inputs, batch.inputs), (interface.uniforms, batch.uniforms)):
        row = file[lane if file.shape[0] > 1 else 0].reshape(-1) if file.size else file.reshape(-1)
        for slot in slots:
            values = [float(row[4 * slot.register + i]) for i, letter in enumerate(slot.words) if letter != "."]
            given.append((slot.name, tuple(values)))
    return tuple(given)
