"""Where the command line keeps files of its own."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from gpucc.errors import UsageError

OFF = ("", "0", "off", "no")


def cache_folder(given: str | None, never: bool) -> Path | None:
    """The folder of --cache, of GPUCC_CACHE, or the usual one; None if there shall be no cache, as with CI set."""
    if given is not None and never:
        raise UsageError("--cache and --no-cache contradict each other")
    if given == "":
        raise UsageError("--cache needs the name of a folder")
    if never:
        return None
    if given is not None:
        return _folder(given, "--cache")
    named = os.environ.get("GPUCC_CACHE")
    if named is not None:
        return None if named.lower() in OFF else _folder(named, "GPUCC_CACHE")
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    usual = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):
        return (Path(usual) if os.path.isabs(usual) else Path.home() / ".cache") / "gpucc"
    return None


def _folder(name: str, option: str) -> Path:
    """The folder that a user has named; it is made when it is needed, but what is there must not be a file."""
    if os.path.lexists(name) and not os.path.isdir(name):
        raise UsageError(
            f"{option} names a folder, and {name!r} is none", notes=("the cache is a folder of many files",)
        )
    return Path(name)
