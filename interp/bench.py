"""The bench: the references of one program, its simulator, and the expected freedom of results. It examines one batch
of lanes at a time.

The runs of an examination:

* native: in the target's number format. If that is plain float32, the reference runs the original input; otherwise the
  optimised module that the program was compiled from, because LLVM folds constants and cancels operations in float32.
* perturbed: the simulator moves every approximate result within its bound; the outputs may change no more than the
  tolerance allows.
* f32: for other formats, both sides in float32 with IEEE rules, against the original input, within the format's units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import Unsupported
from gpucc.interp.blends import Excuses, numbers, spoilt
from gpucc.interp.chance import Chance
from gpucc.interp.compare import Bools, Comparison, Freedom, combine, compare, unsettled
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.decisions import between, hangs_on_what_is_no_number, taken, undecided, without_rare_overflows
from gpucc.interp.hearing import is_loose
from gpucc.interp.ieee import with_zero_winning
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.judgement import (
    FEW_SAMPLES,
    Judgement,
    JudgeOptions,
    Judges,
    Simulate,
    few_compared,
    judge,
    never_moved,
    only_sure,
    probe_of,
    reference_of,
    unless_held,
    within,
)
from gpucc.interp.models import Make, Models
from gpucc.interp.reference.bits import compares_bits
from gpucc.interp.reference.body import Literals, out_of_reach
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.reference.undefined import Fill, decided_otherwise, undefined_outputs
from gpucc.interp.report import ENOUGH, Loss, Report
from gpucc.interp.rounding import is_binary32
from gpucc.interp.stopped import insisting
from gpucc.interp.texts import Texts
from gpucc.interp.unseen import SeenLanes
from gpucc.isa.model import FP32, Format, Isa
from gpucc.program import Program, Shader

# lanes with rare results are searched only if at most one in so many lanes depends on a decision on open results;
# otherwise the search would need too many lanes
RARELY = 32
# lanes that are stable in float32 alone agree only if at most one differs for so many that agree
HARDLY = 16


class Way(NamedTuple):
    """A reference of the bench: in the target's own format ("native") or in float32 ("f32"), with exact functions or
    with the target's own."""

    run: str
    modelled: bool = False


PLAIN = Way("native")
# the runs in the target's own format
NATIVE = ("native", "perturbed")


