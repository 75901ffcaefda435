"""`gpucc bisect`: planted faults are named, and sources that do not fail are refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import planted
import pytest

from gpucc import backend, driver

Run = Callable[..., Any]

KERNEL = """define float @f(float %a, float %b) {
  %p = fmul float %a, %b
  %d = fsub float %p, %b
  %n = fneg float %b
  %s = fadd float %d, %n
  %c = fcmp olt float %s, %a
  %r = select i1 %c, float %s, float %p
  ret float %r
}
"""
NEGATED = """define float @f(float %a, float %b) {
  %m = fneg float %b
  %s = fadd float %a, %b
  %r = fmul float %s, %m
  ret float %r
}
"""
WRONG_ARMS = planted.after(planted.swapped("select", 1, 2))


@pytest.mark.parametrize(
    ("plant", "named"),
    [
        (
            lambda: planted.wrong_rules(difference="add(a, b)"),
            "rule lima-vp/difference: without it the comparison passes",
        ),
        (
            lambda: planted.wrong_rewrite("lose a sign", "fsub(x, y)", "fadd(x, y)"),
            "rule simplify/lose a sign: without it",
        ),
        (
            lambda: planted.replaced(backend, "flatten_small", WRONG_ARMS),
            "pass flatten: its graph computes something else",
        ),
    ],
    ids=["rule of the target", "rule of the middle", "pass"],
)
def test_what_is_planted_is_named(gpucc: Run, plant: Callable[[], AbstractContextManager[None]], named: str) -> None:
    with plant():
        end = gpucc("bisect k.ll --isa lima-vp --lanes 32", {"k.ll": KERNEL})
    assert end.code == 0, end.err
    assert named in end.text
    assert len([line for line in end.text.splitlines() if line.startswith("rule ")]) == named.startswith("rule ")


def test_a_command_compares_instead(gpucc: Run) -> None:
    """The command decides what a failure is: here, that the code is the same as with the rule."""
    Path("k.ll").write_text(NEGATED)
    code = driver.compile("k.ll", "lima-vp", verify=None).code.hex()
    words = f"import json, sys; sys.exit(json.load(open(sys.argv[1]))['code'] != '{code}')"
    end = gpucc(["bisect", "k.ll", "--isa", "lima-vp", "--command", f'{sys.executable} -c "{words}"'])
    assert end.code == 0, (end.text, end.err)
    assert "rule lima-vp/product with a negation" in end.text


def test_what_does_not_fail_has_no_culprit(refused: Run) -> None:
    Path("k.ll").write_text(KERNEL)
    refused(
        1,
        "the comparison does not fail on lima-vp: there is nothing to look for",
        "bisect k.ll --isa lima-vp --lanes 32",
    )
    refused(2, "no target: say --isa X", "bisect k.ll")
