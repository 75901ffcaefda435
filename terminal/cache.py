"""The cache of compiled programs: what a compilation made, by all that it was made of.

The key of an entry holds the sources, the options, gpucc's own code, and the versions of the libraries. Which files a
source includes is only known when it has been read, so an entry also holds each path at which an included file was
looked for, with a digest of what was there: it is valid if all are unchanged. An entry is written under another name
and renamed, so that several writers do no harm; one that is damaged is not read. A folder is trimmed to its share of
the limit, oldest use first, when an entry is added to it.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gpucc.records import dataclass
from gpucc.terminal.made import Made, as_text, from_text, serialised
from gpucc.terminal.versions import versions
from gpucc.terminal.wishes import Choices, GivenSource

# the format of entries, and of keys
FORMAT = 1
LIMIT = 1 << 28
FOLDERS = 16
# folders of a checkout that hold no code of gpucc
NO_CODE = frozenset(("tests", "docs", "benchmarks", "examples", "build", "dist", "__pycache__"))
# libraries besides llvmlite that decide what is written; those that are missing count as such
LIBRARIES = ("numpy", "ortools")
# the part of an entry's name that holds the digest of its included files
VARIANT = 16


def key_of(sources: Sequence[GivenSource], isa: str, choices: Choices, asked: object) -> str:
    """The key of a compilation: everything that decides what it makes, except for included files."""
    read = [(source.name, [_digest(data) for data in (source.data, *source.modules)]) for source in sources]
    return _hash(repr((FORMAT, _surroundings(), isa, choices, asked, read)))


@cache
def _surroundings() -> tuple[object, ...]:
    """What all compilations of this process share: gpucc's code, the versions of libraries, and the machine."""
    return (*versions(), *map(_version, LIBRARIES), sys.version_info[:3], platform.machine(), _code())


def _version(name: str) -> tuple[str, str]:
    if name in sys.modules:
        return name, str(getattr(sys.modules[name], "__version__", ""))
    if find_spec(name) is None:
        return name, ""
    # only where it is needed, as it takes as long as a tenth of gpucc's other imports
    from importlib import metadata

    try:
        return name, metadata.version(name)
    except metadata.PackageNotFoundError:
        return name, ""


def _code() -> str:
    """A digest of gpucc's own code, so that an edited checkout has keys of its own."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    every = hashlib.sha256()
    folders = [root]
    while folders:
        with os.scandir(folders.pop()) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                folders += [entry.path] if entry.name not in NO_CODE and not entry.name.startswith(".") else []
            elif entry.name.endswith(".py"):
                data = _bytes(entry.path)
                every.update(f"{entry.path[len(root) :]}\0{len(data)}\0".encode())
                every.update(data)
    return every.hexdigest()


def _bytes(path: str) -> bytes:
    with suppress(OSError), open(path, "rb", buffering=0) as file:
        return file.read()
    return b""


def _digest(data: Path | bytes) -> str:
    """A digest of a file or of bytes; nothing if the file cannot be read."""
    with suppress(OSError):
        return hashlib.sha256(data if isinstance(data, bytes) else data.read_bytes()).hexdigest()
    return ""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class ProgramCache:
    folder: Path
    limit: int = LIMIT

    def now(self) -> int:
        """The time as files have it: what is changed from now on may have been read before."""
        return time.time_ns()

    def find(self, key: str) -> Made | None:
        """The entry of this key, if its included files are unchanged."""
        for path in self._entries(key):
            record = _read(path)
            if record is not None and all(_state(name) == was for name, was in record["files"].items()):
                with suppress(OSError):
                    os.utime(path)
                return from_text(record["made"])
        return None

    def keep(self, key: str, made: Made, begun: int) -> None:
        """Keep what was made, unless an included file has changed meanwhile. A cache that cannot be written is none."""
        files = {name: _state(name) for name in made.looked}
        if any((there and not files[name]) or _changed(name, begun) for name, there in made.looked.items()):
            return
        data = serialised({"files": files, "made": as_text(made)})
        if len(data) > self.limit // FOLDERS:
            return
        folder = self._share(key)
        path = folder / f"{key}-{_hash(repr(sorted(files.items())))[:VARIANT]}"
        temporary = folder / f".{secrets.token_hex(8)}.tmp"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
            os.replace(temporary, path)
            self._trim(folder)
        except OSError:
            pass
        finally:
            with suppress(OSError):
                temporary.unlink()

    def _share(self, key: str) -> Path:
        return self.folder / key[0]

    def _entries(self, key: str) -> Iterator[Path]:
        folder = self._share(key)
        with suppress(OSError):
            yield from sorted(folder / name for name in os.listdir(folder) if name.startswith(f"{key}-"))

    def _trim(self, folder: Path) -> None:
        """Remove the entries that were not used for the longest time."""
        share = self.limit // FOLDERS
        entries = []
        for one in os.scandir(folder):
            with suppress(OSError):
                status = one.stat()
                entries.append((status.st_mtime_ns, one.name, status.st_size))
        total = sum(size for *_, size in entries)
        for _, name, size in sorted(entries):
            if total <= share:
                break
            with suppress(OSError):
                os.unlink(folder / name)
            total -= size


def _read(path: Path) -> dict[str, Any] | None:
    """An entry; None if it is damaged."""
    try:
        digest, _, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest().encode() != digest:
        return None
    record = json.loads(data)
    return record if isinstance(record, dict) and {"files", "made"} <= record.keys() else None


def _state(name: str) -> str:
    """What stands at the path of an included file: a digest, or nothing."""
    path = Path(name)
    return _digest(path) if path.is_file() else ""


def _changed(name: str, begun: int) -> bool:
    with suppress(OSError):
        return os.stat(name).st_mtime_ns >= begun
    return False
