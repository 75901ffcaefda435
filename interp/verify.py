"""A compiled program judged: simulated from its bytes, and compared with LLVM's JIT running the source.

Runs of a verification:
* native: in the target's number format. Where that is plain float32, the reference runs the untouched input; else the
  optimised module that the program was made of, since LLVM folds constants and cancels operations in float32.
* perturbed: the simulator moves every approximate result within its bound; no more may change than the tolerance allows.
* f32: for other formats, both sides in float32 with IEEE rules, against the untouched input, within the format's units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import Unsupported
from gpucc.interp.compare import SAMPLES, Freedom, Report, combine, compare
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import ORDINARY, make_batch, tame
from gpucc.interp.reference.body import out_of_reach
from gpucc.interp.reference.jit import STEPS, Half, Reference
from gpucc.interp.reference.undefined import leaves_undefined, undefined_outputs
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import FP32, Bound, Format, Isa
from gpucc.program import Program, Shader

Simulate = Callable[..., Outcome]
# how often a lane may go back in loops for a simulator to follow it
MOST_STEPS = 1024


@dataclass(frozen=True, slots=True)
class Options:
    """What may be expected of the target, and how the source is read."""

    bounds: Mapping[str, Bound]
    domains: Mapping[str, float]
    nsz: bool | None
    inexact: bool | None
    half: Half
    steps: int = STEPS


@dataclass(frozen=True, slots=True)
class Judges:
    """The reference, and the probe that adds lanes in which a blending target may suffer from sides not taken.

    `probe` False means none is needed, True that none can be made.
    """

    reference: Reference
    probe: Reference | bool

    def run(self, batch: Batch) -> Outcome:
        outcome = self.reference.run(batch)
        if not isinstance(self.probe, Reference):
            return outcome
        probed = self.probe.run(batch)
        return replace(outcome, doubtful=outcome.doubtful | probed.unsure | probed.doubtful)


@dataclass(frozen=True, slots=True)
class Trial:
    program: Program
    isa: Isa
    batch: Batch
    classes: NDArray[np.int8]
    seed: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the reference says of a batch; `samples` are perturbed runs, where the source leaves something open."""

    outcome: Outcome
    samples: tuple[Outcome, ...]
    freedom: Freedom
    blends: bool = False
    open: NDArray[np.bool_] | None = None


def verify_program(
    shader: Shader,
    program: Program,
    isa: Isa,
    simulate: Simulate,
    *,
    lanes: int = 256,
    seed: int = 0,
    optimised_text: str | None = None,
    bounds: Mapping[str, Bound] | None = None,
    domains: Mapping[str, float] | None = None,
    nsz: bool | None = None,
    inexact: bool | None = None,
    half: Half = "widen",
) -> Report:
    """Compare the program with the JIT on generated inputs.

    `bounds` and `domains` are those of functions that the compiler expands; what the target's own operations promise is
    in their records. `nsz` and `inexact` override what the text's flags and functions say of the result's freedom.
    """
    native_text = None if is_binary32(isa.format) else optimised_text
    expanded = {op: limit for op, limit in (domains or {}).items() if op not in native_bounds(isa)}
    steps = MOST_STEPS if isa.loops else STEPS
    options = Options(function_bounds(isa, bounds or {}), expanded, nsz, inexact, half, steps)
    judges = Judges(_reference(shader, isa.format, native_text, options), _probe(shader, isa, optimised_text or shader.text, options))
    batch, classes = _inputs(judges, program, lanes, seed)
    native = _judge(judges, options, batch, seed)
    if isa.loops:
        native, batch = _only_sure(native, batch, shader, judges.reference.loops)
    trial = Trial(program, isa, batch, classes, seed)
    reports = _run_native(trial, native, simulate)
    text = native_text or shader.text
    if not all(report.passed for report in reports) and leaves_undefined(text):
        ones = _reference(shader, isa.format, native_text, options, ones=True)
        native = replace(native, open=undefined_outputs(native.outcome, ones.run(batch)))
        reports = _run_native(trial, native, simulate)
    # rounding to half is spelled out in the arithmetic of the target's own format, and means nothing in another
    if not is_binary32(isa.format) and half == "widen":
        single = Judges(
            _reference(shader, FP32, None, options, slack=2.0**-isa.format.mantissa, signless=not isa.format.negative_zero), False
        )
        judgement = _within(replace(_judge(single, options, batch, seed), open=native.open), batch, isa.format)
        if out_of_reach(shader.text, isa.format):
            held = Reference(shader, FP32, literals=isa.format, half=half, bounds=options.bounds, domains=options.domains, steps=steps)
            judgement = _unless_held(judgement, held.run(batch))
        found = simulate(program, isa, batch, precision="ieee")
        report = _compare(trial, judgement, found, isa.format, "f32")
        if not report.passed and isa.format.zero_times_inf_is_zero:
            # what relies on that has no meaning in IEEE arithmetic
            repaired = simulate(program, isa, batch, precision="ieee", zero_wins=True)
            mended = np.isnan(found.outputs) & ~np.isnan(judgement.outcome.outputs[:, : found.outputs.shape[1]])
            found = replace(found, outputs=np.where(mended, repaired.outputs, found.outputs))
            report = _compare(trial, judgement, found, isa.format, "f32")
        reports.append(report)
    return combine(reports)


