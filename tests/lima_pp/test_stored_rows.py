"""Vectors that a loop reads are stored as rows of the stack, in the order of the row."""

from __future__ import annotations

import numpy as np

from gpucc import driver

# With five vectors alive across the loop, values that are stored as one row had been spilled one by one before. They
# came back in the order of their numbers, so two components of a row changed places, and every picture was wrong that
# did not happen to clamp them away.
SOURCE = """
vec3 size, base, depth, turn, phase;
vec3 place(float t) { return 0.25 + size * cos(t + turn) * (base + depth * cos(t * 7.0 + phase)); }
float apart(vec3 a, vec3 b, vec3 o, vec3 d) {
    vec3 along = b - a, from = o - a;
    float oad = dot(from, d), dba = dot(d, along), bb = dot(along, along), ob = dot(from, along);
    vec2 th = vec2(dba * ob - oad * bb, ob - oad * dba) / (bb - dba * dba);
    vec3 gap = a + along * clamp(th.y, 0.0, 1.0) - o - d * max(th.x, 0.0);
    return dot(gap, gap);
}
void mainImage(out vec4 color, in vec2 point) {
    depth = vec3(0.4) + 0.1 * cos(1.0 + 0.3 * iTime + vec3(6.0, 2.0, 4.2));
    turn = cos(0.11 * iTime + vec3(1.0, 1.0, 1.0));
    phase = cos(0.17 * iTime + vec3(3.0, 1.0, 4.0));
    size = vec3(1.85, 1.25, 1.25) + 0.1 * cos(5.0 + 0.7 * iTime + vec3(0.5, 1.0, 2.0));
    base = vec3(0.6) + 0.1 * cos(4.0 + 0.5 * iTime + vec3(2.5, 5.0, 3.0));
    vec3 eye = vec3(0.0, 0.0, 4.0);
    vec3 ray = normalize(vec3((2.0 * point - iResolution.xy) / iResolution.y, -2.0));
    vec3 before = place(0.0), sum = vec3(0.0);
    float t = 0.75;
    for (int i = 0; i < 3; i++) {
        vec3 next = place(t);
        next.y = max(next.y, -1.0);
        sum += apart(before, next, eye, ray) * 0.01;
        t += 0.75;
        before = next;
    }
    color = vec4(sum, 1.0);
}
"""


def picture(isa: str) -> list[float]:
    """The red of eight pixels of a row, at a time of 2.25 seconds."""
    points = np.array([[x + 0.5, 13.5, 0.0, 1.0] for x in range(0, 48, 6)], np.float32)
    one = {"iResolution": [48.0, 27.0, 1.0], "iTime": [2.25], "gl_FbWposYTransform": [1.0, 0.0, -1.0, 27.0]}
    given = {"gl_FragCoord": points, **{name: np.tile(np.float32(value), (8, 1)) for name, value in one.items()}}
    program = driver.compile(SOURCE, isa, name="loop.shadertoy", verify=None, effort=1)
    slots = program.interface.inputs + program.interface.uniforms
    (found,) = program.run({slot.name: given[slot.name] for slot in slots}, precision="f32").values()
    return [float(value) for value in found[:, 0]]


def test_a_row_of_the_stack_keeps_its_order() -> None:
    np.testing.assert_allclose(picture("lima-pp"), picture("agsl"), rtol=0.02, atol=0.001)
