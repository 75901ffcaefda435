"""What a file's tables say to those who load it is what the program publishes: the comparison runs the code alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from gpucc import driver
from gpucc.emit import shbin
from gpucc.interp.pica200_tables_check import disagreements
from gpucc.program import Program

SHADER = """attribute vec4 p; attribute vec2 uv; uniform mat4 m; uniform bool lit; uniform vec4 tint[2];
varying vec4 color; varying vec2 texcoord0;
void main() { gl_Position = m * p; color = lit ? tint[0] : tint[1]; texcoord0 = uv * 0.5; }"""


@cache
def made() -> Program:
    return driver.compile(SHADER, "pica200", name="k.vert", verify=None)


def test_they_agree() -> None:
    assert not list(disagreements(made()))


# what is changed in the file, and a part of what is said about it
MISTAKES: list[tuple[Callable[[shbin.Executable], shbin.Executable], str]] = [
    (lambda e: replace(e, outputs=tuple(replace(o, mask=3) for o in e.outputs)), "gl_Position, the file maps"),
    (lambda e: replace(e, outputs=tuple(replace(o, semantic=(o.semantic + 1) % 3) for o in e.outputs)), "means"),
    (lambda e: replace(e, outputs=(*e.outputs[:-1], replace(e.outputs[-1], semantic=5))), "texcoord0 means 3, and 5"),
    (lambda e: replace(e, outputs=tuple(replace(o, semantic=o.semantic or 2) for o in e.outputs)), "means 0, and 2"),
    (lambda e: replace(e, output_mask=e.output_mask | 8), "o3 is among the outputs of the file, and is no output"),
    (lambda e: replace(e, outputs=e.outputs[:-1]), "texcoord0 is not among"),
    (lambda e: replace(e, output_mask=e.output_mask & ~1), "gl_Position is not among the outputs"),
    (lambda e: replace(e, input_mask=e.input_mask & ~2), "uv is not among the inputs"),
    (lambda e: replace(e, uniforms=tuple(replace(u, last=u.first) for u in e.uniforms)), "no m of 4 registers"),
    (lambda e: replace(e, uniforms=tuple(replace(u, name=f"{u.name}_") for u in e.uniforms)), "no p of 1 registers"),
    (lambda e: replace(e, uniforms=e.uniforms[1:]), "the file has no"),
    (lambda e: replace(e, end=e.main), "ends at 0 of"),
    (lambda e: replace(e, end=4000), "ends at 4000 of"),
    (lambda e: replace(e, merge=1), "merged"),
    (lambda e: replace(e, mode=1), "mode of geometry shaders"),
]


@pytest.mark.parametrize(("change", "said"), MISTAKES)
def test_each_mistake_is_seen(change: Callable[[shbin.Executable], shbin.Executable], said: str) -> None:
    program = made()
    binary = shbin.read(program.code)
    wrong = replace(binary, executables=tuple(map(change, binary.executables)))
    assert any(said in one for one in disagreements(replace(program, code=shbin.write(wrong))))


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("varying vec4 v_color; varying vec4 color;", "v_color = p; color = p * 0.5;"),
        ("varying vec3 texcoord0;", "texcoord0 = p.xyz;"),
        ("varying vec4 normalquat[1]; varying vec4 view;", "normalquat[0] = p; view = p;"),
    ],
)
def test_names_that_several_outputs_could_have_are_no_alarm(declared: str, written: str) -> None:
    text = f"attribute vec4 p; {declared} void main() {{ gl_Position = p; {written} }}"
    driver.compile(text, "pica200", name="k.vert", verify=None)


def test_the_first_of_several_outputs_is_the_position() -> None:
    """It is the position whatever it is called, where none is said to be."""
    text = """define { <4 x float>, <4 x float> } @k(<4 x float> %a) {
      %one = insertvalue { <4 x float>, <4 x float> } poison, <4 x float> %a, 0
      %two = insertvalue { <4 x float>, <4 x float> } %one, <4 x float> %a, 1
      ret { <4 x float>, <4 x float> } %two
    }"""
    driver.compile(text, "pica200", name="k.ll", verify=None)
    text = "@color = addrspace(3) global <4 x float> poison\n@view = addrspace(3) global <4 x float> poison\n" + (
        "define void @k(<4 x float> %a) { store <4 x float> %a, ptr addrspace(3) @color store <4 x float> %a,"
        " ptr addrspace(3) @view ret void }"
    )
    driver.compile(text, "pica200", name="k.ll", verify=None)