def _within(judgement: Judgement, batch: Batch, format: Format) -> Judgement:
    """Lanes with inputs that the format does not reach count no more: what is written for it, limits for instance, is none to them."""
    limit = format.greatest
    beyond = (np.isfinite(batch.inputs) & (np.abs(batch.inputs) > limit)).any(axis=(1, 2))
    beyond = beyond | (np.isfinite(batch.uniforms) & (np.abs(batch.uniforms) > limit)).any(axis=(1, 2))
    return replace(judgement, outcome=replace(judgement.outcome, unsure=judgement.outcome.unsure | beyond))


def _unless_held(judgement: Judgement, held: Outcome) -> Judgement:
    """Only lanes count that come out the same where constants are as the target's format has them, infinite if too large for it."""
    outcome = judgement.outcome
    same = (outcome.outputs == held.outputs) | (np.isnan(outcome.outputs) & np.isnan(held.outputs))
    differs = ~same.all(axis=(1, 2)) | (outcome.discarded != held.discarded)
    return replace(judgement, outcome=replace(outcome, unsure=outcome.unsure | held.unsure | differs))


def _run_native(trial: Trial, native: Judgement, simulate: Simulate) -> list[Report]:
    return [_run(trial, native, simulate, "native", None), _run(trial, native, simulate, "perturbed", trial.seed)]


def _run(trial: Trial, native: Judgement, simulate: Simulate, name: str, chance: int | None) -> Report:
    """One comparison. Where it fails on a target that blends, a second run tells the blends' NaNs from others."""

    def outcome(**more: bool) -> Outcome:
        perturb = None if chance is None else np.random.default_rng(chance)
        return simulate(trial.program, trial.isa, trial.batch, precision="native", perturb=perturb, **more)

    target = outcome()
    report = _compare(trial, native, target, trial.isa.format, name)
    if report.passed or not native.blends:
        return report
    return _compare(trial, native, target, trial.isa.format, name, outcome(zero_wins=True))


def _reference(
    shader: Shader, format: Format, text: str | None, options: Options, slack: float = 0.0, ones: bool = False, signless: bool = False
) -> Reference:
    return Reference(
        shader,
        format,
        text=text,
        slack=slack,
        half=options.half,
        ones=ones,
        signless=signless,
        bounds=options.bounds,
        domains=options.domains,
        steps=options.steps,
    )


