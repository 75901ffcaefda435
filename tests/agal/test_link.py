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


CROSSED = "precision mediump float; varying vec4 b; varying vec4 a; void main() { gl_FragColor = a - b; }"
WRITTEN = "attribute vec4 p; varying vec4 a; varying vec4 b; void main() { gl_Position = p; a = p.yxzw; b = p.wzyx; }"


def test_a_varying_has_one_number() -> None:
    """Two programs that were compiled apart agree about numbers only if their varyings stand in the same order."""
    vertex = driver.compile(WRITTEN, "agal", stage="vertex", name="a.vert", verify=None)
    crossed = driver.compile(CROSSED, "agal", stage="fragment", name="b.frag", verify=None)
    with pytest.raises(InputError, match="'b' is number 1 in the vertex program and number 0 in the fragment program"):
        driver.link(vertex, crossed)
    same = CROSSED.replace("vec4 b; varying vec4 a", "vec4 a; varying vec4 b")
    driver.link(vertex, driver.compile(same, "agal", stage="fragment", name="b.frag", verify=None))
