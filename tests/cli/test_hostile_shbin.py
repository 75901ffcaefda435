"""Broken files given to `gpucc disasm FILE.shbin --check` and `gpucc asm`: always an error that names the place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pica200_outside import vectors

from gpucc.emit import shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.errors import GpuccError, InputError, Unsupported

Run = Callable[..., Any]
# one file with constants, outputs, uniforms and names, one with a loop and procedures
FILES = [entry.file for entry in sorted(vectors(), key=lambda entry: -len(entry.file))[:2]]
GEOMETRY = ".gsh point c0\n.in a\n.out o position\n.proc main\nsetemit 0\nmov o, a\nemit\n{}end\n.end"


@pytest.mark.parametrize("cut", [0.0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_file_cut_short_names_the_byte(gpucc: Run, cut: float) -> None:
    for data in FILES:
        end = gpucc("disasm k.shbin --check", {"k.shbin": data[: int(len(data) * cut)]})
        assert end.code == 1
        assert re.search(r"k\.shbin.*error: .*byte \d+", end.err), end.err
        assert "Traceback" not in end.err


def test_no_length_of_a_file_is_taken_for_a_whole(gpucc: Run) -> None:
    """Every truncation is noticed, except for padding after the last name."""
    data = min(FILES, key=len)
    for length in range(len(data.rstrip(b"\0"))):
        with pytest.raises(InputError, match=r"byte \d+"):
            shbin.read(data[:length])


@pytest.mark.parametrize("seed", range(12))
def test_a_garbled_file_is_read_or_refused(gpucc: Run, seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(FILES[seed % 2])
    for _ in range(4):
        at = chance.randrange(len(data) // 4) * 4
        data[at : at + 4] = chance.choice(
            [b"\xff" * 4, b"\0" * 4, chance.randbytes(4), len(data).to_bytes(4, "little")]
        )
    end = gpucc("disasm k.shbin --check", {"k.shbin": bytes(data)})
    assert end.code in (0, 1)
    assert "Traceback" not in end.err
    assert not end.code or re.search(r"byte \d+|rule [\w-]+, .*word \d+|rule [\w-]+", end.err), end.err


def test_geometry_shaders_disassemble_lint_and_run_with_inputs(gpucc: Run) -> None:
    sound, broken = (shbin.write(assemble(GEOMETRY.format(text))) for text in ("", "cmp a, eq, eq, r1\n"))
    end = gpucc("disasm g.shbin --check", {"g.shbin": sound})
    assert (end.code, end.errors) == (0, [])
    assert ".gsh point c0\n" in end.text
    assert "setemit 0" in end.text
    end = gpucc("disasm g.shbin --check", {"g.shbin": broken})
    assert end.code == 1
    assert re.search(r"rule unset, word 3", end.err), end.err
    end = gpucc("run g.shbin -o out.npz", {"g.shbin": sound})
    assert end.code == 2
    assert "no value for a" in end.err
    assert end.new == ()


MISTAKES = (
    ".proc", ".end", "mov r0", "mov r16, r0", "add r0, c0, c1", "mul o0, o1, r0", "for i4", "ifc cmp.z", ".else",
    "call nowhere",
    "jmpu b16, main", "mov r0, c96", "mov r0, c0[a0.z]", "mad r0, c0, c1, r0", ".constf k(1, 2", ".out - position o16",
    ".alias x",
    "@", '"', "mov r0.xyzwx, v0", "breakc", ".opdesc q", ".word 0x1ffffffff", ".setb 3",
)  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_the_assembly_names_its_line(gpucc: Run, mistake: str) -> None:
    """The error names the mistake's own line or, where a block stays open or is closed once too often, a later one."""
    text = f".out o position\n.proc main\nmov o, v0\n{mistake}\nend\n.end\n"
    end = gpucc("asm k.v.pica --isa pica200 -o k.shbin", {"k.v.pica": text})
    found = re.search(r"k\.v\.pica:(\d+)(:\d+)?: error: ", end.err)
    assert end.code == 1
    assert found, end.err
    assert int(found[1]) >= 4
    assert "Traceback" not in end.err
    assert end.new == ()


@pytest.mark.parametrize("seed", range(8))
def test_garbled_assembly_is_told_with_its_place(seed: int) -> None:
    chance = random.Random(seed)
    for entry in chance.sample(vectors(), 12):
        lines = entry.source.split("\n")
        for _ in range(chance.choice([1, 2, 4])):
            at = chance.randrange(len(lines))
            match chance.randrange(4):
                case 0:
                    lines[at] = chance.choice(MISTAKES)
                case 1:
                    lines.insert(at, chance.choice(MISTAKES))
                case 2:
                    lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
                case _:
                    other = chance.randrange(len(lines))
                    lines[at], lines[other] = lines[other], lines[at]
        refusal: GpuccError | None = None
        try:
            binary = assemble("\n".join(lines))
            assert shbin.read(shbin.write(binary)) == binary
        except (InputError, Unsupported) as error:
            refusal = error
        assert refusal is None or refusal.location is not None, refusal


def test_a_file_runs_without_a_manifest(gpucc: Run) -> None:
    """Names, constants and outputs are in the file."""
    text = (
        ".fvec k\n.constf half(0.5, 0.5, 0.5, 0.5)\n.in a\n.out o position\n.proc main\nmul r0, k, a\nadd o, half,"
        " r0\nend\n.end"
    )
    np.savez("in.npz", a=np.array([[1, 2, 3, 4]], np.float32), k=np.array([2, 2, 2, 2], np.float32))
    end = gpucc("run k.shbin --inputs in.npz -o out.npz", {"k.shbin": shbin.write(assemble(text))})
    assert end.code == 0, end.err
    (result,) = np.load("out.npz").values()
    assert result.tolist() == [[2.5, 4.5, 6.5, 8.5]]


def test_the_assembler_takes_a_file_of_no_text(gpucc: Run, tmp_path: Path) -> None:
    end = gpucc("asm k.v.pica --isa pica200 -o k.shbin", {"k.v.pica": bytes(range(256))})
    assert end.code == 1
    assert "k.v.pica" in end.err
    assert "Traceback" not in end.err
