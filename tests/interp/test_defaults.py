"""Values that a source gives to its uniforms are among those that it is compared with."""

from __future__ import annotations

import numpy as np
import pytest
from planting import built, judged

from gpucc.interp.inputs import ORDINARY, make_batch

# away from the values of its uniforms, the shader has integers that are too large for a result
MEANT = """#version 330
uniform float a = 3.0, b = 5.0, c = 7.0;
in vec2 uv;
out vec4 color;
void main() {
    vec3 off = abs(vec3(a, b, c) - vec3(3.0, 5.0, 7.0));
    int steps = int((off.x + off.y + off.z) * MUCH + 40.0);
    color = vec4(uv * float(steps / 3), a, 1.0);
}
"""


@pytest.mark.parametrize(("isa", "much"), [("lima-pp", "30000.0"), ("agal", "100000000.0")])
def test_a_shader_that_has_a_meaning_near_its_defaults_is_compared_there(isa: str, much: str) -> None:
    source = MEANT.replace("MUCH", much)
    right = built(source, isa)
    report = judged(right, lanes=256)
    assert report.verified, report.describe()
    wrong = built(source.replace("+ 40.0", "+ 46.0"), isa)
    report = judged(right, wrong.program, lanes=256)
    assert report.differing, report.describe()


def test_half_of_the_ordinary_quads_are_near_the_defaults_and_half_of_those_at_them() -> None:
    interface = built(MEANT.replace("MUCH", "2.0"), "agal").program.interface
    batch, classes = make_batch(interface, 4096, 0, stage="fragment")
    values = batch.uniforms[classes == ORDINARY][:, :, 0] / np.array([3.0, 5.0, 7.0], np.float32)
    exact = (values == 1.0).all(axis=1).mean()
    near = (np.abs(values - 1.0) <= 0.5).all(axis=1).mean()
    assert 0.2 < exact < 0.3
    assert 0.45 < near < 0.56
    # other classes are drawn from all numbers
    assert not (batch.uniforms[classes != ORDINARY][:, :, 0] == np.array([3.0, 5.0, 7.0])).all(axis=1).any()
