"""Pairs of sources in GLSL are linked, whatever their files are called."""

from __future__ import annotations

from pathlib import Path

import pytest

import gpucc
from gpucc import driver

VERTEX = """
attribute vec4 position;
attribute vec4 given;
varying vec2 light;
varying vec2 uv;
void main() { gl_Position = position; uv = given.xy; light = given.zw; }
"""
FRAGMENT = """
precision mediump float;
varying vec2 uv;
varying vec2 light;
void main() { gl_FragColor = vec4(uv, light); }
"""


def registers(vertex: bytes | Path, fragment: bytes | Path) -> tuple[list[str], list[str]]:
    """The names of the varyings, in the order of their registers, in both programs."""
    stages = ("vertex", "fragment")
    sources = driver.paired(vertex, fragment)
    one, two = (gpucc.compile(given, isa="agal", stage=stage) for given, stage in zip(sources, stages, strict=True))
    driver.link(one, two)
    return [slot.name for slot in one.interface.outputs[1:]], [slot.name for slot in two.interface.inputs]


@pytest.mark.parametrize("endings", [(".vsh", ".fsh"), (".vp", ".fp"), (".vert", ".fp"), (".txt", ".txt"), ("", "")])
def test_a_pair_is_linked_whatever_its_files_are_called(endings: tuple[str, str], tmp_path: Path) -> None:
    vertex, fragment = (tmp_path / f"{name}{ending}" for name, ending in zip("ab", endings, strict=True))
    vertex.write_text(VERTEX)
    fragment.write_text(FRAGMENT)
    assert registers(vertex, fragment) == (["uv", "light"], ["uv", "light"])


def test_a_pair_of_texts_is_linked() -> None:
    assert registers(VERTEX.encode(), FRAGMENT.encode()) == (["uv", "light"], ["uv", "light"])
