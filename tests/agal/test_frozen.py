"""Rounds behind an exit of an unrolled loop start from what the lane left with, and stay numbers."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc import driver
from gpucc.errors import Unverified

HEAD = "precision highp float; varying vec2 at; uniform vec2 c;\n"
SQUARES = (
    "void main() { vec2 z = at; float n = 0.0;\n"
    "for (int i = 0; i < ROUNDS; i++) {\n"
    "  z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; if (dot(z, z) > 16.0) break; n += 1.0; }\n"
    "gl_FragColor = vec4(z * 0.01, n, 1.0); }"
)
POWERS = (
    "void main() { float x = at.x; for (int i = 0; i < ROUNDS; i++) { if (x > 4.0) break; x = exp2(x) + at.y; }\n"
    "gl_FragColor = vec4(x); }"
)


@pytest.mark.parametrize(("body", "rounds"), [(SQUARES, 10), (SQUARES, 16), (POWERS, 5)])
def test_a_picture_has_no_holes(body: str, rounds: int) -> None:
    """The points that leave early are most of the picture, and each round behind squares them once more."""
    source = HEAD + body.replace("ROUNDS", str(rounds))
    side = np.linspace(-1.5, 1.5, 16, dtype=np.float32)
    points = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2)
    pictures = []
    for isa, target in (("agal", {"version": "3"}), ("agsl", {})):
        program = driver.compile(source, isa, name="k.frag", target=target, verify=None, effort=1)
        given = {slot.name: points for slot in program.interface.inputs}
        given |= {slot.name: np.float32([-0.4, 0.6]) for slot in program.interface.uniforms}
        (picture,) = program.run(given).values()
        pictures.append(np.asarray(picture))
    assert np.isfinite(pictures[0]).all()
    np.testing.assert_allclose(pictures[0], pictures[1], rtol=1e-3, atol=1e-4)


def test_what_grows_slowly_is_left_alone() -> None:
    """A way through a field of distances grows by sums: it is chosen at the end, which costs no condition a round."""
    march = (
        "float t = 0.0; for (int i = 0; i < 8; i++) { float d = length(vec3(at, t)) - 0.5; if (d < 0.01) break;"
        " t += d; } gl_FragColor = vec4(t);"
    )
    texts = []
    driver.compile(
        f"{HEAD}void main() {{ {march} }}",
        "agal",
        name="k.frag",
        target={"version": "3"},
        verify=None,
        effort=1,
        observe=lambda stage, found: texts.append(str(found)) if stage == "flatten" else None,
    )
    assert texts
    assert "bor" not in texts[0]


def test_a_picture_with_holes_is_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this, rounds behind an exit spoil most ordinary lanes, which no guard of a side could prevent."""
    source = HEAD + SQUARES.replace("ROUNDS", "10")
    monkeypatch.setattr("gpucc.lowering.flow.collapse.frozen_row", lambda row, phis: None)
    with pytest.raises(Unverified, match=r"\d+ of \d+ ordinary lanes are no numbers here: .* not chosen") as found:
        driver.compile(source, "agal", name="k.frag", effort=1)
    assert "clamp what that side raises or multiplies" in found.value.notes[-1]
    clamped = source.replace("+ c; if", "+ c; z = clamp(z, -1e6, 1e6); if")
    assert clamped != source
    program = driver.compile(clamped, "agal", name="k.frag", effort=1)
    assert program.verified is not None
    assert program.verified["verdict"] == "verified"
