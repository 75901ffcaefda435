"""A builder of graphs for the tests of this folder."""

from __future__ import annotations

import pytest
from iselkit import Maker


@pytest.fixture
def make() -> Maker:
    return Maker()
