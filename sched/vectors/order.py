"""Order vector instructions so that few components are live.

The orders: depth first from the outputs (an expression is finished before the next begins, the operand that needs more
registers first), greedy from either end (the ready instruction that frees most components), and by level from either
end. The caller takes the first order that can be allocated; `varied` yields more of them for programs that just miss.

A fork is one item in the order of its region: its arms are ordered separately and replace it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from random import Random

from gpucc.isa.model import Isa
from gpucc.isel.machine import Leaf, Result, ScalarSource
from gpucc.records import dataclass
from gpucc.sched.vectors.grouping import Formed
from gpucc.sched.vectors.records import CodeRegion, Vector, VectorFork, VectorWork


@dataclass(slots=True, eq=False)
class ForkItem:
    """A fork and everything inside it, as one item of an order."""

    fork: VectorFork
    serial: int
    inside: list[Vector]
    results: list[Result] = field(default_factory=list)

    def reads(self) -> Iterable[Result]:
        for vector in self.inside:
            yield from vector.reads()


Item = Vector | ForkItem
Below = Mapping[Item, list[Item]]
Order = Callable[[Sequence[Item], Below], list[Item]]
# what is added to the growth of live components, where greedy orders are varied
Whim = Callable[[], float]
WHIMS = (1.0, 2.0, 3.0)


def no_whim() -> float:
    return 0.0


def arrange(work: VectorWork, formed: Formed, isa: Isa, order: Order) -> list[list[Vector]]:
    """The vectors of each section in a linear order, with the instructions that begin and end the arms of branches."""
    markers = {op.effect: op for op in isa.ops if op.effect in ("else", "endif")}
    sequence: list[Vector] = []

    def mark(effect: str, region: CodeRegion) -> None:
        sequence.append(Vector(len(formed.vectors), markers[effect], [], [], [], None, region))

    def lay(region: CodeRegion) -> None:
        for item in order(*_items(work, formed, region)):
            if isinstance(item, Vector):
                sequence.append(item)
                continue
            sequence.append(formed.test[item.fork])
            lay(item.fork.then)
            if any(v.region is item.fork.otherwise or _within(v.region, item.fork.otherwise) for v in item.inside):
                mark("else", region)
                lay(item.fork.otherwise)
            mark("endif", region)

    found: list[list[Vector]] = []
    for section in work.sections:
        sequence = []
        lay(section.region)
        found.append(sequence)
    return found


def _within(region: CodeRegion, outer: CodeRegion) -> bool:
    above = region.parent
    while above is not None and above is not outer:
        above = above.parent
    return above is outer


def _inside(fork: VectorFork, outer: VectorFork) -> bool:
    region = fork.region
    return region is not None and any(region is arm or _within(region, arm) for arm in (outer.then, outer.otherwise))


def _items(work: VectorWork, formed: Formed, region: CodeRegion) -> tuple[list[Item], Below]:
    branches = [
        ForkItem(fork, formed.test[fork].serial, formed.inside[fork]) for fork in work.forks if fork.region is region
    ]
    items: list[Item] = sorted([*formed.standing.get(region, ()), *branches], key=lambda item: item.serial)
    item_of: dict[Vector, Item] = {v: branch for branch in branches for v in branch.inside}
    item_of.update({v: v for v in items if isinstance(v, Vector)})
    below: dict[Item, list[Item]] = {}
    for item in items:
        needed = [v for r in item.reads() for v in formed.needed_by(r)]
        if isinstance(item, ForkItem):
            inner = (fork for fork in work.forks if fork is item.fork or _inside(fork, item.fork))
            needed += [formed.owner[inst] for fork in inner for inst in fork.early]
        elif work.before:
            needed += [formed.owner[other] for inst in item.insts for other in work.before.get(inst, ())]
        found = dict.fromkeys(item_of[v] for v in needed if v in item_of)
        found.pop(item, None)
        below[item] = list(found)
    return items, below


def depth_first(items: Sequence[Item], below: Below) -> list[Item]:
    used = {v for operands in below.values() for v in operands}
    need: dict[Item, int] = {}
    for v in _postorder([v for v in items if v not in used], below, None):
        ranks = sorted((need[o] for o in below[v]), reverse=True)
        need[v] = max([len(v.results), *(rank + i for i, rank in enumerate(ranks))])
    roots = sorted((v for v in items if v not in used), key=lambda v: (-need[v], v.serial))
    return _postorder(roots, below, need)


def _postorder(roots: Sequence[Item], below: Below, need: Mapping[Item, int] | None) -> list[Item]:
    order: list[Item] = []
    seen: set[Item] = set()
    for root in roots:
        stack = [(root, iter(_sorted(below[root], need)))] if root not in seen else []
        seen.add(root)
        while stack:
            item, children = stack[-1]
            child = next(children, None)
            if child is None:
                order.append(item)
                stack.pop()
            elif child not in seen:
                seen.add(child)
                stack.append((child, iter(_sorted(below[child], need))))
    return order


def _sorted(items: list[Item], need: Mapping[Item, int] | None) -> list[Item]:
    return items if need is None else sorted(items, key=lambda v: (-need[v], v.serial))


def greedy(items: Sequence[Item], below: Below, whim: Whim = no_whim) -> list[Item]:
    """Prefer the instruction that frees most components; break ties by the depth-first order."""
    above: dict[Item, list[Item]] = {v: [] for v in items}
    for v, operands in below.items():
        for operand in operands:
            above[operand].append(v)
    waiting = {v: len(operands) for v, operands in below.items()}
    reads = {v: tuple(dict.fromkeys(v.reads())) for v in items}
    left = Counter(result for v in items for result in reads[v])
    position = {v: i for i, v in enumerate(depth_first(items, below))}
    ready = [v for v in items if waiting[v] == 0]
    order: list[Item] = []
    while ready:
        best = min(ready, key=lambda v: (_growth(v, reads[v], left) + whim(), position[v]))
        ready.remove(best)
        order.append(best)
        for result in reads[best]:
            left[result] -= 1
        for consumer in above[best]:
            waiting[consumer] -= 1
            if waiting[consumer] == 0:
                ready.append(consumer)
    return order


def _growth(item: Item, reads: Sequence[Result], left: Counter[Result]) -> int:
    """The increase in the number of live components when this item is placed, which is the last reader of some."""
    grown = 0
    for result in item.results:
        if left[result]:
            grown += 1
    for result in reads:
        if left[result] == 1:
            grown -= 1
    return grown


def greedy_from_the_end(items: Sequence[Item], below: Below, whim: Whim = no_whim) -> list[Item]:
    """The last instruction first: prefer the one whose operands take least room beyond that of its own results; break
    ties by the depth-first order.
    """
    waiting = Counter(operand for operands in below.values() for operand in operands)
    reads = {v: tuple(dict.fromkeys(v.reads())) for v in items}
    position = {v: i for i, v in enumerate(depth_first(items, below))}
    ready = [v for v in items if not waiting[v]]
    live: set[Result] = set()
    order: list[Item] = []
    while ready:
        best = min(ready, key=lambda v: (_growth_before(v, reads[v], live) + whim(), -position[v]))
        ready.remove(best)
        order.append(best)
        live.difference_update(best.results)
        live.update(reads[best])
        for operand in below[best]:
            waiting[operand] -= 1
            if not waiting[operand]:
                ready.append(operand)
    return order[::-1]


def _growth_before(item: Item, reads: Sequence[Result], live: set[Result]) -> int:
    """The increase in the number of live components when this item is placed before all that read it."""
    return sum(result not in live for result in reads) - sum(result in live for result in item.results)


def varied(tries: int) -> Iterator[Order]:
    """Greedy orders from either end, each with a whim of its own: what seems best now may leave no room later."""
    for number in range(tries):
        whim = partial(Random(number).uniform, 0.0, WHIMS[number // 2 % len(WHIMS)])
        yield partial(greedy if number % 2 else greedy_from_the_end, whim=whim)


def latest(items: Sequence[Item], below: Below) -> list[Item]:
    """As late as possible: by the longest path to the end, longest first."""
    above: dict[Item, list[Item]] = {item: [] for item in items}
    for item, operands in below.items():
        for operand in operands:
            above[operand].append(item)
    return _by_level(items, above, reverse=True)


def earliest(items: Sequence[Item], below: Below) -> list[Item]:
    """As soon as possible: by the longest path from the inputs. This suits programs written to reuse their last few
    values."""
    return _by_level(items, below, reverse=False)


def _by_level(items: Sequence[Item], needed: Below, reverse: bool) -> list[Item]:
    level: dict[Item, int] = {}
    for item in _postorder(items, needed, None):
        level[item] = 1 + max((level[other] for other in needed[item]), default=-1)
    return sorted(items, key=lambda item: (-level[item] if reverse else level[item], item.serial))


def indices(item: Item) -> list[ScalarSource]:
    """The computed indices at which a vector reads uniforms."""
    if not isinstance(item, Vector):
        return []
    leaves = (source.value for source in item.sources())
    found = (leaf.index for leaf in leaves if isinstance(leaf, Leaf) and leaf.index is not None)
    return list(dict.fromkeys(index if isinstance(index, ScalarSource) else ScalarSource(index) for index in found))


def by_index(items: Sequence[Item], below: Below) -> list[Item]:
    """Keep readers of one computed index together, as far as the two components of an address register hold their
    indices."""
    above: dict[Item, list[Item]] = {v: [] for v in items}
    for v, operands in below.items():
        for operand in operands:
            above[operand].append(v)
    wanted = {v: indices(v) for v in items}
    waiting = {v: len(operands) for v, operands in below.items()}
    position = {v: i for i, v in enumerate(depth_first(items, below))}
    ready = [v for v in items if waiting[v] == 0]
    kept: list[ScalarSource] = []
    order: list[Item] = []
    crowd = Counter(index for v in ready for index in wanted[v])
    while ready:
        best = min(
            ready, key=lambda v: (sum(i not in kept for i in wanted[v]), -sum(crowd[i] for i in wanted[v]), position[v])
        )
        ready.remove(best)
        order.append(best)
        crowd.subtract(wanted[best])
        kept = [*(index for index in kept if index not in wanted[best]), *wanted[best]][-ADDRESSES:]
        for consumer in above[best]:
            waiting[consumer] -= 1
            if waiting[consumer] == 0:
                ready.append(consumer)
                crowd.update(wanted[consumer])
    return order


# components of an address register
ADDRESSES = 2
# tried in this order until one fits
ORDERS: tuple[Order, ...] = (depth_first, greedy, latest, earliest, greedy_from_the_end)
