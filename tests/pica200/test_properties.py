"""Encoding and decoding, printing and parsing, reading and writing are inverse for all inputs."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pica200_outside import vectors
from pica200_random import binaries, instructions, programs

from gpucc.emit import shbin
from gpucc.emit.pica200 import CODER, assign, decode, encode
from gpucc.emit.pica200_assembler import assemble
from gpucc.emit.pica200_program import assemble_program, from_shbin
from gpucc.emit.pica200_text import print_binary
from gpucc.errors import GpuccError, InputError, Unsupported
from gpucc.interp.data import Batch
from gpucc.interp.pica200_check import check, check_binary
from gpucc.isa.model import Instruction
from gpucc.isa.pica200 import PICA200
from gpucc.targets.pica200 import simulate

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def meaning(instruction: Instruction) -> tuple[object, ...]:
    """The instruction without irrelevant components."""
    needed = CODER.needs(instruction)
    bits = None if needed is None else (needed[0] & needed[1], needed[1])
    return instruction.op, CODER.word(instruction, 0), bits


@settings(max_examples=80, deadline=None)
@given(st.lists(instructions(), max_size=12))
def test_instructions_survive_their_words(given: list[Instruction]) -> None:
    code = assign(given)
    again = decode(encode(code), code.descriptors)
    assert [meaning(i) for i in again.whole()] == [meaning(i) for i in given]
    assert again.numbers == code.numbers


@settings(max_examples=80, deadline=None)
@given(st.lists(instructions(), min_size=1, max_size=12))
def test_instructions_survive_their_text(given: list[Instruction]) -> None:
    code = assign(given)
    binary = shbin.ShbinBinary(encode(code), code.descriptors, (shbin.Executable(end=len(given)),))
    text = print_binary(binary)
    again = assemble(text)
    assert (again.words, again.descriptors) == (binary.words, binary.descriptors)
    # code that obeys the assembler's rules is printed without raw words
    assert ".word" not in text


@SLOW
@given(binaries())
def test_any_words_survive_their_text(binary: shbin.ShbinBinary) -> None:
    again = assemble(print_binary(binary))
    assert again.words == binary.words


@SLOW
@given(binaries())
def test_any_words_get_an_answer(binary: shbin.ShbinBinary) -> None:
    """Decoder, lint and simulator give results or an error of gpucc, never another exception."""
    code = decode(binary.words, binary.descriptors)
    assert encode(code) == binary.words
    check_binary(binary)
    program = from_shbin(shbin.write(binary))
    batch = Batch(np.ones((2, 16, 4), np.float32), np.ones((1, 120, 4), np.float32))
    with suppress(InputError, Unsupported):
        simulate(program, PICA200, batch, step_limit=300)


@SLOW
@given(
    st.integers(0, 115),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=5),
    st.integers(0, 2000),
)
def test_broken_files_are_refused_or_read(number: int, changes: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(vectors()[number].file)
    for at, value in changes:
        data[at % len(data)] = value
    with suppress(InputError, Unsupported):
        binary = shbin.read(bytes(data[: max(cut, 1)]))
        assert shbin.read(shbin.write(binary)) == binary
        print_binary(binary)
        check_binary(binary)


@SLOW
@given(st.binary(max_size=300))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    for prefix in (b"", b"DVLB\1\0\0\0"):
        with pytest.raises(InputError):
            shbin.read(prefix + data)


@SLOW
@given(st.text(st.sampled_from("abr0123.,;:[]()-!@x\n procenddifucmpv"), max_size=80))
def test_any_text_gets_an_answer(text: str) -> None:
    for whole in (text, f".proc main\n{text}\nend\n.end"):
        found: GpuccError | None = None
        try:
            assemble(whole)
        except (InputError, Unsupported) as error:
            found = error
        assert found is None or found.location is not None


@SLOW
@given(programs(), st.integers(0, 2**32 - 1))
def test_programs_that_keep_the_rules(text: str, seed: int) -> None:
    """They pass the lint, survive printing, run without traps, and lanes compute the same together and alone."""
    program = assemble_program(text)
    assert check(program.code) == []
    binary = shbin.read(program.code)
    printed = print_binary(binary)
    assert ".word" not in printed
    again = assemble(printed)
    assert (again.words, again.descriptors) == (binary.words, binary.descriptors)
    random = np.random.default_rng(seed)
    inputs = random.choice(np.array([-2, -1, -0.5, 0, 0.25, 1, 3, 1e30], np.float32), (6, 2, 4))
    uniforms = random.choice(np.array([-1, 0, 0.5, 1, 2, np.inf], np.float32), (6, 120, 4))
    uniforms[:, 96:100] = random.integers(0, 4, (6, 4, 4))
    together = simulate(program, PICA200, Batch(inputs, uniforms), step_limit=200000)
    alone = [
        simulate(program, PICA200, Batch(inputs[i : i + 1], uniforms[i : i + 1]), step_limit=200000) for i in range(6)
    ]
    assert np.array_equal(together.outputs, np.concatenate([one.outputs for one in alone]), equal_nan=True)
    assert together.steps == max(one.steps for one in alone)
    assert not together.unsure.any()
