"""Every row of the AGSL quick reference occurs in a program that is compared with Skia."""

from __future__ import annotations

import re

import pytest
import test_agsl_values
import test_stages_and_wishes

T = r"(?:float|half|vec|mat|int|ivec|short|bool|bvec)"
# the row, and patterns that occur in a program using it
TYPES = {
    "void": r"\bvoid \w+\(",
    "bool bvec2..4 (bool2..4)": [r"\bbool \w", r"\bbool2\b", r"\bbool4\b", r"\bbvec3\b"],
    "int ivec2..4 (int2..4)": [r"\bint \w", r"\bivec2\b", r"\bint2\b", r"\bint4\b"],
    "float vec2..4 (float2..4)": [
        r"\bfloat \w",
        r"\bvec2\b",
        r"\bvec3\b",
        r"\bvec4\b",
        r"\bfloat2\b",
        r"\bfloat3\b",
        r"\bfloat4\b",
    ],
    "short short2..4": [r"\bshort \w", r"\bshort2\b", r"\bshort3\b"],
    "half half2..4": [r"\bhalf \w", r"\bhalf2\b", r"\bhalf3\b", r"\bhalf4\b"],
    "mat2..4 (float2x2..)": [r"\bmat2\b", r"\bmat3\b", r"\bmat4\b", r"\bfloat2x2\b", r"\bfloat3x3\b", r"\bfloat4x4\b"],
    "half2x2..half4x4": [r"\bhalf2x2\b", r"\bhalf3x3\b", r"\bhalf4x4\b"],
}
PARTS = {
    "precision modifiers": [r"\bhighp\b", r"\bmediump\b", r"\blowp\b"],
    "xyzw": r"\.[xyzw]{2,4}\b",
    "rgba": r"\.[rgba]{2,4}\b",
    "LTRB": r"\.[LTRB]{1,4}\b",
    "constant components": r"\.\w*[xyzwrgb]\w*[01]\b",
    "structures": r"\bstruct \w+ \{",
    "struct variable behind the struct": r"\}\s*\w+;",
    "arrays, size behind the type": rf"\b{T}\w*\[\w+\] \w+;",
    "arrays, size behind the name": rf"\b{T}\w* \w+\[\w+\];",
    "arrays indexed by loops": r"\w\[i\]",
    "structure constructor": r"\bBall\(",
    "matrix diagonal": r"\b(?:float|half)\dx\d\([\w.]+\)",
    "matrix of columns": r"\bfloat2x2\(v\.?\w*",
    "matrix column": r"\w\[3\] = ",
    "matrix element": r"\w\[\d\]\[\d\] = ",
    "field selector": r"\bone\.strength\b",
    "struct equality": [r"\bother == lamp\b", r"\bother != lamp\b"],
}
QUALIFIERS = {
    "const": r"\bconst \w+ \w+ =",
    "const parameter": r"[(,] ?const \w+ \w+[,)]",
    "uniform": r"\buniform \w+ \w+",
    "layout(color)": r"layout\(color\) uniform",
    "in": r"\(in \w+ \w+",
    "out": r"\bout \w+ \w+",
    "inout": r"\binout \w+ \w+",
}
OPERATORS = {
    "grouping": r"\([^()]+\)",
    "subscript": r"\w\[\w+\]",
    "call": r"\w\(",
    "postfix": [r"\w\+\+", r"\w--"],
    "prefix": [r"\+\+\w", r"--\w", r"[=(,] -\w", r"!\w"],
    "multiply, divide": [r" \* ", r" / "],
    "add, subtract": [r" \+ ", r" - "],
    "relational": [r" < ", r" > ", r" <= ", r" >= "],
    "equality": [r" == ", r" != "],
    "logic": [r" && ", r" \^\^ ", r" \|\| "],
    "choice": r" \? .* : ",
    "assignments": [r" = ", r" \+= ", r" -= ", r" \*= ", r" /= "],
    "sequence": r"\w, \w.*;|\+\+, --",
    "f * m": r"\)\[0\], \(7\. / float2x2|float2x2\(v\) / 3\.",
    "m + m, m - m": r"float2x2\(v\) \+ 2\. - float2x2",
    "m * m": r"\) \* float\dx\d\(",
    "m * v": r"\bfloat4x4\(.*\) \* v\b",
    "v * m": r"\bv \* float4x4\(",
}
CONTROL = {
    "for": r"\bfor \(",
    "break": r"\bbreak;",
    "continue": r"\bcontinue;",
    "if": r"\bif \(",
    "else": r"\belse\b",
    "switch, case": [r"\bswitch \(", r"\bcase \d+:"],
    "default": r"\bdefault:",
    "return": r"\breturn ",
    "entry": r"half4 main\(float2 ",
    "loop steps": [r"; \w+\+\+\)", r"; \+\+\w+\)", r"; \w+--\)", r"; \w+ \+= [\d.]+\)", r"; \w+ -= [\d.]+\)"],
}
FUNCTIONS = """radians degrees sin cos tan asin acos atan pow exp log exp2 log2 sqrt inversesqrt abs
 sign floor ceil fract mod min max clamp saturate mix step smoothstep length distance dot cross
 normalize faceforward reflect refract matrixCompMult inverse lessThan lessThanEqual greaterThan
 greaterThanEqual equal notEqual any all not unpremul toLinearSrgb fromLinearSrgb""".split()
# alternative forms of functions
FORMS = {
    "atan(y, x)": r"\batan\([^(),]+, ",
    "mod(x, float)": r"\bmod\([^(),]+(?:\.\w+)?, [\d.]+\)",
    "min and max with a float": [r"\bmax\(\w+, [\d.]+\)", r"\bmin\("],
    "clamp with floats": r"\bclamp\([^()]+, [\d.]+, [\d.]+\)",
    "mix with a float": r"\bmix\([^()]+, [^()]+, \.3\)",
    "step with a float": r"\bstep\([\d.]+, ",
    "smoothstep with floats": r"\bsmoothstep\(-?[\d.]+, [\d.]+, ",
}
ROWS = {**TYPES, **PARTS, **QUALIFIERS, **OPERATORS, **CONTROL, **FORMS, **{name: rf"\b{name}\(" for name in FUNCTIONS}}


def programs() -> list[str]:
    """All programs that the tests of this folder compare with Skia."""
    expressions = [
        f"{{ {test_agsl_values.V} return half4({one}); }}"
        for one in test_agsl_values.EXPRESSIONS + test_agsl_values.ESTIMATES
    ]
    return [*test_agsl_values.PROGRAMS.values(), *expressions]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_painted(row: str) -> None:
    patterns = [ROWS[row]] if isinstance(ROWS[row], str) else ROWS[row]
    for pattern in patterns:
        assert any(re.search(pattern, text) for text in programs()), pattern


def test_children_are_evaluated() -> None:
    """Shader sampling and raw buffers: painted in test_stages_and_wishes, where Skia gets an image."""
    text = test_stages_and_wishes.CHILD
    assert re.search(r"uniform shader \w+;", text)
    assert re.search(r"\.eval\(", text)


def test_there_are_enough_programs() -> None:
    assert len(test_agsl_values.PROGRAMS) >= 60
