"""Evidence about a program beyond its comparison: lanes with rare results, and a run in float32 that leaves results no
more freedom than float32 has. `interp.witnesses` weighs what the runs show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.compare import Bools, Comparison
from gpucc.interp.data import Batch
from gpucc.interp.ieee import with_zero_winning
from gpucc.interp.judgement import FEW_SAMPLES, Judgement, judge, only_sure, within
from gpucc.interp.report import Evidence
from gpucc.interp.witnesses import telling, weigh
from gpucc.isa.model import FP32, Format

if TYPE_CHECKING:
    from gpucc.interp.bench import Bench

# results are looked at more closely if more than one ordinary lane in so many may be off by so many units of the format
LOOSELY, FAR = 4, 16


def is_loose(run: Comparison, ordinary: Bools, format: Format) -> bool:
    """Return whether a comparison says little about more than a few ordinary lanes: they are not compared, or may
    be far off."""
    largest = np.where(run.used, np.abs(run.expected), 0).max(axis=2, keepdims=True)
    with np.errstate(all="ignore"):
        wide = run.used & (run.tolerance > FAR * 2.0**-format.mantissa * largest)
    lost = ordinary & (~run.compared | wide.any(axis=(1, 2)))
    return bool(LOOSELY * np.count_nonzero(lost) > np.count_nonzero(ordinary))


def evidence(bench: Bench, run: str, batch: Batch, classes: NDArray[np.int8]) -> Evidence | None:
    """The evidence from the lanes of a batch, with the target's own functions, in the run "native" or "f32"; None
    if none of them can say anything."""
    if not bench.models(run).reference.sites:
        return None
    plain = bench.judges if run == "native" or bench.single is None else bench.single
    exact = judge(plain, bench.options, batch, bench.seed)
    found = _modelled_run(bench, run, batch, classes, exact)
    return None if found is None else weigh(found, exact.outcome, exact.samples, bench.isa.format)


def sharp(bench: Bench, batch: Batch, classes: NDArray[np.int8]) -> Evidence:
    """The evidence from a comparison in float32 that leaves results no more freedom than float32 has."""
    if bench.single is None or bench.make is None or not bench.loose:
        return Evidence()
    found = _sharp(bench, "f32", batch, classes)
    # a program may rely on integers that stay in the target's exact range, but its source may have others on the way
    inside = found.doubtful and _integers_leave(bench, batch) and not _sharp(bench, "exact", batch, classes).doubtful
    return replace(found, in_float32=found.against, integers=found.against if inside else 0)


def _integers_leave(bench: Bench, batch: Batch) -> bool:
    """Return whether some lane has a result where integers are exact up to 2^24, but none where they are exact only as
    far as the target's."""
    wide, narrow = (bench.models(run).run(batch).unsure for run in ("f32", "exact"))
    return not np.array_equal(wide, narrow)


def _sharp(bench: Bench, run: str, batch: Batch, classes: NDArray[np.int8]) -> Evidence:
    found = _modelled_run(bench, run, batch, classes)
    if found is not None and found.wrong.any() and bench.program.derived is not None:
        # the host computes derived constants from literals that were not rounded to the target's format
        literal = _modelled_run(bench, "literal", batch, classes)
        found = found if literal is None else found.acquit(literal.compared & ~literal.wrong, literal.expected)
    return Evidence() if found is None else telling(found, bench.isa.format)


def _modelled_run(
    bench: Bench, run: str, batch: Batch, classes: NDArray[np.int8], exact: Judgement | None = None
) -> Comparison | None:
    """The comparison with the target's own functions; None if no lane has a meaning."""
    judges = bench.models(run)
    outcome = judges.run(batch)
    if outcome.unsure.all():
        return None
    judgement = judge(judges, bench.options, batch, bench.seed, FEW_SAMPLES, outcome)
    text, format = (bench.native_text, bench.isa.format) if run == "native" else (None, FP32)
    plain = bench.judges if run == "native" or bench.single is None else bench.single
    if plain.reference.undefined:
        # undefined values decide the same, whatever the functions
        if exact is None:
            exact = judge(bench.single or bench.judges, bench.options, batch, bench.seed, FEW_SAMPLES)
        free = bench.undefined(exact, batch, format, text)
        lost = judgement.outcome.unsure | free.outcome.unsure
        judgement = replace(judgement, open=free.open, outcome=replace(judgement.outcome, unsure=lost))
    if bench.isa.loops and bench.judges.reference.loops:
        judgement, batch, idle = only_sure(judgement, batch, bench.shader, judgement.outcome.unsure)
        if idle.all():
            return None
    if run == "native":
        found = bench.run(batch, classes, judgement, run)
    else:
        judgement = within(judgement, batch, bench.isa.format)
        run_of_program = bench.simulate(bench.program, bench.isa, batch, precision="ieee")
        _, found = with_zero_winning(bench, batch, classes, judgement, run_of_program)
    return bench.weighed(judges.reference, found, batch, judgement.freedom)
