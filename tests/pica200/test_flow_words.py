"""Flow words: any graph of sections becomes words that follow the same paths, lane by lane, and pass the lint."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from gpucc.emit import fp24, shbin
from gpucc.emit.pica200 import assign, decode, encode
from gpucc.emit.pica200_program import from_shbin
from gpucc.interp.data import Batch
from gpucc.interp.pica200_check import check
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PICA200
from gpucc.isel.machine import Again, Boolean, Flags
from gpucc.sched.vectors.flow_shape import FlowBlock, misfits
from gpucc.sched.vectors.flow_words import FlowOps, join_blocks
from gpucc.targets.pica200 import simulate
from gpucc.targets.pica200_flow import flow_ops

ALWAYS = 15
MODULUS = 64
LT = 2
Ways = tuple[Flags | Boolean | Again | None, int | None]


def ops() -> FlowOps:
    return flow_ops(ALWAYS)


def temporary(component: int, negate: bool = False) -> Source:
    return Source("temporary", 0, (component,) * 4, negate)  # type: ignore[arg-type]


def constant(register: int, component: int) -> Source:
    return Source("uniform", register, (component,) * 4)  # type: ignore[arg-type]


def work_of(number: int, asks: bool) -> list[Instruction]:
    """Code in which r0.x steps through the numbers below 64, and r0.y records the path: it becomes 1 + number plus five
    times its old value, modulo 64."""
    lines: list[Instruction] = []

    def op(name: str, dest: int, *sources: Source) -> None:
        lines.append(Instruction(name, Dest("temporary", 0, 1 << dest), sources))

    for dest, component in ((0, 0), (1, 2)):
        op("mov", 2, constant(number, component))
        op("madi", dest, temporary(dest), temporary(2), constant(number, component + 1))
        op("mul", 2, constant(95, 0), temporary(dest))
        op("flr", 2, temporary(2))
        op("mov", 3, constant(95, 1))
        op("mad", dest, temporary(2), temporary(3), temporary(dest))
    if asks:
        compare = Instruction(
            "cmp", None, (constant(94, 0), temporary(0)), immediates=(("compare_x", 4), ("compare_y", LT))
        )
        lines.append(compare)
    return lines


def step(number: int, state: int, way: int) -> tuple[int, int]:
    a, b = numbers(number)
    return (state * a + b) % MODULUS, (way * 5 + number + 1) % MODULUS


def numbers(number: int) -> tuple[int, int]:
    return (5 + 8 * (number % 5), 2 * number + 1)


def holds(branch: Flags | Boolean, state: int, booleans: Sequence[bool]) -> bool:
    if isinstance(branch, Boolean):
        return booleans[branch.number] is branch.wanted
    found = [
        flag == wanted
        for flag, wanted in zip((state < 20, state > 20), branch.wanted, strict=True)
        if wanted is not None
    ]
    return any(found) if branch.either else all(found)


def walk(ways: Sequence[Ways], state: int, booleans: Sequence[bool], rounds: dict[int, int]) -> tuple[int, int] | None:
    """The end state of a lane, or None if it takes too many steps."""
    at, way = 0, 0
    left: dict[int, int] = {}
    for _ in range(300):
        if at >= len(ways):
            return state, way
        state, way = step(at, state, way)
        branch, target = ways[at]
        if isinstance(branch, Again):
            left[at] = left.get(at, rounds[branch.loop]) - 1
            taken = left[at] > 0
            if not taken:
                del left[at]
        else:
            taken = target is not None and (branch is None or holds(branch, state, booleans))
        at = target if taken and target is not None else at + 1
    return None


def assemble(ways: Sequence[Ways], rounds: dict[int, int], booleans: Sequence[bool]) -> bytes:
    start = [Instruction("mov", Dest("temporary", 0, 1), (Source("input", 0, (0, 0, 0, 0)),))]
    start.append(Instruction("mov", Dest("temporary", 0, 2), (constant(95, 2),)))
    blocks = [FlowBlock(start, None, None)]
    for i, (branch, target) in enumerate(ways):
        blocks.append(FlowBlock(work_of(i, isinstance(branch, Flags)), branch, None if target is None else target + 1))
    end = FlowBlock([Instruction("mov", Dest("output", 0, 15), (Source("temporary", 0, (0, 1, 1, 1)),))], None, None)
    # the end of the program is one more section, which writes the result
    blocks.append(end)
    code = assign(join_blocks(blocks, ops()))
    constants = [
        shbin.Preset(
            "uniform", i, (*(fp24.to_bits(float(n)) for n in numbers(i)), fp24.to_bits(5.0), fp24.to_bits(i + 1.0))
        )
        for i in range(len(ways))
    ]
    constants.append(shbin.Preset("uniform", 94, (fp24.to_bits(20.0),) * 4))
    constants.append(shbin.Preset("uniform", 95, (fp24.to_bits(1 / 64), fp24.to_bits(-64.0), 0, 0)))
    constants += [shbin.Preset("boolean", i, (int(value), 0, 0, 0)) for i, value in enumerate(booleans)]
    constants.append(shbin.Preset("boolean", ALWAYS, (1, 0, 0, 0)))
    constants += [shbin.Preset("integer", loop, (count - 1, 0, 0, 0)) for loop, count in rounds.items()]
    words = encode(code)
    return shbin.write(
        shbin.ShbinBinary(
            words,
            code.descriptors,
            (shbin.Executable(constants=tuple(constants), outputs=(shbin.Output(0, 0),), end=len(words)),),
        )
    )


def agree(
    ways: Sequence[Ways], rounds: dict[int, int] | None = None, booleans: Sequence[bool] = (True, False)
) -> list[str]:
    """The names of the words; fails if a lane takes another path, or the lint reports anything."""
    data = assemble(ways, rounds or {}, booleans)
    assert [str(violation) for violation in check(data) if violation.rule != "unset"] == []
    inputs = np.zeros((MODULUS, 1, 4), np.float32)
    inputs[:, 0, 0] = np.arange(MODULUS)
    outcome = simulate(from_shbin(data), PICA200, Batch(inputs, np.zeros((1, 0, 4), np.float32)), step_limit=100000)
    expected = [walk(ways, lane, booleans, rounds or {}) for lane in range(MODULUS)]
    assert not outcome.unsure.any()
    assert [(int(x), int(y)) for x, y in outcome.outputs[:, 0, :2]] == expected
    binary = shbin.read(data)
    return [instruction.op for instruction in decode(binary.words, binary.descriptors).whole()]


def random_branch(rng: random.Random) -> Flags | Boolean:
    if rng.random() < 0.25:
        return Boolean(rng.randrange(2), rng.random() < 0.5)
    wanted = rng.choice(
        [(True, None), (False, None), (None, True), (None, False), (True, False), (False, False), (False, True)]
    )
    return Flags(wanted, rng.random() < 0.5)


def random_ways(rng: random.Random, count: int, back: float) -> list[Ways]:
    ways: list[Ways] = []
    for i in range(count):
        kind = rng.random()
        if kind < 0.35:
            ways.append((None, None))
            continue
        target = rng.randrange(0, i + 1) if rng.random() < back else rng.randrange(i + 1, min(count, i + 6) + 1)
        ways.append((None if kind < 0.45 and target > i else random_branch(rng), target))
    return ways


def terminates(ways: Sequence[Ways]) -> bool:
    return all(walk(ways, lane, (True, False), {}) is not None for lane in range(MODULUS))


@pytest.mark.parametrize("seed", range(60))
def test_any_graph_goes_its_ways(seed: int) -> None:
    rng = random.Random(seed)
    while not terminates(ways := random_ways(rng, 3 + seed % 20, 0.25 if seed % 3 else 0.0)):
        pass
    agree(ways)


X = Flags((True, None))


def test_an_if_costs_one_word() -> None:
    names = agree([(X, 2), (None, None), (None, None)])
    assert names.count("ifc") == 1
    assert not {"nop", "jmpc", "jmpu"} & set(names)


def test_an_else_part_costs_no_more() -> None:
    names = agree([(X, 2), (None, 3), (None, None), (None, None)])
    assert names.count("ifc") == 1
    assert not {"nop", "jmpc", "jmpu"} & set(names)


def test_blocks_that_end_together_jump_instead() -> None:
    """The outer if would need a nop after the inner one; as a jump it needs none."""
    names = agree([(X, 3), (X, 3), (None, None), (None, None)])
    assert (names.count("ifc"), names.count("jmpc"), names.count("nop")) == (1, 1, 0)


def test_two_conditions_are_one_word() -> None:
    names = agree([(Flags((True, False), True), 2), (None, None), (None, None)])
    assert names.count("ifc") == 1


def test_a_loop_without_count_jumps_back() -> None:
    names = agree([(None, None), (Flags((None, True)), 1), (None, None)])
    assert (names.count("jmpc"), names.count("for")) == (1, 0)


def test_deep_ifs_do_not_overflow_the_stack() -> None:
    """Twelve nested ifs with else; the lint counts those that are open."""
    depth = 12
    ways: list[Ways] = [(X, depth + 1 + (depth - 1 - i) * 2) for i in range(depth)]
    ways.append((None, None))
    for i in range(depth):
        ways[-1] = (None, depth + 2 + 2 * i)
        ways += [(None, None), (None, None)]
    names = agree(ways)
    assert names.count("ifc") >= 8


def test_a_counted_loop_with_a_break() -> None:
    names = agree([(None, None), (Flags((None, False)), 3), (Again(0), 1), (None, None)], {0: 20})
    assert (names.count("for"), names.count("breakc"), names.count("jmpc")) == (1, 1, 0)


def test_loops_in_loops_and_ifs() -> None:
    ways: list[Ways] = [
        (X, 7), (None, None), (X, 4), (None, None), (Again(1), 4), (Flags((None, True)), 7), (Again(0), 1),
        (None, None),
    ]  # fmt: skip
    names = agree(ways, {0: 3, 1: 4})
    assert names.count("for") == 2


def test_a_break_that_asks_a_boolean() -> None:
    for wanted in (True, False):
        agree([(None, None), (Boolean(0, wanted), 3), (Again(0), 1), (None, None)], {0: 5})


def test_a_loop_that_is_left_elsewhere_cannot_be_counted() -> None:
    def found(ways: Sequence[Ways]) -> list[int]:
        return misfits([FlowBlock([], branch, target) for branch, target in ways])

    assert found([(None, None), (X, 4), (Again(7), 1), (None, None), (None, None)]) == [7]
    assert found([(X, 2), (None, None), (Again(7), 1), (None, None)]) == [7]
    assert found([(None, None), (X, 3), (Again(7), 1), (None, None), (None, None)]) == []


def test_else_parts_longer_than_their_field_jump() -> None:
    """The short part becomes the else part; if both are long there is no if."""
    long: list[Ways] = [(None, None)] * 22
    assert agree([(X, 2), (None, 24), *long, (None, None)]).count("ifc") == 1
    assert len(work_of(0, False)) * len(long) > PICA200.limit("block")


def test_two_long_parts_need_a_jump_without_condition() -> None:
    code = [Instruction("mov", Dest("temporary", 0, 1), (Source("input", 0),))] * 260
    blocks = [
        FlowBlock([], X, 2),
        FlowBlock(code, None, 3),
        FlowBlock(code, None, None),
        FlowBlock(code[:1], None, None),
    ]
    names = [instruction.op for instruction in join_blocks(blocks, ops())]
    assert (names.count("ifc"), names.count("jmpc"), names.count("jmpu")) == (0, 1, 1)
