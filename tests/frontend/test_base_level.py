"""Level 0 of a texture without mipmaps is a plain read on AGAL and AGSL, which can choose no level."""

from __future__ import annotations

import pytest

import gpucc
from gpucc.errors import Unsupported

HEAD = "#version 300 es\nprecision highp float;\nin vec2 at;\nuniform sampler2D board;\nout vec4 shown;\n"
READ = HEAD + "void main() {{ shown = textureLod(board, at * 0.5, {}); }}"
PLAIN = HEAD + "void main() { shown = texture(board, at * 0.5); }"


def program(text: str, isa: str, **options: object) -> gpucc.Program:
    return gpucc.compile(text, isa, name="k.frag", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("isa", ["agal", "agsl"])
@pytest.mark.parametrize("level", ["0.0", "-2.5"])
def test_level_0_is_a_plain_read(isa: str, level: str) -> None:
    found = program(READ.format(level), isa)
    assert found.verified is not None
    assert found.verified["verdict"] == "verified"
    assert found.asm() == program(PLAIN, isa).asm()


@pytest.mark.parametrize("isa", ["agal", "agsl"])
@pytest.mark.parametrize("level", ["1.0", "at.x"])
def test_other_levels_are_refused(isa: str, level: str) -> None:
    with pytest.raises(Unsupported):
        program(READ.format(level), isa)


def test_a_sampler_with_mipmaps_chooses_its_level_itself() -> None:
    with pytest.raises(Unsupported, match="no instruction reads a chosen mip level"):
        program(READ.format("0.0"), "agal", sampler=["board=linear,miplinear"])
