"""The word for the gpucc that performs tasks: results come from one tree only if their words are equal."""

from __future__ import annotations

import hashlib
import subprocess
from functools import cache
from pathlib import Path

from gpucc import __version__

ROOT = Path(__file__).resolve().parent.parent


@cache
def tree() -> str:
    """The commit of a checkout, with a digest of what differs from it; the version where there is no checkout."""
    try:
        if not (ROOT / ".git").exists():
            return __version__
        commit, change = (_git(*words) for words in (("rev-parse", "--short", "HEAD"), ("diff", "HEAD", "--", ".")))
    except (OSError, subprocess.CalledProcessError):
        return __version__
    return commit.decode().strip() + (f"+{hashlib.sha256(change).hexdigest()[:6]}" if change else "")


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout
