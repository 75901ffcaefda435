"""The build backend of gpucc: setuptools, which finds CodeMirror beside the page of `gpucc serve` in a wheel.

GPUCC_EDITOR in the environment is `required`, so that a wheel without it is an error, as for a release, or `plain`, so
that nothing is bundled. Otherwise, where node or npm is missing, a wheel is made without it, and the build says so: the
page has a plain text area then.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bundle
from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable", "build_sdist", "build_wheel", "get_requires_for_build_editable", "get_requires_for_build_sdist",
    "get_requires_for_build_wheel", "prepare_metadata_for_build_editable", "prepare_metadata_for_build_wheel",
]  # fmt: skip


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    with editor(os.environ.get("GPUCC_EDITOR", "")):
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


@contextmanager
def editor(wanted: str) -> Iterator[None]:
    """The bundle beside the page meanwhile; one that was there before stays."""
    made = [path for path in bundle.MADE if not path.exists()]
    if made and wanted != "plain":
        try:
            bundle.bundle()
        except (OSError, subprocess.CalledProcessError) as error:
            if wanted == "required":
                raise
            print(
                f"gpucc: the page of gpucc serve gets a plain text area, without CodeMirror: {error}", file=sys.stderr
            )
    try:
        yield
    finally:
        for path in made:
            path.unlink(missing_ok=True)
            # setuptools keeps what it copied, and would put it in the next wheel
            Path("build", "lib", "gpucc", "serve", "static", path.name).unlink(missing_ok=True)
