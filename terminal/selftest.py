"""`gpucc selftest`: a folder of programs that try the facts of a target on a chip."""

from __future__ import annotations

from pathlib import Path

from gpucc import __version__
from gpucc.emit.files import write_files
from gpucc.errors import GpuccError, UsageError
from gpucc.selftest import folder
from gpucc.terminal import console
from gpucc.terminal.wishes import check_isa

README = "README.md"


def write_selftests(isa: str, output: str) -> None:
    """Write the self-tests of a target, and say what is in the folder."""
    check_isa(isa)
    place = Path(output)
    if place.exists() and not place.is_dir():
        raise UsageError(f"-o names a folder, and {output!r} is a file")
    tests, files = folder.written(isa, __version__)
    _check_place(place, isa, str(files[README]))
    paths = {place / name: data if isinstance(data, bytes) else data.encode() for name, data in files.items()}
    for one in dict.fromkeys(path.parent for path in paths):
        try:
            one.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GpuccError(f"cannot make the folder {str(one)!r}: {error.strerror}") from error
    write_files(paths)
    console.say(f"{place}: {len(tests)} self-tests of {isa}; README.md there says how to run them")


def _check_place(place: Path, isa: str, readme: str) -> None:
    """Refuse a folder that holds something else: its README.md and its index would be overwritten."""
    try:
        known = (place / README).read_text("utf-8", "replace")
    except OSError:
        return
    if known.partition("\n")[0] != readme.partition("\n")[0]:
        raise UsageError(
            f"{str(place / README)!r} is there, and not of the self-tests of {isa}",
            notes=("every target needs a folder of its own: name another one with -o",),
        )
