"""dEQP's shaders for OpenGL ES 3.0 (VK-GL-CTS, `data/gles3/shaders`): verdicts, and values on every target."""

from __future__ import annotations

from pathlib import Path

import conformance_deqp as deqp
from conformance_outcome import Outcome

TITLE = "dEQP, OpenGL ES 3.0 (`data/gles3/shaders`)"
FOLDER = "data/gles3/shaders"
TOO_LARGE = "the expected number is 678,332, which the target's floats do not have"
REASONS: dict[str, str] = {
    f"constant_expressions.test:operators.bitwise {stage}": TOO_LARGE
    for stage in ("vertex on pica200", "fragment on lima-pp")
}


def cases(root: Path) -> list[tuple[str, str]]:
    return deqp.cases(root, FOLDER)


def run(root: Path, file: str, name: str) -> list[Outcome]:
    return deqp.run(root, file, name, FOLDER)
