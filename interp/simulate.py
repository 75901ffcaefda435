"""Run a compiled program's bytes over numpy lanes, for any target. A simulator is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from gpucc.errors import InputError
from gpucc.interp import numerics
from gpucc.interp.chance import Chance
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.derived import with_derived
from gpucc.interp.machine import Fault
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import FP32, Format, Isa
from gpucc.program import Program

__all__ = ["Fault", "simulate"]


def _agal() -> Callable[..., Outcome]:
    from gpucc.interp.agal import run

    return run


def _lima_pp() -> Callable[..., Outcome]:
    from gpucc.interp.lima_pp import run

    return run


def _lima_vp() -> Callable[..., Outcome]:
    from gpucc.interp.lima_vp import run

    return run


def _pica200() -> Callable[..., Outcome]:
    from gpucc.interp.pica200 import run

    return run


ENGINES: dict[str, Callable[[], Callable[..., Outcome]]] = {
    "agal": _agal,
    "lima-vp": _lima_vp,
    "lima-pp": _lima_pp,
    "pica200": _pica200,
}


def simulate(
    program: Program,
    isa: Isa,
    batch: Batch,
    *,
    precision: Literal["native", "f32", "ieee"] = "native",
    perturb: Chance | None = None,
    step_limit: int = 1 << 20,
    zero_wins: bool = False,
) -> Outcome:
    """The outputs of every lane. `perturb` moves each approximate result within its bound.

    `f32` keeps all numbers in float32, with the target's own rules for infinities and NaNs; `ieee` uses IEEE's rules
    instead. `zero_wins` makes zero times an infinity or NaN zero: on targets without a select, which blend with
    products, the result is that of a select.
    """
    if isa.name not in ENGINES:
        raise InputError(f"there is no simulator for {isa.name}", notes=(f"there are {', '.join(ENGINES)}",))
    numerics.check_format(isa.format if precision == "native" else FP32)
    batch = with_derived(batch, program.interface, program.derived)
    more: dict[str, object] = {"zero_wins": True} if zero_wins else {}
    if precision != "native" and not is_binary32(isa.format):
        more["format"] = FP32 if precision == "ieee" else single(isa.format)
    return ENGINES[isa.name]()(program, isa, batch, perturb=perturb, step_limit=step_limit, **more)


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
