"""The measures of benchmarks/house.py: shared names, statements, round trips."""

from __future__ import annotations

import ast

import llvmlite.binding as llvm
from house import Case, matchers, shared_names, statements, trips

from gpucc.lowering.reader import read as reader

KERNEL = "define <4 x float> @f(<4 x float> %p) {\n  %r = fadd <4 x float> %p, %p\n  ret <4 x float> %r\n}\n"


def test_shared_names_are_public_classes_at_the_top_of_modules() -> None:
    first = ast.parse("class Place: ...\nclass _Own: ...\nclass Here: ...\nPart = int\ndef f():\n    class Inner: ...")
    second = ast.parse("class Place:\n    class Here: ...\nclass _Own: ...\nclass Inner: ...\nclass Part: ...")
    assert shared_names({"a/one.py": first, "b/two.py": second}) == {"Place": ["a/one.py", "b/two.py"]}
    assert shared_names({"a/one.py": ast.parse("class Twice: ...\nclass Twice: ...")}) == {}


def test_statements_are_counted_whatever_their_width() -> None:
    short = ast.parse("if a:\n    b = 1; c = 2\n")
    long = ast.parse('"""Says what it is for."""\n\n# a comment\nvalue = call(\n    1,\n    2,\n)\n')
    assert statements({"isel/x.py": short, "isel/y/z.py": long, "driver.py": ast.parse("pass")}) == {
        "isel": 5,
        "driver.py": 1,
    }


def test_readers_may_match_text() -> None:
    own = ast.parse("import re\n")
    assert matchers({"lowering/source.py": own, "lowering/reader/read.py": own, "emit/x.py": own}) == [
        "lowering/source.py"
    ]


def test_round_trips_of_a_compilation() -> None:
    before = llvm.parse_assembly, llvm.ModuleRef.__str__, reader.read
    text = trips(Case("k.ll", KERNEL, "agal", "vertex"))
    assert text["printed by llvmlite"] == text["parsed apart"] == 0
    assert min(text["parsed"], text["printed"], text["read"]) >= 1
    assert text["idle"] <= text["round trips"] < text["parsed"], "the source itself was never printed"
    file = trips(
        Case("k.frag", "precision mediump float;\nvarying vec4 c;\nvoid main() { gl_FragColor = c; }\n", "lima-pp")
    )
    assert file["printed by llvmlite"] == 0, "the front end prints its own modules"
    for case in (text, file):
        assert case["round trips"] <= 2, (
            "what LLVM printed is parsed again only after the licence and after the interface"
        )
        assert case["idle"] == 0, "a module whose text nobody changed is copied"
    assert before == (llvm.parse_assembly, llvm.ModuleRef.__str__, reader.read)
