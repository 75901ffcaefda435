"""Lets the tests of this folder import iselkit (pytest's importlib mode does not put the folder on the path)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture
def make() -> object:
    from iselkit import Maker

    return Maker()
