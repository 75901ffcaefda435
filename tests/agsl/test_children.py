"""Children are evaluated in pixels, as in the source, wherever LLVM moves the division by their size."""

from __future__ import annotations

import pytest
from test_round_trip import compiled

from gpucc.emit.agsl_interface import _Planner
from gpucc.errors import InternalError

LOOP = "for (int k = -2; k <= 2; k++) { for (int j = -2; j <= 2; j++) { sum += image.eval($); } }"
POINTS = (
    "p + float2(float(k), float(j)) * radius",
    "p * size",
    "(p / size + float2(float(k), float(j)) * 0.01) * size",
    "size - p * radius",
    "p.yx / radius - float2(float(k))",
    "float2(cos(p.x * float(k)), sin(p.y)) * radius + size * 0.5",
)


@pytest.mark.parametrize("point", POINTS)
def test_a_blur_needs_no_size_of_its_child(point: str) -> None:
    text = compiled(
        "uniform shader image; uniform float radius; uniform float2 size; half4 main(float2 p) { half4 sum ="
        f" half4(0); {LOOP.replace('$', point)} return sum; }}",
        verify=64,
    )
    assert "image_size" not in text


@pytest.mark.parametrize("names", [("image", "mask"), ("low", "high")])
def test_names_that_change_places_are_seen(names: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An app sets children and uniforms by name; text and judge follow one plan, which could be wrong."""
    source = """uniform shader image; uniform shader mask; uniform float4 low; uniform float4 high;
    half4 main(float2 p) { return half4(image.eval(p) * half4(low) - mask.eval(p) * half4(high)); }"""
    own = _Planner.own
    crossed = dict(zip(names, reversed(names), strict=True))
    compiled(source, verify=64)
    monkeypatch.setattr(_Planner, "own", lambda self, name: own(self, crossed.get(name, name)))
    with pytest.raises(InternalError, match=f"calls {names[1]} what the source calls {names[0]}"):
        compiled(source, verify=64)
