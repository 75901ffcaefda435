"""The pipeline scheduler on hand-written code: units in a row, pipes, literals, tests, discards, loads, the stack."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pipe_cases as cases
import pytest

from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.isel.machine import Inst, Section, Selected
from gpucc.sched.core.schedule import Schedule
from gpucc.sched.pipe.attempt import Longer, Meter, PipeFrame, frame_of, place_section
from gpucc.sched.pipe.build import build_work
from gpucc.sched.pipe.groups import form_groups
from gpucc.sched.pipe.place import CAP, PipeOrder, pack
from gpucc.sched.pipe.plan import Genes
from gpucc.sched.pipe.registers import Full
from gpucc.sched.pipe.search import FIRST, list_schedule
from gpucc.sched.pipe.spill import Spilled, Terms, spill_all
from gpucc.sched.pipe.ways import Ways
from gpucc.sched.pipe.work import STORE

v, u, k, var, Code = cases.v, cases.u, cases.k, cases.var, cases.Code


def scheduled(sections: list[Section], facts: str = "agreed", opt: int = 2) -> Schedule[Packet]:
    found = cases.schedule(sections, facts, opt)
    cases.verify(sections, found, facts)
    return found


def units(found: Schedule[Packet], instruction: int = 0) -> list[str]:
    return [part.unit for part in found.instructions[instruction].parts]


def parts(found: Schedule[Packet], unit: str) -> list[UnitPart]:
    return [part for packet in found.instructions for part in packet.parts if part.unit == unit]


def test_a_chain_through_all_units_is_one_instruction() -> None:
    code = Code()
    value = code.op("rcp", code.op("add", code.op("mul", v(0, 0), u(3, 1)), k(0.5)))
    found = scheduled([code.out(value, value, value, value).section()])
    assert len(found.instructions) == 2  # the result is wanted in four components, and the function gives one
    code = Code()
    code.out(code.op("rcp", code.op("add", code.op("mul", v(0, 0), u(3, 1)), k(0.5))))
    found = scheduled([code.section()])
    assert len(found.instructions) == found.lower_bound == 1
    assert units(found) == ["varying", "uniform", "smul", "sadd", "combine", "const0"]


def test_a_product_for_the_adder_beside_needs_no_register() -> None:
    code = Code()
    code.out(*(code.op("add", v(0, c), code.op("mul", v(0, 3 - c), u(0, c))) for c in range(4)))
    found = scheduled([code.section()])
    assert len(found.instructions) == 1
    (mul,), (add,) = parts(found, "vmul"), parts(found, "vadd")
    assert mul.dest is None
    assert add.sources[0] is not None
    assert add.sources[0].file == "vmul"


def test_each_varying_and_each_uniform_takes_an_instruction() -> None:
    code = Code()
    code.out(*(code.op("mul", v(c, 0), u(c, 1)) for c in range(4)))
    found = scheduled([code.section()])
    assert len(found.instructions) == found.lower_bound == 4


def test_two_uniforms_in_one_operation() -> None:
    code = Code()
    code.out(*(code.op("mul", u(0, c), u(1, c)) for c in range(4)))
    assert len(scheduled([code.section()]).instructions) == 2


@pytest.mark.parametrize(("count", "words"), [(4, 1), (8, 1)])
def test_eight_literals_fit_an_instruction(count: int, words: int) -> None:
    code = Code()
    values = [1.5 + i for i in range(count)]
    last = values[-4:]
    code.out(*(code.op("add", code.op("mul", v(0, c), k(values[c])), k(last[c])) for c in range(4)))
    found = scheduled([code.section()])
    assert len(found.instructions) == words
    assert len(parts(found, "const0")) + len(parts(found, "const1")) == count // 4


def test_literals_that_differ_in_sign_are_one() -> None:
    code = Code()
    code.out(*(code.op("add", code.op("mul", v(0, c), k(2.5)), k(-2.5)) for c in range(4)))
    (held,) = parts(scheduled([code.section()]), "const0")
    assert sum(held.setting(name) != 0 for name in "xyzw") == 1


def test_literals_are_packed_whenever_they_can_be() -> None:
    """Compared with all partitions of the sets into two vectors."""
    sets = [frozenset(one) for one in ({1, 2, 3}, {3, 4}, {5, 6}, {6, 7, 1}, {8}, {2, 8, 9})]
    for chosen in product([False, True], repeat=len(sets)):
        wanted = [one for one, taken in zip(sets, chosen, strict=True) if taken]
        possible = any(
            all(
                len(frozenset().union(*(one for one, side in zip(wanted, sides, strict=True) if side is which))) <= 4
                for which in (0, 1)
            )
            for sides in product([0, 1], repeat=len(wanted))
        )
        found = pack(wanted)
        assert (found is not None) == possible
        if found is not None:
            assert all(any(one <= set(held) for held in found) for one in wanted)
            assert all(len(held) <= 4 for held in found)


def test_a_select_compares_beside_it() -> None:
    code = Code()
    condition = code.op("gt", v(0, 0), k(0.0))
    code.out(*(code.op("sel", v(0, c), u(0, c), condition) for c in range(4)))
    found = scheduled([code.section()])
    assert len(found.instructions) == 1
    (test,) = parts(found, "smul")
    assert (test.op, test.dest) == ("gt", None)


def test_components_of_two_varyings_swapped_in_place() -> None:
    code = Code()
    found = scheduled([code.out(v(0, 2), v(0, 1), v(1, 3), v(1, 0)).section()])
    assert len(found.instructions) == found.lower_bound == 2


def discard() -> Section:
    return Section("gone", Selected([Inst(cases.OPS["discard"], (), 0)]))


def test_a_branch_to_a_discard_does_not_part_the_code() -> None:
    code = Code()
    condition = code.op("gt", v(0, 0), k(0.5))
    first = code.section("first", {0: code.op("mul", v(0, 1), k(2.0))})
    first.condition, first.target = condition, 2
    rest = Code()
    last = rest.out(*(rest.op("add", var(0), v(0, c)) for c in range(4))).section("last")
    last.target = 3
    found = scheduled([first, last, discard()])
    assert len(found.instructions) == found.lower_bound == 3
    (branch,) = [part for part in parts(found, "branch") if part.op != "discard"]
    assert branch.op == "branch_lt"  # the comparison is the branch's
    assert found.instructions[-1].stop
    assert found.starts == (0, 0, 2)


def test_comparisons_that_hold_for_nan_stay_out_of_branches() -> None:
    code = Code()
    condition = code.op("ne", v(0, 0), v(0, 1))
    first = code.section("first", {0: v(0, 2)})
    first.condition, first.target = condition, 2
    middle = Section("middle", Selected(), {0: k(2.0)})
    found = scheduled([first, middle, Code().out(var(0)).section("last")])
    assert [part.op for part in parts(found, "branch")] == ["branch_ne"]
    assert any(
        part.op in ("ne", "add_ne") for part in (*parts(found, "smul"), *parts(found, "sadd"), *parts(found, "vmul"))
    )


def test_variables_change_places() -> None:
    first = Section("first", Selected(), {0: v(0, 0), 1: v(0, 1), 2: k(0.0)})
    code = Code()
    counter = code.op("add", var(2), k(1.0))
    loop = code.section("loop", {0: var(1), 1: code.op("mul", var(0), k(0.5)), 2: counter})
    loop.condition, loop.target = code.op("gt", k(3.0), counter), 1
    found = scheduled([first, loop, Code().out(var(0), var(1)).section("last")])
    assert len(found.instructions) <= 4


def test_a_branch_reads_what_changes_in_its_section() -> None:
    first = Section("first", Selected(), {0: v(0, 0)})
    code = Code()
    loop = code.section("loop", {0: code.op("mul", var(0), k(0.5))})
    loop.condition, loop.target = code.op("gt", var(0), k(0.25)), 1
    scheduled([first, loop, Code().out(var(0)).section("last")])


@pytest.mark.parametrize("facts", ["proven", "agreed"])
def test_what_is_made_apart_is_stored_apart_where_the_facts_allow_it(facts: str) -> None:
    code = Code()
    values = [code.op("fract", code.op("mul", v(i % 4, i // 4 % 4), u(i % 6, i // 6 % 4))) for i in range(48)]
    most = values[0]
    for value in values[1:]:
        most = code.op("max", most, value)
    for value in values:
        most = code.op("add", code.op("mul", most, k(0.5)), value)
    found = scheduled([code.out(most).section()], facts, opt=0)
    stores = parts(found, "store")
    assert found.spills == len(stores) > 0
    assert facts == "agreed" or {part.setting("align") for part in stores} == {4}


def test_more_variables_than_registers() -> None:
    first = Section("first", Selected(), {i: u(i % 8, i // 8) for i in range(30)} | {99: k(0.0)})
    code = Code()
    counter = code.op("add", var(99), k(1.0))
    loop = code.section("loop", {i: code.op("add", var(i), var((i + 1) % 30)) for i in range(30)} | {99: counter})
    loop.condition, loop.target = code.op("gt", k(2.0), counter), 1
    last = Code()
    total = var(0)
    for i in range(1, 30):
        total = last.op("max", total, var(i))
    found = scheduled([first, loop, last.out(total).section("last")], opt=1)
    assert found.spills > 0


def test_what_is_loaded_again_for_a_store_of_a_whole_register_keeps_its_component() -> None:
    """Such a store cannot swizzle, so its values stand in it from x on, whatever else is alive."""
    code = Code()
    first = code.section("first", {i: code.op("fract", code.op("add", v(0, i), u(0, i))) for i in range(3)})
    last = Code()
    total = last.op("add", last.op("mul", var(0), var(1)), var(2))
    ways = Ways(LIMA_PP, "agreed")
    frame = frame_of(build_work([first, last.out(total).section("last")], ways, {}), ways, Genes(stored=((0, 1, 2),)))
    groups = form_groups(frame.plan, frame.homes, 0)
    store = next(group for group in groups if group.kind == STORE)
    before = [use.value for use in store.operands[0]]
    spill_all(frame.plan, frame.homes, groups, {tuple(sorted(before)): Terms()}, Spilled())
    after = [use.value for use in store.operands[0]]
    assert not set(before) & set(after)
    home = frame.homes.of(after[0])
    assert [home.fixed.get(value) for value in after] == [0, 1, 2]


def test_more_work_finds_no_longer_programs() -> None:
    for seed in range(4):
        sections = cases.Draw(seed, near=12).straight(24)
        assert len(cases.schedule(sections, opt=2).instructions) <= len(cases.schedule(sections, opt=0).instructions)


def programs_at_random() -> str:
    drawn = [
        sections
        for seed in range(3)
        for sections in (cases.Draw(seed, variables=5).flow(2, 2), cases.Draw(seed, near=60).straight(40))
    ]
    return "\n".join(str(cases.schedule(sections, opt=1).instructions) for sections in drawn)


def test_the_hash_seed_changes_nothing() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "import test_pipe\n"
        "print(test_pipe.programs_at_random())\n"
    )
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    found = subprocess.run(
        [sys.executable, "-P", "-c", script],
        env={**os.environ, "PYTHONHASHSEED": other},
        capture_output=True,
        check=True,
        text=True,
    )
    assert found.stdout == programs_at_random() + "\n"


def test_the_bound_knows_of_shared_units() -> None:
    """Five functions of a scalar take five instructions."""
    code = Code()
    values = [code.op(name, v(0, c)) for name, c in (("rcp", 0), ("sqrt", 1), ("exp2", 2), ("rcp", 3), ("sqrt", 3))]
    found = scheduled([code.out(*values[:3], code.op("add", values[3], values[4])).section()])
    assert found.lower_bound == 5
    assert len(found.instructions) <= 6


def test_all_units_are_of_the_record() -> None:
    found = scheduled(cases.Draw(5, near=12, arrays=True).straight(30), opt=1)
    assert {part.unit for packet in found.instructions for part in packet.parts} <= {
        unit.name for unit in LIMA_PP.pipeline.units
    }
    assert [[origin.unit for origin in row] for row in found.origins] == [
        [part.unit for part in packet.parts] for packet in found.instructions
    ]


def tree(size: int) -> cases.Code:
    code = cases.Code()
    values = [code.op("mul", v(i % 6, i % 4), u(i % 8, i // 4 % 4)) for i in range(size // 2)]
    total = values[0]
    for value in values[1:]:
        total = code.op("add", total, value)
    return code.out(total)


@pytest.mark.parametrize("make", [tree, cases.crowd])
def test_the_cost_grows_with_the_size(
    make: Callable[[int], cases.Code], steps: Callable[[Callable[[], object]], int]
) -> None:
    def cost(size: int) -> float:
        code = make(size)
        return steps(lambda: cases.schedule([code.section()], opt=0)) / size

    cases.schedule([make(50).section()], opt=0)
    assert cost(400) <= 1.4 * cost(100)


def framed(code: cases.Code) -> PipeFrame:
    ways = Ways(LIMA_PP, "agreed")
    return frame_of(build_work([code.section()], ways, {}), ways, Genes())


def test_a_section_that_gets_longer_than_a_known_one_is_given_up() -> None:
    frame = framed(cases.crowd(150))
    with pytest.raises(Full):
        place_section(frame, 0, PipeOrder(), Meter(FIRST), once=True)
    found = place_section(frame, 0, PipeOrder(), Meter(FIRST))
    assert found is not None
    assert found.victims
    length = len(found.placed.rows)
    with pytest.raises(Longer):
        place_section(frame, 0, PipeOrder(), Meter(FIRST), most=length // 2)
    again = place_section(frame, 0, PipeOrder(), Meter(FIRST), most=length)
    assert again is not None
    assert again.cost() == found.cost()


def test_a_section_that_lacks_registers_is_first_placed_in_an_order_that_leaves_registers_free() -> None:
    frame = framed(cases.crowd(150))
    found = list_schedule([frame.plan.work], frame.plan.ways, 0, [0])
    section = found.sections[0]
    assert section is not None
    assert section.victims
    assert section.order.cap < CAP
