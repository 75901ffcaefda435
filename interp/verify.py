"""Verify a compiled program: simulate it from its bytes, and compare it with LLVM's JIT running the source.

The bench examines one batch of lanes. Here lanes are drawn until enough of them could be compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.assumed import with_assumed
from gpucc.interp.bench import Bench, Way
from gpucc.interp.compare import Bools
from gpucc.interp.data import Batch, F32Array, Outcome
from gpucc.interp.decisions import taken
from gpucc.interp.derived import with_derived
from gpucc.interp.glance import far
from gpucc.interp.hearing import evidence, sharp
from gpucc.interp.inputs import ORDINARY, make_batch
from gpucc.interp.judgement import MANY_STEPS, MOST_STEPS, JudgeOptions, Simulate
from gpucc.interp.machine import Fault
from gpucc.interp.models import Make
from gpucc.interp.redraw import Learnt, compared_numbers, learn, redraw
from gpucc.interp.reference.jit import STEPS, Half, StepLimit
from gpucc.interp.report import FOR_EACH, FOR_EACH_IN_FLOAT32, MOST_LANES, Evidence, Loss, Report, enough, join
from gpucc.interp.rounding import is_binary32
from gpucc.interp.ties import tied
from gpucc.interp.witnesses import POOLS as WITNESSES
from gpucc.isa.model import FP32, Bound, Isa
from gpucc.program import Program, Shader

# the number of lanes that are compared at once, limited by memory
PIECE = 4096
MOST_PIECES = MOST_LANES // PIECE
# the piece number of the first batch among which lanes are sought for parts that were hardly compared
FAR_PIECES, FAR_BATCHES = 2 * MOST_PIECES, 2
# the number of ordinary lanes at which a glance is taken, and of those that are looked at again with equal numbers
GLANCE, TIES = 2048, 512
# the number of examinations of new lanes, and of pools drawn for each
ROUNDS, POOLS = 4, 3
# after so many pools in a row without a lane worth comparing, the target's own functions, which take long, are left
# alone; after so many examinations in which no lane counted, no more are made
FRUITLESS = 2
# hardly a lane was compared if verification needs more than so many times as many
FRUITFUL = 4


# is asked after each piece but the last, with the number of lanes so far, whether they shall do
Halt = Callable[[int], bool]


def go_on(lanes: int) -> bool:
    return False


def verify_program(
    shader: Shader,
    program: Program,
    isa: Isa,
    simulate: Simulate,
    *,
    lanes: int = 256,
    seed: int = 0,
    optimised_text: str | None = None,
    native_text: str | None = None,
    bounds: Mapping[str, Bound] | None = None,
    domains: Mapping[str, float] | None = None,
    nsz: bool | None = None,
    inexact: bool | None = None,
    half: Half = "widen",
    make: Make | None = None,
    rounds: int | None = None,
    halt: Halt = go_on,
) -> Report:
    """Compare the program with the JIT on generated inputs, all of `lanes` or those drawn until `halt` holds.

    `native_text` is the optimised text that reads derived constants, where `optimised_text` computes them.

    `bounds` and `domains` are those of functions that the compiler expands; those of the target's own operations are in
    their records. `nsz` and `inexact` override the freedom of the result that follows from the text's flags and
    functions. `make` compiles a module of one instruction for the target, to get the target's values of approximate
    functions. Lanes that repeat loops more than `rounds` times are not compared.
    """
    expanded = {op: limit for op, limit in (domains or {}).items() if op not in native_bounds(isa)}
    options = JudgeOptions(function_bounds(isa, bounds or {}), expanded, nsz, inexact, half)
    for most in (rounds,) if rounds else (MOST_STEPS, MANY_STEPS) if isa.loops else (STEPS,):
        steps = StepLimit(most)
        bench = Bench(
            shader, program, isa, simulate, replace(options, steps=steps), optimised_text, seed, make, native_text
        )
        report = _verify(bench, lanes, seed, halt, partial(_sparing, bench, lanes, seed))
        # lanes with more loop repetitions are rare, and slow to simulate
        if report.verdict != "unverified" or not steps.met:
            break
    if report.verdict == "unverified" and not report.evidence.doubtful:
        report = replace(report, losses=_losses(bench, lanes, seed))
    return report


def _sparing(bench: Bench, lanes: int, seed: int, known: Report) -> Report | None:
    """The report of a comparison in which sums and products of numbers of few bits are exact, if that verifies a
    program of which hardly a lane was compared, because decisions hang on roundings; else None.

    `1.0 - z * z` is zero where a counter makes z one, and an error there would make the argument of a root negative.
    Such a comparison allows less, so it proves no less; what it finds to differ proves nothing.
    """
    few = FRUITFUL * known.ordinary_compared < known.needed and 2 * known.unstable > known.lanes
    if not few or bench.options.spare or not bench.judges.reference.freedom.values:
        return None
    report = _verify(bench.with_options(replace(bench.options, spare=True)), lanes, seed)
    return report if report.verified else None


def _verify(
    bench: Bench,
    lanes: int,
    seed: int,
    halt: Halt = go_on,
    otherwise: Callable[[Report], Report | None] = lambda report: None,
) -> Report:
    """Compare lanes. If too few of them count, return the report that `otherwise` makes, or compare more lanes if it
    makes none."""
    shader, needed = bench.shader, enough(lanes)
    reports: list[Report] = []
    for first in range(0, lanes, PIECE):
        batch, classes = make_batch(
            bench.program.interface, min(PIECE, lanes - first), seed, stage=shader.stage, piece=first // PIECE
        )
        batch = _whole(bench, batch)
        report, counting = bench.verdict(batch, classes)
        counting = counting & (classes == ORDINARY)
        reports.append(report)
        if first + PIECE < lanes and halt(first + PIECE):
            break
    if (known := join(reports, needed)).verdict in ("structure", "unverified"):
        if (other := otherwise(known)) is not None:
            return other
        reports += _more(bench, reports, needed, batch, counting)
    report = join(reports, needed)
    if report.verified and (further := _beyond(bench)):
        report = join([*reports, *further], needed)
    if report.verified:
        report = replace(report, evidence=_heard(bench, report))
    if report.verified and (wrong := _glanced(bench)):
        report = join([*reports, *wrong], needed)
    return replace(report, **bench.lanes.gaps()._asdict()) if report.verified else report


def _losses(bench: Bench, lanes: int, seed: int) -> tuple[Loss, ...]:
    """What takes the first ordinary lanes their results."""
    batch, classes = make_batch(bench.program.interface, min(PIECE, lanes), seed, stage=bench.shader.stage)
    return bench.losses(_whole(bench, batch), classes)


def _whole(bench: Bench, batch: Batch) -> Batch:
    """The lanes with the program's assumptions and derived constants, which may exceed the target's range even if
    uniforms do not. Float32's subnormals are zeros where the target holds no such numbers."""
    program = bench.program
    if bench.isa.format.least > FP32.least:
        batch = replace(batch, inputs=_flushed(batch.inputs), uniforms=_flushed(batch.uniforms))
    batch = with_assumed(batch, program.interface, program.assumed)
    return with_derived(batch, program.interface, program.derived)


