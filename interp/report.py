"""The report of a verification: the verdict, the number of lanes that it relies on, and the first lane that differs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpucc.records import dataclass

Verdict = Literal["differs", "verified", "structure", "unverified"]
# SAYING lanes with rare results are enough evidence. A program is doubted if more than FEW lanes speak against it, and
# more than one for every FOR_EACH witnesses (FOR_EACH_IN_FLOAT32, where the target computes in float32)
SAYING, FEW, FOR_EACH, FOR_EACH_IN_FLOAT32 = 12, 3, 4, 16
# the most lanes that are compared, limited by time
MOST_LANES = 1 << 24
# the number of ordinary lanes that must be compared, or half of the requested lanes if those are fewer
ENOUGH = 64
# a target that blends may spoil at most one ordinary lane in so many
SPOILT = 8


def enough(lanes: int) -> int:
    """The number of ordinary lanes, of so many, that must be compared before a program is called verified."""
    return min(ENOUGH, -(-lanes // 2))


@dataclass(frozen=True, slots=True)
class Executed:
    """The number of instructions that lanes ran: the least, the sum over all lanes, and the most."""

    lanes: int
    least: int
    total: int
    most: int

    @property
    def mean(self) -> float:
        return self.total / self.lanes

    def summary(self) -> dict[str, Any]:
        """The entry in the statistics of a program."""
        return {"minimum": self.least, "mean": round(self.mean, 2), "maximum": self.most, "lanes": self.lanes}


def executed_in(counts: NDArray[np.int64] | None, lanes: NDArray[np.bool_]) -> Executed | None:
    """A simulator's counts in these lanes; None if it counts nothing, or if there are no lanes."""
    found = None if counts is None else counts[lanes]
    if found is None or not len(found):
        return None
    return Executed(len(found), int(found.min()), int(found.sum()), int(found.max()))


def executed_together(parts: Iterable[Executed | None]) -> Executed | None:
    known = [part for part in parts if part is not None]
    if not known:
        return None
    least, most = min(part.least for part in known), max(part.most for part in known)
    return Executed(sum(part.lanes for part in known), least, sum(part.total for part in known), most)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of lanes with rare results (`interp.witnesses`). `witnesses` lanes speak for the program, `against`
    lanes against it. Of the latter, `in_float32` lanes differ even in float32, where rounded functions decide nothing,
    and of those, `integers` lanes differ only because integers leave the target's exact range. `nearly` further lanes
    differ so little that another order of operations may be the reason, unless there are more of them than witnesses.
    `for_each` witnesses outweigh one lane against the program."""

    witnesses: int = 0
    against: int = 0
    in_float32: int = 0
    integers: int = 0
    nearly: int = 0
    for_each: int = FOR_EACH

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(
            self.witnesses + other.witnesses,
            self.against + other.against,
            self.in_float32 + other.in_float32,
            self.integers + other.integers,
            self.nearly + other.nearly,
            max(self.for_each, other.for_each),
        )

    @property
    def enough(self) -> bool:
        return self.witnesses + self.against >= SAYING

    @property
    def doubtful(self) -> bool:
        unlike = self.against > FEW and self.for_each * self.against > self.witnesses
        return unlike or (self.nearly > FEW and self.nearly > self.witnesses)


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a number of lanes first lose their result: the place in the source, or the instruction, and the reason.
    `singles` of these lanes have a result in float32."""

    place: str
    reason: str
    lanes: int
    singles: int = 0

    @property
    def told(self) -> str:
        where = f" at {self.place}" if self.place else ""
        lanes = f"{self.lanes} lane{'s' * (self.lanes != 1)}"
        if self.singles:
            lanes += f", {self.singles} of which {'have' if self.singles > 1 else 'has'} a result in float32"
        return f"{self.reason}{where} ({lanes})"

    def summary(self) -> dict[str, Any]:
        """The entry in the manifest."""
        return {"place": self.place, "reason": self.reason, "lanes": self.lanes, "float32": self.singles}


@dataclass(frozen=True, slots=True)
class Unseen:
    """A part of the source that `lanes` ordinary lanes reach, none of which could be compared."""

    place: str
    lanes: int


@dataclass(frozen=True, slots=True)
class Difference:
    """The first lane that differs. `inputs` are (name, values)."""

    run: str
    lane: int
    kind: str
    place: str
    expected: float
    found: float
    tolerance: float
    inputs: tuple[tuple[str, tuple[float, ...]], ...]
    expected_output: tuple[float, ...] = ()
    found_output: tuple[float, ...] = ()

    def describe(self) -> str:
        allowed = f" (allowed: {self.tolerance:.3g} off)" if self.tolerance else ""
        lines = [f"{self.run}: lane {self.lane} ({self.kind}) differs in {self.place}{allowed}"]
        lines += [f"  expected {show(self.expected)}", f"  found    {show(self.found)}"]
        if len(self.expected_output) > 1:
            lines += [
                f"  whole output, expected {shown(self.expected_output)}",
                f"  whole output, found    {shown(self.found_output)}",
            ]
        return "\n".join([*lines, "  inputs:", *(f"    {name} = {shown(values)}" for name, values in self.inputs)])


