"""How much the searches for better programs may do."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from gpucc.errors import UsageError
from gpucc.records import dataclass

# percent
USUAL, MOST_EFFORT = 100, 10_000


def never() -> bool:
    return False


@dataclass(slots=True)
class Allowance:
    """What all searches of one compilation share: `effort` is in percent of what the level of optimisation allows, and
    `over` says that no search shall begin anything more. Searches ask for counts, never for clocks: without a time
    limit, the program is the same on every machine."""

    effort: int = USUAL
    over: Callable[[], bool] = never
    # a search has been ended by `over`
    stopped: bool = False

    def share(self, count: int) -> int:
        """The part of a budget that may be used."""
        return count * self.effort // USUAL

    def part(self, budget: float) -> float:
        """The same of a budget that is no count."""
        return budget * self.effort / USUAL

    def ended(self) -> bool:
        """Whether a search must stop, although it could go on."""
        if self.over():
            self.stopped = True
        return self.stopped


def allow(effort: int, time_limit: float | Callable[[], bool] | None) -> Allowance:
    """The allowance of somebody who says how much to search, and after how many seconds to stop. A function in place of
    the seconds says itself whether the time is over."""
    if not isinstance(effort, int) or not 0 <= effort <= MOST_EFFORT:
        raise UsageError(f"effort is a whole number from 0 to {MOST_EFFORT}, not {effort!r}")
    if time_limit is None or callable(time_limit):
        return Allowance(effort, time_limit or never)
    if not time_limit >= 0:
        raise UsageError(f"a time limit is a number of seconds from 0 on, not {time_limit!r}")
    end = monotonic() + time_limit
    return Allowance(effort, lambda: monotonic() >= end)
