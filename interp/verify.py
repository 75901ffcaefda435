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
from gpucc.interp.inputs import make_batch
from gpucc.interp.reference import Reference
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import FP32, Bound, Format, Isa
from gpucc.program import Program, Shader

Simulate = Callable[..., Outcome]


@dataclass(frozen=True, slots=True)
class Trial:
    """A program, the inputs it is tried on, and what may be expected of its target."""

    shader: Shader
    program: Program
    isa: Isa
    batch: Batch
    classes: NDArray[np.int8]
    bounds: Mapping[str, Bound]
    domains: Mapping[str, float]
    seed: int
    nsz: bool | None
    inexact: bool | None
    round_half: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the reference says of a batch; `samples` are perturbed runs, where the source leaves something open."""

    outcome: Outcome
    samples: tuple[Outcome, ...]
    freedom: Freedom
    speculated: bool = False


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
    round_half: bool = False,
) -> Report:
    """Compare the program with the JIT on generated inputs.

    `bounds` and `domains` are those of functions that the compiler expands; what the target's own operations promise is
    in their records. `nsz` and `inexact` override what the text's flags and functions say of the result's freedom.
    """
    batch, classes = make_batch(program.interface, lanes, seed, stage=shader.stage)
    expanded = {op: limit for op, limit in (domains or {}).items() if op not in native_bounds(isa)}
    limits = function_bounds(isa, bounds or {})
    trial = Trial(shader, program, isa, batch, classes, limits, expanded, seed, nsz, inexact, round_half)
    plain = is_binary32(isa.format)
    native = _judge(trial, isa.format, None if plain else optimised_text)
    if isa.format.blend_select and isa.flow == "flatten":
        native = _speculate(trial, native, optimised_text or shader.text)
    chance = np.random.default_rng(seed)
    reports = [
        _compare(trial, native, simulate(program, isa, batch, precision="native"), isa.format, "native"),
        _compare(trial, native, simulate(program, isa, batch, precision="native", perturb=chance), isa.format, "perturbed"),
    ]
    if not plain:
        single = _judge(trial, FP32, None, slack=2.0**-isa.format.mantissa)
        reports.append(_compare(trial, single, simulate(program, isa, batch, precision="f32"), isa.format, "f32"))
    return combine(reports)


def _judge(trial: Trial, format: Format, text: str | None, slack: float = 0.0) -> Judgement:
    reference = Reference(
        trial.shader, format, text=text, bounds=trial.bounds, domains=trial.domains, slack=slack, round_half=trial.round_half
    )
    found = reference.freedom
    signs = found.zero_signs if trial.nsz is None else trial.nsz
    values = found.values if trial.inexact is None else trial.inexact
    count = SAMPLES if values or signs else 0
    samples = tuple(reference.run(trial.batch, perturb=SAMPLES * trial.seed + i) for i in range(count))
    return Judgement(reference.run(trial.batch), samples, Freedom(values, signs, found.reorders))


def _speculate(trial: Trial, judgement: Judgement, text: str) -> Judgement:
    """Add the lanes in which a blending target suffers from what it computes on sides that are not taken."""
    if not re.search(r"= (?:phi|select) |\bbr i1 |\bswitch ", text):
        return judgement
    try:
        probe = Reference(trial.shader, trial.isa.format, text=text, domains=trial.domains, flatten=True).run(trial.batch)
    except Unsupported:
        return replace(judgement, speculated=True)
    return replace(judgement, outcome=replace(judgement.outcome, unsure=judgement.outcome.unsure | probe.unsure))


def _compare(trial: Trial, judgement: Judgement, target: Outcome, format: Format, run: str) -> Report:
    return compare(
        judgement.outcome,
        target,
        interface=trial.program.interface,
        batch=trial.batch,
        classes=trial.classes,
        format=format,
        samples=judgement.samples,
        freedom=judgement.freedom,
        speculated=judgement.speculated,
        seed=trial.seed,
        run=run,
    )


def native_bounds(isa: Isa) -> dict[str, Bound]:
    """Of each neutral operation that is the outermost one of an approximate machine op: the widest bound."""
    found: dict[str, Bound] = {}
    for op in isa.ops:
        root = re.match(r"(\w+)\(", op.semantics[0]) if op.bound and op.semantics and op.result == "each" else None
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
    return {**found, **own}
