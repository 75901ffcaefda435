"""Boolean uniforms take no float register; outputs that the chip cannot use are dropped with a warning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpucc
from gpucc.errors import LimitExceeded, Unsupported

LIMITS = Path(__file__).with_name("limits.ll")
VERTEX = """attribute vec4 p; uniform bool f, g; uniform vec4 a[{0}]; uniform bool h; uniform float z; uniform bool i;
void main() {{ vec4 q = p * 3.5; if (f) q += a[{0} - 1]; if (g) q *= a[0]; if (h) q.x = z; if (i) q.y += 1.0;
gl_Position = q; }}"""
POINTS = (
    "attribute vec4 p; uniform float k; varying vec2 uv; void main() { gl_Position = p; gl_PointSize = p.x * k; uv ="
    " p.xy; }"
)


def places(program: gpucc.Program) -> dict[str, int]:
    return {slot.name: slot.register for slot in program.interface.uniforms}


def told(source: str, isa: str, **options: Any) -> tuple[gpucc.Program, list[str]]:
    warnings: list[str] = []
    program = gpucc.compile(
        source,
        isa,
        name="k.vert",
        observe=lambda kind, text: warnings.append(str(text)) if kind == "warning" else None,
        **options,
    )
    return program, warnings


def test_booleans_take_no_float_registers() -> None:
    """94 registers of uniforms and one of literals: with the four booleans they would be 99 of 96."""
    program = gpucc.compile(VERTEX.format(93), "pica200", name="k.vert")
    assert program.verified is not None
    assert places(program) == {"a": 0, "z": 93, "f": 104, "g": 105, "h": 106, "i": 107}
    given = {"p": np.array([[1.0, 2, 3, 4]]), "a": np.full((93, 4), 2.0), "z": 9.0, "f": 1, "g": 0, "h": 1, "i": 0}
    assert program.run(given)["gl_Position"].tolist() == [[9.0, 9.0, 12.5, 16.0]]
    assert program.run({**given, "f": 0, "h": 0, "i": 1})["gl_Position"].tolist() == [[3.5, 8.0, 10.5, 14.0]]
    with pytest.raises(LimitExceeded, match="97 uniform registers"):
        gpucc.compile(VERTEX.format(95), "pica200", name="k.vert")


def test_registers_that_the_user_chose_stay() -> None:
    program = gpucc.compile(VERTEX.format(3), "pica200", name="k.vert", bind=["z=uniform:1"])
    assert places(program) == {"z": 1, "a": 2, "f": 104, "g": 105, "h": 106, "i": 107}
    assert program.verified is not None


def test_more_booleans_than_registers_stay_numbers() -> None:
    names = [f"b{k}" for k in range(18)]
    tests = "".join(f"if ({name}) q.x += {k}.0; " for k, name in enumerate(names))
    head = f"attribute vec4 p; uniform bool {', '.join(names)}; uniform vec4 c;"
    text = f"{head}\nvoid main() {{ vec4 q = p * c; {tests}gl_Position = q; }}"
    found = places(gpucc.compile(text, "pica200", name="k.vert", verify=64, opt=1))
    assert [found[name] for name in names] == [*range(104, 119), 0, 1, 2]
    assert found["c"] == 3


@pytest.mark.parametrize(
    ("entry", "last"), [("most", {"u": 0, "first": 104, "ninth": 112}), ("deep", {"first": 104, "ninth": 112})]
)
def test_programs_at_the_limits(entry: str, last: dict[str, int]) -> None:
    """All inputs, outputs and uniforms, with nine booleans besides; eight ifs within each other."""
    program = gpucc.compile(LIMITS, "pica200", entry=entry)
    assert program.verified is not None
    assert {name: places(program)[name] for name in last} == last


def test_the_sixteenth_input_is_refused() -> None:
    """The words have room for v15, but picasso refuses it, so nobody has seen it work."""
    text = LIMITS.read_text().replace("<4 x float> %v14, ptr", "<4 x float> %v14, <4 x float> %v15, ptr")
    with pytest.raises(LimitExceeded, match=r"uses 16 input registers .* has 15"):
        gpucc.compile(text.replace("mul <4 x float> %v14,", "mul <4 x float> %v15,"), "pica200", entry="most")


@pytest.mark.parametrize(("isa", "size"), [("pica200", False), ("agal", False), ("lima-vp", True)])
def test_the_size_of_points_is_dropped_where_there_are_none(isa: str, size: bool) -> None:
    program, warnings = told(POINTS, isa)
    assert ("gl_PointSize" in [slot.name for slot in program.interface.outputs]) == size
    assert warnings == (
        [] if size else [f"{isa} draws no points, so what the shader writes to gl_PointSize is dropped"]
    )
    given = {"p": np.array([[1.0, 2, 3, 4]]), "k": 2.0}
    if not size:
        found = program.run(given)
        assert found["gl_Position"].tolist() == [[1, 2, 3, 4]]
        assert found["uv"].tolist() == [[1, 2]]


@pytest.mark.parametrize("isa", ["pica200", "agal"])
def test_a_shader_that_writes_nothing_else_is_refused(isa: str) -> None:
    size = "@gl_PointSize = external addrspace(3) global float\n"
    text = f"{size}define void @main(float %x) {{\n  store float %x, ptr addrspace(3) @gl_PointSize\n  ret void\n}}\n"
    with pytest.raises(Unsupported, match=f"{isa} draws no points, but the shader writes only gl_PointSize"):
        gpucc.compile(text, isa)


def test_what_is_left_out_is_left_out_of_the_reference_too() -> None:
    from gpucc import driver

    arrays = {"p": np.array([[1.0, 2, 3, 4]]), "k": 2.0}
    assert sorted(driver.reference(POINTS, "pica200", arrays, name="k.vert")) == ["gl_Position", "uv"]


@pytest.mark.parametrize(
    ("varyings", "warning"),
    [
        ("vec3 texcoord0", "texcoord0 has 2 components, so the rasteriser does not get z of the output texcoord0"),
        ("vec4 view", "view has 3 components, so the rasteriser does not get w of the output view"),
        ("vec2 texcoord0w", "texcoord0w has 1 component, so the rasteriser does not get y of the output texcoord0w"),
        (
            "vec4 color, normalquat, glow",
            "every semantic that suits the output glow is taken, so the rasteriser does not get it; --bind"
            " glow=output:NAME gives it one",
        ),
        ("vec4 color, glow", None),
        ("vec3 view", None),
    ],
)
def test_what_the_rasteriser_does_not_get_is_a_warning(varyings: str, warning: str | None) -> None:
    kind, names = varyings.split(" ", 1)
    stores = "".join(f"{name} = p.{'xyzw'[: int(kind[-1])]}; " for name in names.split(", "))
    source = f"attribute vec4 p; varying {varyings}; void main() {{ gl_Position = p; {stores}}}"
    _, warnings = told(source, "pica200")
    assert warnings == ([] if warning is None else [warning])


def test_an_output_without_a_meaning_on_request_is_no_warning() -> None:
    source = "attribute vec4 p; varying vec4 color, normalquat, glow; void main() { gl_Position = p; %s}"
    source %= "".join(f"{name} = p; " for name in ("color", "normalquat", "glow"))
    assert told(source, "pica200", bind=["glow=output:dummy"])[1] == []
