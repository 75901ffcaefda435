"""The choice among several programs for one shader, by executed instructions or by length.

The programs come from different unrollings of the shader's loops. Each is run on a few lanes, which come from a fixed
seed; so the same source gives the same bytes, verified or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import inf
from typing import Any

from gpucc.errors import GpuccError, LimitExceeded
from gpucc.isa.model import Isa
from gpucc.program import Observe, Program
from gpucc.records import dataclass
from gpucc.sched.core.allowance import Allowance, Surpassed
from gpucc.sched.limits import TooLong

PREFERENCES = ("speed", "size")
# a program preferred for speed has at most so many times the words of the shortest program, or so many instructions
LONGEST, SHORT = 1.5, 16


# the approximate number of scalar operations in an instruction of a branching target
OPERATIONS = 8


def price_of_fetch(isa: Isa, prefer: str) -> int:
    """The operations that a texture fetch counts for when a branch is weighed against computing both sides."""
    return isa.fetch_price * OPERATIONS if prefer == "speed" and isa.fetch_price > 1 else 1


def longest(prefer: str) -> float:
    """Return how long a program may be, as a multiple of the shortest."""
    return LONGEST if prefer == "speed" else 1.0


@dataclass(slots=True)
class Trial:
    """A program, the optimised IR that it was made of, and the observer's events while it was made."""

    optimised: str
    program: Program
    told: Sequence[tuple[str, object]]

    @property
    def words(self) -> int:
        return int(self.program.stats["words"])

    @property
    def instructions(self) -> int:
        return int(self.program.stats["instructions"])

    def keeps_within(self, words: float, spare: float = 1.0) -> bool:
        """Return whether the program is no longer than one preferred for speed may be, also with so many times its
        words."""
        return self.words * spare <= words or self.instructions * spare <= SHORT


# makes the program of an optimised text at a level, and reports its stages to the observer
Make = Callable[[str, int, Observe], Program]
# the cost of running a program, or None if it is unknown
Measure = Callable[[Program], float | None]
# -O3 searches for long, which pays only for the chosen program
TRIED_LEVEL = 2
# the level of a target's first schedule, without a search for better ones. A search reduces its words and its cost by
# less than these factors: by 1.04 and 1.11 at most, for the kernels and examples with loops
ROUGH_LEVEL = 0
ROUGH_WORDS, ROUGH_COST = 1.1, 1.25
# no scheduler leaves out so large a part of the instructions that it begins with
SURE = 2.0
# for speed, the programs that seem fastest are tried, at least one: as many as have so many instructions in all before
# the search
TRIED_INSTRUCTIONS = 1200
# for size, so many of the likely ones are tried, and the usual one unless its rough program is so many times as long
TRIED_SHORT, UNLIKELY = 3, 2.0
# The chosen program for size is searched for once more, with so many times the effort, unless it or another program of
# the shader was too large for any search. -O3 searches for about as long without that.
THOROUGH_LEVEL, THOROUGH = 2, 8


def preferred(
    prefer: str,
    texts: Sequence[str],
    make: Make,
    measure: Measure,
    level: int,
    notice: Observe,
    searches: bool,
    allowance: Allowance | None = None,
) -> tuple[str, Program]:
    """The preferred text and its program. The first text wins among equals, and if no other is known to be better; an
    error of it is raised, unless it is that its program is too long, and another one is not.

    `searches`: a lower level takes the target less time. Once the allowance has ended, no further text is tried."""
    allowance = allowance or Allowance()
    if len(texts) > 1 and searches and level > ROUGH_LEVEL:
        texts = _promising(prefer, texts, make, measure, allowance)
    thorough = prefer == "size" and searches and level == THOROUGH_LEVEL and allowance.effort > 0
    if len(texts) == 1 and not thorough:
        return texts[0], make(texts[0], level, notice)
    found: list[Trial] = []
    wrong: tuple[GpuccError, list[tuple[str, Any]]] | None = None
    for text in texts:
        if found and allowance.ended():
            break
        told: list[tuple[str, Any]] = []
        try:
            allowance.longest = _worthwhile(prefer, found, SURE)
            found.append(Trial(text, make(text, min(level, TRIED_LEVEL), partial(_keep, told)), told))
        except GpuccError as error:
            if text is texts[0]:
                wrong = error, told
                if not isinstance(error, TooLong):
                    break
        finally:
            allowance.longest = inf
    if wrong is not None and not found:
        for stage, value in wrong[1]:
            notice(stage, value)
        raise wrong[0]
    if prefer == "size":
        best = min(found, key=_size)
        if thorough and not (allowance.hopeless or allowance.ended() or best.program.stats.get("meets_bound")):
            told = []
            with _more_effort(allowance, THOROUGH), suppress(LimitExceeded):
                again = make(best.optimised, level, partial(_keep, told))
                best = min(best, Trial(best.optimised, again, told), key=_size)
    else:
        best = _fastest(measure, found, LONGEST * min(trial.words for trial in found))
    if level > TRIED_LEVEL:
        return best.optimised, make(best.optimised, level, notice)
    for stage, value in best.told:
        notice(stage, value)
    return best.optimised, best.program


