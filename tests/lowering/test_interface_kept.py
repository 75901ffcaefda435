"""Writing a part of an output is not reading it."""

from __future__ import annotations

import pytest

from gpucc.errors import GpuccError
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load

KEEPS = {
    "the last component": (
        "  %n = shufflevector <4 x float> %a, <4 x float> %old, <4 x i32> <i32 0, i32 1, i32 2, i32 7>"
    ),
    "in two steps": (
        "  %m = insertelement <4 x float> %old, float 1.0, i32 2\n"
        "  %n = shufflevector <4 x float> %m, <4 x float> %a, <4 x i32> <i32 4, i32 1, i32 2, i32 7>"
    ),
    "nothing": "  %n = shufflevector <4 x float> %a, <4 x float> %old, <4 x i32> <i32 0, i32 1, i32 2, i32 3>",
}
USES = {
    "components change places": (
        "  %n = shufflevector <4 x float> %a, <4 x float> %old, <4 x i32> <i32 0, i32 1, i32 2, i32 6>"
    ),
    "arithmetic": "  %n = fadd <4 x float> %a, %old",
    "an element goes elsewhere": (
        "  %e = extractelement <4 x float> %old, i32 0\n  %n = insertelement <4 x float> %a, float %e, i32 1"
    ),
}


def module(body: str) -> str:
    return (
        f"define void @f(<4 x float> %a, ptr %out) {{\n  %old = load <4 x float>, ptr %out, align 16\n{body}\n  store"
        " <4 x float> %n, ptr %out, align 16\n  ret void\n}\n"
    )


@pytest.mark.parametrize("body", KEEPS.values(), ids=KEEPS.keys())
def test_components_that_stay_make_no_input(body: str) -> None:
    shader = canonicalise(load(module(body)), stage="vertex")
    assert [slot.name for slot in shader.interface.inputs] == ["a"]
    assert [slot.name for slot in shader.interface.outputs] == ["out"]


@pytest.mark.parametrize("body", USES.values(), ids=USES.keys())
def test_a_value_that_is_used_must_be_written_before(body: str) -> None:
    with pytest.raises(GpuccError, match="read here before it is written"):
        canonicalise(load(module(body)), stage="vertex")


DEAD = {
    "never used": "",
    "read for nothing": "  %c = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @image, <2 x float> %t)\n",
    "where nobody comes": (
        "  br i1 false, label %never, label %end\nnever:\n"
        "  %c = call <4 x float> @gpucc.texture.2d(ptr addrspace(4) @image, <2 x float> %t)\n  br label %end\nend:\n"
    ),
}


@pytest.mark.parametrize("body", DEAD.values(), ids=DEAD.keys())
def test_what_only_dead_code_used_may_be_bound(body: str) -> None:
    text = (
        "declare <4 x float> @gpucc.texture.2d(ptr addrspace(4), <2 x float>)\n@image = external addrspace(4) global"
        f" i32\ndefine <4 x float> @f(<4 x float> %p, <2 x float> %t) {{\n{body}  ret <4 x float>"
        ' %p\n}\n!gpucc.interface = !{!0}\n!0 = !{!"image", !"sampler", i32 3, !"nearest,repeat"}\n'
    )
    assert canonicalise(load(text), stage="fragment").interface.samplers == ()
    with pytest.raises(GpuccError, match="the shader has no picture"):
        canonicalise(load(text.replace('!"image"', '!"picture"')), stage="fragment")
