"""Control flow of a lima vertex program, with the state of its registers at each instruction.

Forward data flow over instructions: the set of places that some path has stored, and for each recently stored place the
least number of instructions since, which latencies are checked against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpucc.emit.lima_vp import LimaVpCoder
from gpucc.isa.model import LETTERS
from gpucc.isa.wide import Bundle, WideRead
from gpucc.program import Constant
from gpucc.records import dataclass

Place = tuple[str, int, int]  # file, address, component; (address register, 0, 0)
Ages = Mapping[Place, int]


@dataclass(frozen=True, slots=True)
class LimaVpFlow:
    """Facts by instruction: `young` has the places that cannot be read yet; `young_unless_jumped` also those that only
    a jump makes readable."""

    coder: LimaVpCoder
    bundles: tuple[Bundle, ...]
    latency: dict[str, int]
    reachable: frozenset[int]
    falls: frozenset[int]  # instructions that control may enter from the one above
    jumps: dict[int, int]  # instructions that a branch may enter, and one such branch
    stored: list[frozenset[Place]]
    young: list[Ages]
    young_unless_jumped: list[Ages]

    def barrier(self, i: int, distance: int) -> str | None:
        """The reason why results do not reach this far along the code, or None."""
        for k in range(i, i - distance, -1):
            if k in self.jumps:
                return f"instruction {self.jumps[k]} may have jumped to {k}"
            if k == 0 or k not in self.falls:
                return "the program begins after it" if k == 0 else f"instruction {k} is not reached from the one above"
        return None

    def loaded(self, i: int) -> list[tuple[str, Place, int]]:
        """The places that the operands of an instruction need, with the unit and the instruction that fetch them.

        Uniforms need only their address register.
        """
        found: dict[tuple[str, Place, int], None] = {}
        for read in _reads(self.coder, self.bundles[i]):
            if read.unit in self.coder.loads and not self.barrier(i, read.distance):
                at = i - read.distance
                load = self.coder.load(self.bundles[at], read.unit)
                if load.index:
                    found[read.unit, (load.index, 0, 0), at] = None
                if load.file == "register":
                    found[read.unit, (load.file, load.address, read.component), at] = None
        return list(found)


def build(found: LimaVpCoder, bundles: tuple[Bundle, ...], constants: Sequence[Constant]) -> LimaVpFlow:
    known = {(constant.register, constant.component): constant.value for constant in constants}
    edges = [_successors(found, bundles, i, known) for i in range(len(bundles))]
    reachable, stack = {0}, [0]
    while stack:
        fresh = [target for target, _ in edges[stack.pop()] if target not in reachable]
        reachable |= set(fresh)
        stack += fresh
    falls = {target for i in reachable for target, jump in edges[i] if not jump}
    jumps = {target: i for i in sorted(reachable, reverse=True) for target, jump in edges[i] if jump}
    latency = {latency.file: latency.cycles for latency in found.wide.latencies}
    stores = [_stores(found, bundle) for bundle in bundles]
    visible = found.wide.branch.visible
    return LimaVpFlow(
        found,
        bundles,
        latency,
        frozenset(reachable),
        frozenset(falls),
        jumps,
        _ever_stored(edges, stores),
        _young(edges, stores, latency, visible),
        _young(edges, stores, latency, ()),
    )


def _reads(found: LimaVpCoder, bundle: Bundle) -> list[WideRead]:
    """The operands that the ops of an instruction read; ports beyond an op's operands do not count."""
    reads: list[WideRead] = []
    for issue in bundle.issues:
        op = found.ops[issue.op]
        named = [operand for operand in op.operands if not operand.place]
        reads += issue.reads[: len(named)]
        places = [operand.place.split(".") for operand in op.operands if operand.place]
        reads += [WideRead(unit, 0, LETTERS.index(lane)) for unit, lane in places]
    return reads


