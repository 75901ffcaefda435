"""Loops that are left from many rounds: AGAL has no loops, so each round is an exit of its own."""

from __future__ import annotations

from gpucc import driver
from gpucc.compiled import CompiledProgram

MARCH = """precision highp float;
varying vec4 v; uniform vec4 u;
void main() {
  float t = 0.0, m = 9.0;
  for (int i = 0; i < ROUNDS; i++) {
    float d = abs(v.x - t * u.y) - u.x;
    if (d < 0.01) break;
    t += d;
    m = min(m, d + u.z);
  }
  gl_FragColor = vec4(t, m, 0.0, 1.0);
}
"""


def compiled(rounds: int) -> CompiledProgram:
    text = MARCH.replace("ROUNDS", str(rounds))
    return driver.compile(text, isa="agal", stage="fragment", target={"version": "3"}, verify=64)


def test_values_of_many_exits_do_not_wait_for_the_last_one() -> None:
    """Where registers cannot hold them (those of 60 rounds took more than 104 components), values are chosen exit by
    exit."""
    program = compiled(60)
    assert program.stats["registers"] <= 8
    assert program.stats["executed"]["minimum"] == program.stats["instructions"]


def test_exits_that_registers_hold_are_chosen_from_the_last_one_on() -> None:
    """Then branches can skip what follows an exit."""
    program = compiled(12)
    assert program.stats["executed"]["minimum"] < program.stats["instructions"] // 4
