"""Words of Vulkan's GLSL in layouts: what they stand before is compiled without them, with a warning."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

HEAD = "#version 450\nlayout(location = 0) out vec4 color;\n"
PUSHED = HEAD + "layout(push_constant) uniform Push { float scale; vec4 tint; } push;\n"
PUSHED += "void main() { color = push.tint * push.scale; }\n"
SET = HEAD + "layout(constant_id = 2) const float part = 0.25;\nvoid main() { color = vec4(part); }\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PUSHED, "layout(push_constant): a block of uniforms like any other: no target has push constants"),
        (SET, "layout(constant_id=2): a constant with the value that stands here: no pipeline sets it"),
    ],
)
def test_it_is_taken_with_a_warning(text: str, told: str) -> None:
    warnings: list[str] = []
    compile_source(text, "k.frag", "glsl", warn=warnings.append)
    assert [one.split(": ", 1)[1] for one in warnings] == [told]


def test_push_constants_have_no_place_in_a_buffer() -> None:
    def places(text: str) -> list[int | None]:
        found = gpucc.compile(text, isa="agal", stage="fragment", name="k.frag").interface.uniforms
        return sorted((None if one.place is None else one.place.offset for one in found), key=str)

    assert places(PUSHED.replace("push_constant", "std140")) == [0, 16]
    assert places(PUSHED) == [None, None]


@pytest.mark.parametrize(
    "text",
    [
        # a version that Vulkan does not know, and a value that no constant has
        PUSHED.replace("450", "130"),
        SET.replace("const float part = 0.25", "uniform float part"),
        SET.replace("constant_id = 2", "constant_id"),
    ],
)
def test_elsewhere_it_has_no_meaning(text: str) -> None:
    with pytest.raises(GpuccError, match="has no meaning here"):
        compile_source(text, "k.frag", "glsl")


@pytest.mark.parametrize("name", ["textureGather", "textureGatherOffset"])
def test_reading_four_texels_has_advice(name: str) -> None:
    offset = ", ivec2(1)" if name.endswith("Offset") else ""
    text = f"{HEAD}uniform sampler2D s; in vec2 uv; void main() {{ color = {name}(s, uv{offset}); }}"
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "k.frag", "glsl")
    assert "no target reads four texels at once" in caught.value.notes[0]
