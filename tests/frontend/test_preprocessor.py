"""Directives, macros and conditions; places that survive #line and #include."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_source

MAIN = "precision mediump float;\nvoid main() { gl_FragColor = vec4(VALUE); }\n"


@pytest.mark.parametrize(
    ("head", "value"),
    [
        ("#define VALUE 3.0", 3),
        ("#define A 2.0\n#define VALUE A*A", 4),
        ("#define F(x, y) ((x) * (y))\n#define VALUE F(1.0 + 1.0, F(2.0, 3.0))", 12),
        ("#define F(x) x + x\n#define VALUE F(F(1.0))", 4),
        ("#define F() 5.0\n#define VALUE F()", 5),
        ("#define f(x) x\n#define g f\n#define VALUE g(6.0)", 6),
        ("#define VALUE vec2(1.0, 2.0).y, 0.0, 0.0, 0.0", 2),
        ("precision mediump float;\n#define A B\n#define B A\nfloat A = 4.0;\n#define VALUE A", 4),
        ("#define VALUE 1.0\n#undef VALUE\n#define VALUE 2.0", 2),
        ("#if 1 + 2 * 3 == 7 && !(4 % 3 != 1)\n#define VALUE 1.0\n#else\n#define VALUE 2.0\n#endif", 1),
        ("#if defined(GL_ES) && defined GL_FRAGMENT_PRECISION_HIGH\n#define VALUE 1.0\n#endif", 1),
        ("#if defined(NO) && NO > 3\n#define VALUE 1.0\n#elif __VERSION__ == 100\n#define VALUE 2.0\n#endif", 2),
        ("#ifdef NO\n#if garbage (\n#else\n#endif\n#define VALUE 1.0\n#else\n#define VALUE 2.0\n#endif", 2),
        (
            (
                "#ifndef NO\n#if 0\n#elif 1 << 2 >= 4 || (1/0)\n#define VALUE 3.0\n#elif 1\n#define VALUE"
                " 4.0\n#endif\n#endif"
            ),
            3,
        ),
        ("#define VALUE float(__LINE__)", 3),
        ("#line 41\n#define VALUE float(__LINE__)", 43),
        ("#line 41 7\n#define VALUE float(__FILE__)", 7),
        ("#define N 9\n#line 41 N\n#define VALUE float(__FILE__ + __LINE__)", 52),
        ("#define VALUE float(__FILE__)", 0),
        (
            (
                "precision mediump float;\n#define L __LINE__\n#define F(a) L * 10 + a\nint i ="
                " F(\n__LINE__\n);\n#define VALUE float(i)"
            ),
            65,
        ),
        ("precision mediump float;\n#define F(a) (a) - __LINE__\nint i = F(\n0\n) + F(7);\n#define VALUE float(i)", -3),
        ("#pragma STDGL invariant(all)\n#define VALUE 1.0 /* a\ncomment */ + 1.0", 2),
        ("#define LONG 1.0 + \\\n 2.0\n#define VALUE LONG", 3),
        ("precision mediump float;\n#define G(a) \\\n a\nfloat t = G(\n2.0);\n#define VALUE t", 2),
        ("#version 100\n#define VALUE 1.0", 1),
    ],
)
def test_what_a_program_reads_after_preprocessing(run: Callable[..., Any], head: str, value: float) -> None:
    assert run(f"{head}\n{MAIN}")["gl_FragColor"][0, 0] == value


WRONG = [
    ("#if 1", "1:2: this condition has no #endif"),
    ("#endif", "1:2: #endif without #if"),
    ("#if 1\n#else\n#else\n#endif", "3:2: #else after #else"),
    ("#if NO > 1\n#endif", "1:5: NO is not defined"),
    ("#if 1 / 0\n#endif", "division by zero"),
    ("#define A 1\n#define A 2", "2:9: the macro A is defined differently before"),
    ("#define GL_x 1", "1:9: GL_x cannot be defined"),
    ("#define A(x) #x", "1:14: macros of GLSL ES 1.00 have no #"),
    ("#define A(x, x) x", "1:9: the parameters of the macro A"),
    ("#define A(x) x\nfloat f = A(1, 2);", "2:11: the macro A takes 1 arguments, not 2"),
    ("#define A(x) x\nfloat f = A(1;", "2:11: the arguments of the macro A have no end"),
    ("#error too bad", "1:2: #error too bad"),
    ("#extension GL_NO : require", "1:12: the extension GL_NO is not supported"),
    ("#extension all : require", "1:18: `all` cannot be set to require"),
    ("#extension GL_OES_standard_derivatives enable", "1:2: this #extension cannot be read"),
    ("float x;\n#version 100", "2:2: #version must come first"),
    ("#version 300", "1:2: version 300 is not supported"),
    ("#line x", "1:2: #line needs a number"),
    ("#frob", "1:2: there is no directive #frob"),
    ('#include "no"', '1:10: cannot include `"no"`'),
    ("/* never", "1:1: this comment has no end"),
    ("#define X(a) a a\n#define Y(a) X(X(X(X(X(X(X(a)))))))\nfloat f = Y(Y(Y(Y(1))));", "expand to more than"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[text for text, _ in WRONG])
def test_a_wrong_directive_is_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "f", "glsl", "fragment")
    errors = [one for one in (caught.value, *caught.value.also) if one.location is not None]
    assert any(message in f"{one.location.line}:{one.location.column}: {one.message}" for one in errors if one.location)


def test_places_follow_line_directives_and_includes() -> None:
    text = '#include "a.h"\nvoid main() {\n#line 99 7\n  gl_FragColor = vec4(x);\n}\n'
    with pytest.raises(GpuccError) as caught:
        compile_source(text, "top", "glsl", "fragment", includes={"a.h": "precision mediump float;\n\nfloat y = oops;"})
    first, second = caught.value, caught.value.also[0]
    assert str(first.location) == "a.h:3:11"
    assert first.source_line == "float y = oops;"
    assert "included at top:1:10" in first.notes
    assert str(second.location) == "string 7:99:23"


def test_included_lines_keep_their_file_in_the_module(tmp_path: Any) -> None:
    (tmp_path / "lib.glsl").write_text(
        "float twice(float x) {\n  return x * 2.0;\n}\n#define PLUS(v) (v + gl_FragCoord.x)\n"
    )
    text = (
        'precision mediump float;\n#include "lib.glsl"\nvoid main() { gl_FragColor ='
        " vec4(PLUS(twice(gl_FragCoord.y))); }"
    )
    (tmp_path / "main.frag").write_text(text)
    module = compile_source(text, str(tmp_path / "main.frag"), "glsl", "fragment")
    assert f'!DIFile(directory: "", filename: "{tmp_path}/lib.glsl")' in module


def test_files_that_include_each_other_are_refused() -> None:
    with pytest.raises(GpuccError, match="the files include each other"):
        compile_source('#include "a"', "f", "glsl", "fragment", includes={"a": '#include "b"', "b": '#include "a"'})


@pytest.mark.parametrize(
    ("comment", "hidden"),
    [
        ("// a ramp \\\nVALUE = 2.0;", True),
        ("// \\\n\n", False),
        ("// a \\\n// b \\\n   // c\n", False),
        ("/* \\\n a */", False),
    ],
)
def test_a_comment_that_hides_the_next_line_is_worth_a_warning(comment: str, hidden: bool) -> None:
    said: list[str] = []
    compile_source(f"#define VALUE 1.0\n{comment}\n{MAIN}", "k.frag", "glsl", "fragment", warn=said.append)
    expected = ["k.frag:2:1: the backslash at the end of this comment makes the next line a part of it"]
    assert said == (expected if hidden else [])
