"""Uniform arrays in loops that are not unrolled keep their index: a select among the elements would cost more than the
source."""

from __future__ import annotations

import agsl_operations as operations
import numpy as np
import pytest
import skia_judge as judge
from lane_values import same_floats
from test_round_trip import compiled

PROGRAM = """uniform float4 bars[7];
half4 main(float2 p) {
    half4 acc = half4(0);
    for (int i = 0; i < 6; i++) {
        if (p.x < bars[$].x) continue;
        if (p.x > bars[$].y * 16.0) continue;
        acc += half4(bars[$].zw, 0.2, 0.25) * (1.0 - acc.a);
        if (acc.a > 0.9) break;
    }
    return acc;
}"""
DATA = (np.arange(28, dtype=np.float32) * 5 % 7 * 0.375).tobytes()


@pytest.mark.parametrize("index", ["i", "i + 1", "6 - i"])
@pytest.mark.parametrize("math", ["glsl", "skia-cpu"])
def test_elements_are_read_at_the_index_of_the_loop(index: str, math: str) -> None:
    source = PROGRAM.replace("$", index)
    text = compiled(source, math, verify=64)
    assert "? bars" not in text
    assert operations.count(text) <= 1.1 * operations.count(source)
    if math == "skia-cpu":
        assert same_floats(judge.paint(source, DATA), judge.paint(text, DATA)).all()


def test_the_loop_counts_in_ints_and_the_color_keeps_its_order() -> None:
    text = compiled(PROGRAM.replace("$", "i"), verify=64)
    assert "for (int i = 0; i < 6; i++) {" in text
    assert "float4(bars[i].zw, 0.2, 0.25)" in text
    assert ".zwyx" not in text


def test_an_index_that_is_read_as_a_number_too_is_converted() -> None:
    source = PROGRAM.replace("$", "i").replace("0.2, 0.25", "float(i) * 0.1, 0.25")
    text = compiled(source, "skia-cpu", verify=64)
    assert "bars[int(i)]" in text
    assert same_floats(judge.paint(source, DATA), judge.paint(text, DATA)).all()


def test_a_sum_of_colors_is_scaled_as_a_vector() -> None:
    source = """uniform shader content; uniform float radius;
half4 main(float2 p) {
    half4 sum = half4(0);
    for (int y = -2; y <= 2; y++) { for (int x = -2; x <= 2; x++) {
    sum += content.eval(p + float2(float(x), float(y)) * radius); } }
    return sum / 25.0;
}"""
    assert "return 0.04 * sum;" in compiled(source, verify=64)