@contextmanager
def _more_effort(allowance: Allowance, times: int) -> Iterator[None]:
    usual = allowance.effort
    allowance.effort *= times
    try:
        yield
    finally:
        allowance.effort = usual


def _size(trial: Trial) -> tuple[int, int]:
    return trial.instructions, trial.words


def _promising(prefer: str, texts: Sequence[str], make: Make, measure: Measure, allowance: Allowance) -> list[str]:
    """The first text, and those that a search could make better than it or that have no rough program. Raises the error
    of the first one if all are so long that no search makes room for them."""
    rough: list[Trial] = []
    unknown: set[str] = set()
    hopeless: dict[str, TooLong] = {}
    for text in texts:
        if allowance.ended():
            break
        try:
            allowance.longest = _worthwhile(prefer, rough, ROUGH_WORDS**2)
            program = make(text, ROUGH_LEVEL, lambda stage, value: None)
        except Surpassed:
            continue
        except TooLong as error:
            if error.times > ROUGH_WORDS:
                hopeless[text] = error
            else:
                unknown.add(text)
            continue
        except GpuccError:
            if text is texts[0]:
                return list(texts)
            unknown.add(text)
            continue
        finally:
            allowance.longest = inf
        if all(program.code != trial.program.code for trial in rough):
            rough.append(Trial(text, program, ()))
    if hopeless and not rough and not unknown:
        raise next(iter(hopeless.values()))
    kept = {texts[0]} - hopeless.keys() | unknown
    if rough:
        if prefer == "size":
            ranked = sorted(rough, key=lambda trial: trial.instructions)
            least = ranked[0].instructions
            likely = [trial for trial in ranked[:TRIED_SHORT] if trial.instructions <= ROUGH_WORDS * least]
            kept -= {trial.optimised for trial in rough if trial.instructions > UNLIKELY * least}
        else:
            shortest = min(rough, key=lambda trial: trial.words)
            usual = [trial for trial in rough if trial.optimised == texts[0]]
            likely = _likely_fastest(measure, rough, LONGEST * shortest.words)
            likely = _affordable(likely, shortest, usual, allowance.share(TRIED_INSTRUCTIONS))
            kept -= {trial.optimised for trial in usual}
        kept |= {trial.optimised for trial in likely}
    return [text for text in texts if text in kept]


def _worthwhile(prefer: str, found: Sequence[Trial], spare: float) -> float:
    """The most instructions of a program that may be kept, if its words are about as full as those of the shortest so
    far, and the scheduler may end with so many times fewer. A longer one is cut off where it lacks registers, before
    most of its values are spilled."""
    if not found:
        return inf
    shortest = min(found, key=lambda trial: trial.words)
    most = spare * longest(prefer) * float(shortest.program.stats.get("instructions", inf))
    return max(most, spare * SHORT) if prefer == "speed" else most


def _likely_fastest(measure: Measure, rough: Sequence[Trial], longest: float) -> list[Trial]:
    """Those that a search could make the fastest of those that are not longer than `longest`, the fastest first."""
    if (first := measure(rough[0].program)) is None:
        return []
    costs = [(rough[0], first)]
    for trial in rough[1:]:
        cost = measure(trial.program) if trial.keeps_within(longest, 1 / ROUGH_WORDS) else None
        if cost is not None:
            costs.append((trial, cost))
    least = min(cost for trial, cost in costs if trial.keeps_within(longest, ROUGH_WORDS) or trial is rough[0])
    costs.sort(key=lambda one: one[1])
    return [trial for trial, cost in costs if cost <= ROUGH_COST * least]


def _affordable(likely: Sequence[Trial], shortest: Trial, usual: Sequence[Trial], most: int) -> list[Trial]:
    """The first ones, as many as a search has time for, with at most so many instructions in all. Those that may become
    too long come after the shortest one, which tells whether they are; the usual one is the last."""
    sure = [trial for trial in likely if trial.keeps_within(LONGEST * shortest.words, ROUGH_WORDS)]
    enough = likely and len(sure) == len(likely)
    order = [*sure, *(() if enough else (shortest, *likely)), *usual]
    found = list({trial.optimised: trial for trial in order}.values())
    while len(found) > 1 and sum(trial.instructions for trial in found) > most:
        found.pop()
    return found


def _keep(told: list[tuple[str, Any]], stage: str, value: object) -> None:
    told.append((stage, value))


def _fastest(measure: Measure, found: Sequence[Trial], longest: float) -> Trial:
    best, least = found[0], measure(found[0].program)
    for trial in found[1:] if least is not None else ():
        cost = measure(trial.program) if trial.keeps_within(longest) else None
        if cost is not None and least is not None and (cost, trial.words) < (least, best.words):
            best, least = trial, cost
    return best
