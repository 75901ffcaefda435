"""The source distribution and the wheel, made as for a release and tried in a new environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

setuptools = pytest.importorskip("setuptools", minversion="77", reason="setuptools is too old to build gpucc")

ROOT = Path(__file__).resolve().parents[2]
# stands for npm: the bundle itself is made by real node packages, which need a network
NPM = """#!/bin/sh
mkdir -p node_modules/.bin node_modules/codemirror node_modules/esbuild
echo 'licence of the editor' > node_modules/codemirror/LICENSE
echo 'licence of the bundler' > node_modules/esbuild/LICENSE.md
printf '#!/bin/sh\\necho "export const codeEditor=1" > codemirror.js\\n' > node_modules/.bin/esbuild
chmod +x node_modules/.bin/esbuild
"""
BROKEN = "#!/bin/sh\nexit 1\n"
SHADER = "precision mediump float; uniform vec4 c; void main() { gl_FragColor = c * c; }\n"
BUILD = """
import sys
folder = sys.argv[1]
sys.path.insert(0, "serve/editor")
import wheels
names = [make(folder) for make in (wheels.build_sdist, wheels.build_wheel)]
print(*names, file=open(folder + "/made", "w"))
"""
STATIC = "gpucc/serve/static/"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is committed or is about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this is no checkout of git")
    copy = tmp_path_factory.mktemp("tree")
    for name in filter(None, listed.stdout.split("\0")):
        source, target = ROOT / name, copy / name
        if source.is_file() and not source.is_symlink() and name.split("/")[0] not in ("tests", "benchmarks"):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    return copy


def built(tree: Path, folder: Path, npm: str, wanted: str = "") -> subprocess.CompletedProcess[str]:
    folder.mkdir()
    tools = folder / "tools"
    tools.mkdir()
    (tools / "npm").write_text(npm)
    (tools / "npm").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "GPUCC_EDITOR": wanted}
    words = [sys.executable, "-c", BUILD, str(folder)]
    return subprocess.run(words, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_both_are_made_and_the_wheel_works(tree: Path, tmp_path: Path) -> None:
    done = built(tree, tmp_path / "out", NPM)
    assert done.returncode == 0, done.stderr[-2000:]
    source, wheel = (tmp_path / "out" / name for name in (tmp_path / "out" / "made").read_text().split())
    assert not list(tree.rglob("codemirror*"))
    with tarfile.open(source) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    needed = {
        "serve/editor/wheels.py",
        "serve/editor/package-lock.json",
        "cmake/gpuccConfig.cmake",
        "docs/gpucc.1",
        "driver.py",
    }
    assert needed <= names
    new = tmp_path / "new"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(new)], check=True)
    packages = next(new.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    assert (packages / STATIC / "codemirror.js").read_text() == "export const codeEditor=1\n"
    licences = (packages / STATIC / "codemirror.LICENSE.txt").read_text()
    assert "licence of the editor" in licences
    assert "bundler" not in licences
    # llvmlite and the others come from here; a path alone brings no editable gpucc with it
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n" + "\n".join(_more_paths()) + "\n")
    (tmp_path / "k.frag").write_text(SHADER)
    words = [str(new / "bin" / "python"), "-P", "-m", "gpucc", "k.frag", "--isa", "agal", "-o", "k.agal"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stderr
    assert "agal fragment shader, 2 instructions" in said
    where = "import gpucc.serve.app; print(gpucc.serve.app.STATIC)"
    found = subprocess.run([words[0], "-P", "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(new)


def _more_paths() -> list[str]:
    """Further folders of packages that this environment shares."""
    return [path for path in sys.path if path.endswith("site-packages")]


def test_without_npm_the_page_is_plain_unless_the_editor_is_required(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tree / "serve" / "editor"))
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "npm").write_text(BROKEN)
    (tmp_path / "npm").chmod(0o755)
    import wheels

    with wheels.editor(""):
        assert not any(path.exists() for path in wheels.bundle.MADE)
    with pytest.raises(subprocess.CalledProcessError), wheels.editor("required"):
        pass
