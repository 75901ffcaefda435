"""dEQP's shaders for OpenGL ES 3.0 (VK-GL-CTS, `data/gles3/shaders`): verdicts, and values on every target."""

from __future__ import annotations

from pathlib import Path

import conformance_deqp as deqp
from conformance_outcome import Outcome

TITLE = "dEQP, OpenGL ES 3.0 (`data/gles3/shaders`)"
FOLDER = "data/gles3/shaders"
REASONS: dict[str, str] = {}


def cases(root: Path) -> list[tuple[str, str]]:
    return deqp.cases(root, FOLDER)


def run(root: Path, file: str, name: str) -> list[Outcome]:
    return deqp.run(root, file, name, FOLDER)
