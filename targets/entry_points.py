"""The entry points by which other packages name their targets. Completion lists their names, so this module imports
little."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "gpucc.targets"


def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of the group by name. Several packages may claim one name, which `load` refuses."""
    return _installed(tuple(sys.path))


@lru_cache(maxsize=4)
def _installed(path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    # takes a tenth of the time of a small compilation, which needs no other package
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=GROUP):
        if point not in found.get(point.name, ()):
            found[point.name] = (*found.get(point.name, ()), point)
    return found
