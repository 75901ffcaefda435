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
        return Path(given)
    named = os.environ.get("GPUCC_CACHE")
    if named is not None:
        return None if named.lower() in OFF else Path(named)
    if os.environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    usual = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):
        return (Path(usual) if os.path.isabs(usual) else Path.home() / ".cache") / "gpucc"
    return None
