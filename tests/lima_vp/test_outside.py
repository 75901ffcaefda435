"""Mesa's words, Mesa's disassembly of them, and the results of its programs."""

from __future__ import annotations

import pytest
from lima_vp_outside import (
    Recorded,
    documents,
    mesa_fields,
    our_fields,
    program_wrong,
    recorded,
    schedule_wrong,
    word_bytes,
    words_wrong,
)

from gpucc.emit.lima_vp import CODER, decode, encode
from gpucc.errors import InputError
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.wide import Bundle

ENTRIES = recorded()
PROGRAMS = [entry for entry in ENTRIES if entry.program is not None]
RIGHT = [entry for entry in PROGRAMS if "mesa_wrong" not in (entry.program or {})]


def test_the_collection_is_whole() -> None:
    assert len(PROGRAMS) == 43
    assert sum(len(entry.words) for entry in ENTRIES) == 814
    assert [entry.name for entry in PROGRAMS if entry not in RIGHT] == ["neg_select"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_words_encode_to_themselves_and_mean_what_mesa_says(entry: Recorded) -> None:
    assert words_wrong(entry) is None


def test_a_bundle_that_does_nothing_is_mesas_nop() -> None:
    assert encode([Bundle()]) == word_bytes(documents()[1]["nop"]["words"])


@pytest.mark.parametrize("entry", RIGHT, ids=lambda entry: entry.name)
def test_programs_compute_what_their_source_says(entry: Recorded) -> None:
    assert program_wrong(entry) is None


def test_the_miscompiled_program_loses_the_sign_of_a_select() -> None:
    (entry,) = (entry for entry in PROGRAMS if entry.name == "neg_select")
    assert program_wrong(entry) == "neg_select: vector 0: o at v1.x is -0.5, not 0.5"


@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda entry: entry.name)
def test_the_checker_finds_no_fault_with_mesas_schedules(entry: Recorded) -> None:
    assert schedule_wrong(entry) is None


def test_the_comparison_notices_changed_bits() -> None:
    """The comparison must be able to fail: each changed bit must be noticed, unless the disassembly does not show
    it."""
    seen, silent = 0, set()
    for entry in ENTRIES[43:47]:
        bundles = decode(entry.code)
        for number, text in enumerate(entry.disassembly):
            if CODER.load(bundles[number], "reg0").address == CODER.load(bundles[number], "reg1").address != 0:
                continue  # then two operand numbers mean one thing
            word = int.from_bytes(word_bytes(entry.words[number]), "little")
            for bit in range(128):
                try:
                    changed = CODER.bundle(word ^ (1 << bit))
                except InputError:
                    seen += 1
                    continue
                if our_fields(CODER, changed, bundles[:number]) == mesa_fields(text, number):
                    silent.add(
                        next(
                            field.name
                            for field in LIMA_VP.words[0].fields
                            if field.low <= bit < field.low + field.width
                        )
                    )
                else:
                    seen += 1
    # details that the disassembly does not show: loads that no operand reads, the target of a store without sources,
    # the op of an idle unit, unused second operands
    hidden = (
        "load_",
        "reg0_",
        "reg1_",
        "store0_",
        "store1_",
        "acc_op",
        "mul_op",
        "pass_op",
        "complex_op",
        "acc0_b",
        "acc1_b",
        "mul1_b",
    )
    assert {name for name in silent if not name.startswith(hidden)} == set()
    assert seen > 4000
