"""Random IR of every kind: recipes of fuzz/recipes.py, made of draws."""

from __future__ import annotations

from gpucc.fuzz import recipes, rooms
from gpucc.fuzz.draws import Draws
from gpucc.fuzz.recipes import RecipeStep
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage


def _plain(draws: Draws) -> RecipeStep:
    return RecipeStep(
        draws.number(0, 17),
        draws.below(16),
        draws.below(16),
        draws.below(16),
        draws.below(len(recipes.FLAGS)),
    )


def _arms(draws: Draws, depth: int) -> tuple[RecipeStep, ...]:
    return tuple(
        _block(draws, depth - 1) if depth and draws.chance(3) else _plain(draws) for _ in range(draws.number(0, 5))
    )


def _block(draws: Draws, depth: int, kinds: int = 20) -> RecipeStep:
    kind, (a, b, c) = draws.number(18, kinds), [draws.below(16) for _ in range(3)]
    return RecipeStep(kind, a, b, c, 0, _arms(draws, depth), _arms(draws, 0))


def recipe(draws: Draws, most: int, loops: bool) -> tuple[RecipeStep, ...]:
    """With `loops` there are also loops with a trip count that depends on data, and many values that are live at
    once."""
    steps = []
    for _ in range(draws.number(1, most)):
        kind = draws.below(36 if loops else 5)
        if kind < (28 if loops else 4):
            steps.append(_plain(draws))
        elif kind < 35:
            steps.append(_block(draws, 1, 21) if loops else _block(draws, 0))
        else:
            steps.append(RecipeStep(22, draws.below(16), draws.below(16), draws.below(16), 0))
    return tuple(steps)


def steps(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    text = rooms.fitted(recipes.render(recipe(draws, 30, isa.loops), stage, isa.name in rooms.RICH), isa)
    return FuzzSample(text, "random.ll", stage, undefinable=True)


FAMILIES = (FuzzFamily("steps", steps, 6),)
