"""The vector scheduler on hand-written selections: packing, copies, and limits."""

from __future__ import annotations

import pytest
import vector_cases as build

from gpucc.errors import LimitExceeded
from gpucc.isa.agal import AGAL
from gpucc.isa.model import SamplerState
from gpucc.isel.machine import Section, Stretch
from gpucc.sched.vectors import schedule as vectors
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.schedule import ATTEMPTS, Scheduled, efforts, schedule_vectors

Code, i, k, u = build.Code, build.i, build.k, build.u


def schedule(code: Code, stage: str = "vertex", version: int = 1) -> Scheduled:  # type: ignore[valid-type]
    machine = Vec4Machine(AGAL, stage, version, {0: SamplerState()})
    return schedule_vectors([Stretch(Section("main", code.selected))], machine, 16)


def names(scheduled: Scheduled) -> list[str]:
    return [instruction.op for instruction in scheduled.instructions]


def test_four_lanes_become_one_instruction_that_writes_the_output() -> None:
    code = Code()
    code.out(0, *(code.add(i(0, c), u(0, c)) for c in range(4)))
    scheduled = schedule(code)
    (add,) = scheduled.instructions
    assert (add.dest.file, add.dest.mask, add.sources[0].swizzle) == ("output", 15, (0, 1, 2, 3))
    assert scheduled.lower_bound == 1


def test_literals_of_one_operand_share_a_register() -> None:
    code = Code()
    code.out(0, *(code.mul(i(0, c), k(v)) for c, v in enumerate((1.0, 2.0, 1.0, 0.0))))
    scheduled = schedule(code)
    assert names(scheduled) == ["mul"]
    assert sorted(c.value for c in scheduled.constants) == [0.0, 1.0, 2.0]
    assert {c.register for c in scheduled.constants} == {16}


def test_negative_zero_is_a_literal_of_its_own() -> None:
    code = Code()
    code.out(0, *(code.add(i(0, c), k(v)) for c, v in enumerate((0.0, -0.0, 0.0, -0.0))))
    assert len(schedule(code).constants) == 2


def test_sources_of_different_registers_split_the_instruction_without_a_copy() -> None:
    code = Code()
    code.out(
        0,
        code.add(i(0, 0), u(0, 0)),
        code.add(i(1, 1), u(0, 1)),
        code.add(i(0, 2), u(0, 2)),
        code.add(i(1, 3), u(0, 3)),
    )
    scheduled = schedule(code)
    assert names(scheduled) == ["add", "add"]
    assert [s.dest.mask for s in scheduled.instructions] in ([5, 10], [10, 5])


def test_a_dependent_lane_is_not_merged() -> None:
    code = Code()
    first = code.add(i(0, 0), u(0, 0))
    second = code.add(first, u(0, 1))
    code.out(0, second, second, second, second)
    scheduled = schedule(code)
    assert names(scheduled) == ["add", "add"]


def test_narrow_computations_share_instructions() -> None:
    code = Code()
    a = [code.frc(code.mul(i(0, c), u(0, c))) for c in (0, 1)]
    b = [code.frc(code.mul(i(0, c), u(0, c))) for c in (2, 3)]
    code.out(0, *(code.add(x, u(1, 0)) for x in (*a, *b)))
    assert names(schedule(code)) == ["mul", "frc", "add"]


def test_colour_is_written_once_in_full() -> None:
    code = Code()
    rgb = [code.mul(i(0, c), u(0, c)) for c in range(3)]
    code.out(0, *rgb, u(1, 3))
    scheduled = schedule(code, "fragment")
    assert names(scheduled) == ["mul", "mov", "mov"] or names(scheduled) == ["mov", "mul", "mov"]
    last = scheduled.instructions[-1]
    assert (last.op, last.dest.file, last.dest.mask) == ("mov", "output", 15)


def test_texture_coordinates_are_gathered_only_when_they_live_apart() -> None:
    code = Code()
    together = code.op("tex", (i(0, 0), i(0, 1)), results=4, attr=(0, SamplerState()))
    apart = code.op("tex", (i(0, 0), i(1, 1)), results=4, attr=(0, SamplerState()))
    code.out(0, *(code.add(a, b) for a, b in zip(together, apart, strict=True)))
    assert sorted(names(schedule(code, "fragment"))) == ["add", "mov", "mov", "tex", "tex"]


def test_copies_are_read_where_that_makes_one_instruction_of_several() -> None:
    """Three inputs of one component each, gathered for a dot product, then used one by one."""
    code = Code()
    grey = code.dp_of([i(0, 0), i(1, 0), i(2, 0)])
    code.out(0, *(code.sub(i(c, 0), grey) for c in range(3)), grey)
    scheduled = schedule(code)
    assert sorted(names(scheduled)) == ["dp3", "mov", "mov", "mov", "mov", "sub"]
    last = next(x for x in scheduled.instructions if x.op == "sub")
    assert last.sources[0].file == "temporary"


