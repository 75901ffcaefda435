"""Programs too large for a chip are refused early and clearly, whatever their form; deep ones cause no internal
error."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import LimitExceeded
from gpucc.targets import registry


def chain(count: int) -> str:
    """A straight line in which each operation reads the results of the two before it."""
    lines = ["%v0 = extractelement <4 x float> %p, i32 0", "%v1 = extractelement <4 x float> %p, i32 1"]
    lines += [f"%v{i} = f{'mul' if i % 3 else 'add'} float %v{i - 1}, %v{i - 2}" for i in range(2, count)]
    body = "\n  ".join([*lines, f"%o = insertelement <4 x float> %p, float %v{count - 1}, i32 3", "ret <4 x float> %o"])
    return f"define <4 x float> @k(<4 x float> %p) {{\n  {body}\n}}\n"


def branches(count: int) -> str:
    """A sequence of `count` branches."""
    lines = ["entry:", "  %x0 = extractelement <4 x float> %p, i32 0", "  br label %b0"]
    for i in range(count):
        lines += [
            f"b{i}:", f"  %c{i} = fcmp olt float %x{i}, {i + 0.5}", f"  br i1 %c{i}, label %t{i}, label %j{i}",
            f"t{i}:", *(f"  %t{i}_{k} = fmul float %{f't{i}_{k - 1}' if k else f'x{i}'}, %x{i}" for k in range(9)),
            f"  br label %j{i}",
            f"j{i}:", f"  %x{i + 1} = phi float [ %x{i}, %b{i} ], [ %t{i}_8, %t{i} ]", f"  br label %b{i + 1}",
        ]  # fmt: skip
    end = f"b{count}:\n  %o = insertelement <4 x float> %p, float %x{count}, i32 3\n  ret <4 x float> %o"
    return "define <4 x float> @k(<4 x float> %p) {\n" + "\n".join(lines) + f"\n{end}\n}}\n"


@pytest.mark.parametrize(
    ("isa", "text", "reason"),
    [
        ("lima-vp", chain(900), "at least [0-9]+ instructions, and lima-vp .* has room for 512"),
        ("agsl", branches(300), "more than 250 branches and loops follow each other"),
    ],
    ids=["lima-vp", "agsl"],
)
def test_what_does_not_fit_is_refused_with_its_reason(isa: str, text: str, reason: str) -> None:
    with pytest.raises(LimitExceeded, match=reason):
        driver.compile(text, isa, stage=registry.find(isa).isa.default_stage or "vertex", verify=None)
