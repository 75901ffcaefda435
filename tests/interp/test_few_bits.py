"""Sums and products of numbers of few bits are exact in any order: a perturbed run that moves them nevertheless may
find no lane to compare."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import Unverified
from gpucc.interp import verify
from gpucc.interp.reference.library import Library
from gpucc.interp.reference.perturbation import of_few_bits
from gpucc.isa.model import FP16

SPHERE = """precision highp float;
varying vec2 u;
void main() {
  float s = 0.0;
  for (int i = 0; i < 8; i++) {
    float z = float(i) / 4.0 - 1.0;
    s += u.x * sqrt(1.0 - z * z);
  }
  gl_FragColor = vec4(s);
}
"""
# the divisor is no power of two, so only zero is exact
RING = SPHERE.replace("/ 4.0", "/ 20.0").replace("i < 8", "i < 40")


@pytest.mark.parametrize("isa", ["agal", "agsl", "lima-pp"])
@pytest.mark.parametrize("text", [SPHERE, RING], ids=["sphere", "ring"])
def test_roots_of_exact_zeros_are_compared(isa: str, text: str) -> None:
    target = {"version": "3"} if isa == "agal" else {}
    program = driver.compile(text, isa, stage="fragment", target=target, verify=128)
    assert program.verified is not None
    assert program.verified["compared"] >= 64


def test_what_differs_is_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison with exact steps only verifies: without it, the program is not verified."""
    monkeypatch.setattr(verify, "_sparing", lambda bench, lanes, seed, known: None)
    with pytest.raises(Unverified):
        driver.compile(SPHERE, "agal", stage="fragment", target={"version": "3"}, verify=128)


def test_few_bits_are_half_of_those_of_a_format() -> None:
    library = Library(FP16, None)
    one, both = of_few_bits(library, FP16.mantissa)
    assert one == "@ref.few5.operand"
    assert both == "@ref.few5.result"
    assert f"and i32 %a.bits, {(1 << 18) - 1}" in library.functions[one[1:]]
