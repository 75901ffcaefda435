"""The effort and the time that searches for better programs may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from math import inf
from time import monotonic
from typing import Any

from gpucc.errors import LimitExceeded, UsageError
from gpucc.records import dataclass

# percent
USUAL, MOST_EFFORT = 100, 10_000


def never() -> bool:
    return False


class Surpassed(LimitExceeded):
    """A program became so long that another one for the same shader is sure to be preferred."""


@dataclass(slots=True)
class Allowance:
    """The budget that all searches of one compilation share.

    `effort` is a percentage of the budget of the level of optimisation; once `over` is true, searches start nothing
    new. Budgets are counts, not times: without a time limit, the program is the same on every machine.
    """

    effort: int = USUAL
    over: Callable[[], bool] = never
    # whether `over` has ended a search
    stopped: bool = False
    # the most instructions of a program that is worth while; a scheduler may raise `Surpassed` once it has more
    longest: float = inf
    # whether a search for registers was given up: for other forms of the same shader, it will not take as long
    cramped: bool = False
    # programs for which it was given up: at another level of optimisation, it would be once more
    hopeless: set[object] = field(default_factory=set)
    # for a program that was scheduled before, what every search of it would find out again
    crowds: dict[object, dict[Any, Any]] = field(default_factory=dict)
    # for the first form of a program, the choices that its first attempt made until everything fitted: another attempt
    # at the same program ends with them, too
    firsts: dict[object, Any] = field(default_factory=dict)
    # for a program that lacks registers, by all of its forms: the form and the choices from which a search began, so
    # that another search begins there
    starts: dict[object, tuple[int, Any]] = field(default_factory=dict)

    def share(self, count: int) -> int:
        """The part of a budget that may be used."""
        return count * self.effort // USUAL

    def part(self, budget: float) -> float:
        """Return the part of a budget that may be used, where the budget is no whole number."""
        return budget * self.effort / USUAL

    def ended(self) -> bool:
        """Return whether a search must stop early."""
        if self.over():
            self.stopped = True
        return self.stopped


def allow(effort: int, time_limit: float | Callable[[], bool] | None) -> Allowance:
    """The allowance for a given effort and a time limit in seconds; a function as the limit returns whether the time is
    over."""
    if not isinstance(effort, int) or not 0 <= effort <= MOST_EFFORT:
        raise UsageError(f"effort is a whole number from 0 to {MOST_EFFORT}, not {effort!r}")
    if time_limit is None or callable(time_limit):
        return Allowance(effort, time_limit or never)
    if not isinstance(time_limit, int | float) or not time_limit >= 0:
        raise UsageError(f"a time limit is a number of seconds from 0 on, not {time_limit!r}")
    end = monotonic() + time_limit
    return Allowance(effort, lambda: monotonic() >= end)
