"""Endings of file names: what they tell of a shader, for one file, a pair, a batch and a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpucc.endings import named_language, named_stage

Run = Callable[..., Any]
FRAGMENT = "precision mediump float; varying vec2 uv; void main() { gl_FragColor = vec4(uv, 0, 1); }"
VERTEX = "attribute vec4 p; varying vec2 uv, unread; void main() { gl_Position = p; uv = p.xy; unread = p.zw; }"
PAIRS = (
    ("vert", "frag"),
    ("vs", "fs"),
    ("vsh", "fsh"),
    ("glslv", "glslf"),
    ("vp", "fp"),
    ("vert.glsl", "frag.glsl"),
    ("VERT", "Frag"),
)


@pytest.mark.parametrize(("vertex", "fragment"), PAIRS)
def test_a_pair_is_known_by_its_endings_in_any_order(gpucc: Run, vertex: str, fragment: str) -> None:
    files = {f"k.{vertex}": VERTEX, f"k.{fragment}": FRAGMENT}
    end = gpucc([f"k.{fragment}", f"k.{vertex}", "--isa", "lima", "--no-verify"], files)
    assert end.code == 0, end.err
    assert end.text.index("// lima-vp") < end.text.index("# lima-pp")
    alone = gpucc([f"k.{fragment}", "--isa", "lima", "--no-verify"], files)
    assert alone.text.startswith("# lima-pp"), alone.err


def test_a_batch_links_pairs_of_any_endings(gpucc: Run) -> None:
    files = {"k.fs": FRAGMENT, "k.vs": VERTEX, "out/old": ""}
    end = gpucc("batch k.fs k.vs --isa lima -o out --link --emit h", files)
    assert end.code == 0, end.err
    assert "unread" not in Path("out/k.vs.h").read_text()


def test_a_folder_of_a_campaign_is_searched_for_every_ending(gpucc: Run) -> None:
    files = {"in/k.vs": VERTEX, "in/k.fs": FRAGMENT, "in/k.md": "no shader"}
    end = gpucc("campaign corpus in --isa agal --lanes 4 -j 1 --journal k.db", files)
    assert end.code == 0, end.err
    assert "agal      2         2" in end.text


@pytest.mark.parametrize(
    ("name", "language", "stage"),
    [
        ("k.agsl", "agsl", "fragment"),
        ("k.sksl", "agsl", "fragment"),
        ("k.glsl", None, None),
        ("k.vert.ll", None, "vertex"),
        ("a.b/k.fs", "glsl", "fragment"),
        ("k.vsh", None, "vertex"),
        ("k", None, None),
    ],
)
def test_what_a_name_tells(name: str, language: str | None, stage: str | None) -> None:
    assert (named_language(name), named_stage(name)) == (language, stage)


def test_a_vertex_shader_with_the_name_of_a_fragment_shader_is_one_error(refused: Run) -> None:
    end = refused(1, "this is a vertex shader", "k.frag --isa agal", {"k.frag": VERTEX})
    assert end.errors == ["k.frag:1:58: error: this is a vertex shader, but it is compiled as a fragment shader"]
    assert "--stage vertex" in end.err


def test_a_fragment_shader_that_names_the_position_keeps_its_errors(gpucc: Run) -> None:
    text = "precision mediump float; void main() { gl_Position = vec4(0.0); gl_FragColor = vec4(colour, 1.0); }"
    end = gpucc("k.frag --isa agal", {"k.frag": text})
    assert end.code == 1
    assert [error.partition(": error: ")[2] for error in end.errors] == [
        "`gl_Position` is not declared",
        "`colour` is not declared",
    ]
