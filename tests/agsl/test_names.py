"""The interface of the text is that of the source: names, order and types, including unread variables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gpucc
from gpucc.errors import Unsupported
from gpucc.isa.agsl import ALWAYS, FUNCTIONS, LATER, RESERVED
from gpucc.source.agsl.names import Namer

sys.path.append(str(Path(__file__).parents[1] / "frontend"))
import skia_judge

USES = "uniform float {0};\nhalf4 main(float2 p) {{ return half4({0} * p.x); }}\n"
# keywords of other languages and of later GLSL that every Skia accepts
LEGAL = """array active filter resource common texture sample string char var let require partition
export unsized byte ubyte ulong eval fma frexp ldexp centroid smooth patch shared coherent restrict
subroutine texture2DRect texture2DLod sk_FragCoord sk_time _a a_ a__b __a set char2 import kernel offset
int5 float5""".split()


def text_of(source: str, name: str = "names.agsl", warnings: list[str] | None = None) -> str:
    def observe(kind: str, text: str) -> None:
        if kind == "warning" and warnings is not None:
            warnings.append(text)

    return str(gpucc.compile(source, isa="agsl", name=name, verify=None, observe=observe).asm())


def head(text: str) -> list[str]:
    return [line.split(";")[0] for line in text.split("\n") if line.startswith(("uniform", "layout"))]


def test_a_word_is_reserved_if_skia_refuses_it() -> None:
    newest = (
        {"sk_Caps"} | set(ALWAYS.split()) | set(FUNCTIONS.split()) | {word for word in RESERVED if word[-1].isdigit()}
    )
    taken = {"threadgroup", "readWriteTexture2D"}
    for word in sorted(RESERVED):
        said = skia_judge.refusal(USES.format(word))
        assert (said is None) == (word in taken), (word, said)
    assert newest <= RESERVED
    assert taken <= set(LATER.split())


@pytest.mark.parametrize("word", LEGAL)
def test_a_legal_name_is_kept(word: str) -> None:
    assert skia_judge.refusal(USES.format(word)) is None
    assert word not in RESERVED


def test_legal_names_stand_in_the_text() -> None:
    source = "".join(f"uniform float {word};\n" for word in LEGAL)
    total = " + ".join(LEGAL[:20]), " + ".join(LEGAL[20:])
    text = text_of(f"{source}half4 main(float2 p) {{ return half4({total[0]}, {total[1]}, p); }}")
    assert head(text) == [f"uniform float {word}" for word in LEGAL]
    assert skia_judge.refusal(text) is None


def test_a_name_that_android_refuses_is_changed_and_said() -> None:
    told: list[str] = []
    source = (
        "precision highp float; uniform float step; uniform float step_; void main() { gl_FragColor = vec4(step, step_,"
        " 0.0, 1.0); }"
    )
    text = text_of(source, "names.frag", told)
    assert head(text) == ["uniform float step_2", "uniform float step_"]
    assert any("'step'" in one and "'step_2'" in one for one in told)
    assert skia_judge.refusal(text) is None


EVERYTHING = """uniform float before;
uniform shader content;
uniform half4 tint;
uniform int2 counts;
uniform shader unread;
layout(color) uniform half4 shade;
uniform float2x2 turn;
uniform half weights[3];
uniform int steps[2];
uniform float2 content_size;
uniform float coord;
uniform colorFilter grade;
uniform blender over;
"""


@pytest.mark.parametrize(
    "value",
    [
        "half4(p.x)",
        "content.eval(p) * tint",
        "content.eval(p * content_size * before)",
        "half4(weights[1] + coord) * shade.y + float(counts.y)",
    ],
)
def test_names_order_types_and_unread_members_stay(value: str) -> None:
    text = text_of(f"{EVERYTHING}half4 main(float2 p) {{ return {value}; }}\n")
    declared = [line.rstrip(";") for line in EVERYTHING.strip().split("\n")]
    assert head(text) == declared
    assert skia_judge.refusal(text) is None


def test_what_is_made_up_gives_way_to_names_of_the_source() -> None:
    source = """precision highp float;
uniform sampler2D image; uniform vec2 image_size; uniform float coord;
void main() { gl_FragColor = texture2D(image, gl_FragCoord.xy / image_size + coord); }"""
    text = text_of(source, "names.frag")
    assert head(text)[0] == "uniform shader image"
    assert {"uniform float2 image_size", "uniform float coord"} <= set(head(text))
    assert skia_judge.refusal(text) is None


def test_a_color_filter_that_is_evaluated_is_no_identity() -> None:
    with pytest.raises(Unsupported, match="color filters and blenders: grade"):
        text_of("uniform colorFilter grade; half4 main(float2 p) { return grade.eval(half4(p.x)); }")


def test_numbers_go_on_past_names_that_are_taken() -> None:
    namer = Namer(frozenset({"s2", "light", "light_1"}))
    assert [namer.fresh("s") for _ in range(3)] == ["s1", "s3", "s4"]
    assert [namer.fresh("light", said=True) for _ in range(2)] == ["light1", "light2"]


def test_a_name_costs_the_same_however_many_there_are(steps: Callable[[Callable[[], object]], int]) -> None:
    def make(count: int) -> None:
        namer = Namer(frozenset())
        for _ in range(count):
            namer.fresh("s")

    assert steps(lambda: make(800)) <= 4.2 * steps(lambda: make(200))