def test_a_single_reader_takes_the_original() -> None:
    code = Code()
    grey = code.dp_of([i(0, 0), i(1, 0), i(2, 0)])
    code.out(0, *[code.sub(i(1, 0), grey)] * 4)
    sub = next(x for x in schedule(code).instructions if x.op == "sub")
    assert (sub.sources[0].file, sub.sources[0].number) == ("input", 1)


def test_rematerialisation_rescues_long_lived_constants() -> None:
    code = Code()
    base = [[code.mul(i(r, c), u(r, c)) for c in range(4)] for r in range(8)]
    total = base[0]
    for row in base[1:]:
        total = [code.add(t, r) for t, r in zip(total, row, strict=True)]
    again = [code.min(t, r) for t, r in zip(total, base[0], strict=True)]
    for row in base[1:]:
        again = [code.min(t, r) for t, r in zip(again, row, strict=True)]
    code.out(0, *again)
    scheduled = schedule(code)
    assert scheduled.registers <= 8


def test_too_many_live_values_is_an_error_with_numbers() -> None:
    code = Code()
    rows = [[code.sin(code.frc(code.sin(code.frc(code.sin(i(r % 8, c)))))) for c in range(4)] for r in range(12)]
    rows = [[code.mul(x, u(n, 0)) for x in row] for n, row in enumerate(rows)]
    total = rows[0]
    for row in rows[1:]:
        total = [code.add(t, r) for t, r in zip(total, row, strict=True)]
    again = total
    for row in rows:
        again = [code.min(t, r) for t, r in zip(again, row, strict=True)]
    code.out(0, *again)
    with pytest.raises(LimitExceeded, match=r"8 temporaries of 4 components; .* needs \d+ components"):
        schedule(code)
    assert schedule(code, version=2).registers <= 26


def test_a_program_far_beyond_its_limit_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of 1,130 additions: no other way of packing makes 1,024 of them."""
    code = Code()
    value = [i(0, c) for c in range(4)]
    for _ in range(1130):
        value = [code.add(one, u(0, c)) for c, one in enumerate(value)]
    code.out(0, *value)
    packed = []
    pack = vectors._pack
    monkeypatch.setattr(vectors, "_pack", lambda *given: packed.append(given) or pack(*given))
    machine = Vec4Machine(AGAL, "vertex", 2, {0: SamplerState()}, length="tokens")
    with pytest.raises(LimitExceeded, match=r"takes some 1130 tokens, and agal version 2 \(vertex\) has room for 1024"):
        schedule_vectors([Stretch(Section("main", code.selected))], machine, 16)
    assert len(packed) == 1


def test_an_index_that_is_also_an_output_keeps_its_register() -> None:
    code = Code()
    index = code.add(i(0, 0), u(4, 0))
    code.out(0, index, *(build.indexed(0, component, index) for component in (1, 2, 3)))
    *_, last = sorted(schedule(code).instructions, key=lambda instruction: instruction.sources[0].index is not None)
    assert last.sources[0].index is not None
    writers = [
        s
        for s in schedule(code).instructions
        if s.dest.file == "temporary" and s.dest.number == last.sources[0].index.number
    ]
    assert [s.op for s in writers] == ["add"]


def test_a_component_that_stays_in_its_place_is_not_moved() -> None:
    code = Code()
    texel = code.op("tex", (i(0, 0), i(0, 1)), results=4, attr=(0, SamplerState()))
    colour = [*(code.mul(texel[c], texel[3]) for c in range(3)), texel[3]]
    code.out(0, *colour)
    assert names(schedule(code, "fragment")) == ["tex", "mul", "mov"]


def test_changed_components_follow_the_old_ones_beside_those_that_stay() -> None:
    code = Code()
    texel = code.op("tex", (i(0, 0), i(0, 1)), results=4, attr=(0, SamplerState()))
    changed = [code.add(code.mul(c, u(0, 0)), code.dp_of(texel)) for c in texel[:3]]
    code.out(0, *(code.mul(c, i(1, n)) for n, c in enumerate([*changed, texel[3]])))
    scheduled = schedule(code, "fragment")
    assert names(scheduled) in (["tex", "mul", "dp3", "add", "mul"], ["tex", "dp3", "mul", "add", "mul"])
    assert scheduled.instructions[-1].dest.file == "output"


def test_large_programs_get_fewer_attempts_the_first_and_the_last_among_them() -> None:
    assert efforts(0) == efforts(1000) == list(ATTEMPTS)
    found = [efforts(size) for size in (1001, 2000, 4000, 1_000_000)]
    assert [len(some) for some in found] == [19, 10, 5, 4]
    for some in found:
        assert some[0] == ATTEMPTS[0]
        assert some[-1] == ATTEMPTS[-1]
        assert [ATTEMPTS.index(effort) for effort in some] == sorted({ATTEMPTS.index(effort) for effort in some})
