"""Built-in functions and operators on numbers at the ends of their ranges, against Python's integers and fractions.

Each expression is computed twice: from inputs, and as a constant, which the front end folds.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest

from tests.frontend.conftest import run_source

EVERY, TOP = 0xFFFFFFFF, 1 << 31
WHOLE = (0, 1, -1, 3, -7, 31, 255, -65536, TOP - 1, -TOP, 0x5A5A5A5A, -0x12345678)
PAIRS = list(itertools.product(WHOLE, WHOLE))
FIELDS = [(a, -7, o, n) for a in WHOLE for o in (0, 5, 31, 32) for n in (0, 1, 7, 32) if o + n <= 32]


def signed(value: int) -> int:
    return ((value & EVERY) ^ TOP) - TOP


def field(a: int, offset: int, count: int, has_sign: bool) -> int:
    found = (a & EVERY) >> offset & (1 << count) - 1
    return found - (1 << count) if has_sign and count and found >> count - 1 else found


def inserted(a: int, b: int, offset: int, count: int) -> int:
    mask = (1 << count) - 1 << offset
    return a & ~mask | b << offset & mask


def divided(a: int, b: int) -> int | None:
    """The quotient towards zero; None where GLSL leaves it open."""
    return None if not b or (a, b) == (-TOP, -1) else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


Exact = Callable[..., int | bool | None]
# of two integers, signed or not
OF_TWO: dict[str, Exact] = {
    "a + b": lambda a, b: a + b,
    "a - b": lambda a, b: a - b,
    "a * b": lambda a, b: a * b,
    "a / b": divided,
    "a % b": lambda a, b: a % b if a >= 0 and b > 0 else None,
    "a & b": lambda a, b: a & b,
    "a ^ ~b": lambda a, b: a ^ ~b,
    "a << (b & J(31))": lambda a, b: a << (b & 31),
    "a >> (b & J(31))": lambda a, b: a >> (b & 31),
    "J(a < b) + J(a >= b) * J(2)": lambda a, b: 1 if a < b else 2,
    "min(a, b)": min,
    "max(a, b)": max,
    "clamp(a, J(5), J(300))": lambda a, b: min(max(a, 5), 300),
    "J(bitCount(a))": lambda a, b: (a & EVERY).bit_count(),
    "J(findLSB(a))": lambda a, b: (a & -a).bit_length() - 1,
    "J(findMSB(a))": lambda a, b: (~a if a < 0 else a).bit_length() - 1,
    "bitfieldReverse(a)": lambda a, b: int(f"{a & EVERY:032b}"[::-1], 2),
    "mix(a, b, a < b)": max,
}
OF_SIGNED: dict[str, Exact] = {
    "abs(a)": lambda a, b: abs(a),
    "sign(a)": lambda a, b: (a > 0) - (a < 0),
    "-a": lambda a, b: -a,
}
OF_FIELDS: dict[str, Callable[..., int]] = {
    "bitfieldExtract(a, int(c), int(d))": lambda a, b, c, d, has_sign: field(a, c, d, has_sign),
    "bitfieldInsert(a, b, int(c), int(d))": lambda a, b, c, d, has_sign: inserted(a, b, c, d),
}


def literal(value: int, type: str) -> str:
    return f"{value & EVERY}u" if type == "uint" else f"({value})" if value > -TOP else "(-2147483647 - 1)"


def spelled(expression: str, row: Sequence[int], type: str) -> str:
    return re.sub(r"\b[abcd]\b", lambda at: literal(row["abcd".index(at[0])], type), expression)


def from_inputs(expressions: Sequence[str], type: str, rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The values of the expressions for each row of numbers: halves of 16 bits go in and come out."""
    names = "abcd"[: len(rows[0])]
    lines = [f"in vec2 in_{name};" for name in names]
    lines += [f"out vec2 out_{i};" for i in range(len(expressions))]
    body = [f"{type} {name} = {type}(uint(in_{name}.x) << 16 | uint(in_{name}.y));" for name in names]
    body += [
        f"uint k{i} = uint({one}); out_{i} = vec2(k{i} >> 16, k{i} & 65535u);" for i, one in enumerate(expressions)
    ]
    text = "\n".join(["#version 310 es", *lines, "void main() {", *body, "gl_Position = vec4(0.0); }"])
    given = {f"in_{name}": [[row[i] >> 16 & 0xFFFF, row[i] & 0xFFFF] for row in rows] for i, name in enumerate(names)}
    found = run_source(text.replace("J(", f"{type}("), "vertex", **given)
    return [[int(high) << 16 | int(low) for high, low in found[f"out_{i}"]] for i in range(len(expressions))]