def _successors(
    found: LimaVpCoder, bundles: tuple[Bundle, ...], i: int, known: Mapping[tuple[int, int], float]
) -> list[tuple[int, bool]]:
    """The next instructions, and whether a jump enters each. A branch on a constant goes one way only."""
    bundle = bundles[i]
    below = [(i + 1, False)] if i + 1 < len(bundles) else []
    if bundle.branch is None:
        return below
    jump = [(bundle.branch, True)] if bundle.branch < len(bundles) else []
    condition = _moved(found, i, bundles, found.wide.branch.unit, known)
    if condition is None:
        return below + jump
    return jump if condition != 0.0 else below


def _moved(
    found: LimaVpCoder, at: int, bundles: tuple[Bundle, ...], unit: str, known: Mapping[tuple[int, int], float]
) -> float | None:
    """Return the literal that a unit supplies there, if it is one: loaded in that instruction, or passed on by moves or
    a register."""
    moves = {move.op for move in found.wide.moves if move.unit == unit}
    for issue in bundles[at].issues if at >= 0 else ():
        read = issue.reads[0]
        if issue.unit == unit and issue.op in moves:
            if read.unit not in found.loads:
                return _moved(found, at - read.distance, bundles, read.unit, known) if read.distance else None
            if read.distance > at:
                return None
            load = found.load(bundles[at - read.distance], read.unit)
            if load.file == "register":
                return _kept(found, at - read.distance, bundles, (load.address, read.component), known)
            return known.get((load.address, read.component)) if load.file == "uniform" and not load.index else None
    return None


def _kept(
    found: LimaVpCoder,
    at: int,
    bundles: tuple[Bundle, ...],
    place: tuple[int, int],
    known: Mapping[tuple[int, int], float],
) -> float | None:
    """Return the literal that a component of a register holds there, if the code above stores one and no jump arrives
    between."""
    targets = {bundle.branch for bundle in bundles}
    for t in range(at - 1, -1, -1):
        if t + 1 in targets:
            return None
        for store in bundles[t].stores:
            for (component, _), source in zip(found.stores[store.unit].sources, store.sources, strict=True):
                if source and (store.file, store.address, component) == ("register", *place):
                    return _moved(found, t, bundles, source, known)
    return None


def _stores(found: LimaVpCoder, bundle: Bundle) -> frozenset[Place]:
    places: set[Place] = set()
    for store in bundle.stores:
        for (component, _), source in zip(found.stores[store.unit].sources, store.sources, strict=True):
            if source and store.file == "register":
                places.add((store.file, store.address, component))
    places |= {(op.effect, 0, 0) for op in (found.ops[issue.op] for issue in bundle.issues) if op.effect}
    return frozenset(places)


Edges = Sequence[Sequence[tuple[int, bool]]]


def _ever_stored(edges: Edges, stores: Sequence[frozenset[Place]]) -> list[frozenset[Place]]:
    """Before each instruction, the places that some path to it has stored."""
    before: list[frozenset[Place]] = [frozenset() for _ in stores]
    work = list(range(len(stores)))
    while work:
        i = work.pop(0)
        after = before[i] | stores[i]
        for target, _ in edges[i]:
            if not after <= before[target]:
                before[target] |= after
                work.append(target)
    return before


def _young(
    edges: Edges, stores: Sequence[frozenset[Place]], latency: Mapping[str, int], visible: Sequence[str]
) -> list[Ages]:
    """Before each instruction, the places whose latency has not passed on some path, with the least age. A jump ends it
    for `visible` files."""
    before: list[dict[Place, int]] = [{} for _ in stores]
    work = list(range(len(stores)))
    while work:
        i = work.pop(0)
        after = {place: age + 1 for place, age in before[i].items()} | dict.fromkeys(stores[i], 1)
        after = {place: age for place, age in after.items() if age < latency.get(place[0], 0)}
        for target, jump in edges[i]:
            reached = {place: age for place, age in after.items() if not (jump and place[0] in visible)}
            if any(before[target].get(place, age + 1) > age for place, age in reached.items()):
                before[target] = {place: min(age, before[target].get(place, age)) for place, age in reached.items()} | {
                    place: age for place, age in before[target].items() if place not in reached
                }
                work.append(target)
    return list(before)
