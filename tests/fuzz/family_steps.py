"""Random IR of every kind, from the recipes of random_programs.py, drawn from choices."""

from __future__ import annotations

import random_programs as programs
from choices import Choices
from random_programs import Step
from trials import Family, Sample

from gpucc.isa.model import Isa
from gpucc.program import Stage


def _plain(choices: Choices) -> Step:
    return Step(
        choices.number(0, 17),
        choices.below(16),
        choices.below(16),
        choices.below(16),
        choices.below(len(programs.FLAGS)),
    )


def _arms(choices: Choices, most: int, depth: int) -> tuple[Step, ...]:
    return tuple(
        _block(choices, depth - 1) if depth and choices.chance(3) else _plain(choices)
        for _ in range(choices.number(0, most))
    )


def _block(choices: Choices, depth: int, kinds: int = 20) -> Step:
    kind, numbers = choices.number(18, kinds), [choices.below(16) for _ in range(3)]
    return Step(kind, *numbers, 0, _arms(choices, 5, depth), _arms(choices, 5, 0))


def recipe(choices: Choices, most: int, loops: bool) -> tuple[Step, ...]:
    """With `loops` there are also loops with a trip count that depends on data, and many values that are live at
    once."""
    steps = []
    for _ in range(choices.number(1, most)):
        kind = choices.below(36 if loops else 5)
        if kind < (28 if loops else 4):
            steps.append(_plain(choices))
        elif kind < 35:
            steps.append(_block(choices, 1, 21) if loops else _block(choices, 0))
        else:
            steps.append(Step(22, choices.below(16), choices.below(16), choices.below(16), 0))
    return tuple(steps)


def steps(choices: Choices, isa: Isa, stage: Stage) -> Sample:
    text = programs.fitted(
        programs.render(recipe(choices, 30, isa.loops), stage, isa.name in programs.SHADERS), isa.name
    )
    return Sample(text, "random.ll", stage)


FAMILIES = (Family("steps", steps, 6),)
