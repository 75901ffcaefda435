"""Children are evaluated in pixels, as in the source, wherever LLVM moves the division by their size."""

from __future__ import annotations

import pytest
from test_round_trip import compiled

LOOP = "for (int k = -2; k <= 2; k++) { for (int j = -2; j <= 2; j++) { sum += image.eval($); } }"
POINTS = (
    "p + float2(float(k), float(j)) * radius",
    "p * size",
    "(p / size + float2(float(k), float(j)) * 0.01) * size",
    "size - p * radius",
    "p.yx / radius - float2(float(k))",
    "float2(cos(p.x * float(k)), sin(p.y)) * radius + size * 0.5",
)


@pytest.mark.parametrize("point", POINTS)
def test_a_blur_needs_no_size_of_its_child(point: str) -> None:
    text = compiled(
        "uniform shader image; uniform float radius; uniform float2 size; half4 main(float2 p) { half4 sum ="
        f" half4(0); {LOOP.replace('$', point)} return sum; }}",
        verify=64,
    )
    assert "image_size" not in text
