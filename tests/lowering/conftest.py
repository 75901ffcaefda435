"""For all tests of this folder: NaNs and infinities are values here, not accidents."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _ieee() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield
