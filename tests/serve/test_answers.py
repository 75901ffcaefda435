"""The page shows what the command line makes: the program of the options, and the picture of the source."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

from gpucc import driver
from gpucc.emit import manifest, png
from gpucc.errors import UsageError
from gpucc.serve.jobs import perform

SOURCE = """precision mediump float;
varying vec2 uv;
uniform sampler2D s;
uniform mat2 turn;
uniform float size, k;
void main() {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 3; i++) sum += texture2D(s, turn * uv) * (k > 0.5 ? sin(k) : uv.x / size + float(i));
  gl_FragColor = sum;
}
"""
LIT = "precision mediump float; varying vec2 uv; uniform sampler2D s; uniform float size;\nvoid main() { %s }\n"
CASES = {
    "-O0": {"opt": 0},
    "--arithmetic fast": {"arithmetic": "fast"},
    "--target version=2": {"target": {"version": "2"}},
    "--derive": {"derive": True},
    "--assume k=1": {"assume": ("k=1",)},
    "--matrices rows": {"matrices": "rows"},
    "--sampler s=linear,repeat": {"sampler": ("s=linear,repeat",)},
    "-D sin=cos": {"define": ("sin=cos",)},
    "--lanes 512": {"verify": 512},
}


def answers(kind: str, **request: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    def tell(event: str, **values: Any) -> None:
        found.append({"event": event, **values})

    perform({"kind": kind, "language": "frag", "isa": "agal", "options": "", **request}, tell)
    return found


def made(source: str, options: str = "") -> dict[str, Any]:
    (found,) = (one for one in answers("compile", source=source, options=options) if one["event"] == "made")
    return found


@pytest.mark.parametrize("options", CASES)
def test_a_program_is_that_of_its_options(options: str) -> None:
    given: dict[str, Any] = {"stage": "fragment", "name": "shader.frag", **CASES[options]}
    expected = driver.compile(SOURCE.encode(), "agal", **given)
    found = manifest.read(made(SOURCE, options)["program"])
    assert found.verified == expected.verified
    assert (found.code, found.constants, found.interface) == (expected.code, expected.constants, expected.interface)
    assert (found.derived, found.assumed) == (expected.derived, expected.assumed)
    assert manifest.write(found) != made(SOURCE)["program"]


def test_options_that_change_few_programs_reach_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, Any] = {}

    def compile(source: bytes, isa: str, **given: Any) -> Any:
        found.update(given)
        raise UsageError("enough")

    monkeypatch.setattr(driver, "compile", compile)
    options = "--prefer size --effort 7 --time-limit 9 --half --strict-es --android 14 --math skia-cpu --entry f"
    with pytest.raises(UsageError, match="enough"):
        made(SOURCE, f"{options} --demote-doubles --bind uv=input:3 --language glsl100")
    expected = {
        "prefer": "size", "effort": 7, "time_limit": 9.0, "half": True, "strict_es": True, "android": "14",
        "math": "skia-cpu", "entry": "f", "demote_doubles": True, "bind": ("uv=input:3",), "language": "glsl100",
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    assert found["stage"] == "fragment"


def pictures(source: str, program: str, **more: Any) -> list[dict[str, Any]]:
    """The frames, with pictures of 2 x 2 pixels as numbers."""
    texture = np.array([[[255, 0, 0, 255]], [[0, 255, 0, 255]]], np.uint8)
    request = {"size": [2, 2], "frames": [0, 0], "textures": {"s": base64.b64encode(png.write(texture)).decode()}}
    frames = answers("draw", source=source, program=program, **{**request, **more})
    return [
        frame | {name: png.read(base64.b64decode(frame[name]), name).tolist() for name in ("ours", "theirs", "gap")}
        for frame in frames
    ]


def test_a_picture_shows_what_textures_uniforms_and_frames_say() -> None:
    """With the upper row of the dropped picture above."""
    source = LIT % "gl_FragColor = texture2D(s, uv) * vec4(size, size, 1.0, 1.0);"
    frames = pictures(source, made(source)["program"], frames=[1, 3], uniforms={"size": "frame * 0.2"})
    assert [frame["frame"] for frame in frames] == [1, 2, 3]
    for frame, level in zip(frames, (51, 102, 153), strict=True):
        assert frame["ours"] == frame["theirs"] == [[[level, 0, 0, 255]] * 2, [[0, level, 0, 255]] * 2]
        assert frame["gap"] == [[[0, 0, 0, 255]] * 2] * 2
        assert (frame["largest"], frame["differing"], frame["pixels"]) == (0.0, 0, 4)


def test_a_program_of_another_source_differs_from_the_reference() -> None:
    wrong, right = (
        LIT % f"gl_FragColor = vec4(step(0.5, uv.x), {size}, 0.0, 1.0);" for size in ("size", "size * 0.99")
    )
    (frame,) = pictures(right, made(wrong)["program"], uniforms={"size": "0.4"}, textures={})
    assert frame["ours"] == [[[0, 102, 0, 255], [255, 102, 0, 255]]] * 2
    assert frame["theirs"] == [[[0, 101, 0, 255], [255, 101, 0, 255]]] * 2
    # 64 times as large
    assert frame["gap"] == [[[0, 65, 0, 255]] * 2] * 2
    assert frame["largest"] == pytest.approx(0.004, rel=1e-3)
    assert frame["differing"] == 4