def _flushed(file: F32Array) -> F32Array:
    return np.where(np.abs(file) < FP32.least, np.copysign(np.float32(0.0), file), file)


def _beyond(bench: Bench) -> list[Report]:
    """Compare new ordinary lanes that reach parts of the source which hardly a compared lane has reached, with the
    target's own functions where decisions depend on them. The lanes are not typical of the program, so the instructions
    that they execute are not counted."""
    found: list[Report] = []
    for batch in _elsewhere(bench):
        quads = bench.lanes.quads_beyond(batch)
        if len(quads):
            found += _sought(bench, taken(batch, (4 * quads[:, None] + np.arange(4)).reshape(-1)))
    return found


def _sought(bench: Bench, chosen: Batch) -> list[Report]:
    """The report on a few lanes that were chosen. There is none if the source has no meaning in any of them and the
    program relies on what its target leaves undefined there: such lanes say nothing."""
    try:
        report, _ = bench.verdict(chosen, np.full(chosen.lanes, ORDINARY, np.int8), sought=True)
    except Fault:
        return []
    return [replace(report, executed=None)]


def _glanced(bench: Bench) -> list[Report]:
    """Compare those of many new ordinary lanes in which the target's result is far from the source's. Only if one of
    them differs they say something: they were chosen because they are unlike others."""
    interface, stage = bench.program.interface, bench.shader.stage
    batch, _ = make_batch(interface, GLANCE, bench.seed, stage=stage, wide=False, piece=FAR_PIECES + FAR_BATCHES)
    ties = tied(interface, stage, taken(batch, np.arange(TIES)), compared_numbers(bench.shader.text), bench.seed)
    found: list[Report] = []
    for one in (_whole(bench, batch), _whole(bench, ties)):
        lanes = far(bench, one)
        if len(lanes):
            found += [report for report in _sought(bench, taken(one, lanes)) if not report.passed]
    return found


