"""The parts that lima's two processors share as targets: levels of facts, neutral operations, cells of pictures, profiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from gpucc.isa.model import Level
from gpucc.isel.cover import Selector
from gpucc.isel.machine import Inst
from gpucc.lowering.legalise.functions import RECIPROCAL, RECIPROCAL_ROOT
from gpucc.program import PictureCell, Stage
from gpucc.targets.record import Options, Violation

# how sure a fact must be that a program relies on: the profiles of checks, and the switch `facts`
PROFILES = ("agreed", "proven", "documented")


def level_of(options: Options) -> Level:
    return cast(Level, options["facts"])


def neutral_of(selector_of: Callable[[Options], Selector], memory: Iterable[str]) -> Callable[[Stage, Options], frozenset[str]]:
    """The neutral ops that the rules of a level select, and those that every level has without rules."""
    always = frozenset({"uniform_at", RECIPROCAL, RECIPROCAL_ROOT, *memory})
    return lambda stage, options: selector_of(options).neutral_ops | always


def cell(unit: str, text: str, inst: Inst | None, copy: bool, reads: tuple[tuple[int, str], ...]) -> PictureCell:
    return PictureCell(unit, text, inst.location if inst else None, inst.rule if inst else "", copy, reads)


def no_pairs(vertex: bytes, fragment: bytes, profile: str) -> Sequence[Violation]:
    """Neither processor runs both stages: programs of the two meet by the names of varyings, see `verdict.meet`."""
    return ()
