"""The length of schedules: kernels whose counts are known from other compilers, proven, or achieved by hand."""

from __future__ import annotations

from collections.abc import Callable

import wide_cases as cases

a, u, k = cases.a, cases.u, cases.k


def project(code: object, position: list[object], scale: int, clamp: bool = False) -> None:
    """Position divided by w, scaled and moved to the viewport."""
    inverse = code.op("rcp", position[3])
    if clamp:
        inverse = code.op("clamp", inverse, k(-1e10), k(1e10))
    else:
        inverse = code.op("min", code.op("max", inverse, k(-1e10)), k(1e10))
    found = [code.add(code.mul(code.mul(position[c], inverse), u(scale, c)), u(scale + 1, c)) for c in range(3)]
    code.out(0, *found, inverse)


def columns(code: object, first: int, vector: list[object]) -> list[object]:
    return [code.dot([u(first + c, row) for c in range(4)], vector) for row in range(4)]


def test_a_position_that_is_only_projected() -> None:
    code = cases.Code()
    project(code, [a(0, c) for c in range(4)], 4)
    scheduled = cases.schedule(code)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) <= 9


def test_a_matrix_and_the_viewport() -> None:
    for facts, most in (("agreed", 16), ("documented", 15)):
        code = cases.Code()
        project(code, columns(code, 0, [a(0, c) for c in range(4)]), 4, facts == "documented")
        scheduled = cases.schedule(code, facts)
        cases.verify(code.sections(), scheduled, facts)
        assert len(scheduled.instructions) <= most, scheduled.describe()


def test_a_normal_of_length_one() -> None:
    code = cases.Code()
    normal = [a(1, c) for c in range(3)]
    length = code.op("rsqrt", code.dot(normal, normal))
    code.out(1, *(code.mul(c, length) for c in normal))
    scheduled = cases.schedule(code)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) <= 10


def test_an_element_of_an_array_of_uniforms() -> None:
    code = cases.Code()
    code.out(1, *(u(0, c, a(15, 0)) for c in range(4)))
    scheduled = cases.schedule(code)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) <= 5
    assert (
        scheduled.describe()
        == f"{len(scheduled.instructions)} instructions, lower bound {len(scheduled.instructions)} for the selected"
        " operations"
    )


def test_two_bones_a_matrix_and_the_viewport() -> None:
    code = cases.Code()
    position = [a(0, c) for c in range(4)]
    bones = []
    for bone in range(2):
        index = code.mul(a(15, bone), k(3.0))
        rows = [code.dot([u(row, c, index) for c in range(4)], position) for row in range(3)]
        bones.append([code.mul(row, a(2, bone)) for row in rows])
    skinned = [code.add(*pair) for pair in zip(*bones, strict=True)]
    project(code, columns(code, 30, [*skinned, a(0, 3)]), 34)
    scheduled = cases.schedule(code)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) <= 40, scheduled.describe()


def test_the_same_code_gives_the_same_schedule() -> None:
    first, again = (cases.schedule(cases.draw(5, 40, outputs=2)) for _ in range(2))
    assert first.instructions == again.instructions
    assert first.constants == again.constants


def test_the_cost_grows_with_the_size(steps: Callable[[Callable[[], object]], int]) -> None:
    def cost(size: int) -> float:
        code = cases.Code()
        values = [code.mul(a(i % 6, i % 4), u(i % 8, i // 4 % 4)) for i in range(size // 2)]
        total = values[0]
        for value in values[1:]:
            total = code.add(total, value)
        code.out(0, total)
        return steps(lambda: cases.schedule(code)) / size

    assert cost(400) <= 1.4 * cost(100)


def test_four_positions_by_one_matrix() -> None:
    """80 multiplications and additions on 24 numbers in 6 vec4: copies beside loads free the load unit for others."""
    code = cases.Code()
    for point in range(4):
        code.out(1 + point, *columns(code, 0, [a(point, c) for c in range(4)]))
    scheduled = cases.schedule(code)
    cases.verify(code.sections(), scheduled)
    assert len(scheduled.instructions) <= 33, scheduled.describe()
