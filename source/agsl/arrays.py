"""Uniform arrays that a loop walks along: a selection by the loop's index becomes the element at that index, which AGSL
allows.

Such a selection is a tree of selects whose conditions compare the index with constants and whose leaves are uniforms.
It is evaluated for every iteration; if the number of the element is a linear function of the index, the whole tree is
replaced by that element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from gpucc.isa.agsl_tree import AgslName, AgslNumber, AgslPlace, Called
from gpucc.lowering.graph import Node
from gpucc.records import dataclass
from gpucc.source.agsl.loops import AgslLoops, LoopIndex

Leaf = tuple[str, int, int]
COMPARE: dict[str, Callable[[float, float], bool]] = {
    "folt": lambda a, b: a < b,
    "fole": lambda a, b: a <= b,
    "foeq": lambda a, b: a == b,
    "fune": lambda a, b: a != b,
}
# the limit on evaluated nodes for one array
MOST_STEPS = 4096


@dataclass(frozen=True, slots=True)
class ArrayWalk:
    """Element `factor` * index + `offset` of an array, where the index is that of the loop with this phi."""

    phi: Node
    factor: int
    offset: int


def walks(loops: AgslLoops, places: Mapping[Leaf, AgslPlace]) -> dict[Node, Node]:
    """Map each such selection to its replacement: a uniform whose attr has an ArrayWalk as third part."""
    found: dict[Node, Node] = {}
    for index, count, inside, nodes in loops.counted():
        if not float(index.first).is_integer() or not float(index.step).is_integer():
            continue
        values = [index.first + index.step * k for k in range(count)]
        for node in nodes:
            walk = (
                _walk(node, index, values, places) if node.op == "select" and inside[node] == loops.uses[node] else None
            )
            if walk is not None:
                found[node] = walk
    return found


def _walk(node: Node, index: LoopIndex, values: list[float], places: Mapping[Leaf, AgslPlace]) -> Node | None:
    steps = Counter[str]()
    elements = []
    for value in values:
        leaf = _chosen(node, index.phi, value, steps)
        place = None if leaf is None else places.get(_key(leaf))
        if leaf is None or place is None or steps["all"] > MOST_STEPS:
            return None
        elements.append((leaf, place))
    lines = [_element(place) for _, place in elements]
    if not lines or any(one is None or one[1:] != (lines[0] or ())[1:] for one in lines):
        return None
    numbers = [one[0] for one in lines if one is not None]
    factor = (numbers[-1] - numbers[0]) / (values[-1] - values[0]) if len(values) > 1 else 0.0
    offset = numbers[0] - factor * values[0]
    if (
        not factor
        or not factor.is_integer()
        or any(n != factor * v + offset for n, v in zip(numbers, values, strict=True))
    ):
        return None
    register, component = _key(elements[0][0])[1:]
    return Node(
        "uniform",
        node.type,
        (),
        (register, component, ArrayWalk(index.phi, int(factor), int(offset))),
        0,
        node.location,
    )


def _key(leaf: Node) -> Leaf:
    assert isinstance(leaf.attr, tuple)
    return leaf.op, *leaf.attr[:2]


def _element(place: AgslPlace) -> tuple[int, str, int, int, bool] | None:
    """The number of an array's element, followed by the properties that all elements of a walk must share."""
    match place.base:
        case Called("[]", (AgslName(array), AgslNumber(value))) if not place.whole:
            return int(value), array, place.width, place.lane, place.half
    return None


def _chosen(node: Node, phi: Node, value: float, steps: Counter[str]) -> Node | None:
    while node.op == "select":
        steps["all"] += 1
        truth = _truth(node.args[0], phi, value)
        if truth is None:
            return None
        node = node.args[1 if truth else 2]
    return node if node.op == "uniform" and isinstance(node.attr, tuple) and len(node.attr) == 2 else None


def _truth(node: Node, phi: Node, value: float) -> bool | None:
    if node.op == "bnot":
        inner = _truth(node.args[0], phi, value)
        return None if inner is None else not inner
    if node.op not in COMPARE:
        return None
    left, right = (_number(one, phi, value) for one in node.args)
    return None if left is None or right is None else COMPARE[node.op](left, right)


def _number(node: Node, phi: Node, value: float) -> float | None:
    if node is phi:
        return value
    if node.op in ("const", "kept"):
        return node.attr if isinstance(node.attr, float) else None
    if node.op == "fneg":
        inner = _number(node.args[0], phi, value)
        return None if inner is None else -inner
    if node.op not in ("fadd", "fsub", "fmul"):
        return None
    left, right = (_number(one, phi, value) for one in node.args)
    if left is None or right is None:
        return None
    return left + right if node.op == "fadd" else left - right if node.op == "fsub" else left * right
