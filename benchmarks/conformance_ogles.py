"""The tests of OpenGL ES 2.0 in WebGL's suite (sdk/tests/conformance/ogles): verdicts of the tests that only build, and
compilation of all programs that are drawn.

A page holds its tests as JSON: a vertex and a fragment shader each, and for a drawing another pair to compare with. The
pictures are not compared; their programs have to compile and link.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from conformance_outcome import Outcome
from conformance_webgl import judged

from gpucc.frontend.compile import compile_pair

TITLE = "OpenGL ES 2.0 in WebGL (`sdk/tests/conformance/ogles`)"
FOLDER = "sdk/tests/conformance/ogles"
REASONS: dict[str, str] = {}
RUN = re.compile(r"OpenGLESTestRunner\.run\((\{.*?\})\);", re.DOTALL)
TRAILING = re.compile(r",(\s*[}\]])")


@cache
def tests(root: Path, page: str) -> dict[str, Any]:
    found = RUN.search((root / FOLDER / page).read_text("utf-8"))
    listed = json.loads(TRAILING.sub(r"\1", found[1]))["tests"] if found is not None else []
    return {test["name"]: test for test in listed}


def cases(root: Path) -> list[tuple[str, str]]:
    pages = (str(path.relative_to(root / FOLDER)) for path in sorted((root / FOLDER).glob("GL/*/*.html")))
    return [(page, name) for page in pages for name in tests(root, page)]


def row(file: str) -> str:
    return "/".join(file.split("/")[:2])


def run(root: Path, file: str, name: str) -> list[Outcome]:
    test = tests(root, file)[name]
    if test["pattern"] == "build":
        good = test["linkstat"] and test["compstat"]
        return [linked(root, file, test["testProgram"], "link" if good else "refuse")]
    programs = [test[key] for key in ("testProgram", "referenceProgram") if key in test]
    return [linked(root, file, program, "link") for program in programs]


def linked(root: Path, file: str, program: dict[str, str], question: str) -> Outcome:
    folder = (root / FOLDER / file).parent
    vertex, fragment = (
        (name, (folder / name).read_bytes()) for name in (program["vertexShader"], program["fragmentShader"])
    )
    return judged(question, lambda: compile_pair(vertex, fragment, includes={}, strict_es=True))