class Bench:
    """All that is needed to judge a program, except the lanes."""

    def __init__(
        self,
        shader: Shader,
        program: Program,
        isa: Isa,
        simulate: Simulate,
        options: JudgeOptions,
        optimised_text: str | None,
        seed: int,
        make: Make | None = None,
        native_text: str | None = None,
    ) -> None:
        self.shader, self.program, self.isa = shader, program, isa
        self.simulate, self.options, self.seed = insisting(simulate, lambda: self.judges.reference), options, seed
        self.make = None if make is None else cache(make)
        self._modelled: dict[str, Judges] = {}
        self.optimised_text = optimised_text
        # derived constants are what the steps say here; only runs of what computes them show that the steps are right
        self.native_text = None if is_binary32(isa.format) else native_text or optimised_text
        self.judges = Judges(
            reference_of(shader, isa.format, self.native_text, options),
            probe_of(shader, isa, optimised_text or shader.text, options),
        )
        # makes references in float32, where signs of zeros are read as the target's own format has them
        self.float32 = partial(reference_of, shader, FP32, signless=not isa.format.negative_zero)
        # rounding to half is explicit in the arithmetic of the target's own format, and has no meaning in another
        self.single = self._single() if not is_binary32(isa.format) and options.half == "widen" else None
        self._held: Reference | None = None
        self._filled: dict[tuple[Format, str | None, Fill], Reference] = {}
        self._excuses: Excuses | None = None
        self._chips: Judges | None = None
        self.lanes = SeenLanes(shader, options)
        # the components that nothing open reaches; None as long as too few lanes have run
        self._fixed: Bools | None = None
        self.texts = Texts(self)
        self.with_options = partial(Bench, shader, program, isa, simulate, optimised_text=optimised_text, seed=seed,
                                    make=make, native_text=native_text)  # fmt: skip
        # runs in which decisions depended on open results in more than a few lanes
        self.turning: set[str] = set()
        # whether the target's format leaves the results of many lanes open, or nearly
        self.loose = False

    def _single(self) -> Judges:
        # atan2 keeps both operands within the target's range; beyond that, the angle is different
        options = replace(self.options, domains={**self.options.domains, "atan2": self.isa.format.greatest})
        return Judges(
            self.float32(None, options, 2.0**-self.isa.format.mantissa, exact=self.isa.format.exact_integers),
            False,
        )

    def promising(self, batch: Batch, way: Way = PLAIN) -> tuple[Bools, Outcome]:
        """The lanes that this reference alone expects to be compared and to have finite results, and its results."""
        judges = self.models(way.run) if way.modelled else self.single if way.run == "f32" else self.judges
        assert judges is not None
        outcome = judges.run(batch)
        lost = outcome.unsure & ~np.asarray(outcome.reordered)
        if lost.all():
            return ~lost, outcome
        judgement = judge(judges, self.options, batch, self.seed, FEW_SAMPLES, outcome)
        good = ~lost & ~unsettled(
            outcome, judgement.samples, self.program.interface, self.isa.format, judgement.freedom
        )
        return np.asarray(good & (np.isfinite(outcome.outputs).all(axis=(1, 2)) | outcome.discarded), np.bool_), outcome

    def ways(self) -> Iterator[Way]:
        """Yield the references that may find a lane worth comparing, the cheapest first.

        With exact functions, no lane of a sine hash is settled; in the target's own format, a hash that overflows it
        is finite in no lane.
        """
        runs = ("native", "f32") if self.single else ("native",)
        yield from (Way(run) for run in runs)
        if self.make is not None and self.judges.reference.freedom.values:
            yield from (Way(run, modelled=True) for run in runs if self.models(run).reference.sites)

    def verdict(self, batch: Batch, classes: NDArray[np.int8], sought: bool = False) -> tuple[Report, Bools]:
        """The report, and the lanes that count in the target's own format. Lanes that were `sought` for the parts that
        they reach are all compared with the target's own functions where decisions hang on these."""
        found, open_ = self._in_its_format(batch, classes, sought)
        single = self._in_float32(batch, classes, open_, sought) if self.single else None
        if self.single is None and self.native_text is not None:
            every = np.ones(batch.lanes, np.bool_)
            found = [self.texts.convicted(found[0], every, batch, classes, open_), *found[1:]]
        if single is not None and any(run.wrong.any() for run in found):
            found = without_rare_overflows(found, single)
        self.loose |= not sought and is_loose(found[0], classes == ORDINARY, self.isa.format)
        report = combine(
            found,
            single,
            interface=self.program.interface,
            batch=batch,
            classes=classes,
            format=self.isa.format,
            seed=self.seed,
        )
        if not sought and self.isa.format.blend_select:
            lost, blended = spoilt(found[0], classes)
            report = replace(report, spoilt=lost, blended=blended)
        full = np.logical_and.reduce([run.compared & ~run.wrong for run in found])
        seen = full if single is None else full | (single.compared & ~single.wrong)
        self.lanes.add(batch, classes, np.asarray(seen, np.bool_), sought)
        return report, np.asarray(full & np.logical_and.reduce([run.finite for run in found]), np.bool_)

    def _in_its_format(
        self, batch: Batch, classes: NDArray[np.int8], models: bool
    ) -> tuple[list[Comparison], Bools | None]:
        """The comparisons in the target's own format, and the outputs that are open because they are undefined."""
        native = judge(self.judges, self.options, batch, self.seed)
        if self._fixed is None and batch.lanes >= ENOUGH and native.samples:
            self._fixed = never_moved(native.outcome, native.samples)
        native, batch, idle = self._without_endless(native, batch, classes, "native")
        if idle.all():
            return [self.compared(classes, native, native.outcome, name) for name in NATIVE], native.open
        found = self._native(batch, classes, native)
        self._watch("native", native, classes, found[0].wrong | found[1].wrong)
        if any(run.wrong.any() for run in found) and self.judges.reference.undefined:
            native = self.undefined(native, batch, self.isa.format, self.native_text)
            found = self._native(batch, classes, native)
        found = self._with_models(batch, classes, native, found, idle, models or few_compared(found[0], classes))
        found = [found[0], self._as_chips(batch, classes, native, *found)]
        return [self.weighed(self.judges.reference, run, batch, native.freedom) for run in found], native.open

    def _native(self, batch: Batch, classes: NDArray[np.int8], native: Judgement) -> list[Comparison]:
        return [self.run(batch, classes, native, name) for name in NATIVE]

    def run(self, batch: Batch, classes: NDArray[np.int8], native: Judgement, name: str) -> Comparison:
        """One comparison. If it fails on a target that blends, a second run distinguishes the blends' NaNs from
        others."""

        def outcome(**more: bool) -> Outcome:
            perturb = None if name == "native" else Chance(self.seed)
            return self.simulate(self.program, self.isa, batch, precision="native", perturb=perturb, **more)

        target = outcome()
        found = self.compared(classes, native, target, name)
        suspects = found.wrong | found.doubted | (found.excused & native.outcome.doubtful)
        if not suspects.any() or not native.blends:
            return found
        beyond = self._beyond_guards(batch, classes, suspects & numbers(batch, self.isa.format))
        repaired = outcome(zero_wins=True)
        found = self.compared(classes, native, target, name, repaired, beyond)
        as_selects = replace(found, found=repaired.outputs[:, : found.found.shape[1]])
        return replace(found, blended=found.overflows & ~as_selects.overflows)

    def _beyond_guards(self, batch: Batch, classes: NDArray[np.int8], asked: Bools) -> Bools:
        if self._excuses is None:
            text = self.optimised_text or self.shader.text
            flat, plain = (
                partial(reference_of, self.shader, self.isa.format, text, self.options, excuses=True, flatten=f)
                for f in (True, False)
            )
            try:
                self._excuses = Excuses(flat(), True)
            except Unsupported:
                self._excuses = Excuses(plain(), False)
        return self._excuses.lanes(batch, classes, asked)

    def _unfit(self, native: Judgement, batch: Batch, classes: NDArray[np.int8]) -> Bools:
        """Return lanes without a defined meaning, and lanes that a blend may spoil whatever the compiler does."""
        outcome = native.outcome
        unsure: Bools = outcome.unsure | outcome.doubtful
        asked = (
            unsure
            & (outcome.doubtful | outcome.reordered)
            & ~(outcome.unsure & ~np.asarray(outcome.reordered))
            & numbers(batch, self.isa.format)
        )
        return (
            unsure & (~asked | self._beyond_guards(batch, classes, asked)) if native.blends and asked.any() else unsure
        )

    def weighed(self, reference: Reference, run: Comparison, batch: Batch, freedom: Freedom) -> Comparison:
        """Reconsider lanes that differ: a decision may explain the difference, or an infinity or NaN on which the
        source's result depends."""
        if freedom.values and run.wrong.any():
            run = run.excuse(hangs_on_what_is_no_number(reference, run, batch))
            run = run.suspend(undecided(reference, run, batch, self.seed))
        return run

    def _without_endless(
        self, judgement: Judgement, batch: Batch, classes: NDArray[np.int8], run: str
    ) -> tuple[Judgement, Batch, Bools]:
        """If there are loops, replace lanes whose behaviour is undefined, because these might never end; return the
        replaced lanes last.

        Beyond the domain of a function nothing is guaranteed, but its value is a number like any other. If that leaves
        few lanes, those to which the target's values give a meaning cannot harm a loop.
        """
        judges = self.judges if run == "native" or self.single is None else self.single
        if not self.isa.loops or not judges.reference.loops:
            return judgement, batch, np.zeros(batch.lanes, np.bool_)
        outcome, ordinary = judgement.outcome, classes == ORDINARY
        few = 2 * np.count_nonzero(outcome.unsure & ordinary) > np.count_nonzero(ordinary)
        lost = self._unfit(judgement, batch, classes) if run == "native" else outcome.unsure
        if self.make is not None and few and judges.reference.freedom.values:
            again = self.models(run).run(batch)
            lost = lost & (again.unsure | again.doubtful)
        return only_sure(judgement, batch, self.shader, lost)

    def _with_models(
        self,
        batch: Batch,
        classes: NDArray[np.int8],
        native: Judgement,
        found: list[Comparison],
        idle: Bools,
        few: bool,
    ) -> list[Comparison]:
        """Repeat the comparisons with the target's values of approximate functions where decisions depend on these; for
        all lanes if few could be compared. `idle` lanes were given other inputs.

        A lane that then agrees computes what the source specifies, with functions as exact as their bounds require.
        """
        if self.make is None or not native.freedom.values or not (few or any(run.wrong.any() for run in found)):
            return found
        # this takes a pass for each call of a chain, so lanes that cannot gain from it are left out, quad by quad
        asked = np.logical_or.reduce([run.wrong | few for run in found]) & ~idle
        lanes = (4 * np.unique(np.flatnonzero(asked) // 4)[:, None] + np.arange(4)).reshape(-1)
        lanes = lanes[lanes < batch.lanes]
        if not len(lanes):
            return found
        part = taken(batch, lanes)
        open_ = None if native.open is None else native.open[lanes]
        result: list[Comparison] = []
        right: Bools = np.zeros(batch.lanes, np.bool_)
        for run in found:
            if run.run != "native" and not run.wrong.any():
                # a lane that agrees with the source for the exact chip needs no further run
                result.append(run.acquit(right & ~run.wrong))
                continue
            judgement = replace(judge(self.models(run.run), self.options, part, self.seed), open=open_)
            again = self.run(part, classes[lanes], judgement, run.run)
            right, expected = np.zeros(batch.lanes, np.bool_), run.expected.copy()
            right[lanes], expected[lanes] = again.compared & ~again.wrong, again.expected
            near = np.zeros(batch.lanes, np.bool_)
            near[lanes] = again.unstable & (again.meets(self.isa.format) | between(judgement.samples, again))
            # the source permits these values of functions, and with them it says nothing of the result
            near[lanes] |= judgement.outcome.unsure & ~np.asarray(judgement.outcome.reordered)
            # a lane that agrees there, but not with another rounding, or only with one, proves nothing either way
            result.append(run.acquit(right & ~idle, expected).suspend(run.wrong & near & ~idle))
        return result

    def _as_chips(
        self, batch: Batch, classes: NDArray[np.int8], native: Judgement, exact: Comparison, run: Comparison
    ) -> Comparison:
        """Repeat the comparison of the perturbed program with samples of which each is one chip.

        The usual samples draw an error for each call, and the errors of many calls with one argument nearly cancel; on
        a chip they are the same, and add up.
        """
        asked = run.wrong & exact.compared & ~exact.wrong
        if not asked.any() or not native.freedom.values:
            return run
        if self._chips is None:
            reference = reference_of(self.shader, self.isa.format, self.native_text, self.options, chip=True)
            self._chips = replace(self.judges, reference=reference)
        chips = judge(self._chips, self.options, batch, self.seed, outcome=native.outcome)
        again = self.run(batch, classes, replace(native, samples=chips.samples), run.run)
        return run.acquit(asked & again.compared & ~again.wrong)

    def _watch(self, run: str, judgement: Judgement, classes: NDArray[np.int8], wrong: Bools) -> None:
        if self.make is None or not judgement.freedom.values:
            return
        open_ = unsettled(
            judgement.outcome, judgement.samples, self.program.interface, self.isa.format, judgement.freedom
        )
        ordinary = classes == ORDINARY
        if RARELY * np.count_nonzero((open_ | wrong) & ordinary) > np.count_nonzero(ordinary):
            self.turning.add(run)

    def models(self, run: str) -> Judges:
        """The reference with the target's own functions: of an exact chip or, for "perturbed", a perturbed one; "f32":
        see `_as_held`; "exact" knows of integers what the target does, "literal" rounds no literals (`hearing`)."""
        if run not in self._modelled:
            assert self.make is not None
            options, single = self.options, run not in NATIVE
            made = self.float32 if single else partial(reference_of, self.shader, self.isa.format)
            chance = Chance(self.seed) if run == "perturbed" else None
            models = Models(
                self.make,
                self.isa,
                self.simulate,
                options.bounds,
                options.domains,
                chance,
                "ieee" if single else "native",
            )
            text = self.optimised_text if single else self.native_text
            literals = Literals(self.isa.format, all=True) if single and run != "literal" else None
            exact = self.isa.format.exact_integers if run == "exact" else None
            reference = made(text, options, models=models, literals=literals, exact=exact)
            self._modelled[run] = replace(
                self.judges, reference=reference, probe=False if single else self.judges.probe
            )
        return self._modelled[run]

    def _in_float32(self, batch: Batch, classes: NDArray[np.int8], open: Bools | None, models: bool) -> Comparison:
        assert self.single is not None
        format = self.isa.format
        judgement = within(replace(judge(self.single, self.options, batch, self.seed), open=open), batch, format)
        if out_of_reach(self.shader.text, format) or compares_bits(self.shader.text, format):
            if self._held is None:
                self._held = self.float32(None, self.options, literals=Literals(format, all=False))
            judgement = unless_held(judgement, self._held.run(batch))
        judgement, batch, idle = self._without_endless(judgement, batch, classes, "f32")
        if idle.all():
            return self.compared(classes, judgement, judgement.outcome, "f32")
        plain = self.simulate(self.program, self.isa, batch, precision="ieee")
        comparison = self.compared(classes, judgement, plain, "f32")
        # what the comparison in float32 does not tell of the source, or forgives by way of the optimised text
        blind = (comparison.wrong | comparison.unsure | comparison.unstable) & ~idle
        found, comparison = with_zero_winning(self, batch, classes, judgement, plain)
        self._watch("f32", judgement, classes, comparison.wrong)
        if comparison.wrong.any() and self.single.reference.undefined:
            judgement = self.undefined(judgement, batch, FP32, None)
            comparison = self.compared(classes, judgement, found, "f32")
        few = models or few_compared(comparison, classes)
        asked = (comparison.wrong | ((comparison.unsure | comparison.unstable) & few)) & ~idle
        if asked.any() and self.make and (comparison.wrong.any() or judgement.freedom.values):
            comparison = self._as_held(comparison, found, batch, classes, open, asked)
        comparison = self.weighed(self.single.reference, comparison, batch, judgement.freedom)
        return self.texts.convicted(comparison, blind, batch, classes, open)

    def _as_held(
        self, run: Comparison, found: Outcome, batch: Batch, classes: NDArray[np.int8], open: Bools | None, asked: Bools
    ) -> Comparison:
        """Repeat the comparison in float32 if it fails or leaves most lanes open, with the target's functions, and with
        constants as the target holds them.

        A chaotic program amplifies the errors of both, and a few samples need not show that. A constant is rounded
        after LLVM's folding, so this uses the optimised text.

        That leaves results no freedom but float32's, so most lanes that are unstable within the target's precision are
        stable here. They agree only if hardly any of them differs: where gpucc folded constants of which each was to be
        rounded, a right program differs, and in a wrong one those with the most common result agree.
        """
        again = within(judge(self.models("f32"), self.options, batch, self.seed), batch, self.isa.format)
        held = self.compared(classes, replace(again, open=open), found, "f32")
        right = asked & held.compared & ~held.wrong
        if HARDLY * np.count_nonzero(asked & held.wrong) > np.count_nonzero(right):
            right = right & ~run.unstable
        return run.acquit(right, held.expected)

    def losses(self, batch: Batch, classes: NDArray[np.int8]) -> tuple[Loss, ...]:
        """The reasons why ordinary lanes have no result in the target's own format."""
        traced = reference_of(self.shader, self.isa.format, self.native_text, self.options, tracer=Tracer)
        assert isinstance(traced.tracer, Tracer)
        outcome = traced.run(batch)
        assert outcome.firsts is not None
        lanes = np.flatnonzero((classes == ORDINARY) & outcome.unsure & (outcome.firsts != 0))
        single = ~self.single.run(batch).unsure if self.single else np.zeros(batch.lanes, np.bool_)
        return traced.tracer.losses(outcome.firsts[lanes], single[lanes])

    def undefined(self, judgement: Judgement, batch: Batch, format: Format, text: str | None) -> Judgement:
        """Make outputs open that depend on undefined values; lanes in which undefined values decide have no meaning."""

        def run(fill: Fill) -> Outcome:
            key = format, text, fill
            if key not in self._filled:
                made = self.float32 if format is FP32 else partial(reference_of, self.shader, format)
                self._filled[key] = made(text, self.options, fill=fill)
            return self._filled[key].run(batch)

        outcome, others = judgement.outcome, [run("numbers"), run("nans")]
        found = undefined_outputs(outcome, *others)
        marked = run("marks")
        # a lane that another order of operations might overflow is still checked for a missing guard
        lost = decided_otherwise(outcome, *others) | (marked.unsure & ~np.asarray(marked.reordered))
        return replace(
            judgement,
            open=found if judgement.open is None else found | judgement.open,
            outcome=replace(outcome, unsure=outcome.unsure | lost, reordered=outcome.reordered & ~lost),
        )

    def compared(
        self,
        classes: NDArray[np.int8],
        judgement: Judgement,
        target: Outcome,
        run: str,
        repaired: Outcome | None = None,
        beyond: Bools | bool = True,
    ) -> Comparison:
        return compare(
            judgement.outcome,
            target,
            interface=self.program.interface,
            classes=classes,
            format=self.isa.format,
            samples=judgement.samples,
            freedom=judgement.freedom,
            repaired=repaired,
            beyond=beyond,
            open=judgement.open,
            fixed=self._fixed if run in NATIVE else None,
            run=run,
        )
