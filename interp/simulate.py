"""Run a compiled program's bytes over numpy lanes, by the engine of its target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, Protocol

from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.derived import with_derived
from gpucc.interp.machine import Fault
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import FP32, Format, Isa
from gpucc.program import Program

__all__ = ["Engine", "Fault", "Simulator", "simulator", "single"]

# the most steps of a run
STEP_LIMIT = 1 << 20
# Decodes the bytes of a program and runs them: (program, isa, batch, perturb=, step_limit=), and `zero_wins=True` or
# `format=` where the caller asks for them (see `Simulator`); an engine of float32 numbers never gets a format
Engine = Callable[..., Outcome]


class Simulator(Protocol):
    """The outputs of every lane. `perturb` moves each approximate result within its bound.

    `f32` keeps all numbers in float32, with the target's own rules for infinities and NaNs; `ieee` uses IEEE's rules
    instead. `zero_wins` makes zero times an infinity or NaN zero: on targets without a select, which blend with
    products, the result is that of a select.
    """

    def __call__(
        self,
        program: Program,
        isa: Isa,
        batch: Batch,
        *,
        precision: Literal["native", "f32", "ieee"] = "native",
        perturb: Chance | None = None,
        step_limit: int = STEP_LIMIT,
        zero_wins: bool = False,
    ) -> Outcome: ...


def simulator(engine: Engine) -> Simulator:
    """The simulator of a target with this engine."""

    def simulate(
        program: Program,
        isa: Isa,
        batch: Batch,
        *,
        precision: Literal["native", "f32", "ieee"] = "native",
        perturb: Chance | None = None,
        step_limit: int = STEP_LIMIT,
        zero_wins: bool = False,
    ) -> Outcome:
        numerics.check_format(isa.format if precision == "native" else FP32)
        batch = with_derived(batch, program.interface, program.derived)
        more: dict[str, object] = {"zero_wins": True} if zero_wins else {}
        if precision != "native" and not is_binary32(isa.format):
            more["format"] = FP32 if precision == "ieee" else single(isa.format)
        return engine(program, isa, batch, perturb=perturb, step_limit=step_limit, **more)

    return simulate


def single(format: Format) -> Format:
    """Float32 with the format's rules for infinities and NaNs."""
    return replace(
        format,
        name="fp32",
        exponent=FP32.exponent,
        mantissa=FP32.mantissa,
        rounding="even",
        subnormals=True,
        negative_zero=True,
    )
