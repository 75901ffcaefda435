"""Runs command lines in this process, in an empty folder, and returns all their outputs."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ending:
    """The outcome of a command line. `new` are the files that it created."""

    code: int
    out: bytes
    err: str
    new: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def errors(self) -> list[str]:
        return [line for line in self.err.splitlines() if re.search(r"(^|: )error: ", line)]


Run = Callable[..., Ending]


def _listing(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.fixture
def gpucc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Run:
    """`gpucc("k.ll --isa agal", {"k.ll": text})`: the words, the files to create, and standard input."""
    from gpucc.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(words: str | list[str], files: Mapping[str, str | bytes] | None = None, stdin: bytes = b"") -> Ending:
        for name, content in (files or {}).items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        before = _listing(tmp_path)
        capsysbinary.readouterr()
        code = main(words.split() if isinstance(words, str) else words)
        shown = capsysbinary.readouterr()
        return Ending(code, shown.out, shown.err.decode(), tuple(sorted(_listing(tmp_path) - before)))

    return run


@pytest.fixture
def refused(gpucc: Run) -> Run:
    """As `gpucc`, and the command line must fail properly: the exit code, one error, no traceback, no output, no
    file."""

    def run(
        code: int, says: str, words: str | list[str], files: Mapping[str, str | bytes] | None = None, stdin: bytes = b""
    ) -> Ending:
        end = gpucc(words, files, stdin)
        assert end.code == code, end.err
        assert len(end.errors) == 1, end.err
        assert re.search(says, end.err, re.IGNORECASE), end.err
        assert "Traceback" not in end.err
        assert end.out == b""
        assert end.new == ()
        return end

    return run


@pytest.fixture
def examples() -> dict[str, bytes]:
    """The examples as files of the working folder."""
    return {
        f"examples/{path.name}": path.read_bytes() for path in sorted((ROOT / "examples").iterdir()) if path.is_file()
    }