def _elsewhere(bench: Bench) -> Iterator[Batch]:
    """Yield batches of ordinary lanes to choose from, until enough lanes of each part were compared: first more of the
    usual ones, then places on a screen, then lanes near the numbers that the program compares with."""
    interface, stage, seed = bench.program.interface, bench.shader.stage, bench.seed
    for k, (lanes, screen) in enumerate(((512, False), (1024, stage == "fragment"))):
        if not bench.lanes.complete():
            piece = FAR_PIECES + k
            yield _whole(
                bench, make_batch(interface, lanes, seed, stage=stage, wide=False, piece=piece, screen=screen)[0]
            )
    first = bench.lanes.batches[0]
    learnt = learn(bench.shader.text, first.batch)
    parents = np.unique(np.flatnonzero(first.seen & first.ordinary) & ~3)
    for k in range(POOLS):
        if not bench.lanes.complete():
            yield _whole(bench, redraw(interface, stage, first.batch, learnt, parents, seed, k))


def _heard(bench: Bench, report: Report) -> Evidence:
    """The evidence of lanes with rare results, if decisions depend on approximate functions, for the run on which the
    verdict relies.

    In a small format, that format's rounding alone may speak against a right program, as in a march of rays, which
    multiplies it by thousands; and a wrong one may hide behind it. So lanes are asked in float32, too.
    """
    run = "native" if report.verdict == "verified" else "f32"
    found = Evidence(for_each=FOR_EACH_IN_FLOAT32 if is_binary32(bench.isa.format) else FOR_EACH)
    for more in _evidence(bench, run) if run in bench.turning else ():
        found += more
        if found.enough:
            break
    for one in bench.lanes.batches:
        if one.sought:
            found += sharp(bench, one.batch, np.full(one.batch.lanes, ORDINARY, np.int8))
    for batch, classes in _ordinary(bench):
        found += sharp(bench, batch, classes)
        if not found.doubtful:
            break
    return found


def _evidence(bench: Bench, run: str) -> Iterator[Evidence]:
    """The evidence of batches of ordinary lanes."""
    for batch, classes in _ordinary(bench):
        found = evidence(bench, run, batch, classes)
        # where a chain of functions is too long to be followed, larger batches only take longer
        if found is None:
            break
        yield found


def _ordinary(bench: Bench) -> Iterator[tuple[Batch, NDArray[np.int8]]]:
    for k, lanes in enumerate(WITNESSES, 1):
        batch, classes = make_batch(
            bench.program.interface, lanes, bench.seed, stage=bench.shader.stage, wide=False, piece=MOST_PIECES + k
        )
        yield _whole(bench, batch), classes


def _more(bench: Bench, reports: list[Report], needed: int, batch: Batch, counting: Bools) -> list[Report]:
    """Examine newly drawn lanes, until enough of them count or no more can be drawn."""
    draws = _Draws(bench, learn(bench.shader.text, batch), batch, counting)
    found: list[Report] = []
    for _ in range(ROUNDS):
        so_far = join([*reports, *found], needed)
        if so_far.verdict not in ("structure", "unverified"):
            break
        if len(found) >= FRUITLESS and not (so_far.ordinary_compared or so_far.ordinary_singles):
            break
        chosen = draws.choose(needed - so_far.ordinary_compared)
        if chosen is None:
            continue
        report, good = bench.verdict(chosen, np.full(chosen.lanes, ORDINARY, np.int8))
        found.append(report)
        if good.any():
            draws.batch, draws.counting = chosen, good
    return found