def as_constants(expressions: Sequence[str], type: str, rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same, where the front end folds each expression of numbers."""
    body = []
    for i, one in enumerate(expressions):
        values = [spelled(one, row, type) for row in rows]
        body.append(f"const {type} t{i}[] = {type}[]({', '.join(values)}); uint k{i} = uint(t{i}[int(at)]);"
            f" out_{i} = vec2(k{i} >> 16, k{i} & 65535u);")  # fmt: skip
    lines = [f"out vec2 out_{i};" for i in range(len(expressions))]
    text = "\n".join(["#version 310 es", "in float at;", *lines, "void main() {", *body, "gl_Position = vec4(0.0); }"])
    found = run_source(text.replace("J(", f"{type}("), "vertex", at=np.arange(len(rows)))
    return [[int(high) << 16 | int(low) for high, low in found[f"out_{i}"]] for i in range(len(expressions))]


@pytest.mark.parametrize("computed", [from_inputs, as_constants])
@pytest.mark.parametrize("type", ["int", "uint"])
def test_integers(type: str, computed: Callable[..., list[list[int]]]) -> None:
    has_sign = type == "int"
    table = {**OF_TWO, **(OF_SIGNED if has_sign else {})}
    # folding takes longer
    few = computed is as_constants
    pairs, fields = PAIRS[:: 7 if few else 1], FIELDS[:: 5 if few else 1]
    for (name, exact), found in zip(table.items(), computed(list(table), type, pairs), strict=True):
        for (a, b), value in zip(pairs, found, strict=True):
            wanted = exact(a, b) if has_sign else exact(a & EVERY, b & EVERY)
            assert wanted is None or value == wanted & EVERY, f"{name} of {a}, {b}"
    for (name, of_field), found in zip(OF_FIELDS.items(), computed(list(OF_FIELDS), type, fields), strict=True):
        for row, value in zip(fields, found, strict=True):
            assert value == of_field(*row, has_sign) & EVERY, f"{name} of {row}"


NUMBERS = (0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.75, -0.25, 0.49999997, -0.49999997, 0.99999994, 4194304.5, 8388607.5,
    8388609.0, -8388611.0, 16777215.0, 1e10, -1e10, 100.25)  # fmt: skip


def nearest(x: Fraction) -> set[int]:
    """The nearest whole numbers: two of a half."""
    return {n for n in (math.floor(x), math.ceil(x)) if abs(n - x) <= Fraction(1, 2)}


ROUNDED: dict[str, Callable[[Fraction], set[float]]] = {
    "round(x)": lambda x: {float(one) for one in nearest(x)},
    "roundEven(x)": lambda x: {float(round(x))},
    "trunc(x)": lambda x: {float(math.trunc(x))},
    "floor(x)": lambda x: {float(math.floor(x))},
    "ceil(x)": lambda x: {float(math.ceil(x))},
    "fract(x)": lambda x: {float(np.float32(float(x - math.floor(x))))},
    "sign(x)": lambda x: {float((x > 0) - (x < 0))},
    "float(int(clamp(x, -1e7, 1e7)))": lambda x: {float(math.trunc(max(min(x, 10**7), -(10**7))))},
}


@pytest.mark.parametrize("constant", [False, True])
def test_rounding(constant: bool) -> None:
    points = [float(np.float32(one)) for one in NUMBERS]
    lines = ["#version 310 es", "in float x;", *(f"out float out_{i};" for i in range(len(ROUNDED))), "void main() {"]
    for i, one in enumerate(ROUNDED):
        values = ", ".join(re.sub(r"\bx\b", f"({point!r})", one) for point in points)
        table = f"const float t{i}[] = float[]({values});"
        lines.append(f"{table} out_{i} = t{i}[int(x)];" if constant else f"out_{i} = {one};")
    found = run_source(
        "\n".join([*lines, "gl_Position = vec4(0.0); }"]), "vertex", x=np.arange(len(points)) if constant else points
    )
    for i, (name, exact) in enumerate(ROUNDED.items()):
        for point, value in zip(points, found[f"out_{i}"].ravel(), strict=True):
            assert float(value) in exact(Fraction(point)), f"{name} of {point}"


PLACES: dict[str, tuple[str, list[float]]] = {
    "a component": ("q[i++].y = 5.0; r = vec4(q[0].y, q[1], i);", [5, 0, 0, 1]),
    "components": ("q[i++].yx = vec2(i, 7); r = vec4(q[0], q[1].x, i);", [7, 1, 0, 1]),
    "an element of a column": ("m[i++][i++] = 5.0; r = vec4(m[0], m[1].x, i);", [0, 5, 0, 2]),
    "a member": ("s[i++].v[i++] = 5.0; r = vec4(s[0].v, s[1].v.y, i);", [0, 5, 0, 2]),
    "the place comes first": ("q[i] = vec2(i++, i); r = vec4(q[0], q[1].x, i);", [0, 1, 0, 1]),
    "an element": ("vec4 v = vec4(0.0); v[i++] = float(i); r = v; r.w = float(i);", [1, 0, 0, 1]),
    "one behind the other": ("q[i++].x = q[i++].x = 3.0; r = vec4(q[0], q[1]);", [3, 0, 3, 0]),
    "an argument": ("q[i++].x = modf(2.75, q[i++].y); r = vec4(q[0], q[1]);", [0.75, 0, 0, 2]),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_indices_of_a_written_place_are_computed_once(name: str) -> None:
    statements, wanted = PLACES[name]
    text = f"""#version 300 es
    precision highp float; in float zero; out vec4 shown; struct S {{ vec2 v; }};
    void main() {{ int i = int(zero); vec4 r; mat2 m = mat2(0.0); S s[2]; s[0] = s[1] = S(vec2(0.0));
        vec2 q[3]; q[0] = q[1] = q[2] = vec2(0.0); {statements} shown = r; }}"""
    assert run_source(text, zero=np.zeros(1, np.float32))["gl_FragColor"][0].tolist() == wanted


CONDITIONS = (
    "-7 / 2 == -3 && -7 % 2 == -1", "-16 >> 2 == -4", "1 << 31 < 0", "-(-2147483647 - 1) < 0", "~0 == -1",
    "010 == 8 && 0x1F == 31", "1 + 2 * 3 == 7", "1 | 6 ^ 2 & 3 == 5", "!0 == 1", "0 && 1 / 0 || 1", "7 - 2 - 1 == 4",
    "2 < 3 == 1", "- - 5 == 5", "0x7fffffff + 1 < 0",
)  # fmt: skip


def test_conditions_of_the_preprocessor_are_those_of_c() -> None:
    lines = [f"#if {one}\nn += 1.0;\n#endif" for one in CONDITIONS]
    text = "#version 300 es\nprecision highp float; out vec4 shown; void main() { float n = 0.0;\n"
    found = run_source("\n".join([text, *lines, "shown = vec4(n); }"]), lanes=1)
    assert found["gl_FragColor"][0, 0] == len(CONDITIONS)
