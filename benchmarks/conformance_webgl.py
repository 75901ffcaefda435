"""WebGL's tests of GLSL ES 1.00 (sdk/tests/conformance/glsl): which shaders compile, and which link.

conformance_webgl.js, run by node, finds the tests of each page. Programs that a page links itself, without the suite's
tester, must all be accepted, except for those that are named here. Drawings are ignored; the suite ogles has more of
them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from conformance_outcome import Outcome

from gpucc.errors import GpuccError
from gpucc.frontend.compile import compile_pair, compile_source

TITLE = "WebGL 1 (`sdk/tests/conformance/glsl`)"
FOLDER = "sdk/tests/conformance/glsl"
SECONDS = 60
# requirements that the specification leaves to other documents, by the page that tests them
CONTEXT, APPENDIX, NAMES = (
    "limits of a context",
    "Appendix A is not asked for (docs/glsl.md)",
    "rules of WebGL, not of the language",
)
EXTENSIONS = "extensions that a context has not enabled"
BEYOND = {
    "misc/shader-uniform-packing-restrictions.html": CONTEXT,
    "misc/shader-varying-packing-restrictions.html": CONTEXT,
    "misc/shader-with-too-many-uniforms.html": CONTEXT,
    "misc/shader-with-257-character-*": NAMES,
    "misc/shader-with-*webgl-identifier.vert.html": NAMES,
    "misc/struct-nesting-exceeds-maximum.html": NAMES,
    "reserved/*webgl_*": NAMES,
    "misc/shader-with-dfdx.frag.html": EXTENSIONS,
    "misc/shader-with-do-loop.html": APPENDIX,
    "misc/shader-with-while-loop.html": APPENDIX,
    "misc/shader-with-uniform-in-loop-condition.vert.html": APPENDIX,
    "misc/shaders-with-constant-expression-loop-conditions.html": APPENDIX,
}
# these names are reserved for lower layers; later texts of the specification clarify that such a name "does not itself
# result in an error"
UNDERSCORES = (
    "names with two underscores are reserved, which is a warning; shader-with-double-underscore.html wants them"
    " accepted"
)
REASONS: dict[str, str] = {
    "bugs/essl3-shaders-with-webgl1.html:": "WebGL 1 has no `#version 300 es`; gpucc takes it",
    "misc/shader-with-double-underscore.html:": (
        "the fragment shader of the page has an attribute, which the specification (4.3.3) forbids"
    ),
    "misc/shader-with-functional-scoping.html:": "dEQP wants a local variable that hides a parameter accepted",
    "misc/global-variable-init.html:": (
        "the specification (4.3) wants first values of globals to be constant, as Mesa does; WebGL does not"
    ),
}
# pages whose own links must fail
REFUSED = ("misc/shader-with-reserved-words.html",)
VERTEX = "attribute vec4 vPosition;\nvoid main() { gl_Position = vPosition; }"
FRAGMENT = "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }"


def pages(root: Path) -> Iterator[str]:
    """Yield the pages in the suite's lists, where disabled ones begin with `#`."""
    for folder in sorted(path.parent for path in (root / FOLDER).rglob("00_test_list.txt")):
        for line in (folder / "00_test_list.txt").read_text().splitlines():
            words = line.split()
            if (
                words
                and words[-1].endswith(".html")
                and not line.startswith(("#", "//"))
                and "--min-version 2" not in line
            ):
                yield str((folder / words[-1]).relative_to(root / FOLDER))


@cache
def asked(root: Path, page: str) -> tuple[dict[str, Any], ...]:
    """The tests of a page, and its links as tests that have to pass."""
    command = ["node", str(Path(__file__).with_suffix(".js")), page]
    found = json.loads(
        subprocess.run(command, capture_output=True, text=True, cwd=root / FOLDER, timeout=SECONDS, check=True).stdout
    )
    good = page not in REFUSED
    whole = [one for one in found["pairs"] if all("main" in str(one.get(stage)) for stage in ("vertex", "fragment"))]
    links = [{**one, "vertexGood": good, "fragmentGood": good, "linked": good} for one in whole]
    return (*found["tests"], *links)


def row(file: str) -> str:
    return file.split("/")[0]


def cases(root: Path) -> list[tuple[str, str]]:
    return [(page, str(number)) for page in pages(root) for number in range(len(asked(root, page)))]


def run(root: Path, file: str, name: str) -> list[Outcome]:
    beyond = next((reason for pattern, reason in BEYOND.items() if fnmatchcase(file, pattern)), "")
    test = asked(root, file)[int(name)]
    found = outcomes(test)
    if file in REFUSED:
        words = f"{test.get('vertex')} {test.get('fragment')}"
        beyond = UNDERSCORES if "__" in words else NAMES if "webgl_" in words else beyond
    return [Outcome(one.question, "limit", beyond) if one.verdict == "wrong" and beyond else one for one in found]


def outcomes(test: dict[str, Any]) -> Iterator[Outcome]:
    """Yield outcomes as the suite's tester does: a shader that must fail may fail at link time."""
    if test.get("ignored"):
        return
    vertex, fragment = test.get("vertex"), test.get("fragment")
    vertex_good = test.get("vertexGood") is not False or vertex is None
    fragment_good = test.get("fragmentGood") is not False or fragment is None
    vertex, fragment = VERTEX if vertex is None else vertex, FRAGMENT if fragment is None else fragment
    if vertex_good:
        yield judged("accept", lambda: compile_source(vertex, "page.vert", "glsl", "vertex", strict_es=True))
    if fragment_good:
        yield judged("accept", lambda: compile_source(fragment, "page.frag", "glsl", "fragment", strict_es=True))
    linked = test.get("linked") is not False and vertex_good and fragment_good
    yield judged(
        "link" if linked else "refuse",
        lambda: compile_pair(("page.vert", vertex), ("page.frag", fragment), strict_es=True),
    )


def judged(question: str, compile: Any) -> Outcome:
    try:
        compile()
    except GpuccError as error:
        good = question == "refuse"
        return Outcome(
            question, "right" if good else "wrong", "" if good else f"{error.location}: {error.message}"[:240]
        )
    return Outcome(question, "wrong" if question == "refuse" else "right", "accepted" if question == "refuse" else "")
