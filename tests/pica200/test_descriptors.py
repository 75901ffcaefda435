"""mad can name 32 operand descriptors; programs that need more are not refused."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations

import pytest

from gpucc import driver
from gpucc.emit import pica200 as code
from gpucc.errors import LimitExceeded
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PICA200
from gpucc.targets.pica200_descriptors import spare_descriptors

TURNS = [tuple(turn) for turn in permutations(range(4))]


def mad(turn: Sequence[int], other: Sequence[int], dest: int = 0, onto: int = 0) -> Instruction:
    a, b = Source("input", 0, tuple(turn)), Source("uniform", 3, tuple(other))  # type: ignore[arg-type]
    return Instruction("mad", Dest("temporary", dest, 15), (a, b, Source("temporary", onto, (0, 1, 2, 3))))


def many(count: int, dest: int = 0, onto: int = 0) -> list[Instruction]:
    pairs = ((a, b) for a in TURNS for b in TURNS)
    return [mad(a, b, dest, onto) for a, b in islice(pairs, count)]


def test_what_fits_stays() -> None:
    sections = [many(32)]
    assert spare_descriptors(sections, PICA200) == sections


def test_what_is_too_much_is_split() -> None:
    first = [one for one in many(32) for _ in range(2)]
    (done,) = spare_descriptors([[*first, many(33)[-1]]], PICA200)
    assert done[:64] == first
    product, total = done[64:]
    assert (product.op, product.sources[0].file, product.dest) == ("mul", "uniform", Dest("temporary", 1, 15))
    assert (total.op, total.sources[1].number) == ("add", 1)
    code.assign(done)


def test_the_destination_serves_where_the_sum_does_not_read_it() -> None:
    (done,) = spare_descriptors([many(33, dest=0, onto=5)], PICA200)
    split = [one for one in done if one.op == "mul"]
    assert [one.dest for one in split] == [Dest("temporary", 0, 15)]


def test_without_a_register_it_is_refused_with_the_number() -> None:
    full = [Instruction("mov", Dest("temporary", n, 15), (Source("input", 0, (0, 1, 2, 3)),)) for n in range(16)]
    sections = spare_descriptors([[*full, *many(33)]], PICA200)
    with pytest.raises(LimitExceeded, match="32"):
        code.assign(sections[0])


def test_others_are_split_where_the_rarest_cannot_be() -> None:
    """The sum of the rarest reads its destination, and there is no other register."""
    full = [Instruction("mov", Dest("temporary", n, 15), (Source("input", 0, (0, 1, 2, 3)),)) for n in range(16)]
    common = [one for one in many(32, dest=0, onto=5) for _ in range(2)]
    rarest = many(33)[-1]
    (done,) = spare_descriptors([[*full, *common, rarest]], PICA200)
    assert rarest in done
    assert [one.dest for one in done if one.op == "mul"] == [Dest("temporary", 0, 15)] * 2
    code.assign(done)


def test_whole_programs() -> None:
    """The compilation includes verification."""
    letters = ["".join("xyzw"[i] for i in turn) for turn in TURNS]
    sums = "\n".join(f"r += {'ab'[i % 2]}.{letters[i // 2]} * u[{i}].{letters[i * 5 % 23]};" for i in range(44))
    text = f"attribute vec4 a, b; uniform vec4 u[44];\nvoid main() {{ vec4 r = a;\n{sums}\ngl_Position = r; }}"
    program = driver.compile(text, "pica200", stage="vertex", name="many.vert")
    assert "mad" in program.asm()
    assert int(program.stats["instructions"]) < 70


def test_more_outputs_than_the_rasteriser_takes() -> None:
    names = [f"v{i}" for i in range(7)]
    text = "attribute vec4 a;\n" + "".join(f"varying vec4 {n};\n" for n in names)
    text += "void main() { gl_Position = a; " + " ".join(f"{n} = a * {i}.0;" for i, n in enumerate(names)) + " }"
    with pytest.raises(LimitExceeded, match=r"8 outputs \(up to 'v6'\).* takes 7"):
        driver.compile(text, "pica200", stage="vertex", name="wide.vert")
