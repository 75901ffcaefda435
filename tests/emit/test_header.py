"""The C header is valid: a compiler accepts it as C and as C++, and it contains the program's data."""

from __future__ import annotations

import math
import re
import shutil
import struct
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gpucc import driver
from gpucc.emit import header
from gpucc.emit.derived import literal
from gpucc.program import Assumption, Constant, Interface, Program, Slot

PROGRAM = Program(
    "agal",
    "vertex",
    bytes(range(60)),
    Interface(
        inputs=(Slot("position", "input", 0, "ffff"),),
        outputs=(Slot("gl_Position", "output", 0, "ffff"),),
        uniforms=(
            Slot("rows", "uniform", 0, "f" * 16, "mat4"),
            Slot("a b", "uniform", 4, "ff"),
            Slot("a-b", "uniform", 5, "ff"),
        ),
        samplers=(Slot("*/ int evil; /*\\", "sampler", 0, ""), Slot("sky", "sampler", 3, "")),
    ),
    (Constant(6, 0, 0.1), Constant(6, 1, -0.0), Constant(6, 2, 1e30), Constant(6, 3, 2.0)),
)


COMPILERS = [path for name in ("cc", "c++") if (path := shutil.which(name))]


@pytest.mark.skipif(not COMPILERS, reason="no C compiler on this machine")
@pytest.mark.parametrize("special", [False, True])
def test_a_c_compiler_takes_it(tmp_path: Path, special: bool) -> None:
    constants = (
        (Constant(0, 0, math.inf), Constant(0, 1, -math.inf), Constant(0, 2, math.nan))
        if special
        else PROGRAM.constants
    )
    program = Program("agal", "vertex", PROGRAM.code, PROGRAM.interface, constants)
    (tmp_path / "k.h").write_text(header.write(program, "2 for"))
    checks = [
        "_2_for_code_size == 60 && sizeof _2_for_code == 60",
        f"_2_for_constant_count == {len(constants)}",
        "_2_for_uniform_rows == 0 && _2_for_uniform_rows_registers == 4",
        "_2_for_uniform_a_b == 4 && _2_for_uniform_a_b_2 == 5",
        "_2_for_sampler_sky == 3",
    ]
    lines = [
        '#include "k.h"',
        '#include "k.h"',
        *(f"typedef char check{i}[({check}) ? 1 : -1];" for i, check in enumerate(checks)),
    ]
    lines.append("int main(void) { return _2_for_code[59] - 59 + (int)(sizeof _2_for_constants == 0); }")
    for compiler, ending in zip(COMPILERS, ("c", "cpp"), strict=False):
        source = tmp_path / f"k.{ending}"
        source.write_text("\n".join(lines))
        done = subprocess.run(
            [compiler, "-Wall", "-Werror", "-fsyntax-only", str(source)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_every_register_is_that_of_its_slot() -> None:
    """Inputs, outputs, uniforms and samplers, and how many registers each has."""
    interface = Interface(
        (Slot("place", "input", 2, "fff"), Slot("basis", "input", 5, "fff.fff.fff", "mat3")),
        (Slot("far", "output", 1, "ff"), Slot("near", "output", 3, "f")),
        (Slot("bones", "uniform", 7, "f" * 96, "mat4x3[8]"), Slot("k", "uniform", 40, "...i")),
        (Slot("sky", "sampler", 6, ""),),
    )
    text = header.write(replace(PROGRAM, interface=interface), "k")
    found = {name: int(number) for name, number in re.findall(r"^    k_(\w+) = (\d+),", text, re.MULTILINE)}
    assert found == {
        "input_place": 2, "input_basis": 5, "input_basis_registers": 3, "output_far": 1, "output_near": 3,
        "uniform_bones": 7, "uniform_bones_registers": 24, "uniform_k": 40, "sampler_sky": 6,
    }  # fmt: skip
    assert "/* bones: mat4x3[8], 24 registers */" in text


def test_constants_keep_all_their_bits() -> None:
    text = header.write(PROGRAM, "k")
    assert "{ 6, 0, 0.100000001f }" in text or "{ 6, 0, 0.1f }" in text
    assert "-0.0f" in text
    assert "1e+30f" in text
    assert "2.0f" in text


def test_the_code_is_there_byte_by_byte() -> None:
    text = header.write(PROGRAM, "k")
    lines = text.partition("k_code[60] = {")[2].partition("}")[0]
    assert bytes(int(byte, 16) for byte in re.findall(r"0x([0-9a-f]{2}),", lines)) == PROGRAM.code


def test_a_file_that_holds_the_constants_leaves_none_to_upload() -> None:
    """And says what its outputs mean."""
    outputs = (Slot("position", "output", 0, "ffff"),)
    text = header.write(PROGRAM, "k", replace(PROGRAM, interface=Interface(outputs=outputs)))
    assert "k_constant_count = 0 };" in text
    assert "k_constants" not in text
    assert "k_output_gl_Position = 0, /* gl_Position: vec4, position */" in text


def test_what_was_assumed_and_what_was_not_verified_is_told() -> None:
    assumed = (Assumption("rows=affine", "rows", ()), Assumption("a b=1..2", "a b", ()))
    verified = {"verdict": "unverified", "compared": 3, "lanes": 256}
    text = header.write(replace(PROGRAM, assumed=assumed, verified=verified), "k")
    assert "/* Assumed: rows=affine. */\n/* Assumed: a b=1..2. */\n" in text
    assert "/* NOT VERIFIED: only 3 of 256 lanes could be compared with the source. */" in text
    sure = header.write(replace(PROGRAM, verified={"verdict": "verified", "compared": 256, "lanes": 256}), "k")
    assert "NOT VERIFIED" not in sure
    assert "Assumed" not in sure


def test_every_float_comes_back_from_its_digits() -> None:
    values = [struct.unpack("<f", struct.pack("<I", bits * 0x01003F1D % 0x7F800000))[0] for bits in range(1, 2000)]
    for value in (*values, 16777215.0, 1.1754944e-38, 1e-45, 3.4028235e38):
        assert struct.pack("<f", float(literal(value).removesuffix("f"))) == struct.pack("<f", value)


@pytest.mark.parametrize("isa", ["agal", "lima-vp", "pica200"])
def test_constants_are_numbers_of_single_precision(isa: str) -> None:
    """Nine digits of any other number may give a neighbour of the float32 that the program was verified with."""
    text = "attribute vec4 p; void main() { gl_Position = atan(p) + sin(p); }"
    program = driver.compile(text, isa, stage="vertex", verify=None)
    values = [constant.value for constant in program.constants]
    assert len(values) > 8
    assert [struct.unpack("<f", struct.pack("<f", value))[0] for value in values] == values


def test_a_program_without_anything_is_a_header_too() -> None:
    text = header.write(Program("agal", "fragment", b""), "empty")
    assert "empty_code_size = 0" in text
    assert "[0]" not in text


def test_it_is_the_same_every_time() -> None:
    assert header.write(PROGRAM, "k") == header.write(PROGRAM, "k")


@pytest.mark.parametrize(
    ("name", "made"), [("a.b", "a_b"), ("3d", "_3d"), ("", "shader"), ("größe", "gr__e"), ("a b", "a_b")]
)
def test_any_name_becomes_an_identifier(name: str, made: str) -> None:
    assert header.identifier(name) == made
