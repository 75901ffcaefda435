"""Put vector instructions into a linear order with few live components.

Two orders are offered: depth first from the outputs (an expression is finished before the next is begun, the needier
operand first), and greedy (always the ready instruction that frees most). The caller allocates both and keeps the better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpucc.isel.machine import Inst, Result
from gpucc.sched.vectors import Vector

Order = Callable[[Sequence[Vector]], list[Vector]]


def dependences(vectors: Sequence[Vector]) -> dict[Vector, list[Vector]]:
    owner: dict[Inst, Vector] = {inst: v for v in vectors for inst in v.insts}
    return {v: list(dict.fromkeys(owner[r.inst] for r in v.reads())) for v in vectors}


def readers(vectors: Sequence[Vector]) -> dict[Result, int]:
    """How many instructions read each scalar."""
    count: dict[Result, int] = {}
    for v in vectors:
        for result in dict.fromkeys(v.reads()):
            count[result] = count.get(result, 0) + 1
    return count


def depth_first(vectors: Sequence[Vector]) -> list[Vector]:
    below = dependences(vectors)
    used = {v for operands in below.values() for v in operands}
    need: dict[Vector, int] = {}
    for v in _postorder([v for v in vectors if v not in used], below, None):
        ranks = sorted((need[o] for o in below[v]), reverse=True)
        need[v] = max([len(v.results), *(rank + i for i, rank in enumerate(ranks))])
    roots = sorted((v for v in vectors if v not in used), key=lambda v: (-need[v], v.serial))
    return _postorder(roots, below, need)


def _postorder(roots: Sequence[Vector], below: dict[Vector, list[Vector]], need: dict[Vector, int] | None) -> list[Vector]:
    order: list[Vector] = []
    seen: set[Vector] = set()
    for root in roots:
        stack = [(root, iter(_sorted(below[root], need)))] if root not in seen else []
        seen.add(root)
        while stack:
            vector, children = stack[-1]
            child = next(children, None)
            if child is None:
                order.append(vector)
                stack.pop()
            elif child not in seen:
                seen.add(child)
                stack.append((child, iter(_sorted(below[child], need))))
    return order


def _sorted(vectors: list[Vector], need: dict[Vector, int] | None) -> list[Vector]:
    return vectors if need is None else sorted(vectors, key=lambda v: (-need[v], v.serial))


def greedy(vectors: Sequence[Vector]) -> list[Vector]:
    """Prefer what frees components at once; among equals, what brings the last readers of live values nearer."""
    below = dependences(vectors)
    above: dict[Vector, list[Vector]] = {v: [] for v in vectors}
    for v, operands in below.items():
        for operand in operands:
            above[operand].append(v)
    waiting = {v: len(operands) for v, operands in below.items()}
    left = readers(vectors)
    position = {v: i for i, v in enumerate(depth_first(vectors))}
    ready = [v for v in vectors if waiting[v] == 0]
    order: list[Vector] = []
    while ready:
        best = min(ready, key=lambda v: (_growth(v, left), position[v]))
        ready.remove(best)
        order.append(best)
        for result in dict.fromkeys(best.reads()):
            left[result] -= 1
        for consumer in above[best]:
            waiting[consumer] -= 1
            if waiting[consumer] == 0:
                ready.append(consumer)
    return order


def _growth(vector: Vector, left: dict[Result, int]) -> int:
    freed = sum(1 for result in dict.fromkeys(vector.reads()) if left[result] == 1)
    return sum(1 for result in vector.results if left.get(result, 0)) - freed


ORDERS: tuple[Order, ...] = (depth_first, greedy)
