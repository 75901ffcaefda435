"""Layout of tables that are too wide: columns in bands, one below the other, each starting with the column that names
the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

# characters between two columns
GAP = 2


def bands(widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns of each band: the first column and at least one other, as many as fit in `room` characters.

    Without a limit (`room` is 0) there is one band.
    """
    used = start = sum(widths[:1])
    found = [[0]]
    for column in range(1, len(widths)):
        if room and len(found[-1]) > 1 and used + GAP + widths[column] > room:
            found.append([0])
            used = start
        found[-1].append(column)
        used += GAP + widths[column]
    return found
