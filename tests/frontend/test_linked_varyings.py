"""Varyings of a linked pair: what is not read is dropped, the others keep the fragment shader's order, and what one
stage says of them the other must say, too."""

from __future__ import annotations

import re

import pytest

from gpucc.errors import InputError
from gpucc.frontend.compile import compile_pair

VERTEX = """#version 300 es
in vec4 p; out vec2 first; out vec4 unread; flat out vec3 second; out float third;
void main() { gl_Position = p; first = p.xy; unread = p.wzyx; second = p.xyz; third = p.w; }
"""
FRAGMENT = """#version 300 es
precision highp float;
in float third; flat in vec3 second; in vec4 unread; in vec2 first; out vec4 colour;
void main() { colour = vec4(second.xy * first, third, 1.0); }
"""


def linked(fragment: str) -> list[list[str]]:
    """The varyings of both stages, in their order."""
    texts = compile_pair(("k.vert", VERTEX), ("k.frag", fragment))
    return [
        re.findall(rf"^@(first|second|third|unread) = external addrspace\({space}\)", text, re.MULTILINE)
        for space, text in zip((3, 1), texts, strict=True)
    ]


def test_what_is_read_has_the_order_of_the_fragment_shader() -> None:
    written, read = linked(FRAGMENT)
    assert written == ["third", "second", "first"]
    assert [name for name in read if name != "unread"] == written


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("flat in vec3 second", "in vec3 second", "`second` is flat in the vertex shader, but not here"),
        ("in float third", "flat in float third", "`third` is flat here, but not in the vertex shader"),
        ("in vec2 first", "in vec3 first", "`first` is vec3 here and vec2 in the vertex shader"),
    ],
)
def test_both_stages_say_the_same(old: str, new: str, message: str) -> None:
    fragment = FRAGMENT.replace(old, new, 1).replace("second.xy * first", "second.xy * first.xy")
    with pytest.raises(InputError, match=message):
        linked(fragment)
