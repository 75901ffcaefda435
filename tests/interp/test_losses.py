"""What an unverified program says of the lanes without a result: the place where a result is lost first, and why."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gpucc import driver
from gpucc.interp.inputs import make_batch
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.marks import Tracer
from gpucc.interp.report import Loss, Report
from gpucc.isa.model import FP16, FP32
from gpucc.targets import registry

HEAD = "precision highp float; varying vec2 v; uniform float e; uniform int n;\n"
# by name: a statement on line 3, where the result is lost, and the reason
LOST = {
    "integer": ("float r = float(int(v.x) + 33554432);", "an integer outside the exact range"),
    "infinity": ("float r = fract(sin(v.x) * 450315.0);", "an infinity"),
    "power": ("float r = pow(-abs(v.x) - 0.1, e);", "a power of zero or of a negative number"),
    "endless": ("float r = 0.0; while (r < abs(v.x) + 1.0) r *= 0.5;", "a loop that repeats too often to be followed"),
}


def report_of(statement: str, isa: str = "lima-pp") -> Report:
    text = f"{HEAD}void main() {{\n{statement}\ngl_FragColor = vec4(r, v, 1.0); }}\n"
    ((_, report),) = driver.verify(text, isa, lanes=64, name="f.frag", effort=0)
    assert isinstance(report, Report)
    return report


@pytest.mark.parametrize("name", LOST)
def test_the_place_and_the_reason_are_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop without an end is followed for fewer rounds here, which is too often all the same."""
    monkeypatch.setattr("gpucc.interp.verify.MANY_STEPS", 4096)
    statement, reason = LOST[name]
    report = report_of(statement)
    assert report.verdict == "unverified"
    first = report.losses[0]
    assert first.reason == reason
    assert name == "endless" or re.match(r"f\.frag:3:\d+$", first.place)
    assert report.lost in report.describe().splitlines()  # type: ignore[operator]


def test_lanes_that_a_small_format_alone_loses_are_counted() -> None:
    """450315 is infinite in halves; no format has a power of a negative number."""
    (infinite,) = report_of(LOST["infinity"][0]).losses
    assert infinite.lanes == infinite.singles == 32
    power = report_of(LOST["power"][0]).losses[0]
    assert (power.lanes, power.singles) == (32, 0)
    assert infinite.told == f"an infinity at {infinite.place} (32 lanes, 32 of which have a result in float32)"
    assert power.told == f"a power of zero or of a negative number at {power.place} (32 lanes)"


def test_a_verified_program_has_lost_nothing() -> None:
    report = report_of("float r = v.x * 0.5;")
    assert report.verdict == "verified"
    assert report.losses == ()
    assert report.lost is None


def test_ir_without_places_names_its_instruction() -> None:
    text = """define float @main(i32 %n) {
  %far = add i32 %n, 33554432
  %r = sitofp i32 %far to float
  ret float %r
}
"""
    ((_, report),) = driver.verify(text, "agal", lanes=64, stage="fragment", name="k.ll")
    assert isinstance(report, Report)
    assert report.losses == (Loss("`%far = add i32 %i0, 33554432`", "an integer outside the exact range", 32),)


@pytest.mark.parametrize("format", [FP16, FP32], ids=lambda format: format.name)
def test_a_traced_run_gives_the_results_of_every_other(format) -> None:  # type: ignore[no-untyped-def]
    """And each lane that is unsure by a mark has a first one, and no other has."""
    text = f"""{HEAD}uniform sampler2D s;
void main() {{
float a = pow(v.x, 1.5) * 300.0; int k = int(v.y * 40.0);
for (int i = 0; i < 20; i++) {{ if (a > 100.0) break; a += texture2D(s, v * a).x * float(k / (i - n)); }}
gl_FragColor = vec4(a, mod(a, v.y), inversesqrt(v.y), 1.0); }}
"""
    goal = registry.find("lima-pp")
    source = driver._build(text, goal, None, "fragment", 2, None, None, "f.frag", driver.silent)  # type: ignore[arg-type]
    batch, _ = make_batch(source.shader.interface, 256, 5, stage="fragment")
    plain, traced = (Reference(source.shader, format, tracer=tracer) for tracer in (None, Tracer))
    expected, found = plain.run(batch), traced.run(batch)
    np.testing.assert_array_equal(expected.outputs, found.outputs)
    np.testing.assert_array_equal(expected.unsure, found.unsure)
    np.testing.assert_array_equal(expected.reordered, found.reordered)
    assert expected.firsts is None
    assert found.firsts is not None
    marked = found.firsts != 0
    assert 16 < marked.sum() < 240
    assert not (marked & ~found.unsure).any()
