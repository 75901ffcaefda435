"""Bundle CodeMirror for the page of `gpucc serve`: `python -P serve/editor/bundle.py`, with node and npm.

wheels.py runs it while a wheel is made. It writes static/codemirror.js with the licences of what is in it. Neither is
committed; without them the page has a plain text area. The packages are pinned by package-lock.json.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STATIC = HERE.parent / "static"
MADE = (STATIC / "codemirror.js", STATIC / "codemirror.LICENSE.txt")
PARTS = ("package.json", "package-lock.json", "entry.mjs")


def main() -> None:
    bundle()
    print(f"{MADE[0]}: {MADE[0].stat().st_size >> 10} KiB")


def bundle() -> None:
    """Write the files of MADE; OSError or CalledProcessError if node, npm or its registry cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in PARTS:
            shutil.copy(HERE / name, work)
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=work, check=True)
        command = [str(work / "node_modules/.bin/esbuild"), "entry.mjs", "--bundle", "--minify", "--format=esm"]
        subprocess.run(
            [*command, "--target=es2022", "--legal-comments=none", "--outfile=codemirror.js"], cwd=work, check=True
        )
        script, text = MADE
        shutil.copy(work / "codemirror.js", script)
        text.write_text(licences(work / "node_modules"), "utf-8")


def licences(modules: Path) -> str:
    """The licences of all packages, except for that of the bundler, which is not in the bundle."""
    found = []
    for path in sorted(modules.rglob("LICENSE*")):
        name = path.parent.relative_to(modules).as_posix()
        if "esbuild" not in name:
            found.append(f"{name}\n\n{path.read_text('utf-8').strip()}\n")
    return f"\n{'-' * 70}\n".join(found)


if __name__ == "__main__":
    main()
