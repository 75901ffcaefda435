"""What `#include` may read: files with the ending of a shader, in the folder of the source and below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from gpucc.frontend.parse.lexer import decode

Includes = Mapping[str, str] | Callable[[str, str], tuple[str, str] | None]
# what is shown of a file in messages must not be somebody's secret
ENDINGS = (
    ".glsl",
    ".vert",
    ".frag",
    ".vs",
    ".fs",
    ".vsh",
    ".fsh",
    ".vp",
    ".fp",
    ".glslv",
    ".glslf",
    ".glslh",
    ".h",
    ".inc",
    ".sh",
    ".shader",
)
LARGEST_FILE = 1 << 24


class NotIncluded(Exception):
    """A file that is not read, with the reason and what would help."""


def folder_of(name: str) -> Path | None:
    """Of a source that is a file; a text that has no file has no folder."""
    try:
        return Path(name).resolve().parent if Path(name).is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def files_of(folder: Path | None, anywhere: bool = False) -> Callable[[str, str], tuple[str, str] | None]:
    """A reader of files beside the including one. Without `anywhere` they lie in the folder, or below it."""

    def read(name: str, from_file: str) -> tuple[str, str] | None:
        path = Path(from_file).parent / name
        try:
            real = path.resolve()
            if not anywhere and folder is None:
                raise NotIncluded("the source is a text without a folder", "compile a file, or say --include-anywhere")
            if not anywhere and folder is not None and not real.is_relative_to(folder):
                raise NotIncluded(
                    f"it does not lie in {folder.name or folder} or below",
                    "say --include-anywhere to read other files, too",
                )
            if real.suffix.lower() not in ENDINGS:
                raise NotIncluded("its ending is not that of a shader", f"endings: {' '.join(ENDINGS)}")
            if not real.is_file() or real.stat().st_size > LARGEST_FILE:
                return None
            data = real.read_bytes()
            if b"\0" in data:
                raise NotIncluded("it is no text", "a shader is a text in UTF-8")
            return str(path), decode(data)
        except (OSError, ValueError, RuntimeError):
            return None

    return read
