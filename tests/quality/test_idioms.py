"""Idioms of shaders that a person writes in fewer instructions than LLVM's form of them suggests."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.program import Stage

FRAGMENT = "precision highp float; varying vec4 v; varying vec4 w; uniform vec4 u; uniform sampler2D s;"
VERTEX = "attribute vec4 v; attribute vec4 w; uniform vec4 u; varying vec4 o;"
# an expression, the target and its stage, and the most instructions, with those of the position and of the end
IDIOMS = [
    # one value for several components of the colour
    ("vec4(vec3(dot(texture2D(s, v.xy).rgb, vec3(0.3, 0.59, 0.11))), 1.0)", "lima-pp", "fragment", 1),
    # LLVM takes a common factor out of a sum
    ("vec4(vec3(dot(texture2D(s, v.xy).rgb, vec3(0.3))), v.a)", "agal", "fragment", 4),
    ("vec4(dot(v.xyz, vec3(0.25)))", "pica200", "vertex", 3),
    # remainders of powers of two are fractions
    ("vec4(mod(v.x, 2.0))", "agal", "fragment", 3),
    ("vec4(mod(v.x, 2.0))", "lima-pp", "fragment", 1),
    # truths that are read as they are, and the opposite of which nobody reads
    ("v.x < u.x && v.y < u.y ? v : w", "lima-pp", "fragment", 2),
    ("any(lessThan(v, u)) ? v : w", "lima-pp", "fragment", 2),
    # lanes of vectors meet first
    ("any(lessThan(v, u)) ? v : w", "agal", "fragment", 7),
    ("vec4(min(min(min(min(min(v.x, v.y), v.z), v.w), w.x), w.y))", "agal", "fragment", 3),
    # minima and maxima that are written as choices
    ("vec4(v.x > w.x ? v.x : w.x)", "agal", "fragment", 1),
    ("vec4(v.x < w.x ? v.x : w.x)", "pica200", "vertex", 4),
    # roots that are written as powers
    ("pow(v, vec4(0.5))", "agal", "fragment", 1),
    ("vec4(pow(v.x, -0.5))", "agal", "fragment", 1),
    # choices that are mixtures
    ("mix(v, w, step(u.x, v.x))", "agal", "fragment", 4),
    # a dot product with a negation is the negation of a dot product, which is free or meets the next sign
    ("vec4(max(dot(-v.xyz, w.xyz), 0.0))", "agal", "fragment", 3),
    ("vec4(max(dot(-v.xyz, u.xyz), 0.0))", "lima-pp", "fragment", 1),
    ("vec4(max(dot(-v.xyz, w.xyz), 0.0))", "pica200", "vertex", 5),
    ("vec4(dot(-v, u))", "lima-pp", "fragment", 1),
    ("vec4(dot(-v, w))", "pica200", "vertex", 4),
    ("w - dot(-v.xyz, w.xyz) * u", "agal", "fragment", 3),
    ("vec4(reflect(-v.xyz, w.xyz), 1.0)", "agal", "fragment", 7),
    ("vec4(reflect(-v.xyz, u.xyz), 1.0)", "lima-pp", "fragment", 2),
    ("vec4(reflect(-v.xyz, w.xyz), 1.0)", "pica200", "vertex", 7),
    ("vec4(reflect(-normalize(v.xyz), w.xyz), 1.0)", "pica200", "vertex", 9),
    # a product that is subtracted is added after a factor was negated, where three products are added at once
    ("vec4(dot(vec3(v.xy * v.zw, -sqrt(v.w)), u.xyz))", "agal", "fragment", 4),
    ("vec4(dot(vec3(v.xy * v.zw, -sqrt(v.w)), w.xyz))", "pica200", "vertex", 7),
    # the limit at zero is free on one side only
    ("vec4(max(-v.x - u.x, 0.0))", "lima-pp", "fragment", 1),
    # fog of a density: a square of a product is one product less than a product of squares
    ("vec4(exp2(-u.x * u.x * v.z * v.z * 1.442695))", "agal", "fragment", 4),
    ("mix(u, texture2D(s, v.xy), exp2(-u.x * u.x * v.z * v.z))", "lima-pp", "fragment", 3),
    ("vec4(exp2(-u.x * u.x * v.z * v.z * 1.442695))", "pica200", "vertex", 6),
    # two layers of light
    ("1.0 - (1.0 - texture2D(s, v.xy)) * (1.0 - w)", "agal", "fragment", 4),
    ("1.0 - (1.0 - texture2D(s, v.xy)) * (1.0 - texture2D(s, v.zw))", "lima-pp", "fragment", 2),
    # a vector of constants is a table
    ("vec4(vec4(0.5, 2.0, -1.0, 4.0)[int(v.x)])", "lima-pp", "fragment", 1),
    ("vec4(vec4(0.5, 2.0, -1.0, 4.0)[int(v.x)])", "pica200", "vertex", 4),
    # a texel that is read twice is copied by a product, where movs have no room
    ("mix(vec4(dot(texture2D(s, v.xy).rgb, vec3(0.3, 0.6, 0.1))), texture2D(s, v.xy), u.x)", "lima-pp", "fragment", 3),
    ("texture2D(s, v.xy) * mat4(u, w, v, u.yzwx)", "lima-pp", "fragment", 5),
    # the reciprocal of a scaled root, as sphere maps have it
    ("vec4(v.xy / (2.0 * sqrt(dot(w, w))) + 0.5, 0.0, 1.0)", "pica200", "vertex", 7),
    ("vec4(v.xy / (2.0 * sqrt(dot(w, w))) + 0.5, 0.0, 1.0)", "lima-pp", "fragment", 4),
    # a literal stands where it can be read
    ("vec4(sign(v.x))", "pica200", "vertex", 5),
]


@pytest.mark.parametrize(("expression", "isa", "stage", "most"), IDIOMS)
def test_an_idiom_is_short(expression: str, isa: str, stage: Stage, most: int) -> None:
    body = f"gl_FragColor = {expression};" if stage == "fragment" else f"gl_Position = v; o = {expression};"
    head = FRAGMENT if stage == "fragment" else VERTEX
    program = driver.compile(f"{head}\nvoid main() {{ {body} }}", isa, stage=stage, name="idiom.glsl", prefer="size")
    assert program.verified
    assert program.stats["instructions"] <= most
