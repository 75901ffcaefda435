"""Discards as exits of programs with branches, and texture reads that stay where all fragments are active."""

from __future__ import annotations

from gpucc.lowering.build.build import build
from gpucc.lowering.graph import CodePart, Graph
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.parts.lay_out import lay_out
from gpucc.lowering.reader.read import read
from gpucc.lowering.source import load

HEAD = """
declare void @gpucc.discard(i1)
declare <4 x float> @gpucc.texture.2d(i32, <2 x float>)
declare float @gpucc.dfdx(float)
"""
TWO = (
    HEAD
    + """
define float @main(float %x, float %y) {
  %a = fcmp olt float %x, 0.0
  call void @gpucc.discard(i1 %a)
  %s = fadd float %x, %y
  %b = fcmp olt float %s, 1.0
  call void @gpucc.discard(i1 %b)
  %r = fmul float %s, %s
  ret float %r
}
"""
)
ALWAYS = (
    HEAD
    + """
define float @main(float %x, float %y) {
entry:
  %a = fcmp olt float %x, 0.0
  br i1 %a, label %out, label %on
out:
  call void @gpucc.discard(i1 true)
  br label %on
on:
  call void @gpucc.discard(i1 false)
  %r = fmul float %x, %y
  ret float %r
}
"""
)
BEHIND = (
    HEAD
    + """
define float @main(<2 x float> %p, float %x) {
  %a = fcmp olt float %x, 0.0
  call void @gpucc.discard(i1 %a)
  %t = call <4 x float> @gpucc.texture.2d(i32 0, <2 x float> %p)
  %d = call float @gpucc.dfdx(float %x)
  %c = extractelement <4 x float> %t, i32 1
  %r = fmul float %c, %d
  ret float %r
}
"""
)


def parts(text: str, discards_end: bool = True) -> list[CodePart]:
    shader = canonicalise(load(text), stage="fragment")
    graph: Graph = build(read(shader.text), shader, "test")
    return lay_out(graph, discards_end)


def effects(found: list[CodePart]) -> list[list[str]]:
    return [[effect.op for effect in part.effects] for part in found]


def test_every_discard_goes_to_one_end() -> None:
    found = parts(TWO)
    assert effects(found) == [[], [], [], ["discard"]]
    assert [part.target for part in found] == [3, 3, 4, None]
    assert found[0].condition is not None
    assert not found[3].outputs


def test_known_conditions_leave_one_way() -> None:
    found = parts(ALWAYS)
    assert sum(map(len, effects(found))) == 1
    assert len(found) == 3


def test_without_ends_they_are_effects_of_their_parts() -> None:
    assert effects(parts(TWO, discards_end=False)) == [["discard", "discard"]]


def test_what_looks_at_neighbours_stays_before_fragments_leave() -> None:
    first, rest, _ = parts(BEHIND)
    ops = {node.op for node in first.sets.values()}
    assert ops == {"part", "dfdx"}
    assert {node.op for node in rest.outputs.values()} == {"fmul"}
