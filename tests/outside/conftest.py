"""Packages of targets, installed for a test as pip does it: modules and metadata in a folder of the path."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from guide import entry_points

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "targets"


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example targets, installed from what their pyproject.toml says."""
    site = tmp_path_factory.mktemp("site")
    for folder in EXAMPLES.iterdir():
        for module in entry_points(folder, site):
            shutil.copy(folder / f"{module}.py", site)
    return site


@pytest.fixture
def installed(packages: Path) -> Iterator[None]:
    sys.path.insert(0, str(packages))
    try:
        yield
    finally:
        sys.path.remove(str(packages))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Install a package of one module with a target `name` that the text defines."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def installed(module: str, text: str, name: str = "", package: str = "") -> None:
        package = package or module
        monkeypatch.delitem(sys.modules, module, raising=False)
        (tmp_path / f"{module}.py").write_text(text)
        info = tmp_path / f"{package}-0.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.5\n")
        (info / "entry_points.txt").write_text(f"[gpucc.targets]\n{name or module} = {module}:TARGET\n")
        # the path changes, and with it what is remembered for it
        monkeypatch.syspath_prepend(str(info))

    return installed
