"""Guides are executed: the commands, the Python and the files of a page of docs/, with the changes that it shows.

Blocks of a page, in their order:

- `glsl NAME`, `python NAME`, `toml NAME`: a file; blocks of one name are joined
- `sh`: lines that begin with `gpucc`; `# exit code N` behind a command says that it ends with this code. Or
  `pip install -e FOLDER`, which puts the package in the folder on the path of the page
- `python`: code, in one namespace for the page
- `text`: lines that occur in what the block before it printed
- `diff`: a change of the package, or of the copy of the examples that the page has; the blocks after it run in a
  process of their own, with the changed sources
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT = re.compile(r"# exit code (\d+)$")


@dataclass(frozen=True)
class GuideBlock:
    kind: str
    name: str
    text: str


def blocks(page: str) -> list[GuideBlock]:
    return [GuideBlock(kind, name, text) for kind, name, text in BLOCK.findall((ROOT / page).read_text())]


def patched(change: str) -> tuple[str, str]:
    """The path of a changed source, and its new text. What the change removes must be there once."""
    head, *lines = change.splitlines()
    path = ROOT / head.removeprefix("--- ")
    before = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
    after = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
    text = path.read_text()
    assert text.count(before) == 1, f"{path.name} has no such lines:\n{before}"
    return str(path), text.replace(before, after)


def run(found: list[GuideBlock]) -> None:
    """Run the blocks in this process, in the current folder."""
    with own_path():
        _run(found, {})


def _run(found: list[GuideBlock], names: dict[str, Any]) -> None:
    printed = ""
    for block in found:
        if block.kind == "text":
            for line in block.text.splitlines():
                assert line in printed, f"{line!r} is not in\n{printed}"
        elif block.name:
            with Path(block.name).open("a") as file:
                file.write(block.text)
        elif block.kind in ("sh", "python"):
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                if block.kind == "sh":
                    _commands(block.text, out)
                else:
                    exec(block.text, names)
            printed = out.getvalue()


def entry_points(folder: Path, site: Path) -> list[str]:
    """Write the metadata of the package in `folder` into `site`, as pip does it, and return its modules."""
    config = tomllib.loads((folder / "pyproject.toml").read_text())
    name, version = config["project"]["name"], config["project"]["version"]
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = config["project"]["entry-points"]["gpucc.targets"].items()
    (info / "entry_points.txt").write_text("".join(["[gpucc.targets]\n", *(f"{a} = {b}\n" for a, b in points)]))
    modules: list[str] = config["tool"]["setuptools"]["py-modules"]
    return modules


@contextlib.contextmanager
def own_path() -> Iterator[None]:
    """Restore the path of imports afterwards."""
    before = [*sys.path]
    try:
        yield
    finally:
        sys.path[:] = before


def _commands(text: str, out: io.StringIO) -> None:
    from gpucc import cli

    for line in text.splitlines():
        expected = EXIT.search(line)
        words = shlex.split(line, comments=True)
        if words[:3] == ["pip", "install", "-e"]:
            folder = Path(words[3]).resolve()
            entry_points(folder, folder)
            sys.path.insert(0, str(folder))
            continue
        assert words[0] == "gpucc", line
        code = cli.main(words[1:])
        assert code == (int(expected[1]) if expected else 0), f"{line}\n{out.getvalue()}"


def run_page(page: str) -> None:
    """Run a page; what follows a change runs in another process."""
    found = blocks(page)
    first = next((number for number, block in enumerate(found) if block.kind == "diff"), len(found))
    run(found[:first])
    changes = dict(patched(block.text) for block in found if block.kind == "diff")
    for path in [path for path in changes if Path(path).is_relative_to(ROOT / "examples")]:
        # the page has a copy of its own
        Path(path).relative_to(ROOT).write_text(changes.pop(path))
    if changes:
        rest = [[block.kind, block.name, block.text] for block in found[first:] if block.kind != "diff"]
        done = subprocess.run(
            [sys.executable, "-P", __file__],
            input=json.dumps([changes, rest]),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def change_sources(changes: dict[str, str]) -> None:
    """Let imports find the changed texts instead of the files and their bytecode."""
    loader: Any = importlib.machinery.SourceFileLoader
    data, stats = loader.get_data, loader.path_stats

    def changed_data(self: Any, path: str) -> bytes:
        changed = changes.get(str(Path(path).resolve()))
        return data(self, path) if changed is None else changed.encode()  # type: ignore[no-any-return]

    def changed_stats(self: Any, path: str) -> Any:
        if str(Path(path).resolve()) in changes:
            raise OSError("a changed source has no bytecode")
        return stats(self, path)

    loader.get_data, loader.path_stats = changed_data, changed_stats


if __name__ == "__main__":
    given, rest = json.load(sys.stdin)
    change_sources(given)
    run([GuideBlock(*block) for block in rest])
