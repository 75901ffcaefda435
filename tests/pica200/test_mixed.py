"""dst replaces instructions that write the lanes of a register separately."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.interp import pica200_check
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.sched.mixed import mix_lanes
from gpucc.targets.pica200_flow import MIXING

X, Y, Z, W = 1, 2, 4, 8


def mov(mask: int, source: Source, number: int = 0, file: str = "output") -> Instruction:
    return Instruction("mov", Dest(file, number, mask), (source,))


def mul(mask: int, a: Source, b: Source, number: int = 0, file: str = "output") -> Instruction:
    return Instruction("mul", Dest(file, number, mask), (a, b))


def v(number: int, lane: int = 0) -> Source:
    return Source("input", number, (lane,) * 4)


def r(number: int, lane: int = 0) -> Source:
    return Source("temporary", number, (lane,) * 4)


def c(number: int, lane: int = 0) -> Source:
    return Source("uniform", number, (lane,) * 4)


ONE = c(9, 2)


def ops(*words: Instruction) -> list[str]:
    return [word.op for word in mix_lanes(words, {(9, 2)}, MIXING)]


def test_all_four_lanes() -> None:
    for a, b, name in ((r(1), v(1), "dst"), (r(1), c(1), "dsti"), (c(1), r(1), "dst")):
        (word,) = mix_lanes([mov(X, ONE), mul(Y, a, b), mov(Z, a), mov(W, b)], {(9, 2)}, MIXING)
        assert (word.op, word.dest) == (name, Dest("output", 0, 15))
        assert [source.file for source in word.sources] == [a.file, b.file]


def test_a_product_is_turned() -> None:
    assert ops(mul(Y, v(1), r(1)), mov(Z, r(1, 3)), mov(W, v(1, 2))) == ["dst"]


def test_copies_of_two_registers() -> None:
    assert ops(mov(Z, r(1)), mov(W, v(0))) == ["dst"]
    assert ops(mov(W, r(1)), mov(Z, c(0))) == ["dst"]


@pytest.mark.parametrize(
    "words",
    [
        [mov(Z, c(1)), mov(W, c(2))],
        [mov(Z, v(1)), mov(W, v(2))],
        [mov(X, c(8)), mov(Z, r(1))],
        [mov(X, ONE), mov(Z, c(1))],
        [mov(Y, r(1)), mov(Z, r(2))],
        [mul(Z, r(1), r(2)), mov(W, r(1))],
        [mov(Z, r(1)), mov(W, r(2), 1)],
        [mul(Y, r(1), r(2)), mov(Z, r(3))],
        [mul(Y, r(1), r(2)), mov(Z, Source("temporary", 1, negate=True))],
        [mov(Z, r(1), 5, "temporary"), mov(W, r(5, 2), 5, "temporary")],
    ],
)
def test_what_is_none(words: list[Instruction]) -> None:
    assert "dst" not in ops(*words)
    assert "dsti" not in ops(*words)


def test_what_stands_between() -> None:
    z, w = mov(Z, r(1)), mov(W, r(2))
    assert ops(z, mov(15, v(0), 3, "temporary"), w) == ["mov", "dst"]
    assert ops(z, mov(15, v(0), 1, "temporary"), w) == ["dst", "mov"]
    assert ops(z, mov(15, v(0), 2, "temporary"), w) == ["mov", "dst"]
    assert ops(z, mov(15, v(0), 1, "temporary"), mov(15, v(0), 2, "temporary"), w) == ["mov"] * 4


def test_a_whole_program() -> None:
    text = """define <4 x float> @f(<4 x float> %a, ptr %u) {
      %c = load <4 x float>, ptr %u
      %x = extractelement <4 x float> %a, i32 1
      %y = extractelement <4 x float> %c, i32 2
      %z = extractelement <4 x float> %a, i32 0
      %w = extractelement <4 x float> %c, i32 3
      %p = fmul float %x, %y
      %v0 = insertelement <4 x float> <float 1.0, float 0.0, float 0.0, float 0.0>, float %p, i32 1
      %v1 = insertelement <4 x float> %v0, float %z, i32 2
      %v2 = insertelement <4 x float> %v1, float %w, i32 3
      ret <4 x float> %v2
    }"""
    program = driver.compile(text, "pica200", stage="vertex")
    assert program.stats["words"] == 2
    assert not pica200_check.check(program.code)
    assert "dst" not in driver.compile(text, "pica200", stage="vertex", target={"dst": "off"}).asm()
