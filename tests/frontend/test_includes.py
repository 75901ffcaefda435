"""Files that `#include` may read; the contents of other files never appear in messages."""

from __future__ import annotations

from pathlib import Path

import pytest

import gpucc
from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

SECRET = "root:x:0:0"
END = "precision mediump float;\nvoid main() { gl_FragColor = vec4(HALF); }\n"


@pytest.fixture
def shaders(tmp_path: Path) -> Path:
    """A folder with a library, and files outside that must not be read."""
    (tmp_path / "secret").write_text(SECRET)
    (tmp_path / "secret.glsl").write_text(SECRET)
    folder = tmp_path / "shaders"
    (folder / "lib").mkdir(parents=True)
    (folder / "password.env").write_text(SECRET)
    (folder / "half.glsl").write_text("#define HALF 0.5\n")
    (folder / "lib" / "more.glsl").write_text('#include "../half.glsl"\n')
    (folder / "link.glsl").symlink_to(tmp_path / "secret.glsl")
    return folder


def told(error: GpuccError) -> str:
    return "\n".join(f"{one.location}: {one.message} {one.notes} {one.source_line}" for one in (error, *error.also))


@pytest.mark.parametrize("name", ["half.glsl", "lib/more.glsl", "lib/../half.glsl"])
def test_files_in_the_folder_and_below_are_read(shaders: Path, name: str) -> None:
    main = shaders / "main.frag"
    main.write_text(f'#include "{name}"\n{END}')
    assert gpucc.compile(main, isa="lima-pp").verified


@pytest.mark.parametrize(
    "name", ["../secret", "../secret.glsl", "{}/secret.glsl", "link.glsl", "password.env", "lib/../../secret.glsl"]
)
def test_no_line_of_another_file_is_shown(shaders: Path, name: str) -> None:
    main = shaders / "main.frag"
    main.write_text(f'#include "{name.format(shaders.parent)}"\n{END}')
    with pytest.raises(GpuccError) as caught:
        gpucc.compile(main, isa="lima-pp")
    assert "cannot include" in told(caught.value)
    assert "x:0" not in told(caught.value)


def test_a_file_below_may_not_lead_out_of_the_folder(shaders: Path) -> None:
    main = shaders / "lib" / "main.frag"
    main.write_text(f'#include "more.glsl"\n{END}')
    with pytest.raises(GpuccError, match="it does not lie in lib or below") as caught:
        gpucc.compile(main, isa="lima-pp")
    assert caught.value.location is not None
    assert (Path(caught.value.location.file).name, caught.value.location.line) == ("more.glsl", 1)
    assert "--include-anywhere" in " ".join(caught.value.notes)
    assert gpucc.compile(main, isa="lima-pp", include_anywhere=True).verified


def test_a_text_has_no_folder(shaders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shaders)
    for text in (
        f'#include "half.glsl"\n{END}',
        f'#include "{shaders}/half.glsl"\n{END}',
        f'#include "../secret"\n{END}',
    ):
        with pytest.raises(GpuccError, match="the source is a text without a folder") as caught:
            gpucc.compile(text, isa="lima-pp")
        assert SECRET not in told(caught.value)
    assert gpucc.compile(f'#include "half.glsl"\n{END}', isa="lima-pp", include_anywhere=True).verified


def test_anywhere_is_no_leave_to_show_what_is_no_shader(shaders: Path) -> None:
    with pytest.raises(GpuccError, match="its ending is not that of a shader") as caught:
        gpucc.compile(f'#include "{shaders.parent}/secret"\n{END}', isa="lima-pp", include_anywhere=True)
    assert SECRET not in told(caught.value)


def test_whoever_gives_the_includes_decides_what_they_are() -> None:
    assert "define void" in compile_source(
        f'#include "/etc/passwd"\n{END}', "f", "glsl", includes={"/etc/passwd": "#define HALF 0.5\n"}
    )