class _Draws:
    """Lanes worth comparing, from pools of new ones.

    A result may be repeated only as often as results are repeated in the first batch: many lanes that all give zero
    would prove little about a program whose results differ.
    """

    def __init__(self, bench: Bench, learnt: Learnt, batch: Batch, counting: Bools) -> None:
        self.bench, self.learnt, self.batch, self.counting = bench, learnt, batch, counting
        self.pools = 0
        keys = _keys(bench.judges.run(batch))
        self.most = -(-len(keys) // max(1, len(set(keys))))
        self.seen: Counter[bytes] = Counter()
        self.way: Way | None = None
        self.fruitless = 0

    def choose(self, missing: int) -> Batch | None:
        """Quads of a few pools, with half as many lanes again as are missing."""
        bench, pieces = self.bench, []
        parents = np.unique(np.flatnonzero(self.counting) & ~3)
        wanted = missing + missing // 2 + 4
        for _ in range(POOLS):
            if wanted <= 0:
                break
            pool = redraw(
                bench.program.interface, bench.shader.stage, self.batch, self.learnt, parents, bench.seed, self.pools
            )
            pool = _whole(bench, pool)
            self.pools += 1
            good, outcome = self._promising(pool)
            quads = self._novel(good, outcome, wanted)
            wanted -= int(good.reshape(-1, 4)[quads].sum())
            lanes = (4 * quads[:, None] + np.arange(4)).reshape(-1)
            if len(lanes):
                pieces.append(Batch(pool.inputs[lanes], pool.uniforms[lanes], pool.textures))
        if not pieces:
            return None
        inputs, uniforms = (
            np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("inputs", "uniforms")
        )
        return Batch(inputs, uniforms, self.batch.textures)

    def _promising(self, pool: Batch) -> tuple[Bools, Outcome]:
        """The lanes of a pool that `Bench.ways` expects to be compared, and their results, by the way that found some
        in the last pool, or by the first that finds some."""
        for way in [self.way] if self.way else self.bench.ways():
            if way.modelled and self.fruitless >= FRUITLESS:
                break
            good, outcome = self.bench.promising(pool, way)
            self.way = way if good.any() else None
            if self.way:
                break
        self.fruitless = 0 if self.way else self.fruitless + 1
        return good, outcome

    def _novel(self, good: Bools, outcome: Outcome, wanted: int) -> NDArray[np.int64]:
        """The numbers of quads with good lanes, the best first, whose results have not been seen too often."""
        keys, counts = _keys(outcome), good.reshape(-1, 4).sum(axis=1)
        chosen: list[int] = []
        for quad in np.argsort(-counts, kind="stable"):
            lanes = [lane for lane in range(4 * quad, 4 * quad + 4) if good[lane] and self.seen[keys[lane]] < self.most]
            if wanted <= 0 or not lanes or 2 * len(lanes) < counts[quad]:
                continue
            chosen.append(int(quad))
            self.seen.update(keys[lane] for lane in lanes)
            wanted -= int(counts[quad])
        return np.array(chosen, np.int64)


def _keys(outcome: Outcome) -> list[bytes]:
    """The result of each lane as bytes, to distinguish results."""
    return [b"" if gone else row.tobytes() for row, gone in zip(outcome.outputs, outcome.discarded, strict=True)]


def native_bounds(isa: Isa) -> dict[str, Bound]:
    """For each neutral operation that is an approximate machine op, the widest bound."""
    found: dict[str, Bound] = {}
    for op in isa.computed():
        root = (
            re.fullmatch(r"(\w+)\([^()]*\)", op.semantics[0])
            if op.bound and op.semantics and op.result == "each"
            else None
        )
        if root and op.bound:
            old = found.get(root.group(1), Bound())
            found[root.group(1)] = Bound(max(old.relative, op.bound.relative), max(old.absolute, op.bound.absolute))
    return found


def function_bounds(isa: Isa, expanded: Mapping[str, Bound]) -> dict[str, Bound]:
    """The bounds of all functions: the target's own, and those of expansions, which are made of inexact operations.

    The bound of an expansion assumes exact parts. It contains each approximate operation at most once on the way to its
    result, so their relative bounds add up to no more than the sum of all; a tangent has also the absolute ones.
    """
    own = native_bounds(isa)
    relative = sum(bound.relative for bound in own.values())
    angle = max((own[op].absolute for op in ("sin", "cos") if op in own), default=0.0)
    found = {
        op: Bound(bound.relative + relative, bound.absolute + (angle if op == "tan" else 0.0))
        for op, bound in expanded.items()
        if op not in own
    }
    return {**found, **own, **{op: bound for op, bound in expanded.items() if bound.total}}
