"""Files that `#include` may read: those with a file extension of shaders, in the folder of the source and below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from gpucc.frontend.parse.lexer import decode

Includes = Mapping[str, str] | Callable[[str, str], tuple[str, str] | None]
# messages quote lines of included files, so only shaders may be read, never private files
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
    """A file that may not be read, with the reason and a remedy."""


def folder_of(name: str) -> Path | None:
    """The folder of a source file; None for a text that is not a file."""
    try:
        return Path(name).resolve().parent if Path(name).is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def files_of(folder: Path | None, anywhere: bool = False) -> Callable[[str, str], tuple[str, str] | None]:
    """A function that reads files relative to the including one. Without `anywhere`, they must lie in `folder` or
    below."""

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
