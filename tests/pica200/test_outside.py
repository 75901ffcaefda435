"""Every recorded word, file and result, written by picasso and computed by an emulator."""

from __future__ import annotations

import pytest
from pica200_outside import Recorded, encodings, pair_wrong, recorded, resolved, run_wrong, vectors, words_wrong

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200_assembler import assemble
from gpucc.emit.pica200_text import print_binary
from gpucc.interp.pica200_check import check

ids = {"ids": lambda entry: entry.name}
PAIRS = encodings()["pairs"]


def test_there_is_as_much_as_the_readme_says() -> None:
    assert len(vectors()) == 116
    assert len(PAIRS) == 56
    assert len(recorded()) == 116 + 15 + 1


@pytest.mark.parametrize("entry", recorded(), **ids)
def test_recorded_words_come_back(entry: Recorded) -> None:
    assert words_wrong(entry) is None


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=lambda number: PAIRS[number]["text"])
def test_a_recorded_word_says_what_its_text_says(number: int) -> None:
    assert pair_wrong(number) is None


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=lambda number: PAIRS[number]["text"])
def test_a_text_alone_gives_its_word(number: int) -> None:
    pair = PAIRS[number]
    binary = assemble(f".proc main\nfor i0\n{pair['text']}\nnop\n.end\n.end")
    assert binary.words[1] == int(pair["word"], 16)
    assert [f"{descriptor:08x}" for descriptor in binary.descriptors] == (
        [pair["descriptor"]] if "descriptor" in pair else []
    )


@pytest.mark.parametrize("entry", recorded(), **ids)
def test_our_assembler_gives_the_recorded_words(entry: Recorded) -> None:
    binary = assemble(entry.source)
    assert resolved(binary.words, binary.descriptors) == resolved(entry.words, entry.descriptors)
    assert len(binary.descriptors) <= len(entry.descriptors)


def test_our_table_of_descriptors_is_picassos() -> None:
    for entry in recorded():
        binary = assemble(entry.source)
        assert (binary.words, binary.descriptors) == (entry.words, entry.descriptors), entry.name


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_everything_else_of_the_file_is_as_recorded(entry: Recorded) -> None:
    """Except that constants are rounded to the nearest number, where picasso truncates."""
    ours, theirs = assemble(entry.source).executables, entry.binary.executables
    if entry.name != "constant_precision":
        assert ours == theirs
        return
    for our, their in zip(ours[0].constants, theirs[0].constants, strict=True):
        assert all(a - b in (0, 1) for a, b in zip(our.words, their.words, strict=True))


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_a_recorded_file_is_read_and_written_byte_by_byte(entry: Recorded) -> None:
    assert shbin.write(entry.binary) == entry.file


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_the_header_is_as_recorded(entry: Recorded) -> None:
    vector, (executable,) = entry.vector, entry.binary.executables
    assert vector is not None
    assert (executable.main, executable.end) == (vector["entry"], vector["end"])
    assert (
        f"{executable.input_mask:04x} {executable.output_mask:04x}" == f"{vector['input_mask']} {vector['output_mask']}"
    )
    for constant, found in zip(vector["constants"], executable.constants, strict=True):
        prefix = {"uniform": "c", "integer": "i", "boolean": "b"}[found.bank]
        assert constant["reg"] == f"{prefix}{found.register}"
        if found.bank == "uniform":
            assert [f"{word:06x}" for word in found.words] == constant["fp24"]
            assert [fp24.from_bits(word) for word in found.words] == constant["value"]
        else:
            value = list(found.bytes) if found.bank == "integer" else bool(found.words[0])
            assert value == constant["value"]


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_disassembly_assembles_to_the_same_file(entry: Recorded) -> None:
    text = print_binary(entry.binary)
    again = assemble(text)
    assert (again.words, again.descriptors, again.executables) == (
        entry.words,
        entry.descriptors,
        entry.binary.executables,
    )
    assert not any(extension in text for extension in (".word", ".nopad"))


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_recorded_results(entry: Recorded) -> None:
    """In float32 with the target's special values; also in fp24, rounded and truncated, where the reference's results
    hold for it."""
    assert run_wrong(entry) is None


@pytest.mark.parametrize("entry", vectors(), **ids)
def test_the_lint_agrees_with_the_authors_of_the_vectors(entry: Recorded) -> None:
    rules = [violation.rule for violation in check(entry.file)]
    assert rules == (["output-holes"] if entry.name == "highest_registers" else [])
