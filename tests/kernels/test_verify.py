"""The judge of kernels: it agrees at other levels of optimisation, and can fail. `tests/golden` compares each kernel
at the usual level."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from kernel_trials import CASES, KERNELS, compiled, judged, name

from gpucc import driver
from gpucc.errors import LimitExceeded

# every ninth kernel is compiled without LLVM's optimisation and with all of it
SAMPLE = CASES[::9]
# the exact search of level 3 in a tenth of its time
QUICK = 10
# of the same kernels at the usual level, tests/golden compares as many
LANES = 64


@pytest.mark.sampled(2)
@pytest.mark.parametrize("opt", [0, 1, 3])
@pytest.mark.parametrize(("row", "isa"), SAMPLE, ids=name)
def test_kernel_agrees_at_other_levels(row: dict[str, Any], isa: str, opt: int) -> None:
    report = judged(compiled(row, isa, opt, QUICK if opt == 3 else 100), LANES)
    assert report.passed, report.describe()


def test_the_corpus_is_as_broad_as_promised() -> None:
    on_agal = [row for row, isa in CASES if isa == "agal"]
    assert len(on_agal) >= 30
    assert {row["language"] for row in on_agal} >= {"c", "rust", "numba"}
    for flag in ("-O0", "-O2", "-ffast-math"):
        assert any(flag in row["flags"].split() for row in on_agal)


def test_a_wrong_program_is_noticed() -> None:
    """The judge of this file must be able to fail: a compiler that swaps two registers does not pass."""
    row = next(row for row in KERNELS if row["name"] == "transform_colour")
    built = compiled(row, "agal")
    assert judged(built).passed
    code = bytearray(built.program.code)
    source = 7 + 24 + 8  # number of the second token's first source
    code[source] ^= 1
    assert not judged(replace(built, program=replace(built.program, code=bytes(code)))).passed


def test_a_kernel_that_does_not_fit_says_so() -> None:
    text = "define float @f(ptr %u) {\n"
    lines = [f"  %p{i} = getelementptr float, ptr %u, i64 {4 * i}\n  %v{i} = load float, ptr %p{i}" for i in range(129)]
    sums = ["  %s0 = fadd float %v0, 1.0", *(f"  %s{i} = fadd float %s{i - 1}, %v{i}" for i in range(1, 129))]
    with pytest.raises(LimitExceeded, match="128"):
        driver.compile(text + "\n".join([*lines, *sums]) + "\n  ret float %s128\n}\n", "agal", stage="vertex")
