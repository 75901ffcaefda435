"""Files that `#include` may read: those with a file extension of shaders, in the folder of the source and below, and
in the folders that `-I` names and below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gpucc.endings import ENDINGS
from gpucc.frontend.parse.lexer import decode

Includes = Mapping[str, str] | Callable[[str, str], tuple[str, str] | None]
# messages quote lines of included files, so only shaders may be read, never private files
INCLUDED = (*ENDINGS, ".glslh", ".h", ".inc", ".sh", ".shader")
LARGEST_FILE = 1 << 24
# what stands for files that another tool brings, where no folder has them: `#include <flutter/runtime_effect.glsl>`
BROUGHT = {"flutter/runtime_effect.glsl": "vec2 FlutterFragCoord() { return gl_FragCoord.xy; }\n"}
# is told each path at which a file was looked for, and whether there is one
Looked = Callable[[str, bool], None]


class NotIncluded(Exception):
    """A file that may not be read, with the reason and a remedy."""


def folder_of(name: str) -> Path | None:
    """The folder of a source file; None for a text that is not a file."""
    try:
        return Path(name).resolve().parent if Path(name).is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def files_of(
    folder: Path | None, anywhere: bool = False, folders: Sequence[str] = (), looked: Looked | None = None
) -> Callable[[str, str], tuple[str, str] | None]:
    """A function that reads files: relative to the including one, else to one of `folders`, in their order. Without
    `anywhere`, they must lie in `folder`, in one of `folders`, or below. Without an including file, as for `<x>`, only
    `folders` are searched."""
    roots = [Path(one).resolve() for one in folders] + ([folder] if folder is not None else [])

    def refusal(real: Path) -> NotIncluded | None:
        if not anywhere and not roots:
            return NotIncluded(
                "the source is a text without a folder",
                "compile a file, name a folder with -I, or say --include-anywhere",
            )
        if not anywhere and not any(real.is_relative_to(root) for root in roots):
            where = folder.name or folder if folder is not None else " or ".join(folders)
            return NotIncluded(
                f"it does not lie in {where} or below",
                "-I names a folder to read from; --include-anywhere lets all files be read",
            )
        if real.suffix.lower() not in INCLUDED:
            return NotIncluded("its ending is not that of a shader", f"endings: {' '.join(INCLUDED)}")
        return None

    def found(path: Path) -> tuple[str, str] | None:
        real = path.resolve()
        refused = refusal(real)
        if refused is not None:
            raise refused
        there = real.is_file() and real.stat().st_size <= LARGEST_FILE
        if looked is not None:
            looked(str(path), there)
        if not there:
            return None
        data = real.read_bytes()
        if b"\0" in data:
            raise NotIncluded("it is no text", "a shader is a text in UTF-8")
        return str(path), decode(data)

    def read(name: str, from_file: str) -> tuple[str, str] | None:
        refused: NotIncluded | None = None
        places = [Path(from_file).parent / name] if from_file else []
        places += [Path(folder) / name for folder in folders]
        if name.startswith("/"):
            # engines begin names at the root of a project
            places += [Path(folder) / name.lstrip("/") for folder in folders]
        for path in places:
            try:
                text = found(path)
            except NotIncluded as error:
                refused = refused or error
            except (OSError, ValueError, RuntimeError):
                continue
            else:
                if text is not None:
                    return text
        if name in BROUGHT:
            return f"<{name}>", BROUGHT[name]
        if refused is not None and name.startswith("/"):
            raise NotIncluded(refused.args[0], "-I names the folder that the first / stands for")
        if refused is not None:
            raise refused
        return None

    return read
