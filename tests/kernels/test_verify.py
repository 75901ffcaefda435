"""Every kernel of the index compiles for its targets and agrees with LLVM's JIT, bit for bit if it only has exact
ops."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpucc import driver
from gpucc.errors import LimitExceeded
from gpucc.interp.compare import Report
from gpucc.sched.core.allowance import allow
from gpucc.targets import registry

HERE = Path(__file__).parent
KERNELS: list[dict[str, Any]] = json.loads((HERE / "index.json").read_text())
CASES = [(row, isa) for row in KERNELS for isa in row["targets"]]
LANES = 512
# every ninth kernel is also compiled without LLVM's optimisation and with all of it
SAMPLE = CASES[::9]


def name(value: object) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def judge(row: dict[str, Any], isa: str, opt: int = 2, effort: int = 100) -> Report:
    """One program, judged on twice the lanes of an ordinary compilation."""
    goal = registry.find(isa)
    options = {"version": str(row["version"])} if row["version"] > 1 and "version" in goal.isa.options else {}
    stage = row["stage"] if row["stage"] in goal.isa.stages else goal.isa.default_stage
    built = driver._build(
        HERE / row["file"], goal, row["entry"], stage, opt, row["bind"], options, None, driver.silent,
        allowance=allow(effort, None),
    )  # fmt: skip
    return driver._judge(built, LANES, 1)


def transformed(row: dict[str, Any], isa: str) -> bool:
    """Return whether the target divides the position by w at the end, which is not exact."""
    return "viewport" in registry.find(isa).isa.options and "@gl_Position" in (HERE / row["file"]).read_text()


@pytest.mark.parametrize(("row", "isa"), CASES, ids=name)
def test_kernel_agrees_with_the_jit(row: dict[str, Any], isa: str) -> None:
    report = judge(row, isa)
    assert report.passed, report.describe()
    assert report.verified, report.describe()
    if row["exact"] and not transformed(row, isa):
        assert report.exact
        assert report.max_ulp == 0


# the exact search of level 3 in a tenth of its time
QUICK = 10


@pytest.mark.parametrize("opt", [0, 1, 3])
@pytest.mark.parametrize(("row", "isa"), SAMPLE, ids=name)
def test_kernel_agrees_at_other_levels(row: dict[str, Any], isa: str, opt: int) -> None:
    report = judge(row, isa, opt, QUICK if opt == 3 else 100)
    assert report.passed, report.describe()


def test_the_corpus_is_as_broad_as_promised() -> None:
    on_agal = [row for row, isa in CASES if isa == "agal"]
    assert len(on_agal) >= 30
    assert {row["language"] for row in on_agal} >= {"c", "rust", "numba"}
    for flag in ("-O0", "-O2", "-ffast-math"):
        assert any(flag in row["flags"].split() for row in on_agal)


def test_a_wrong_program_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge of this file must be able to fail: a compiler that swaps two registers does not pass."""
    row = next(row for row in KERNELS if row["name"] == "transform_colour")
    right = driver._build

    def wrong(*arguments: Any, **wishes: Any) -> Any:
        built = right(*arguments, **wishes)
        code = bytearray(built.program.code)
        source = 7 + 24 + 8  # number of the second token's first source
        code[source] ^= 1
        return replace(built, program=replace(built.program, code=bytes(code)))

    monkeypatch.setattr(driver, "_build", wrong)
    assert not judge(row, "agal").passed


def test_a_kernel_that_does_not_fit_says_so() -> None:
    text = "define float @f(ptr %u) {\n"
    lines = [f"  %p{i} = getelementptr float, ptr %u, i64 {4 * i}\n  %v{i} = load float, ptr %p{i}" for i in range(129)]
    sums = ["  %s0 = fadd float %v0, 1.0", *(f"  %s{i} = fadd float %s{i - 1}, %v{i}" for i in range(1, 129))]
    with pytest.raises(LimitExceeded, match="128"):
        driver.compile(text + "\n".join([*lines, *sums]) + "\n  ret float %s128\n}\n", "agal", stage="vertex")
