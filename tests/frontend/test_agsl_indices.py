"""Indices out of bounds of an array, a vector or a matrix: `--math skia-cpu` takes the last element, as Skia's CPU
backend does."""

from __future__ import annotations

import numpy as np
import pytest
import skia_judge as judge

UNIFORMS = "uniform float z[4]; uniform float4 w; uniform float2x2 m;\n"
VALUES = {
    "z": np.array([1, 2, 3, 4], np.float32),
    "w": np.array([5, 6, 7, 8], np.float32),
    "m": np.array([[9, 10], [11, 12]], np.float32),
}
BODIES = [
    "for (int i = 0; i < 7; i++) { s += z[i] * float(i + 1); }",
    "for (int i = -2; i < 2; i++) { s += z[i] * float(i + 5); }",
    "for (int i = 3; i < 6; i++) { s += w[i]; }",
    "for (int i = -2; i < 0; i++) { s += w[i]; }",
    "for (int i = 1; i < 3; i++) { s += m[i].x; }",
    "for (int i = 0; i < 5; i++) { s += float4(1, 2, 3, 4)[i] * float(i + 1); }",
    "float a[3]; for (int i = 0; i < 5; i++) { a[i] = float(i); } s = a[0] + a[1] * 10.0 + a[2] * 100.0;",
    (
        "float a[3]; a[2] = 3.0; for (int i = 0; i < 5; i++) { a[i] = a[i - 1] + 10.0; } s = a[0] + a[1] * 10.0 + a[2]"
        " * 100.0;"
    ),
    "float4 v = float4(0); for (int i = 0; i < 6; i++) { v[i] += float(i + 1); } s = v.x + v.w * 10.0;",
]


@pytest.mark.parametrize("body", BODIES)
def test_the_last_element_is_taken_where_there_is_none(body: str) -> None:
    source = f"{UNIFORMS}half4 main(float2 p) {{ float s = 0.0; {body} return half4(s); }}"
    wanted = judge.paint(source, b"".join(value.tobytes() for value in VALUES.values()))
    assert np.array_equal(judge.run(source, "skia-cpu", **VALUES).colors, wanted)
