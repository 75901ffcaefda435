"""lima-pp compared with evidence not made by gpucc: Mesa's words, Mesa's disassembly of them, and the results of its
programs."""

from __future__ import annotations

import pytest
from lima_pp_outside import Recorded, fragments, program_wrong, recorded, run, words_wrong

from gpucc.emit.lima_pp import decode
from gpucc.emit.lima_pp_assembler import assemble
from gpucc.emit.lima_pp_text import disassemble

ALL = recorded()
PROGRAMS = [entry for entry in ALL if entry.program is not None]
# Mesa's own mistakes, by name
WRONG = ["discard_two_regs"]


def test_there_is_as_much_evidence_as_the_readme_says() -> None:
    assert len(PROGRAMS) == 82
    assert len(ALL) == 82 + 300 + 3
    assert sum(len(entry.words) for entry in PROGRAMS) == 565
    assert [entry.name for entry in PROGRAMS if not entry.right] == WRONG


@pytest.mark.parametrize("entry", ALL, ids=lambda entry: entry.name)
def test_words_mean_what_mesa_says_and_encode_to_themselves(entry: Recorded) -> None:
    assert words_wrong(entry) is None


@pytest.mark.parametrize("entry", [entry for entry in PROGRAMS if entry.right], ids=lambda entry: entry.name)
@pytest.mark.parametrize("precision", ["native", "f32"])
def test_programs_compute_what_was_recorded(entry: Recorded, precision: str) -> None:
    assert program_wrong(entry, precision=precision) is None


def test_mesas_mistake_is_the_one_on_record() -> None:
    (entry,) = [entry for entry in PROGRAMS if not entry.right]
    assert entry.program is not None
    outcome = run(entry)
    expected = [lane["expect"] == "discard" for _, lane in fragments(entry.program)]
    assert True in expected
    assert False in expected
    assert [bool(lane) for lane in outcome.discarded] == [not lane for lane in expected]


@pytest.mark.parametrize("entry", ALL, ids=lambda entry: entry.name)
def test_text_is_inverse(entry: Recorded) -> None:
    assert assemble(disassemble(entry.code)) == entry.code


def test_executed_instructions_are_counted_by_the_slowest_lane() -> None:
    entries = {entry.name: entry for entry in PROGRAMS}
    assert run(entries["const_color"]).steps == 1
    assert run(entries["spill"]).steps == len(decode(entries["spill"].code))
    # 2 before the loop, 48 iterations of 4 and a branch back, except in the last one, which takes the other branch, 1
    # after it
    assert run(entries["loop_long"]).steps == 2 + 48 * 5 + 1
