"""The package as users install and import it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import gpucc

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def python(code: str, cwd: Path) -> str:
    """The output of a fresh interpreter outside the checkout."""
    done = subprocess.run([sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_list_of_packages_is_what_the_folders_say() -> None:
    parts = (
        path.parent.relative_to(ROOT)
        for root in ROOT.glob("[a-z]*/__init__.py")
        for path in root.parent.rglob("__init__.py")
    )
    folders = sorted(".".join(("gpucc", *path.parts)) for path in parts)
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(["gpucc", *folders])


def test_versions_agree() -> None:
    assert gpucc.__version__ == PROJECT["project"]["version"]
    assert f"## {gpucc.__version__}" in (ROOT / "CHANGELOG.md").read_text()
    assert metadata.version("gpucc") == gpucc.__version__


def test_the_standard_library_keeps_its_sched(tmp_path: Path) -> None:
    assert python("import gpucc.sched, sched; print(hasattr(sched, 'scheduler'))", tmp_path) == "True"


def test_pytest_sees_the_standard_sched() -> None:
    import sched

    assert hasattr(sched, "scheduler")


def test_importing_gpucc_costs_nothing(tmp_path: Path) -> None:
    heavy = python(
        "import gpucc, sys; print([m for m in ('numpy', 'llvmlite', 'typer') if m in sys.modules])", tmp_path
    )
    assert heavy == "[]"


def test_the_public_names_are_there() -> None:
    for name in gpucc.__all__:
        assert getattr(gpucc, name) is not None
    with pytest.raises(AttributeError):
        _ = gpucc.no_such_name  # type: ignore[attr-defined]


def test_all_names_import_in_a_fresh_interpreter(tmp_path: Path) -> None:
    assert (
        python("from gpucc import *; print(compile.__module__, verify.__module__)", tmp_path)
        == "gpucc.driver gpucc.driver"
    )


def test_it_is_typed_and_licensed() -> None:
    assert (ROOT / "py.typed").exists()
    assert "MIT License" in (ROOT / "LICENSE").read_text()
