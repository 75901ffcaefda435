"""The cost of a program by source line, compared with an independent count of the text."""

from __future__ import annotations

import agsl_judges as judges
import agsl_operations
import pytest

from gpucc import driver
from gpucc.program import Program

SOURCE = """uniform half4 tint;
half4 main(float2 p) {
    float2 q = p * p;
    if (q.x > 4.0) q = sqrt(q);
    float d = length(q - 0.3);
    return half4(half2(q), sin(d), 1.0) * tint;
}
"""


def compiled(source: str) -> Program:
    return driver.compile(source.encode(), "agsl", name="k.agsl", verify=None)


def test_each_line_has_its_operations() -> None:
    stats = compiled(SOURCE).stats
    assert stats["lines"] == {"k.agsl:3": 2, "k.agsl:4": 4, "k.agsl:5": 6, "k.agsl:6": 4}
    assert stats["instructions"] == 16


# shaders without loops, which the other count weights by their trip counts
STRAIGHT = ("a_plasma", "blend_modes", "brick_wall", "hash_noise", "hexagon_grid", "tone_mapping", "uniform_palette")


@pytest.mark.parametrize("name", STRAIGHT)
def test_the_sum_is_what_the_text_computes(name: str) -> None:
    program = compiled(judges.SOURCES[name])
    found = agsl_operations.count(program.code.decode())
    assert program.stats["instructions"] == pytest.approx(found, abs=2)
    assert sum(program.stats["lines"].values()) <= program.stats["instructions"]
