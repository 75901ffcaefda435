"""Scheduling: the order of selected operations, and their registers.

The names of `public` are available here; they load on first use, because no compilation needs all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpucc.sched.public import (
        Origin,
        Schedule,
        Scheduled,
        Vec4Machine,
        check_constants,
        check_interface,
        check_length,
        schedule_slots,
        schedule_vectors,
    )

__all__ = [
    "Origin",
    "Schedule",
    "Scheduled",
    "Vec4Machine",
    "check_constants",
    "check_interface",
    "check_length",
    "schedule_slots",
    "schedule_vectors",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'gpucc.sched' has no attribute {name!r}")
    from gpucc.sched import public

    return getattr(public, name)
