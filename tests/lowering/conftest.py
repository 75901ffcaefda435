"""For all tests of this folder: numpy does not warn about NaNs and infinities, which are ordinary values here."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _ieee() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield
