"""`gpucc selftest`: a folder of programs that try the facts of a target on a chip."""

from __future__ import annotations

from pathlib import Path

from gpucc import __version__
from gpucc.emit.files import write_files
from gpucc.errors import GpuccError
from gpucc.selftest import folder
from gpucc.terminal import console
from gpucc.terminal.wishes import check_isa


def write_selftests(isa: str, output: str) -> None:
    """Write the self-tests of a target, and say what is in the folder."""
    check_isa(isa)
    tests, files = folder.written(isa, __version__)
    place = Path(output)
    paths = {place / name: data if isinstance(data, bytes) else data.encode() for name, data in files.items()}
    for one in {path.parent for path in paths}:
        try:
            one.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GpuccError(f"cannot make the folder {str(one)!r}: {error.strerror}") from error
    write_files(paths)
    console.say(f"{place}: {len(tests)} self-tests of {isa}; README.md there says how to run them")
