"""The targets: each combines the parts that other folders have for it.

`registry` finds a target by its name, `outside` those of other packages. The driver calls `prepare` of a record, its
`stages` in order, and `simulate`.

The names of `public` can be imported from here. They load on first use, because no compilation needs all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpucc import late

if TYPE_CHECKING:
    from gpucc.targets.public import *  # noqa: F403


def __getattr__(name: str) -> object:
    return late.public_name(__name__, name)
