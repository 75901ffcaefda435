"""Pairs of programs: the errors where their interfaces do not match."""

from __future__ import annotations

import pytest

from gpucc import driver
from gpucc.errors import InputError

VERTEX = "attribute vec4 a; varying vec2 v; void main() { v = a.xy; gl_Position = a; }"
FRAGMENT = "precision mediump float; varying vec2 v; void main() { gl_FragColor = vec4(v, gl_FragCoord.xy); }"


def test_a_pixels_place_is_an_input_like_any_other() -> None:
    vertex = driver.compile(VERTEX, "agal", stage="vertex", name="a.vert", verify=None)
    fragment = driver.compile(FRAGMENT, "agal", stage="fragment", name="b.frag", verify=None)
    with pytest.raises(InputError, match="fragment shader reads gl_FragCoord, which agal gives to no") as error:
        driver.link(vertex, fragment)
    assert any("read that varying instead" in note for note in error.value.notes)
