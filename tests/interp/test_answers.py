"""The order in which a reference answers calls, and the answers that it begins with, do not change its results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.interp.data import Batch, Outcome
from gpucc.interp.inputs import make_batch
from gpucc.interp.reference import code, jit
from gpucc.interp.reference.code import NativeCode
from gpucc.interp.reference.jit import Reference
from gpucc.interp.reference.levels import DEEP
from gpucc.interp.reference.replay import Replay
from gpucc.isa.model import FP16
from gpucc.program import Shader
from gpucc.reading import Reading

# each read takes its coordinates from the one before it, one of them behind a branch
STEPS = 9
READS = "\n".join(
    f"    c = texture2D(image, c.{pair} * 1.25 + other.xy);" for pair in ("xy", "zw", "yz") * (STEPS // 3)
)
CHAIN = f"""precision highp float;
varying vec2 at;
uniform sampler2D image;
void main() {{
    vec4 c = texture2D(image, at);
    vec4 other = texture2D(image, at.yx * 0.5);
    if (c.x > other.x) c += texture2D(image, other.zw);
{READS}
    gl_FragColor = c + other * texture2D(image, at + 0.25) + 1.0 / c;
}}
"""


@pytest.fixture(scope="module")
def shader() -> Shader:
    return driver._build(
        CHAIN, driver.registry.find("lima-pp"), None, "fragment", 1, None, None, "chain", driver.silent
    ).shader


@pytest.fixture
def batch(shader: Shader) -> Batch:
    return make_batch(shader.interface, 64, 0, stage="fragment")[0]


def the_same(one: Outcome, other: Outcome) -> None:
    np.testing.assert_array_equal(one.outputs.view(np.int32), other.outputs.view(np.int32))
    for name in ("discarded", "unsure", "doubtful", "reordered"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_calls_wait_for_what_they_read_and_get_the_same_answers(shader: Shader, batch: Batch) -> None:
    waiting, eager = Reference(shader, FP16), Reference(shader, FP16)
    assert waiting.levels[0] == 0
    assert max(waiting.levels) >= STEPS >= DEEP
    eager.levels = [0] * len(eager.levels)
    the_same(waiting.run(batch), eager.run(batch))


def test_a_perturbed_run_may_begin_with_other_answers(shader: Shader, batch: Batch) -> None:
    known, fresh = Reference(shader, FP16), Reference(shader, FP16)
    known.run(batch)
    for seed in range(3):
        found = known.run(batch, perturb=seed)
        the_same(found, fresh.run(batch, perturb=seed))
    assert (found.outputs != known.run(batch).outputs).any()


@pytest.mark.parametrize("lanes", [64, 6])
def test_perturbed_runs_made_together_are_those_made_alone(
    shader: Shader, lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six lanes are no whole quads, so their runs are made one by one."""
    batch = make_batch(shader.interface, lanes, 0, stage="fragment")[0]
    together, alone = Reference(shader, FP16), Reference(shader, FP16)
    together.run(batch)
    calls: list[int] = []
    answer = Replay.answer

    def counted(self: Replay, *arguments: Any) -> Any:
        calls.append(len(self.found))
        return answer(self, *arguments)

    monkeypatch.setattr(Replay, "answer", counted)
    found = together.samples(batch, [5, 7, 11])
    assert set(calls) == {lanes * (3 if lanes % 4 == 0 else 1)}
    for seed, one in zip([5, 7, 11], found, strict=True):
        the_same(one, alone.run(batch, perturb=seed))
    assert (found[0].outputs != found[1].outputs).any()


def test_runs_made_together_keep_to_the_room_for_their_records(
    shader: Shader, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = Reference(shader, FP16)
    whole = reference.samples(batch, range(5))
    monkeypatch.setattr(jit, "MOST_TOGETHER", 2 * batch.lanes)
    for one, other in zip(whole, reference.samples(batch, range(5)), strict=True):
        the_same(one, other)


def test_optimised_code_gives_the_same_results(shader: Shader, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    reference, seeds = Reference(shader, FP16), (None, 0, 1)
    cold = [reference.run(batch, perturb=seed) for seed in seeds]
    assert not reference.code.optimised
    monkeypatch.setattr(code, "DEARER", 0.0)
    for one, seed in zip(cold, seeds, strict=True):
        the_same(one, reference.run(batch, perturb=seed))
    assert reference.code.optimised


# what a round read first decides whether it reads again, so that one answer moves the places of all later calls
ROUNDS = 64
SAMPLES = f"""precision highp float;
varying vec2 at;
uniform sampler2D image;
void main() {{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < {ROUNDS}; i++) {{
        float a = texture2D(image, vec2(float(i) * 0.17 + at.x, at.y)).r;
        vec2 p = vec2(sin(a * 9.0), at.x * float(i));
        if (fract(sin(a * 4.0 + at.y) * 900.0) > 0.5) sum += texture2D(image, p) * a;
    }}
    gl_FragColor = sum;
}}
"""


@pytest.mark.parametrize("sampling", ["linear", "nearest"])
def test_a_call_more_or_less_costs_few_passes(sampling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shader = driver._build(
        SAMPLES, driver.registry.find("lima-pp"), None, "fragment", 1, None, None, "samples", driver.silent,
        replace(Reading(), sampler=(f"image={sampling}",)),
    ).shader  # fmt: skip
    batch = make_batch(shader.interface, 64, 0, stage="fragment")[0]
    passes: list[int] = []
    one_pass = Reference._pass

    def counted(self: Reference, *arguments: Any) -> None:
        passes[-1] += 1
        one_pass(self, *arguments)

    monkeypatch.setattr(Reference, "_pass", counted)
    near, exact = Reference(shader, FP16), Reference(shader, FP16)
    # an answer is taken at its own place only
    exact.code = NativeCode(exact.code.text.replace("ret i1 %same", "ret i1 false"))
    for seed in (None, 0, 1, 2):
        passes += [0]
        found = near.run(batch, perturb=seed)
        passes += [0]
        the_same(found, exact.run(batch, perturb=seed))
    assert max(passes[2::2]) < 12
    assert max(passes[3::2]) > 24
