"""What the recorded programs of lima's two processors have in common: their files, words and uniforms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def recorded_documents(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The recorded programs, and single instructions with their meaning."""
    programs, encodings = (json.loads((folder / f"{name}.json").read_text()) for name in ("programs", "encodings"))
    return programs, encodings


def word_bytes(words: str) -> bytes:
    return b"".join(int(part, 16).to_bytes(4, "little") for part in words.split())


def rows_of_uniform(value: Any, count: int) -> list[list[float]]:
    """The vec4 of a uniform one by one: scalars, vectors, matrices and arrays of any of them."""
    if not isinstance(value, list):
        return [[float(value)]]
    if isinstance(value[0], list):
        return [row for part in value for row in rows_of_uniform(part, 1)]
    return [[float(number)] for number in value] if count > 1 else [value]
