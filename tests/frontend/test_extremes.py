"""Choices between the operands of their comparison, which are minima and maxima in GLSL."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from gpucc import driver
from gpucc.compiled import CompiledProgram

Numbers = NDArray[np.float32]
HEAD = "precision highp float; varying vec4 v; struct S { float a[2]; };\n"
COMPARE: dict[str, Callable[[Numbers, Numbers], NDArray[np.bool_]]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip
LANES = np.random.default_rng(5).uniform(-2.0, 2.0, (64, 4)).astype(np.float32)


def compiled(body: str) -> CompiledProgram:
    return driver.compile(f"{HEAD}void main() {{ {body} }}", "agal", stage="fragment", name="x.frag", verify=64)


def red(program: CompiledProgram) -> Numbers:
    (found,) = program.run({"v": LANES}).values()
    return np.asarray(found[:, 0], np.float32)


@pytest.mark.parametrize("op", COMPARE)
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("form", ["choice", "branch", "block"])
def test_a_choice_between_the_operands_is_an_extreme(op: str, swapped: bool, form: str) -> None:
    yes, no = ("b", "a") if swapped else ("a", "b")
    bodies = {
        "choice": f"float c = a {op} b ? {yes} : {no};",
        "branch": f"float c = {no}; if ({'ac'[no == 'a']} {op} {'bc'[no == 'b']}) c = {yes};",
        "block": f"float c = {no}; if ({'ac'[no == 'a']} {op} {'bc'[no == 'b']}) {{ c = {yes}; }}",
    }
    program = compiled(f"float a = v.x, b = v.y; {bodies[form]} gl_FragColor = vec4(c);")
    a, b = LANES[:, 0], LANES[:, 1]
    first, second = (b, a) if swapped else (a, b)
    np.testing.assert_array_equal(red(program), np.where(COMPARE[op](a, b), first, second))
    assert program.stats["instructions"] == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("float x = v.x * v.y + v.z; if (x < 0.0) x = 0.0; if (x > 1.0) x = 1.0; gl_FragColor = vec4(x);", None),
        ("gl_FragColor = vec4(v.x * 2.0 > v.y ? v.x * 2.0 : v.y);", lambda v: np.maximum(v[:, 0] * 2, v[:, 1])),
        ("S s; s.a[0] = v.x; s.a[1] = v.y; if (s.a[0] > s.a[1]) s.a[1] = s.a[0]; gl_FragColor = vec4(s.a[1]);",
         lambda v: np.maximum(v[:, 0], v[:, 1])),
        ("gl_FragColor = v; if (v.y > gl_FragColor.x) gl_FragColor.x = v.y;", lambda v: np.maximum(v[:, 0], v[:, 1])),
    ],
)  # fmt: skip
def test_places_and_expressions(body: str, expected: Callable[[Numbers], Numbers] | None) -> None:
    program = compiled(body)
    assert "slt" not in program.asm()
    assert "sge" not in program.asm()
    if expected is not None:
        np.testing.assert_array_equal(red(program), expected(LANES))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # other values than those that are compared
        ("gl_FragColor = vec4(v.x < v.y ? v.x : v.z);", lambda v: np.where(v[:, 0] < v[:, 1], v[:, 0], v[:, 2])),
        ("float c = v.x; if (v.y < c) c = v.z; gl_FragColor = vec4(c);",
         lambda v: np.where(v[:, 1] < v[:, 0], v[:, 2], v[:, 0])),
        # another variable
        ("float c = v.x, d = v.y; if (v.z < c) d = v.z; gl_FragColor = vec4(d);",
         lambda v: np.where(v[:, 2] < v[:, 0], v[:, 2], v[:, 1])),
        # more than one assignment, or another branch
        ("float c = v.x; float k = 0.0; if (v.y < c) { c = v.y; k = 1.0; } gl_FragColor = vec4(k);",
         lambda v: np.where(v[:, 1] < v[:, 0], 1, 0)),
        ("float c = v.x; if (v.y < c) c = v.y; else c = v.z; gl_FragColor = vec4(c);",
         lambda v: np.where(v[:, 1] < v[:, 0], v[:, 1], v[:, 2])),
        ("float c = v.x; if (v.y < c) c += v.y; gl_FragColor = vec4(c);",
         lambda v: np.where(v[:, 1] < v[:, 0], v[:, 0] + v[:, 1], v[:, 0])),
        # an operand with an effect
        ("float c = v.x; gl_FragColor = vec4(c++ < v.y ? c++ : v.y);",
         lambda v: np.where(v[:, 0] < v[:, 1], v[:, 0] + np.float32(1), v[:, 1])),
    ],
)  # fmt: skip
def test_other_choices_stay(body: str, expected: Callable[[Numbers], Numbers]) -> None:
    np.testing.assert_array_equal(red(compiled(body)), expected(LANES))
