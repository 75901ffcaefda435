"""PICA200: the length of programs; and a structural checker and the lint accept them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpucc import driver
from gpucc.errors import Unsupported
from gpucc.fuzz import shbin_structure
from gpucc.interp import pica200_check

HERE = Path(__file__).parent
KERNELS = HERE / "pica200" / "kernels.ll"

# words, including `end`
BARS = {"passed": 6, "forced": 6, "lit": 14, "skinned": 12, "skinned_by_attributes": 26}
BINDS = {"skinned": ["bones=uniform:8:60"], "skinned_by_attributes": ["bones=uniform:8:60"]}


@pytest.mark.parametrize("entry", BARS)
def test_length(entry: str) -> None:
    program = driver.compile(KERNELS, "pica200", entry=entry, bind=BINDS.get(entry), verify=64)
    assert program.stats["words"] <= BARS[entry]
    assert not pica200_check.check(program.code)
    assert not shbin_structure.faults(program.code)


def test_a_counted_loop_is_a_loop_of_the_hardware() -> None:
    text = driver.compile(KERNELS, "pica200", entry="skinned", bind=BINDS["skinned"], verify=64).asm()
    assert "for i0" in text
    assert ".seti i0(3, 0, 1, 0)" in text
    assert "[a0.x]" in text
    assert "mova a0.x, c0[aL].y" in text


def test_two_indices_are_loaded_at_once() -> None:
    text = driver.compile(
        KERNELS, "pica200", entry="skinned_by_attributes", bind=BINDS["skinned_by_attributes"], verify=None
    ).asm()
    assert [line.split()[1] for line in text.splitlines() if "mova" in line] == ["a0.xy,", "a0.xy,"]


def test_a_uniform_is_subtracted_where_it_stands() -> None:
    text = driver.compile(
        """define <4 x float> @f(<4 x float> %a, ptr %u) {
          %b = load <4 x float>, ptr %u
          %d = fsub <4 x float> %a, %b
          ret <4 x float> %d
        }""",
        "pica200",
        stage="vertex",
    ).asm()
    assert "add o0, -c0, v0" in text
    assert "mov" not in text


def test_outputs_mean_what_their_names_say() -> None:
    text = driver.compile(KERNELS, "pica200", entry="lit", verify=None).asm()
    for line in (".out - position o0", ".out - color o1", ".out - texcoord0 o2.xy", ".out - texcoord1 o3.xy"):
        assert line in text


def test_outputs_are_bound_to_meanings() -> None:
    text = driver.compile(KERNELS, "pica200", entry="passed", bind=["color=output:normalquat"], verify=None).asm()
    assert ".out - normalquat o1" in text
    assert ".out - position o0" in text


def test_registers_of_banks_are_named() -> None:
    assert (
        ".fvec mvp[4] ; c20"
        in driver.compile(KERNELS, "pica200", entry="passed", bind=["mvp=uniform:c20"], verify=None).asm()
    )


def test_no_holes_between_outputs() -> None:
    with pytest.raises(Unsupported, match="without holes"):
        driver.compile(KERNELS, "pica200", entry="passed", bind=["color=output:3"], verify=None)