def _probe(shader: Shader, isa: Isa, text: str, options: Options) -> Reference | bool:
    """A run without branches, for what a blending target computes on sides not taken; True if that is out of reach."""
    if not isa.format.blend_select:
        return False
    if isa.flow != "flatten":
        return True
    if not re.search(r"= (?:phi|select) |\bbr i1 |\bswitch ", text):
        return False
    try:
        return Reference(shader, isa.format, text=text, bounds=options.bounds, domains=options.domains, half=options.half, flatten=True)
    except Unsupported:
        return True


def _only_sure(native: Judgement, batch: Batch, shader: Shader, loops: bool) -> tuple[Judgement, Batch]:
    """Lanes without a meaning take the inputs of one that has one: a program with loops might never end on them, nor on doubtful ones.

    In fragment programs whole quads do, for lanes of a quad see each other.
    """
    unsure = native.outcome.unsure | native.outcome.doubtful if loops else native.outcome.unsure
    if shader.stage == "fragment":
        unsure = np.repeat(np.logical_or.reduceat(unsure, np.arange(0, len(unsure), 4)), 4)[: len(unsure)]
    sure = np.flatnonzero(~unsure)
    if not unsure.any() or not len(sure):
        return native, batch
    lanes = np.arange(len(unsure))
    chosen = np.where(unsure, sure[0] // 4 * 4 + lanes % 4 if shader.stage == "fragment" else sure[0], lanes)
    uniforms = batch.uniforms[chosen] if len(batch.uniforms) == len(lanes) else batch.uniforms
    outcome = replace(native.outcome, unsure=unsure)
    return replace(native, outcome=outcome), Batch(batch.inputs[chosen], uniforms, batch.textures)


def _inputs(judges: Judges, program: Program, lanes: int, seed: int) -> tuple[Batch, NDArray[np.int8]]:
    """Inputs on which most ordinary lanes are sure: where they are not, gentler ones are tried."""
    batch, classes = make_batch(program.interface, lanes, seed, stage=judges.reference.shader.stage)
    for attempt in range(3):
        bad = judges.run(batch).unsure & (classes == ORDINARY)
        if 8 * bad.sum() <= (classes == ORDINARY).sum():
            break
        batch = tame(batch, program.interface, bad, seed, attempt)
    return batch, classes


def _judge(judges: Judges, options: Options, batch: Batch, seed: int) -> Judgement:
    found = judges.reference.freedom
    signs = found.zero_signs if options.nsz is None else options.nsz
    values = found.values if options.inexact is None else options.inexact
    count = SAMPLES if values or signs else 0
    samples = tuple(judges.reference.run(batch, perturb=SAMPLES * seed + i) for i in range(count))
    return Judgement(judges.run(batch), samples, Freedom(values, signs, found.reorders), judges.probe is not False)


def _compare(trial: Trial, judgement: Judgement, target: Outcome, format: Format, run: str, repaired: Outcome | None = None) -> Report:
    return compare(
        judgement.outcome,
        target,
        interface=trial.program.interface,
        batch=trial.batch,
        classes=trial.classes,
        format=format,
        samples=judgement.samples,
        freedom=judgement.freedom,
        repaired=repaired,
        open=judgement.open,
        seed=trial.seed,
        run=run,
    )


def native_bounds(isa: Isa) -> dict[str, Bound]:
    """Of each neutral operation that an approximate machine op is: the widest bound."""
    found: dict[str, Bound] = {}
    for op in isa.computed():
        root = re.fullmatch(r"(\w+)\([^()]*\)", op.semantics[0]) if op.bound and op.semantics and op.result == "each" else None
        if root and op.bound:
            old = found.get(root.group(1), Bound())
            found[root.group(1)] = Bound(max(old.relative, op.bound.relative), max(old.absolute, op.bound.absolute))
    return found


def function_bounds(isa: Isa, expanded: Mapping[str, Bound]) -> dict[str, Bound]:
    """Bounds of all functions: the target's own, and those of expansions, made of operations that are off themselves.

    The bound of an expansion holds for exact parts. It contains each approximate operation at most once on the way to
    its result, so their relative bounds add up to no more than the sum of all; a tangent has also the absolute ones.
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