def test_an_included_main_makes_a_shader_with_main_image_no_shadertoy(tmp_path: Path) -> None:
    (tmp_path / "head.glsl").write_text(
        "#version 460 core\nprecision highp float;\nuniform float iTime;\nout vec4 c;\n"
    )
    (tmp_path / "tail.glsl").write_text("void main() { mainImage(c, gl_FragCoord.xy); }\n")
    (tmp_path / "nothing.glsl").write_text("// nothing\n")
    body = "void mainImage(out vec4 o, vec2 p) { o = vec4(p * iTime, 0.0, 1.0); }\n"
    own, toy = tmp_path / "own.frag", tmp_path / "toy.frag"
    own.write_text(f'#include "head.glsl"\n{body}#include "tail.glsl"\n')
    toy.write_text(f'#include "nothing.glsl"\n{body}')
    for path in (own, toy):
        assert [slot.name for slot in gpucc.compile(path, isa="agsl").interface.uniforms] == ["iTime"]
    # only Shadertoy declares it
    toy.write_text(f'#include "nothing.glsl"\n{body.replace("iTime", "iTimeDelta")}')
    assert gpucc.compile(toy, isa="agsl").verified
    own.write_text(own.read_text().replace("iTime", "iTimeDelta"))
    with pytest.raises(GpuccError, match="`iTimeDelta` is not declared"):
        gpucc.compile(own, isa="agsl")


FLUTTER = """#version 460 core
#include <flutter/runtime_effect.glsl>
uniform vec2 uSize;
out vec4 fragColor;
void main() { fragColor = vec4(FlutterFragCoord() / uSize, 0.0, 1.0); }
"""


def test_flutters_include_is_known_and_a_file_of_that_name_comes_first(tmp_path: Path) -> None:
    program = gpucc.compile(FLUTTER, isa="agsl", stage="fragment")
    assert "coord / uSize" in program.asm()
    (tmp_path / "flutter").mkdir()
    (tmp_path / "flutter" / "runtime_effect.glsl").write_text("vec2 FlutterFragCoord() { return vec2(7.0); }\n")
    source = tmp_path / "own.frag"
    source.write_text(FLUTTER)
    assert "7.0" in gpucc.compile(source, isa="agsl", include=[str(tmp_path)]).asm()


def test_a_guarded_library_may_be_included_by_hundreds_of_files(tmp_path: Path) -> None:
    (tmp_path / "half.glsl").write_text("#ifndef HALF\n#define HALF 0.5\n#endif\n")
    for number in range(30):
        (tmp_path / f"part{number}.glsl").write_text('#include "half.glsl"\n' * 20)
    main = tmp_path / "main.frag"
    main.write_text("".join(f'#include "part{number}.glsl"\n' for number in range(30)) + END)
    assert gpucc.compile(main, isa="agal").verified


def test_what_stands_behind_the_name_of_a_file_is_shown(shaders: Path) -> None:
    main = shaders / "main.frag"
    main.write_text(f'#include "half.glsl";\n{END}')
    with pytest.raises(GpuccError, match="`;` cannot stand after #include") as caught:
        gpucc.compile(main, isa="agal")
    assert caught.value.location is not None
    assert (caught.value.location.line, caught.value.location.column) == (1, 21)


ROOTED = '#include "/lib/tone.glsl"\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(TONE); }\n'


def test_a_name_may_begin_at_a_folder_of_the_options(tmp_path: Path) -> None:
    """Engines begin names at the root of the project."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "tone.glsl").write_text("#define TONE 0.25\n")
    main = tmp_path / "deep" / "main.frag"
    main.parent.mkdir()
    main.write_text(ROOTED)
    with pytest.raises(GpuccError) as caught:
        gpucc.compile(main, isa="lima-pp")
    assert caught.value.notes == ("-I names the folder that the first / stands for",)
    assert gpucc.compile(main, isa="lima-pp", include=[str(tmp_path)]).verified


def test_such_a_name_does_not_lead_out_of_the_folder(shaders: Path) -> None:
    main = shaders / "main.frag"
    main.write_text(ROOTED.replace("/lib/tone.glsl", "/../secret.glsl"))
    with pytest.raises(GpuccError) as caught:
        gpucc.compile(main, isa="lima-pp", include=[str(shaders / "lib")])
    assert "x:0" not in told(caught.value)
