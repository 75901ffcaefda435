"""Names in prose exist: files, modules, classes and functions named in docstrings, comments and documents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {
    ".venv",
    ".git",
    "build",
    ".types",
    "gpucc.egg-info",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
}
PACKAGE = sorted(
    path
    for path in ROOT.rglob("*.py")
    if path.relative_to(ROOT).parts[0] not in {*OUTSIDE, "tests", "benchmarks", "examples"}
)
HELPERS = sorted(
    path
    for folder in ("tests", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
    if path != Path(__file__).resolve()
)
BESIDE = {path.with_name("README.md") for path in PACKAGE}
DOCUMENTS = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *(path for path in BESIDE if path.exists())})
TOPS = sorted({path.relative_to(ROOT).parts[0].removesuffix(".py") for path in PACKAGE})
# modules whose names are also names of values
VALUES = {"program", "source", "listing"}
STRING = re.compile(r'"""(.*?)"""', re.DOTALL)
COMMENT = re.compile(r"(?:^|  )# (.*)$", re.MULTILINE)
DOTTED = re.compile(rf"(?<![\w./$@`'-])`?((?:gpucc\.)?(?:{'|'.join(TOPS)})(?:\.[A-Za-z_]\w*)+)")
FILE = re.compile(r"[\w/.-]*\w\.(?:py|md|txt|toml)\b")
FOLDER = re.compile(rf"`((?:{'|'.join(TOPS)}|tests|benchmarks|docs)/[\w/]+)`")
QUOTED = re.compile(r"`([A-Za-z_]\w*)(?:\.\w+)*`")
BARE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
CLASS = re.compile(r"[A-Z][A-Z0-9]*[a-z]\w*")
ENDINGS = {"py", "md", "ll", "txt", "json", "toml", "s"}
# names of other libraries and languages, and patterns of names
FOREIGN = {
    "add_NAME_pass",
    "ModuleRef",
    "rem_euclid",
    "mutate_X.py",
    "mutate_X_compiler.py",
    "mutate_X",
    "mutate_X_compiler",
    "_compiler.py",
    "gpucc_mine.py",
    "tests/filetests/PASS",
}


@cache
def _split(path: Path) -> tuple[str, str]:
    """The prose of a file and its code."""
    text = path.read_text()
    if path.suffix == ".md":
        return text, ""
    prose: list[str] = []

    def move(match: re.Match[str]) -> str:
        """Move docstrings to the prose; a string that does not begin its line is code."""
        if text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip():
            return match[0]
        prose.append(match[1])
        return ""

    code = STRING.sub(move, text)
    prose += COMMENT.findall(code)
    return "\n".join(prose), COMMENT.sub("", code)


@cache
def _words() -> frozenset[str]:
    """Every word of the code, including strings, and of the paths."""
    found = {word for path in (*PACKAGE, *HELPERS) for word in re.findall(r"\w+", _split(path)[1])}
    return frozenset(
        found | {part.removesuffix(".py") for path in (*PACKAGE, *HELPERS) for part in path.relative_to(ROOT).parts}
    )


@cache
def _classes() -> frozenset[str]:
    """Classes, aliases and imported names."""
    code = "\n".join(_split(path)[1] for path in (*PACKAGE, *HELPERS))
    bound = re.findall(r"^ *class (\w+)|^(\w+)(?:: \w+)? = |^type (\w+)", code, re.MULTILINE)
    imported = re.findall(r"import ([^\n(]+|\([^)]*\))", code)
    return frozenset({name for names in bound for name in names} | set(re.findall(r"\w+", " ".join(imported))))


@cache
def _files() -> frozenset[str]:
    return frozenset(path.name for path in ROOT.rglob("*") if path.relative_to(ROOT).parts[0] not in OUTSIDE)


def _resolves(name: str) -> bool:
    """Return whether the name is a module of the package, optionally followed by a name that occurs in it."""
    parts = name.removeprefix("gpucc.").split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        module = next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.exists()), None)
        if module is not None:
            return count == len(parts) or re.search(rf"\b{parts[count]}\b", _split(module)[1]) is not None
    return False


def _exists(name: str, near: Path) -> bool:
    if "/" not in name:
        return name in _files()
    return any(
        (folder / name).exists() for folder in (ROOT, near.parent, *(ROOT / top for top in (*TOPS, "docs", "tests")))
    )


def _stale(path: Path, prose: str) -> Iterator[str]:
    for match in DOTTED.finditer(prose):
        parts = match[1].split(".")
        if parts[0] not in VALUES and parts[-1] not in ENDINGS and not _resolves(match[1]):
            yield match[1]
    yield from (name for name in FILE.findall(prose) if not _exists(name, path))
    yield from (
        name for name in FOLDER.findall(prose) if not (ROOT / name).exists() and not (ROOT / f"{name}.py").exists()
    )
    if path.suffix == ".py":
        for name in QUOTED.findall(prose):
            if name not in (_classes() if CLASS.fullmatch(name) else _words()):
                yield name
        yield from (name for name in BARE.findall(prose) if name not in _words())


def test_names_in_prose_exist() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (*PACKAGE, *HELPERS, *DOCUMENTS)
        for name in _stale(path, _split(path)[0])
        if name not in FOREIGN
    }
    assert not found


def test_stale_names_are_found(tmp_path: Path) -> None:
    prose = (
        "Made by structured_form, a `OldPart` of `isel/nothing`, see lowering.nothing, driver.no_name_of_it and"
        " docs/nothing.md."
    )
    assert set(_stale(tmp_path / "x.py", prose)) == {
        "structured_form", "OldPart", "isel/nothing", "lowering.nothing", "driver.no_name_of_it", "docs/nothing.md",
        "no_name_of_it"
    }  # fmt: skip
    assert not list(
        _stale(
            tmp_path / "x.py",
            "See `driver.compile` in driver.py, `lowering/simplify` and `Graph`; `isel.cover.Selector`.",
        )
    )


def test_no_source_is_cited_that_a_reader_cannot_have() -> None:
    """Facts cite docs/sources; the folders in which they were collected are not in the repository."""
    absent = re.compile(r"\b(?:shared|seeds)/\w")
    texts = [
        path
        for path in ROOT.rglob("*")
        if path.suffix in (".py", ".md", ".toml", ".txt", ".ll") and path.relative_to(ROOT).parts[0] not in OUTSIDE
    ]
    assert len(texts) > len(PACKAGE)
    cited = {str(path.relative_to(ROOT)) for path in texts if absent.search(path.read_text(errors="replace"))}
    assert not cited


def test_every_target_has_a_sheet_of_its_sources() -> None:
    for name in ("agal", "agsl", "lima", "pica200"):
        text = (ROOT / "docs" / "sources" / f"{name}.md").read_text()
        marks = set(re.findall(r"\[([A-Za-z]+)\](?!\()", text))
        assert "## Where from" in text
        defined = text.split("## Where from")[1].split("\n## ")[0]
        assert all(f"[{mark}]" in defined for mark in marks), f"{name}: a mark that the table does not explain"
    for record in ("agal", "agsl", "lima_vp", "lima_pp", "pica200"):
        assert f"docs/sources/{record.split('_')[0]}.md" in (ROOT / "isa" / f"{record}.py").read_text()
