"""Link a vertex and a fragment shader so that arithmetic moves to the vertex shader (`--link-move`).

Whatever is affine in the varyings may move. What moves is chosen by trial: the fragment shader is compiled with all of
it moved, with less, and as it was; the program that executes the fewest instructions wins, and among equals the one
with the fewest moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gpucc.errors import GpuccError, InternalError, UsageError
from gpucc.interp.average import average_cost
from gpucc.interp.composed import UNITS, Agreement, agreement
from gpucc.lowering.interface.canonicalise import linked
from gpucc.lowering.moving.affine import MovableValue
from gpucc.lowering.moving.pair import MovedPair, PairMover
from gpucc.lowering.session import session
from gpucc.lowering.source import SourceText
from gpucc.lowering.source import load as load_source
from gpucc.program import Observe, Program, Shader, Stage
from gpucc.reading import Reading, canonical, translated
from gpucc.records import dataclass
from gpucc.targets import registry

# values that are tried one by one; the heaviest ones
MOST_TRIED = 8
# compiles a text for a stage without verification
Compile = Callable[[bytes, Stage], Program]
# of a fragment program: instructions that a lane executes, with the price of texture fetches; words; instructions
MoveCost = tuple[float, int, int]


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """Two texts to compile, and what to tell the user about the move."""

    vertex: bytes
    fragment: bytes
    told: str = "nothing moved to the vertex shader"


def link_paths(
    vertex: Path | bytes,
    fragment: Path | bytes,
    compile: Compile,
    notice: Observe,
    reading: Reading = Reading(),  # noqa: B008
) -> tuple[bytes, bytes]:
    """The texts of two shaders in GLSL, with arithmetic moved; `notice` gets warnings, and a line under the name
    "link"."""
    found = translated(vertex, fragment, notice, reading)
    if found is None:
        raise UsageError(
            "--link-move takes two files in GLSL", notes=("their endings are .vert and .frag; LLVM IR has no varyings",)
        )
    pair = link_moving(*found, compile, reading)
    notice("link", pair.told)
    return pair.vertex, pair.fragment


@session()
def link_moving(vertex: SourceText, fragment: SourceText, compile: Compile, reading: Reading) -> LinkedPair:
    """The pair with arithmetic moved where that is cheaper, after the judge has compared both pairs."""
    plain = MovedPair(vertex.text, fragment.text)
    if reading.arithmetic == "strict":
        return _linked(plain, vertex, fragment)
    mover = PairMover(vertex.text, fragment.text, steep_too=reading.arithmetic == "fast")
    trial = _MoveTrial(mover, compile, vertex, fragment)
    chosen = trial.best(plain)
    if not chosen.values:
        return _linked(plain, vertex, fragment)
    found = _agreement(plain, chosen, vertex, fragment, reading)
    if not found.holds:
        raise InternalError(
            f"moving values to the vertex shader changes the picture: {found.agreed} of {found.compared} points agree"
            f" ({found.points} were drawn)"
        )
    return _linked(chosen, vertex, fragment, _told(chosen, found, trial))


def _linked(pair: MovedPair, vertex: SourceText, fragment: SourceText, *told: str) -> LinkedPair:
    first, second = _sources(pair, vertex, fragment)
    return LinkedPair(linked(first, second).encode(), pair.fragment.encode(), *told)


def _sources(pair: MovedPair, vertex: SourceText, fragment: SourceText) -> tuple[SourceText, SourceText]:
    return (
        load_source(pair.vertex, name=vertex.file, own=True),
        load_source(pair.fragment, name=fragment.file, own=True),
    )


def _told(pair: MovedPair, found: Agreement, trial: _MoveTrial) -> str:
    names = ", ".join(f"{one.varying}: {one.components}" for one in pair.values)
    count = len(pair.values)
    unseen = f"; at none of them the picture depends on {', '.join(found.unseen)}" if found.unseen else ""
    return (
        f"moved {count} value{'s' * (count != 1)} to the vertex shader ({names} components): the fragment shader"
        f" has {trial.after} instead of {trial.before} instructions. What is interpolated is rounded in"
        f" another way, within {UNITS} units in the last place of the largest value at a corner; {found.agreed} of"
        f" {found.compared} points in random triangles agree within what that changes{unseen}"
    )


def _agreement(
    before: MovedPair, after: MovedPair, vertex: SourceText, fragment: SourceText, reading: Reading
) -> Agreement:
    shaders: list[Shader] = []
    stages: tuple[Stage, Stage] = ("vertex", "fragment")
    for pair in (before, after):
        for source, stage in zip(_sources(pair, vertex, fragment), stages, strict=True):
            shaders.append(canonical(source, None, stage, None, stage, reading))
    moved = frozenset(one.varying for one in after.values)
    return agreement((shaders[0], shaders[1]), (shaders[2], shaders[3]), moved)


class _MoveTrial:
    """Compiles pairs to compare them. A pair that does not compile is worse than any other."""

    def __init__(self, mover: PairMover, compile: Compile, vertex: SourceText, fragment: SourceText) -> None:
        self.mover, self.compile, self.vertex, self.fragment = mover, compile, vertex, fragment
        self.before = self.after = 0

    def cost(self, pair: MovedPair) -> MoveCost | None:
        """The cost of the fragment program; None if one of the two programs cannot be made."""
        first, second = _sources(pair, self.vertex, self.fragment)
        try:
            program = self.compile(pair.fragment.encode(), "fragment")
            if pair.values:
                self.compile(linked(first, second).encode(), "vertex")
        except GpuccError:
            return None
        target = registry.find(program.isa)
        executed = average_cost(program, isa=target.isa, simulate=target.simulate)
        count = int(program.stats["instructions"])
        return (count if executed is None else executed), int(program.stats["words"]), count

    def best(self, plain: MovedPair) -> MovedPair:
        candidates = sorted(self.mover.candidates, key=lambda one: -one.weight)[:MOST_TRIED]
        least = self.cost(plain) if candidates else None
        if least is None:
            return plain
        self.before = self.after = least[2]
        best, kept = plain, candidates
        pair = self.mover.moved(kept)
        found = self.cost(pair)
        while found is None and len(kept) > 1:
            kept = kept[:-1]
            pair = self.mover.moved(kept)
            found = self.cost(pair)
        if found is not None and found < least:
            best, least = pair, found
        best, least = self._with_fewer(kept, best, least)
        self.after = least[2]
        return best

    def _with_fewer(self, kept: Sequence[MovableValue], best: MovedPair, least: MoveCost) -> tuple[MovedPair, MoveCost]:
        """Leave out the values without which the program is no longer."""
        for one in reversed(list(kept)):
            fewer = [other for other in kept if other is not one]
            if not fewer:
                break
            pair = self.mover.moved(fewer)
            found = self.cost(pair)
            if found is not None and found <= least:
                best, least, kept = pair, found, fewer
        return best, least
