"""Lets the tests of this folder import its helpers (pytest's importlib mode does not put the folder on the path)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture(autouse=True)
def _ieee() -> Iterator[None]:
    """NaNs and infinities are values here, not accidents."""
    with np.errstate(all="ignore"):
        yield
