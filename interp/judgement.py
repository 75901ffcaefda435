"""The reference's judgement of a batch of lanes: results, perturbed runs where the source leaves results open, and
lanes without a meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from gpucc.errors import Unsupported
from gpucc.interp.compare import SAMPLES, Bools, Comparison, Freedom, most_rounds
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import ORDINARY
from gpucc.interp.models import Models
from gpucc.interp.reference.body import Literals
from gpucc.interp.reference.jit import Half, Reference, StepLimit
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.reference.undefined import Fill
from gpucc.isa.model import Bound, Format, Isa
from gpucc.program import Shader
from gpucc.records import dataclass

Simulate = Callable[..., Outcome]
# the most loop repetitions of lanes that a simulator runs, and the limit if that leaves too few lanes
MOST_STEPS, MANY_STEPS = 1024, 1 << 17
# the number of perturbed runs that decide whether a lane is worth drawing
FEW_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """The errors that the target may make, and the interpretation of the source."""

    bounds: Mapping[str, Bound]
    domains: Mapping[str, float]
    nsz: bool | None
    inexact: bool | None
    half: Half
    steps: StepLimit = field(default_factory=StepLimit)
    spare: bool = False


@dataclass(frozen=True, slots=True)
class Judges:
    """The reference, and the probe that finds lanes in which sides that are not taken may spoil a blending target.

    `probe` is False if none is needed, True if none can be built.
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
class Judgement:
    """The reference's results for a batch; `samples` are perturbed runs, if the source leaves something open."""

    outcome: Outcome
    samples: tuple[Outcome, ...]
    freedom: Freedom
    blends: bool = False
    open: NDArray[np.bool_] | None = None


def within(judgement: Judgement, batch: Batch, format: Format) -> Judgement:
    """Exclude lanes with inputs outside the format's range: constants written for that range, such as limits, have no
    effect on them."""
    limit = format.greatest
    beyond = (np.isfinite(batch.inputs) & (np.abs(batch.inputs) > limit)).any(axis=(1, 2))
    beyond = beyond | (np.isfinite(batch.uniforms) & (np.abs(batch.uniforms) > limit)).any(axis=(1, 2))
    return replace(judgement, outcome=replace(judgement.outcome, unsure=judgement.outcome.unsure | beyond))


def unless_held(judgement: Judgement, held: Outcome) -> Judgement:
    """Exclude lanes whose results change if constants are held in the target's format, infinite if too large for it."""
    outcome = judgement.outcome
    same = (outcome.outputs == held.outputs) | (np.isnan(outcome.outputs) & np.isnan(held.outputs))
    differs = ~same.all(axis=(1, 2)) | (outcome.discarded != held.discarded)
    return replace(judgement, outcome=replace(outcome, unsure=outcome.unsure | held.unsure | differs))


def reference_of(
    shader: Shader,
    format: Format,
    text: str | None,
    options: JudgeOptions,
    slack: float = 0.0,
    fill: Fill | None = None,
    signless: bool = False,
    models: Models | None = None,
    exact: int | None = None,
    excuses: bool = False,
    flatten: bool = False,
    literals: Literals | None = None,
    chip: bool = False,
    tracer: type[Tracer] | None = None,
) -> Reference:
    return Reference(
        shader,
        format,
        text=text,
        slack=slack,
        half=options.half,
        fill=fill,
        signless=signless,
        bounds=options.bounds,
        domains=options.domains,
        steps=options.steps,
        models=models,
        exact=exact,
        excuses=excuses,
        flatten=flatten,
        literals=literals,
        chip=chip,
        tracer=tracer,
        spare=options.spare,
    )


def probe_of(shader: Shader, isa: Isa, text: str, options: JudgeOptions) -> Reference | bool:
    """A reference without branches, for the sides that a blending target computes although they are not taken; True if
    that is impossible, or if only table look-ups may become blends; False if nothing does."""
    if not isa.format.blend_select:
        return False
    if isa.flow != "flatten":
        return True
    if not re.search(r"= (?:phi|select) |\bbr i1 |\bswitch |= (?:insert|extract)element [^\n]*, i\d+ %", text):
        return re.search(r"getelementptr [^\n]*, i\d+ %", text) is not None
    try:
        return Reference(
            shader,
            isa.format,
            text=text,
            bounds=options.bounds,
            domains=options.domains,
            half=options.half,
            flatten=True,
        )
    except Unsupported:
        return True


def only_sure(native: Judgement, batch: Batch, shader: Shader, lost: Bools) -> tuple[Judgement, Batch, Bools]:
    """Replace the inputs of `lost` lanes by those of a lane that has a meaning, because a program with loops might
    never end on them; return the replaced lanes last. If no lane has a meaning, the inputs stay.

    In fragment programs whole quads are replaced, because the lanes of a quad depend on each other.
    """
    if shader.stage == "fragment":
        lost = np.repeat(np.logical_or.reduceat(lost, np.arange(0, len(lost), 4)), 4)[: len(lost)]
    sure = np.flatnonzero(~lost)
    if not lost.any():
        return native, batch, lost
    outcome = replace(native.outcome, unsure=native.outcome.unsure | lost, reordered=native.outcome.reordered & ~lost)
    native = replace(native, outcome=outcome)
    if not len(sure):
        return native, batch, lost
    lanes = np.arange(len(lost))
    chosen = np.where(lost, sure[0] // 4 * 4 + lanes % 4 if shader.stage == "fragment" else sure[0], lanes)
    uniforms = batch.uniforms[chosen] if len(batch.uniforms) == len(lanes) else batch.uniforms
    return native, Batch(batch.inputs[chosen], uniforms, batch.textures), lost


def judge(
    judges: Judges, options: JudgeOptions, batch: Batch, seed: int, most: int = SAMPLES, outcome: Outcome | None = None
) -> Judgement:
    """The judgement of a batch; `outcome` is what `judges.run` gave for it, if that is known already."""
    found = judges.reference.freedom
    signs = found.zero_signs if options.nsz is None else options.nsz
    values = found.values if options.inexact is None else options.inexact
    count = most if values or signs else 0
    outcome = judges.run(batch) if outcome is None else outcome
    limits = most_rounds(outcome, judges.reference.shader.stage == "fragment")
    samples = judges.reference.samples(batch, [SAMPLES * seed + i for i in range(count)], limits=limits)
    return Judgement(outcome, samples, Freedom(values, signs, found.reorders), judges.probe is not False)


def never_moved(reference: Outcome, samples: Sequence[Outcome]) -> Bools:
    """Return the components (registers, 4) that are the same in all samples of all lanes: nothing open reaches
    them."""
    outputs = reference.outputs
    same: Bools = np.ones(outputs.shape[1:], np.bool_)
    for sample in samples:
        other = sample.outputs
        same &= ((outputs == other) | (np.isnan(outputs) & np.isnan(other))).all(axis=0)
    return same


def few_compared(run: Comparison, classes: NDArray[np.int8]) -> bool:
    """Return whether fewer than half of the ordinary lanes could be compared."""
    ordinary = classes == ORDINARY
    return bool(2 * np.count_nonzero(run.compared & ordinary) < np.count_nonzero(ordinary))
