"""Local arrays on the stack: vectors are rows, and an access at a constant index needs no register."""

from __future__ import annotations

import re

import pytest

from gpucc import driver
from gpucc.program import Program

HEAD = "precision mediump float; varying vec4 at; uniform vec4 how; uniform sampler2D t;\n"
INDEX = "int k = int(clamp(at.x * 4.0, 0.0, 3.0));"
# how many elements the arrays have: small ones become values
SIZES = (4, 24)
# the bodies of main; each writes an array of four elements at all places and reads one that only the run knows
ARRAYS = {
    "vec4": "vec4 a[4]; for (int i = 0; i < 4; i++) a[i] = at * how + float(i); gl_FragColor = a[k];",
    "vec3": (
        "vec3 a[4]; a[0] = at.xyz; a[1] = at.yzw; a[2] = how.xyz; a[3] = at.zwx * 2.0; gl_FragColor = vec4(a[k], at.y);"
    ),
    "vec2": (
        "vec2 a[4]; for (int i = 0; i < 4; i++) a[i] = at.xy * float(i); a[k] += how.xy;"
        " gl_FragColor = vec4(a[3 - k], a[k]);"
    ),
    "one value in all components": (
        "vec3 a[4]; for (int i = 0; i < 4; i++) a[i] = vec3(at.x + float(i)); gl_FragColor = vec4(a[k], 1.0);"
    ),
    "components apart": (
        "vec4 a[4]; a[0] = at; a[1] = how; a[2] = at.wzyx; a[3] = how.yyxx; a[k].y = at.z; a[3 - k].w -= 1.0;"
        " gl_FragColor = a[k] + a[1].wxyz;"
    ),
    "swapped": (
        "vec4 a[4]; a[0] = at; a[1] = how; a[2] = at.wzyx; a[3] = how.yyxx; vec4 old = a[k]; a[k] = a[3 - k].yxwz;"
        " a[3 - k] = -old; gl_FragColor = a[0] * a[1] + a[2] * a[3];"
    ),
    "matrices": (
        "mat4 a[4]; for (int i = 0; i < 4; i++) { a[i] = mat4(at, how, at.wzyx, at * how); a[i][1] += float(i); }"
        " gl_FragColor = a[k] * at;"
    ),
    "structures": (
        "S a[4]; for (int i = 0; i < 4; i++) { a[i].n = at.zyx + float(i); a[i].f = at.w * float(i); a[i].p = how.xy; }"
        " a[k].f += 1.0; gl_FragColor = vec4(a[k].n * a[3 - k].f, a[k].p.y);"
    ),
    "loads before and after a store": (
        "vec2 a[4]; a[0] = at.xy; a[1] = at.yz; a[2] = at.zw; a[3] = how.xy; vec2 b = a[k]; a[2].x = at.w;"
        " vec2 c = a[k]; a[k] = c + b; gl_FragColor = vec4(b, c) + a[2].xyxy;"
    ),
}


def compiled(body: str, prefer: str = "speed") -> Program:
    source = f"{HEAD}struct S {{ vec3 n; float f; vec2 p; }};\nvoid main() {{ {INDEX} {body} }}\n"
    return driver.compile(source, "lima-pp", stage="fragment", prefer=prefer, effort=1, verify=64)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "prefer", "size"),
    [
        (name, prefer, SIZES[(row + column) % 2])
        for row, name in enumerate(ARRAYS)
        for column, prefer in enumerate(("speed", "size"))
    ],
)
def test_arrays_are_right(name: str, prefer: str, size: int) -> None:
    assert compiled(ARRAYS[name].replace("a[4];", f"a[{size}];"), prefer).verified


MANY = "vec3 a[12]; for (int i = 0; i < 12; i++) a[i] = texture2D(t, at.xy * float(i)).rgb * how.x; "


def test_an_element_is_stored_and_loaded_at_once() -> None:
    listing = compiled(MANY + "gl_FragColor = vec4(a[k + 2], a[4].y);", "size").asm()
    assert len(re.findall(r"store\.t -\d+\+\$\d\.[xyzw] \$\d", listing)) == 1
    assert len(re.findall(r"load\.t -\d+\+\$\d\.[xyzw]", listing)) == 1
    assert not re.findall(r"(load|store)\.t -\d+\.", listing)


def test_a_component_at_an_index_is_stored_alone() -> None:
    """The stores of single components count scalars, so that the index of the row is multiplied by four."""
    listing = compiled(MANY + "a[k].y = at.z; a[2 * k].z = at.w; gl_FragColor = vec4(a[3 - k], 1.0);", "size").asm()
    assert len(re.findall(r"store\.t -\d+\.[xyzw]\+\$\d\.[xyzw] \$\d", listing)) == 2


def test_a_constant_index_needs_no_register() -> None:
    """One element is changed at an index, and all are read at constant places."""
    sums = " + ".join(f"a[{i}].{'xyz'[i % 3]}" for i in range(12))
    listing = compiled(MANY + f"a[k] = at.xyz; gl_FragColor = vec4({sums});", "size").asm()
    assert len(re.findall(r"store\.t -\d+\+\$\d", listing)) == 2
    assert len(re.findall(r"load\.t -\d+\+\$\d", listing)) == 0
    assert len(re.findall(r"load\.t -\d+", listing)) >= 8
