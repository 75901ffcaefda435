"""The state in which a section begins."""

from __future__ import annotations

from dataclasses import field

from gpucc.isel.machine import LocalArray
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class WideFrame:
    """The state in which a section begins: the places of variables, the instructions from which they can be read
    (`waits`), the variables live at its beginning and end, and the places of arrays.

    Rows below `floor` are free for spilled values. Before `temporary_wait`, no temporary that an earlier section stored
    can be loaded.
    """

    places: dict[int, int] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)
    waits: dict[int, int] = field(default_factory=dict)
    begin: frozenset[int] = frozenset()
    end: frozenset[int] = frozenset()
    arrays: dict[LocalArray, tuple[int, int]] = field(default_factory=dict)
    floor: int = 0
    temporary_wait: int = 0