@dataclass(frozen=True, slots=True)
class ComparedLane:
    """One lane of the first run: its `kind` of inputs, the verdict on it, and the values of inputs and uniforms, of the
    outputs that were expected, and of those that were found, by name. The outputs of a discarded fragment are left
    out."""

    number: int
    kind: str
    verdict: str
    inputs: tuple[tuple[str, tuple[float, ...]], ...]
    expected: tuple[tuple[str, tuple[float, ...]], ...] = ()
    found: tuple[tuple[str, tuple[float, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a verification.

    `lanes` is the number of lanes drawn. Of these `compared` agree in the target's own format or are among `differing`;
    `singles` agree in float32 only, because the target's format overflows or its rounding changes a decision there. The
    other counts are lanes that do not count, by reason. `needed` is the number of ordinary lanes that must be compared
    for the program to be verified. `executed` counts instructions in the lanes that were compared, `visits` the lanes,
    compared or not, that ran each instruction; `evidence` comes from lanes with rare results; `samples` are the first
    lanes, for people to look at; `losses` say what takes lanes their results first, if the program is unverified.
    """

    lanes: int
    compared: int
    differing: int = 0
    unsure: int = 0
    unstable: int = 0
    excused: int = 0
    singles: int = 0
    ordinary: int = 0
    ordinary_compared: int = 0
    ordinary_singles: int = 0
    needed: int = 0
    max_ulp: float = 0.0
    max_abs: float = 0.0
    exact: bool = True
    precision: str = "native"
    format: str = "fp32"
    seed: int = 0
    difference: Difference | None = None
    runs: tuple[str, ...] = ()
    executed: Executed | None = None
    visits: tuple[int, ...] = ()
    evidence: Evidence = Evidence()
    samples: tuple[ComparedLane, ...] = ()
    losses: tuple[Loss, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    # ordinary lanes in which the source has a number, and a target that blends has none; and those of them in which a
    # blend is the cause, not another order of operations
    spoilt: int = 0
    blended: int = 0
    # the places of parts that no compared lane reached
    unreached: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether nothing that was compared differs. `verdict` also considers whether enough was compared."""
        return self.differing == 0

    @property
    def verdict(self) -> Verdict:
        if not self.passed:
            return "differs"
        if self.evidence.doubtful or self.unseen or self.spoilt * SPOILT > self.ordinary:
            return "unverified"
        if self.ordinary_compared >= self.needed:
            return "verified"
        return "structure" if self.ordinary_compared + self.ordinary_singles >= self.needed else "unverified"

    @property
    def verified(self) -> bool:
        """Return whether enough ordinary lanes agree, in the target's format or, if that overflows, in float32."""
        return self.verdict in ("verified", "structure")

    @property
    def doubt(self) -> str | None:
        """The reason why the program cannot be called verified."""
        match self.verdict:
            case "unverified" if self.evidence.doubtful:
                return self._doubted
            case "unverified" if self.spoilt * SPOILT > self.ordinary:
                why = (
                    "this target computes both sides of a choice and blends them, and the side that is not chosen"
                    " overflows"
                    if self._by_blends
                    else "products and sums that are computed in another order than the source's overflow"
                )
                return f"{self.spoilt} of {self.ordinary} ordinary lanes are no numbers here: {why}"
            case "unverified" if self.unseen:
                part = max(self.unseen, key=lambda one: one.lanes)
                return (
                    f"none of the {part.lanes} ordinary lanes that reach {part.place} could be compared with LLVM's JIT"
                )
            case "unverified":
                count = self.ordinary_compared + self.ordinary_singles
                return (
                    f"only {count} of {self.ordinary} ordinary lanes could be compared with LLVM's JIT, {self.needed}"
                    f" are needed: of all {self.lanes} lanes drawn, {self.unsure} have no defined result on this"
                    f" target, and on {self.unstable} a decision hangs on how results are rounded"
                )
            case "structure":
                return (
                    f"the structure alone is verified: {self.ordinary_compared} of {self.ordinary} ordinary lanes could"
                    f" be compared in {self.format}, {self.ordinary_singles} more in float32 only, where {self.format}"
                    " overflows or is too coarse"
                )
        return None

    @property
    def remedy(self) -> str:
        """The advice for a program that cannot be called verified."""
        if self.spoilt * SPOILT <= self.ordinary:
            return self._more_lanes
        if not self._by_blends:
            return "--arithmetic strict keeps the source's order"
        return (
            "clamp what that side raises or multiplies, as in z = clamp(z, -1e6, 1e6); rounds behind a break are such"
            " a side"
        )

    @property
    def _more_lanes(self) -> str:
        """Whether a comparison of more lanes may verify the program, and how many would do at the same rate."""
        count = self.ordinary_compared + self.ordinary_singles
        missed = max((part.lanes for part in self.unseen), default=0)
        lost = not count and (self.ordinary >= ENOUGH or self.unsure == self.lanes >= ENOUGH)
        if self.evidence.doubtful or missed >= ENOUGH or lost or self.lanes >= MOST_LANES:
            return "more lanes hardly help"
        # half of the lanes are ordinary
        wanted = 4 * self.lanes if missed or not count else max(2 * self.lanes, 3 * ENOUGH * self.ordinary // count)
        more = f"--verify {min(1 << (wanted - 1).bit_length(), MOST_LANES)}"
        return f"{more} compares more lanes" if count or missed else f"{more} shows whether any lane can be compared"

    @property
    def _by_blends(self) -> bool:
        return 2 * self.blended >= self.spoilt

    @property
    def _doubted(self) -> str:
        """What lanes with rare results say against the program."""
        found = self.evidence
        if found.integers:
            return (
                f"{found.against} lanes differ from the source in float32, with integers larger than {self.format}"
                f" holds exactly, and only {found.witnesses} lanes with rare results agree"
            )
        if found.in_float32:
            return (
                f"{found.against} lanes differ in float32 from the source with constants and functions as this target"
                f" has them, and only {found.witnesses} lanes with rare results agree"
            )
        return (
            f"{found.against + found.nearly} lanes on which a decision hangs on approximate functions differ from the"
            " source with this target's own values of these functions, and only"
            f" {found.witnesses} lanes show rare results that agree"
        )

    @property
    def lost(self) -> str | None:
        """Why ordinary lanes have no result, for an unverified program."""
        if not self.losses:
            return None
        return f"lanes lose their results to {'; to '.join(loss.told for loss in self.losses)}"

    @property
    def lanes_told(self) -> str:
        """The number of lanes compared, and of lanes in all, as text."""
        if not self.singles:
            return f"{self.compared} of {self.lanes} lanes"
        return f"{self.compared} of {self.lanes} lanes in {self.format}, {self.singles} in float32 only"

    def summary(self) -> dict[str, Any]:
        """The entry in the manifest."""
        facts: dict[str, Any] = {"verdict": self.verdict, "lanes": self.lanes, "compared": self.compared}
        facts |= {"float32_only": self.singles, "format": self.format}
        facts |= {"ordinary": self.ordinary, "ordinary_compared": self.ordinary_compared, "needed": self.needed}
        facts |= {"max_ulp": self.max_ulp, "max_abs": self.max_abs}
        lost = {"losses": [loss.summary() for loss in self.losses]} if self.losses else {}
        gaps = {"unreached": list(self.unreached)} if self.unreached else {}
        return {**facts, "exact": self.exact, "precision": self.precision, "seed": self.seed, **lost, **gaps}

    def describe(self) -> str:
        verdict = "agrees" if self.passed else f"differs on {self.differing} of {self.lanes} lanes"
        how = "bit for bit" if self.exact else f"at most {self.max_ulp:.3g} ulp and {self.max_abs:.3g} apart"
        text = f"{self.precision}: {verdict}" + (f", {how}" if self.passed else "") + f"; {self.lanes_told} compared"
        why = (("unsure", self.unsure), ("unstable", self.unstable), ("excused", self.excused))
        left_out = ", ".join(f"{count} {name}" for name, count in why if count)
        lines = [text + (f" ({left_out})" if left_out else "") + f", seed {self.seed}"]
        if self.doubt:
            lines.append(f"{self.verdict}: {self.doubt}")
        if self.lost:
            lines.append(self.lost)
        if self.unreached:
            lines.append(unrun(self.unreached))
        return "\n".join([*lines, *([self.difference.describe()] if self.difference else [])])


def unrun(places: Sequence[str]) -> str:
    """The summary's words about parts that no compared lane reached."""
    more = ["", " and at one more place", f" and at {len(places) - 1} more places"][min(len(places) - 1, 2)]
    return f"no compared lane reached a part at {places[0]}{more}"


def join(reports: Sequence[Report], needed: int) -> Report:
    """One report of several pieces of the same verification: counts are added, distances are the largest, the first
    difference is kept."""
    worst = next((report for report in reports if not report.passed), reports[0])
    counts = {
        name: sum(getattr(report, name) for report in reports)
        for name in (
            "lanes compared differing unsure unstable excused singles spoilt blended ordinary ordinary_compared"
            " ordinary_singles"
        ).split()
    }
    return Report(
        **counts,
        needed=needed,
        max_ulp=max(report.max_ulp for report in reports),
        max_abs=max(report.max_abs for report in reports),
        exact=all(report.exact for report in reports),
        precision=worst.precision,
        format=worst.format,
        seed=worst.seed,
        difference=worst.difference,
        runs=worst.runs,
        executed=executed_together(report.executed for report in reports),
        # a piece in which nothing could be run counts no visits
        visits=tuple(map(sum, zip(*(report.visits for report in reports if report.visits), strict=True))),
        samples=reports[0].samples,
    )


def show(value: float) -> str:
    """A float with its bits, since a difference may not show in decimals."""
    bits = np.array(value, np.float32).view(np.uint32).item()
    return (
        f"{np.format_float_positional(np.float32(value), trim='0') if 1e-4 < abs(value) < 1e7 else value!r}"
        f" (0x{bits:08X})"
    )


def shown(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.9g}" for value in values)
