"""What a section finds when it begins."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpucc.isel.machine import LocalArray


@dataclass(frozen=True, slots=True)
class WideFrame:
    """What a section finds: where variables live, from when on their places can be read, which are alive at its
    beginning and end, where arrays lie. Rows below `floor` are free for values that find no register. `temporary_wait`:
    no temporary of an earlier section can be loaded before."""

    places: dict[int, int] = field(default_factory=dict)
    rows: dict[int, int] = field(default_factory=dict)
    waits: dict[int, int] = field(default_factory=dict)
    begin: frozenset[int] = frozenset()
    end: frozenset[int] = frozenset()
    arrays: dict[LocalArray, tuple[int, int]] = field(default_factory=dict)
    floor: int = 0
    temporary_wait: int = 0
