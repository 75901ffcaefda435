"""Sources with a mainImage that are no GLSL ES 3.00, as Ghostty and other programs on desktops show them."""

from __future__ import annotations

import pytest

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

IMAGE = "void mainImage(out vec4 c, in vec2 p) {{ {} }}\n"
# what desktop GLSL alone takes
LIST = "const float[2] few = {0.25, 0.5};\n" + IMAGE.format("c = vec4(few[0] + p.x);")
INTEGERS = IMAGE.format("c = vec4(1 - p.x / iResolution.x);")
OVERLOAD = "float normalize(float a, float b) { return a / b; }\n" + IMAGE.format("c = vec4(normalize(p.x, p.y));")
OLD = IMAGE.format("c = texture2D(iChannel0, p / iResolution.xy);")


@pytest.mark.parametrize("language", ["glsl", "shadertoy"])
@pytest.mark.parametrize("text", [LIST, INTEGERS, OVERLOAD, OLD])
def test_it_is_compiled_with_a_warning(text: str, language: str) -> None:
    told: list[str] = []
    compile_source(text, "k.frag", language, warn=told.append)
    assert "this is no Shadertoy's GLSL ES 3.00" in told[0]
    assert told[0].endswith("it is compiled as desktop GLSL 4.30, which browsers do not take")


def test_what_a_browser_takes_has_no_warning() -> None:
    told: list[str] = []
    compile_source(IMAGE.format("c = vec4(1.0 - p.x);"), "k.frag", "glsl", warn=told.append)
    assert told == []


@pytest.mark.parametrize(
    ("text", "message", "note"),
    [
        # the errors that are left on a desktop, where these are fewer
        (INTEGERS.replace("1 -", "iCurrentCursor.x -"), "`iCurrentCursor` is not declared", "Ghostty gives it"),
        (LIST.replace("+ p.x", "+ iTimeCursorChange"), "`iTimeCursorChange` is not declared", "uniform float iTimeC"),
        (IMAGE.format("c = vec4(iGlobalTime);"), "`iGlobalTime` is not declared", "-D iGlobalTime=iTime"),
        (IMAGE.format("c = vec4(missing);"), "`missing` is not declared", ""),
    ],
)
def test_what_neither_takes_is_an_error(text: str, message: str, note: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "k.frag", "glsl")
    assert (caught.value.message, caught.value.also) == (message, ())
    assert note in " ".join(caught.value.notes)


@pytest.mark.parametrize("head", ["out vec3 c, vec2 p", "out vec4 c, vec2 p, vec2 q"])
def test_another_main_image_is_named_where_it_stands(head: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(f"// a comment\nvoid mainImage({head}) {{}}\n", "k.frag", "glsl")
    assert str(caught.value.location) == "k.frag:2:6"
    assert caught.value.message == "Shadertoy calls mainImage with a colour and a position"


def test_strict_es_takes_no_desktop_glsl() -> None:
    with pytest.raises(GpuccError):
        compile_source(INTEGERS, "k.frag", "shadertoy", strict_es=True)


def test_the_older_name_of_the_time_may_be_defined() -> None:
    compile_source(IMAGE.format("c = vec4(iGlobalTime);"), "k.frag", "glsl", define=("iGlobalTime=iTime",))
