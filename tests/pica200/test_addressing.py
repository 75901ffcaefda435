"""Loads of address registers: their positions and their components."""

from __future__ import annotations

from gpucc.isa.model import Dest, Index, Instruction, Source
from gpucc.sched.vectors.addressing import load_addresses


def read(component: int, number: int = 0, to: int = 5, inner: Index | None = None) -> Instruction:
    return Instruction(
        "mov", Dest("temporary", to), (Source("uniform", 8, index=Index("temporary", number, component, inner=inner)),)
    )


def write(number: int, mask: int = 15) -> Instruction:
    return Instruction("mov", Dest("temporary", number, mask), (Source("input", 0),))


def shown(instructions: list[Instruction]) -> list[str]:
    """Loads with their destination and source, other instructions with the component of the address register."""
    found = []
    for one in load_addresses(instructions, "mova", 2):
        (source,) = one.sources
        assert one.dest is not None
        if one.op == "mova":
            lanes = [c for c in range(2) if one.dest.mask >> c & 1]
            found.append(" ".join(f"a{'xy'[c]}=r{source.number}{'xyzw'[source.swizzle[c]]}" for c in lanes))
        else:
            found.append(f"c[a{'xy'[source.index.component]}]" if source.index else f"r{one.dest.number}")
    return found


def test_one_load_serves_all_that_follow() -> None:
    assert shown([read(0), read(0)]) == ["ax=r0x", "c[ax]", "c[ax]"]


def test_two_components_of_a_register_are_loaded_at_once() -> None:
    assert shown([read(2), read(1), read(2)]) == ["ax=r0z ay=r0y", "c[ax]", "c[ay]", "c[ax]"]


def test_four_indices_take_two_loads() -> None:
    assert shown([read(0), read(1), read(2), read(3)]) == [
        "ax=r0x ay=r0y",
        "c[ax]",
        "c[ay]",
        "ax=r0z ay=r0w",
        "c[ax]",
        "c[ay]",
    ]


def test_what_is_not_yet_written_is_loaded_later() -> None:
    assert shown([read(0), write(0, 2), read(1)]) == ["ax=r0x", "c[ax]", "r0", "ax=r0y", "c[ax]"]


def test_a_register_that_changes_is_loaded_again() -> None:
    assert shown([read(0), write(0, 1), read(0)]) == ["ax=r0x", "c[ax]", "r0", "ax=r0x", "c[ax]"]


def test_what_was_loaded_outlives_its_register() -> None:
    assert shown([read(0), read(1), write(0), read(0, 1), read(0, 1)])[:3] == ["ax=r0x ay=r0y", "c[ax]", "c[ay]"]


def test_what_is_wanted_again_last_makes_room() -> None:
    """r1.x must not replace r0.x, which is used before r0.y."""
    order = [read(0), read(1), read(0, 1), read(0), read(1)]
    assert shown(order) == ["ax=r0x ay=r0y", "c[ax]", "c[ay]", "ay=r1x", "c[ay]", "c[ax]", "ax=r0y", "c[ax]"]


def test_an_index_may_stand_at_the_count_of_a_loop() -> None:
    inner = Index("loop", 0, 0)
    load, _ = load_addresses([read(1, 3, inner=inner)], "mova", 2)
    assert load.sources[0].index == inner
