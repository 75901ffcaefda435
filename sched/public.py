"""The names that `gpucc.sched` offers to other packages: its list of public names, which docs/api.md describes."""

from __future__ import annotations

from gpucc.sched.core.schedule import Origin, Schedule
from gpucc.sched.limits import check_constants, check_interface, check_length
from gpucc.sched.slots.schedule import schedule_slots
from gpucc.sched.vectors.machine import Vec4Machine
from gpucc.sched.vectors.schedule import Scheduled, schedule_vectors

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
