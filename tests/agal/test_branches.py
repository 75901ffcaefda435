"""Branches of version 2: which selects become branches, how deeply they nest, and where their variables live."""

from __future__ import annotations

import random

import pytest

import gpucc
from gpucc.program import Program

HEAD = """precision highp float;
varying vec4 v;
uniform vec4 u;
float far(float x) {
    return sqrt(abs(sin(x * x) + cos(x) * v.z)) * exp(x);
}
"""


def compiled(body: str, prefer: str = "speed") -> Program:
    text = f"{HEAD}void main() {{ float a = v.x; float b = v.y; {body} gl_FragColor = vec4(a, b, v.zw); }}"
    return gpucc.compile(text, isa="agal", stage="fragment", target={"version": "2"}, prefer=prefer, verify=64)


def words(program: Program) -> list[str]:
    return [line.split()[0] for line in program.asm().splitlines() if not line.startswith("//")]


def test_a_variable_that_several_branches_change_stays_where_it_is() -> None:
    found = words(compiled("".join(f"if (u.{lane} < v.w) {{ a = far(a + u.{lane}); }}" for lane in "xyz")))
    assert found.count("ifl") == 3
    first, last = found.index("ifl"), len(found) - 1 - found[::-1].index("eif")
    # one copy before the first branch, because inputs cannot be written
    assert found[:first].count("mov") == 1
    assert "mov" not in found[first:last]


def test_a_value_that_is_read_later_is_copied() -> None:
    found = words(compiled("if (u.x < v.w) { a = far(b); } float old = a; if (u.y < v.w) { a = far(a); } b = old;"))
    assert found.count("ifl") == 2
    assert found.count("mov") >= 2


def test_branches_in_a_row_are_not_nested() -> None:
    """Version 2 nests four branches, and has any number of them."""
    body = "".join(
        f"if (u.{lane} < v.{other}) {{ a = far(a); b += a; }}" for lane, other in zip("xyzwxy", "wwwxyz", strict=True)
    )
    assert words(compiled(body)).count("ifl") == 6


def test_branches_are_nested_as_deeply_as_the_version_allows() -> None:
    body = "a = far(a);"
    for test in ("u.x < v.w", "u.y < v.z", "u.z < v.x", "u.w < v.y", "v.x < v.y", "v.z < v.w"):
        body = f"if ({test}) {{ {body} b = far(b + a); }}"
    found = words(compiled(body))
    depth = deepest = 0
    for word in found:
        depth += (word in ("ife", "ine", "ifg", "ifl")) - (word == "eif")
        deepest = max(deepest, depth)
    assert deepest == 4


def test_what_is_executed_decides_unless_size_is_preferred() -> None:
    """Both arms compute the same functions: together they are shorter, one at a time they are less."""
    body = "if (u.x < v.w) { a = far(a); b = far(b) + far(a); } else { a = far(b + 1.0); b = far(a * 2.0); }"
    fast, short = compiled(body), compiled(body, "size")
    assert len(words(short)) <= len(words(fast)) <= 1.5 * len(words(short))
    assert fast.stats["executed"]["mean"] <= short.stats["executed"]["mean"]


@pytest.mark.parametrize(
    "body",
    [
        # the comparison of a later branch reads the variable once more, in place of its instruction
        "b = 1.0; if (1.0 < u.y) { a = 1.0; } if (a < 1.0) { b = v.z; if (b > 1.0) { a = 2.0; } }",
        "a = 1.0; if (1.0 >= b) { } else { if (1.0 < u.y) { a = 2.0; } if (b > a) { b = 1.0; }"
        " if (1.0 >= b) { a = 1.0 - v.z; } }",
        # a variable that stays on the first side needs something else there
        "if (u.x > v.w) { a = far(a); } if (u.y > v.w) { } else { a = far(b); }",
    ],
)
def test_what_variables_must_not_share(body: str) -> None:
    compiled(body)


@pytest.mark.parametrize("seed", range(6))
def test_random_branches(seed: int) -> None:
    """Verified, as every compilation: the simulator of the bytes and LLVM's JIT agree."""
    draw = random.Random(seed)

    def statements(depth: int) -> str:
        return "".join(statement(depth) for _ in range(draw.randint(1, 3)))

    def value() -> str:
        return draw.choice(("a", "b", "far(a)", "far(b)", "a * b", "b - v.z", "a + u.x", "2.0", "-a"))

    def statement(depth: int) -> str:
        name = draw.choice("ab")
        if depth == 0 or draw.random() < 0.4:
            return f"{name} = {value()};"
        test = draw.choice(("a < u.y", "v.z >= b", "u.x != v.x", "b > a"))
        other = f" else {{ {statements(depth - 1)} }}" if draw.random() < 0.5 else ""
        return f"if ({test}) {{ {statements(depth - 1)} }}{other}"

    program = compiled("".join(statement(3) for _ in range(3)))
    assert program.stats["words"] > 0


COUNTED = """attribute vec2 p;
varying vec4 made;
void main() {
    float lo = 0.0, hi = 0.0, seen = 0.0;
    for (int i = 0; i <= 12; i += 3) {
        if (float(i) > p.x) { lo += 1.0; if (lo >= 16.0) { lo = 0.0; } }
        seen = float(i) > p.x ? seen + 1.0 : 0.0;
        if (lo == p.y) { lo += 1.0; if (lo >= 16.0) { lo = 0.0; } }
    }
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    made = vec4(lo, hi, seen, 1.0);
}
"""


def test_what_waits_for_a_part_of_a_branch_waits_for_all_of_it() -> None:
    """Two moves in one instruction would have to run before a branch and after it."""
    program = gpucc.compile(COUNTED, isa="agal", stage="vertex", target={"version": "3"}, verify=16)
    assert words(program).count("eif") > 4
