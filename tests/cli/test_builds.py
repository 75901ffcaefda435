"""What builds ask of a compiler: macros, folders of includes, languages, files of arguments, dependency files."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import pytest

import gpucc as package
from gpucc.frontend.choices import LANGUAGES
from gpucc.frontend.compile import NAMED
from gpucc.terminal import options
from gpucc.terminal.depends import DependWishes, rule
from gpucc.terminal.responses import split

Run = Callable[..., Any]
SHADER = """precision mediump float;
#include "gain.glsl"
varying vec2 uv;
void main() { gl_FragColor = vec4(gain(uv.x), TWICE(uv.y), B, 1.0); }
"""
FILES = {"a.frag": SHADER, "lib/gain.glsl": "float gain(float x) { return x * K; }\n"}
GIVEN = ["--no-verify", "-DK=3.0", "-D", "TWICE(x)=x * 2.0", "-D", "B=0.5", "-I", "lib"]


def test_macros_and_folders_are_as_if_they_stood_in_the_source(gpucc: Run) -> None:
    ours = gpucc(["a.frag", "--isa", "agal", *GIVEN], FILES)
    text = SHADER.replace('#include "gain.glsl"', FILES["lib/gain.glsl"]).replace("TWICE(uv.y)", "uv.y * 2.0")
    plain = gpucc("b.frag --isa agal --no-verify", {"b.frag": text.replace("K", "3.0").replace("B", "0.5")})
    assert ours.code == plain.code == 0, ours.err + plain.err
    assert ours.out == plain.out


def test_a_macro_without_a_text_is_one(gpucc: Run) -> None:
    text = "#if ON != 1\n#error off\n#endif\nvoid main() { gl_FragColor = vec4(0.5); }"
    assert gpucc("a.frag --isa agal -DON --no-verify", {"a.frag": text}).code == 0
    assert "#error off" in gpucc("a.frag --isa agal -DON=2 --no-verify").err


def test_python_takes_them_too(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    given = {"define": ["K=3.0", "TWICE(x)=x * 2.0", "B=0.5"], "include": [str(tmp_path / "lib")]}
    program = package.compile(tmp_path / "a.frag", isa="lima-pp", **given)
    assert program.verified
    assert program.code == package.compile(SHADER, isa="lima-pp", language="glsl100", **given).code


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (2, "-D gives K twice", "-DK=1 -DK=2"),
        (2, "-D takes NAME", "-D 3=4"),
        (2, "no such folder", "-I nowhere"),
        (2, "choices: ir, agsl", "--language hlsl"),
        (2, "-MF needs -MD", "-MF k.d"),
        (2, "-MT needs -MD", "-MT k"),
        (2, "-MF FILE and -MT TARGET", "-MD"),
        (2, "it is the input", "-MD -MF a.frag -o a.json"),
        (2, "two outputs would have one name", "-MD -MF a.json -o a.json"),
        (1, "GL_ES cannot be defined", "-D GL_ES"),
        (1, "K is defined differently before", "-D K=2.0"),
        (1, "GLSL ES 1.00, but the source is read as GLSL 3.30", "--language glsl330"),
        (2, "strict_es refuses GLSL 3.30", "--language glsl330 --strict-es"),
    ],
)
def test_wrong_words(refused: Run, code: int, says: str, words: str) -> None:
    text = "#version 100\n#define K 1.0\nvoid main() { gl_FragColor = vec4(K); }"
    if "strict" in words:
        text = text.partition("\n")[2]
    refused(code, says, f"a.frag --isa agal {words}", {"a.frag": text})


def test_options_of_the_preprocessor_do_nothing_for_other_languages(gpucc: Run) -> None:
    agsl = "half4 main(float2 p) { return half4(half(p.x)); }"
    ir = "define <4 x float> @k(<4 x float> %p) {\n  ret <4 x float> %p\n}\n"
    told = gpucc("a.agsl --isa agal -D K --no-verify", {"a.agsl": agsl}).err
    assert "warning: -D does nothing for AGSL, which has no preprocessor" in told
    assert (
        "-D and -I do nothing for LLVM IR"
        in gpucc("a.ll --isa agal --stage vertex -DK -I . --no-verify", {"a.ll": ir}).err
    )


def test_files_outside_are_read_from_named_folders_only(gpucc: Run) -> None:
    files = {"s/a.frag": SHADER, "lib/gain.glsl": '#include "../other/k.glsl"\n', "other/k.glsl": ""}
    end = gpucc(["s/a.frag", "--isa", "agal", *GIVEN], files)
    assert 'lib/gain.glsl:1:10: error: cannot include `"../other/k.glsl"`: it does not lie in s or below' in end.err
    assert "-I names a folder" in end.err
    end = gpucc(
        ["s/a.frag", "--isa", "agal", *GIVEN], {"lib/gain.glsl": "#include <gain2.glsl>\n#include <../s/a.frag>"}
    )
    assert "cannot include <gain2.glsl>: there is no such file" in end.err
    assert gpucc("s/b.frag --isa agal", {"s/b.frag": "#include <a.frag>\n"}).code == 1


def test_brackets_search_the_named_folders_only(gpucc: Run) -> None:
    text = "#include <k.glsl> // the library's\nvoid main() { gl_FragColor = vec4(K); }"
    files = {"a.frag": text, "k.glsl": "#define K 0.25", "lib/k.glsl": "#define K 0.75"}
    assert "0.75" in gpucc("a.frag --isa agal -I lib --no-verify", files).text
    assert (
        "0.25" in gpucc("a.frag --isa agal -I lib --no-verify", {"a.frag": text.replace("<k.glsl>", '"k.glsl"')}).text
    )


# --language -----------------------------------------------------------------------------------------------------------


def test_the_lists_of_languages_agree() -> None:
    assert options.LANGUAGES == LANGUAGES
    assert set(LANGUAGES) == {"ir", *NAMED}


def test_a_language_is_chosen_for_any_name(gpucc: Run) -> None:
    toy = "void mainImage(out vec4 c, vec2 p) { c = vec4(p / iResolution.xy, 0, 1); }"
    image = gpucc("k.txt --isa lima-pp --language shadertoy --no-verify", {"k.txt": toy})
    assert image.code == 0
    assert image.out == gpucc("k.frag --isa lima-pp --no-verify", {"k.frag": toy}).out
    desktop = "void main() { gl_FragColor = vec4(1u << 3); }"
    assert "it is compiled as GLSL 3.30" in gpucc("d.frag --isa agal --no-verify", {"d.frag": desktop}).err
    silent = gpucc("- --isa agal --language glsl330 --stage fragment --no-verify", stdin=desktop.encode())
    assert (silent.code, "warning" in silent.err) == (0, False), silent.err
    assert "there is no GLSL" not in gpucc("d.frag --isa agal --language glsl100").err
    assert gpucc("d.frag --isa agal --language glsl100").code == 1
    agsl = "vec4 main(vec2 p) { return vec4(p, 0, 1); }"
    assert gpucc("k.glsl --isa agal --language agsl --no-verify", {"k.glsl": agsl}).code == 0
    assert "expected" in gpucc("k.glsl --isa agal --language ir").err


def test_a_pair_has_one_language(gpucc: Run) -> None:
    files = {
        "a.vert": "in vec4 p; out float f; void main() { gl_Position = p; f = p.x * K; }",
        "a.frag": "in float f; out vec4 c; void main() { c = vec4(f); }",
    }
    end = gpucc("a.vert a.frag --isa lima --language glsl330 -DK=2.0 --no-verify", files)
    assert (end.code, "warning" in end.err) == (0, False), end.err


# files of arguments ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b\n\tc\r\n", ["a", "b", "c"]),
        ("'a b' \"c 'd'\" ''", ["a b", "c 'd'", ""]),
        (r"a\ b \\ '\'' " + r'"\"x\n"', ["a b", "\\", "'", '"xn']),
        ("x'y z'w", ["xy zw"]),
        ("", []),
    ],
)
def test_words_are_split_as_gcc_splits_them(text: str, words: list[str]) -> None:
    assert split(text) == words


def test_a_file_of_arguments(gpucc: Run) -> None:
    files = {
        **FILES,
        "k.rsp": "--isa agal --no-verify @more.rsp",
        "more.rsp": "-DK=3.0 -D 'TWICE(x)=x * 2.0'\n-D B=0.5 -I\nlib",
    }
    assert gpucc("a.frag @k.rsp", files).out == gpucc(["a.frag", "--isa", "agal", *GIVEN]).out
    assert "cannot read '@none.rsp'" in gpucc("@none.rsp --isa agal").err
    assert "nested too deeply" in gpucc("a.frag @l.rsp", {"l.rsp": "@l.rsp"}).err
    assert "l.rsp: error: the quote ' is not closed" in gpucc("a.frag @l.rsp", {"l.rsp": "'a"}).err


def test_versions(gpucc: Run) -> None:
    lines = gpucc("--version").text.splitlines()
    assert lines[:2] == [f"gpucc {package.__version__}", f"llvmlite {llvmlite.__version__}"]
    assert lines[2].startswith("LLVM ")


# dependency files -----------------------------------------------------------------------------------------------------


def test_a_dependency_file_lists_what_was_read(gpucc: Run) -> None:
    end = gpucc(["a.frag", "--isa", "agal", *GIVEN, "-MD", "-MP", "-o", "a.agal"], FILES)
    assert end.new == ("a.agal", "a.d")
    assert Path("a.d").read_text() == "a.agal: a.frag lib/gain.glsl\n\nlib/gain.glsl:\n"
    gpucc(["a.frag", "--isa", "agal", *GIVEN, "-MD", "-MF", "x.d", "-MT", "$(out)/a", "-MT", "b"])
    assert Path("x.d").read_text() == "$(out)/a b: a.frag lib/gain.glsl\n"
    two = {"l.vert": "attribute vec4 p; void main() { gl_Position = p; }", "l.frag": 'void main() {}\n#include "i.h"\n'}
    gpucc("l.vert l.frag --isa lima -o out.json -MD --no-verify", {**two, "i.h": ""})
    assert Path("out.l.vertex.d").read_text() == "out.l.vertex.json out.l.fragment.json: l.vert l.frag i.h\n"


def test_a_failed_command_writes_no_dependency_file(refused: Run) -> None:
    refused(1, "error", "a.frag --isa agal -MD -o a.agal", {"a.frag": "void main() { x = 1; }"})


def test_make_reads_the_names(tmp_path: Path) -> None:
    names = ["a b", "a#b", "a$b", "a:b", "a\\b", "a\\ b", "a%b", "äé"]
    for name in ("k.frag", *names):
        (tmp_path / name).touch()
    (tmp_path / "k.d").write_bytes(rule(DependWishes(phony=True), [Path("out file")], ["k.frag", *names]))
    (tmp_path / "Makefile").write_text("include k.d\nout\\ file:\n\t$(info [$^])@true\n")
    try:
        done = subprocess.run(["make", "-s"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        pytest.skip("Make is not installed: apt-get install make")
    assert (done.returncode, done.stdout) == (0, f"[{' '.join(['k.frag', *names])}]\n"), done.stderr
