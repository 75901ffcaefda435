"""Uniform bytes: integer registers if only loop counts read them, otherwise numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit import manifest, shbin
from gpucc.errors import LimitExceeded, Unsupported
from gpucc.interp import pica200_check
from gpucc.program import Program

COUNTS = Path(__file__).parent / "uniforms" / "counts.ll"
FIRST_INTEGER = 96


def compiled(entry: str, *bind: str, verify: int | None = 64, prefer: str = "size") -> Program:
    """For size, loops stay as they are written, and only one program is made."""
    program = driver.compile(
        COUNTS,
        "pica200",
        entry=entry,
        stage="vertex",
        bind=["lights=uniform::16", *bind],
        verify=verify,
        prefer=prefer,
        effort=0,
    )
    assert not pica200_check.check(program.code)
    return program


def register(program: Program, name: str) -> int:
    slot = program.interface.find(name)
    assert slot is not None
    return slot.register


@pytest.mark.parametrize("entry", ["hw", "strct", "two", "down"])
def test_a_uniform_counts_a_loop(entry: str) -> None:
    program = compiled(entry, prefer="speed")
    text = program.asm()
    assert register(program, "loop") == FIRST_INTEGER
    assert ".ivec loop ; i0" in text
    assert "for i0" in text
    assert ".seti" not in text
    assert "cmp" not in text


def test_elements_at_the_count_are_read_through_al() -> None:
    text = compiled("hw2").asm()
    assert "c0[aL]" in text
    assert "c1[aL]" in text
    assert "breakc" in text
    assert "mova" not in text


def test_each_counting_uniform_has_its_register() -> None:
    program = compiled("nested2")
    assert [register(program, name) for name in ("loop", "inner")] == [FIRST_INTEGER, FIRST_INTEGER + 1]


@pytest.mark.parametrize("entry", ["number", "less", "nested", "mixed"])
def test_what_is_read_as_a_number_is_one(entry: str) -> None:
    program = compiled(entry)
    name = "w" if entry == "mixed" else "loop"
    assert register(program, name) < FIRST_INTEGER
    assert f".fvec {name}" in program.asm()


def test_unsigned_bytes_cost_nothing() -> None:
    assert "flr" not in compiled("mixed").asm()


def test_signed_bytes_are_taken_apart() -> None:
    assert "flr" in compiled("sgn").asm()


@pytest.mark.parametrize("number", [0, 3])
def test_integers_are_bound_to_registers(number: int) -> None:
    program = compiled("bound", f"n=uniform:i{number}")
    assert f".ivec n ; i{number}" in program.asm()
    assert f"for i{number}" in program.asm()


def test_a_bound_register_cannot_be_read() -> None:
    with pytest.raises(Unsupported, match="only loops can read"):
        compiled("number", "loop=uniform:i1")
    with pytest.raises(LimitExceeded, match="bytes 96 to 99"):
        compiled("hw", "loop=uniform:i4")


def test_constant_counts_use_what_is_left() -> None:
    text = """
        @n = external addrspace(2) global <4 x i8>
        define <4 x float> @f(<4 x float> %a, <4 x float> %b) {
          %x = load i8, ptr addrspace(2) @n
          %last = zext i8 %x to i32
          br label %one
        one:
          %i = phi i32 [0, %0], [%i1, %one]
          %s = phi <4 x float> [%a, %0], [%s1, %one]
          %s1 = fmul <4 x float> %s, %b
          %i1 = add i32 %i, 1
          %c = icmp ult i32 %i, %last
          br i1 %c, label %one, label %two
        two:
          %k = phi i32 [0, %one], [%k1, %two]
          %t = phi <4 x float> [%s1, %one], [%t1, %two]
          %t1 = fadd <4 x float> %t, %b
          %k1 = add i32 %k, 1
          %d = icmp ne i32 %k1, 200
          br i1 %d, label %two, label %out
        out:
          ret <4 x float> %t1
        }"""
    shown = driver.compile(text, "pica200", stage="vertex").asm()
    assert ".ivec n ; i0" in shown
    assert ".seti i1(199, 0, 0, 0)" in shown
    assert shown.index("for i0") < shown.index("for i1")


@pytest.mark.parametrize("rounds", [0, 1, 7, 15])
def test_rounds_at_run_time(rounds: int) -> None:
    program = compiled("hw", verify=None)
    lights = np.arange(64, dtype=np.float32).reshape(16, 4)
    ones = np.ones((1, 4), np.float32)
    (found,) = program.run({"pos": ones, "col": 0 * ones, "lights": lights, "loop": [rounds, 0, 1]}).values()
    assert np.array_equal(found[0], lights[: rounds + 1].sum(axis=0))


def test_files_name_the_register() -> None:
    program = compiled("hw", verify=None)
    (executable,) = shbin.read(program.code).executables
    assert [(one.name, one.first) for one in executable.uniforms if one.first >= 0x10] == [
        ("lights", 0x10),
        ("loop", 0x70),
    ]
    assert not [one for one in executable.constants if one.bank == "integer"]
    again = manifest.read(manifest.write(program))
    slot = again.interface.find("loop")
    assert slot is not None
    assert (slot.register, slot.most) == (FIRST_INTEGER, 255)
    assert program.stats["integers"] == {
        "i0": "loop: x is the number of rounds less one, y the loop's first index, z its step"
    }


def test_other_targets_take_bytes() -> None:
    program = driver.compile(COUNTS, "lima-vp", entry="mixed", stage="vertex", bind=["lights=uniform::16"], verify=64)
    assert program.verified
