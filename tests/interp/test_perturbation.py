"""Numbers that perturbed runs move: how far, and how many random numbers each of them takes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import llvmlite.binding as llvm
import pytest

from gpucc.interp.reference.arithmetic import rounding
from gpucc.interp.reference.library import Library
from gpucc.interp.reference.perturbation import STEP, jitter
from gpucc.interp.reference.prepare import machine
from gpucc.isa.model import FP16, FP24, FP32, Format

START = 0x123456789ABCDEF
MOVED = """
define float @moved(float %a, double %b, double %c, i1 %d, ptr %after) {{
  store i64 {start}, ptr @ref.random
  store i8 1, ptr @ref.perturb
  %r = call float {helper}(float %a, double %b, double %c, i1 %d)
  %n = load i64, ptr @ref.random
  store i64 %n, ptr %after
  ret float %r
}}
"""
Moved = Callable[[float, float, float, bool], tuple[float, int]]


@pytest.fixture(params=[FP16, FP24, FP32], ids=lambda format: format.name)
def format(request: pytest.FixtureRequest) -> Format:
    assert isinstance(request.param, Format)
    return request.param


@pytest.fixture
def moved(format: Format) -> Moved:
    """The number that comes of another, and how many random numbers that took."""
    library = Library(format)
    helper = jitter(library, format, rounding(library, format))
    module = llvm.parse_assembly(library.text() + MOVED.format(start=START, helper=helper))
    engine = llvm.create_mcjit_compiler(module, machine())
    engine.finalize_object()
    kinds = ctypes.c_float, ctypes.c_double, ctypes.c_double, ctypes.c_bool, ctypes.c_void_p
    function = ctypes.CFUNCTYPE(ctypes.c_float, *kinds)(engine.get_function_address("moved"))
    after = ctypes.c_uint64()

    def call(value: float, relative: float, absolute: float, signs: bool) -> tuple[float, int]:
        found = function(value, relative, absolute, signs, ctypes.addressof(after))
        steps = next(n for n in range(9) if (START + n * STEP) % (1 << 64) == after.value)
        return found, steps

    call.engine = engine  # type: ignore[attr-defined]
    return call


@pytest.mark.parametrize("bounds", [(0.0, 0.0), (2.0**-8, 0.0), (2.0**-8, 0.5)])
@pytest.mark.parametrize("value", [0.0, 1.5, -3.25, 2.0**-14, 1000.0])
def test_each_number_takes_as_many_random_ones(moved: Moved, value: float, bounds: tuple[float, float]) -> None:
    """So what is drawn after it does not depend on it."""
    found, steps = moved(value, *bounds, True)
    assert steps == 3
    assert abs(found - value) <= abs(value) * bounds[0] + bounds[1] + 2.0**-14 * (bounds[0] > 0)


def test_what_may_not_move_stays_but_is_rounded(moved: Moved, format: Format) -> None:
    for value in (1.0, -1.5, format.least, -format.greatest):
        assert moved(value, 0.0, 0.0, True)[0] == value
    finer = 1.0 + 2.0 ** -(format.mantissa + 1)
    assert moved(finer, 0.0, 0.0, True)[0] == 1.0


def test_infinities_take_no_random_number(moved: Moved) -> None:
    assert moved(float("inf"), 0.5, 0.5, True) == (float("inf"), 0)
