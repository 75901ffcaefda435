"""The numbers of a format on either side of one that it does not hold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpucc.interp.rounding import round_to
from gpucc.isa.model import FP16, Format
from gpucc.targets import registry

FORMATS = [FP16, registry.find("pica200").isa.format, registry.find("lima-pp").isa.format]


@pytest.mark.parametrize("format", FORMATS, ids=lambda one: one.name)
def test_neighbours_are_in_the_format_with_nothing_between(format: Format) -> None:
    random = np.random.default_rng(1)
    powers = 2.0 ** np.arange(-30, 17)
    values = np.float32([*(random.uniform(1, 2, 200) * 2.0 ** random.integers(-40, 17, 200)), *powers])
    values = np.concatenate([values, np.nextafter(values, np.float32(0)), np.nextafter(values, np.float32(9e9))])
    for value in map(float, values):
        below, above = format.at_most(value), format.at_least(value)
        assert below <= value <= above
        for one in (below, above):
            assert math.isinf(one) or float(round_to(format, one)) == one
        if below < above < math.inf:
            # whatever lies between rounds to one of both
            assert {float(round_to(format, below + (above - below) * k / 8)) for k in range(9)} <= {below, above}
        else:
            assert below == above == value or math.isinf(above)
