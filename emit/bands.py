"""Layout of tables that are too wide: columns in bands, one below the other, each starting with the columns that name
the rows.
"""

from __future__ import annotations

from collections.abc import Sequence


def bands(widths: Sequence[int], room: int, gap: int = 2, heads: int = 1) -> list[list[int]]:
    """Return the columns of each band: the first `heads` columns and at least one other, as many as fit in `room`
    characters.

    Without a limit (`room` is 0) there is one band.
    """
    first = list(range(heads))
    used = start = sum(widths[:heads]) + gap * (heads - 1)
    found = [[*first]]
    for column in range(heads, len(widths)):
        if room and len(found[-1]) > heads and used + gap + widths[column] > room:
            found.append([*first])
            used = start
        found[-1].append(column)
        used += gap + widths[column]
    return found
