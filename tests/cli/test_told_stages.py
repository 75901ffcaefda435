"""The stage of a source whose name does not tell it, from what only one stage can name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc import driver
from gpucc.reading import stage_of

Run = Callable[..., Any]
VERTEX = "attribute vec4 p; varying vec2 t; void main() { t = p.xy; gl_Position = p; }"
FRAGMENT = "precision mediump float; varying vec2 t; void main() { gl_FragColor = t.xyxy; }"
UNTOLD = "#version 300 es\nprecision mediump float; in vec2 t; out vec4 c; void main() { c = t.xyxy; }"
FILES = {"v.glsl": VERTEX, "f.glsl": FRAGMENT, "u.glsl": UNTOLD}


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        (VERTEX, "vertex"),
        (FRAGMENT, "fragment"),
        (UNTOLD, None),
        ("void main() { /* no gl_FragColor here */ gl_Position = vec4(1.0); }", "vertex"),
        ("// gl_Position comes from the other shader\nvoid main() { discard; }", "fragment"),
        ("void mainImage(out vec4 c, in vec2 at) { c = vec4(at, 0.0, 1.0); }", "fragment"),
        ("#ifdef A\nvoid main() { gl_Position = vec4(1.0); }\n#else\nvoid main() { discard; }\n#endif", None),
        ("half4 main(float2 at) { return half4(1); }", None),
        ("define void @main() { ret void }", None),
    ],
)
def test_what_tells_the_stage(text: str, stage: str | None) -> None:
    assert stage_of("k.glsl", text.encode()) == stage


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("blur_fs.glsl", "fragment"), ("blur-FRAG.glsl", "fragment"), ("a/vs.glsl", "vertex"), ("fs.rain.glsl", None),
        ("lens_vert.glsl", "vertex"), ("fur_gs.glsl", "geometry"), ("offs.glsl", None), ("blur_fs.txt", None),
    ],
)  # fmt: skip
def test_the_last_word_of_a_name_tells_what_the_text_does_not(name: str, stage: str | None) -> None:
    assert stage_of(name, UNTOLD.encode()) == stage
    assert stage_of("blur_fs.glsl", VERTEX.encode()) == "vertex"


def test_an_ending_counts_more_than_the_text() -> None:
    assert stage_of("k.frag", VERTEX.encode()) == "fragment"


def test_a_family_of_targets_takes_the_stage_from_the_text(gpucc: Run, refused: Run) -> None:
    assert "lima-vp vertex shader" in gpucc("v.glsl --isa lima", FILES).err
    assert "lima-pp fragment shader" in gpucc("f.glsl --isa lima").err
    refused(2, "stage is not known", "u.glsl --isa lima")
    assert gpucc("u.glsl --isa lima --stage fragment").code == 0


def test_a_pair_may_come_in_any_order(gpucc: Run, refused: Run) -> None:
    for pair in ("v.glsl f.glsl", "f.glsl v.glsl", "v.glsl u.glsl"):
        end = gpucc(f"{pair} --isa lima", FILES)
        assert end.code == 0, end.err
        assert end.err.index("lima-vp vertex shader") < end.err.index("lima-pp fragment shader")
    refused(2, "both inputs are vertex shaders", "v.glsl w.glsl --isa lima", {"w.glsl": VERTEX})


def test_a_target_without_the_stage_says_so(refused: Run) -> None:
    refused(
        1,
        "v.glsl: error: lima-pp runs fragment shaders only, and this is a vertex shader",
        "v.glsl --isa lima-pp",
        FILES,
    )
    refused(1, "f.glsl: error: lima-vp runs vertex shaders only, and this is a fragment shader", "f.glsl --isa lima-vp")


def test_without_a_hint_a_target_reads_its_usual_stage() -> None:
    text = "#version 300 es\nin vec4 p; out vec4 q; void main() { q = p; }"
    program = driver.compile(text, isa="lima-vp")
    assert program.stage == "vertex"
    assert {slot.name for slot in program.interface.inputs} == {"p"}


def test_campaigns_leave_out_targets_without_the_stage(gpucc: Run, tmp_path: Path) -> None:
    end = gpucc(
        "campaign corpus many -j 1 --journal j --isa lima-vp --isa lima-pp --lanes 8",
        {f"many/{n}": t for n, t in FILES.items()},
    )
    assert end.code == 0, end.err
    counts = {line.split()[0]: line.split()[1] for line in end.out.decode().splitlines() if line.startswith("lima")}
    assert counts == {"lima-pp": "2", "lima-vp": "2"}
