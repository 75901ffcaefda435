"""The size of a program when its loops are unrolled and its calls inlined. Android up to 15 refuses more than 100,000
nodes.

The count follows Skia: blocks, jumps and expressions are nodes, declarations are not, a call is as large as its callee.
It was compared with m102, m111 and m119 by finding the largest trip count that each accepts for a loop over a statement
(tests/frontend/test_agsl_size.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpucc.frontend.check.entry import reachable
from gpucc.frontend.check.live import inner_nodes
from gpucc.frontend.check.simplify import has_effects
from gpucc.frontend.typed import (
    BranchCode,
    Build,
    Builtin,
    Callee,
    Do,
    GroupCode,
    Invoke,
    Leave,
    LocalCode,
    ReadNode,
    Repeat,
    Select,
    SwitchCode,
    SwizzleNode,
    TypedCode,
    TypedNode,
)

LARGEST = 100_000
# the limit for all targets, because all calls are inlined in the end
MOST_INLINED = 1_000_000
ENOUGH = 10**9


def program_size(entry: Callee, unrolled: bool, first: Iterable[TypedNode] = ()) -> int:
    """The number of nodes of a program, with the first values of globals that it computes. Calls count at full size
    each time, loops as often as they run if `unrolled`. The call graph must be acyclic."""
    sizes = _Sizes(unrolled)
    for callee in reachable(entry):  # callees come first, so that long chains of calls cause no deep recursion
        sizes.function(callee)
    return sizes.known[entry] + sum(sizes.node(one) for one in first)


class _Sizes:
    def __init__(self, unrolled: bool) -> None:
        self.unrolled = unrolled
        self.known: dict[Callee, int] = {}

    def function(self, callee: Callee) -> int:
        if callee not in self.known:
            self.known[callee] = self.code(callee.body) if callee.body is not None else 0
        return self.known[callee]

    def code(self, code: TypedCode | None) -> int:
        match code:
            case GroupCode(_, body):
                size = self.group(body)
            case Do(_, node):
                size = self.node(node) if has_effects(node) else 0
            case LocalCode(_, _, initial):
                size = self.node(initial)
            case BranchCode(_, arms, otherwise):
                size = sum(1 + self.node(test) + self.code(body) for test, body in arms) + self.code(otherwise)
            case SwitchCode(_, on, cases):
                size = 2 + self.node(on) + sum(1 + sum(self.code(one) for one in body) for _, body in cases)
            case Leave(_, _, node):
                size = 1 + self.node(node)
            case Repeat():
                inside = self.code(code.body)
                inner = inside + self.node(code.condition) + self.node(code.step)
                size = self.code(code.first) + inner * (code.trips if self.unrolled else 1) if inside else 0
            case _:
                size = 0
        return min(size, ENOUGH)

    def group(self, body: Sequence[TypedCode]) -> int:
        """The size of a block; an empty block has size 0."""
        size = sum(self.code(one) for one in body)
        return size + 1 if size or any(isinstance(one, LocalCode) for one in body) else 0

    def node(self, node: TypedNode | None) -> int:
        """The size of an expression. Uses a worklist instead of recursion, because sums may be long."""
        size = 0
        waiting = [node] if node is not None else []
        while waiting:
            one = waiting.pop()
            if one.value is not None and not isinstance(one, Build):
                size += _constant(one)
                continue
            size += self.function(one.callee) if isinstance(one, Invoke) else _own(one)
            inner = list(inner_nodes(one))
            # the child itself is not an expression
            waiting += inner[1:] if isinstance(one, Builtin) and one.name.startswith("eval.") else inner
        return min(size, ENOUGH)


def _constant(node: TypedNode) -> int:
    """The size of a constant: the name of one, a number, a constructor of numbers, or a constructor of one number for
    all."""
    if isinstance(node, ReadNode) or node.type.size == 1 or node.value is None:
        return 1
    return 2 if len(set(node.value)) == 1 else 1 + node.type.size


def _own(node: TypedNode) -> int:
    """The size of the node itself and of the conversions that Skia wraps around its operands."""
    match node:
        case Build(type=type, arguments=arguments) if (
            type.is_numeric and type.size > 1 and type.size != arguments[0].type.size
        ):
            # components of other types are converted one by one
            return 1 + sum(one.value is None and one.type.base != type.base for one in arguments)
        case SwizzleNode(object=inner, lanes=lanes) if max(lanes) > 3:
            real = [lane for lane in lanes if lane < 4]
            added = list(dict.fromkeys(lane for lane in lanes if lane > 3))
            packed = list(lanes) == real + added
            chosen = real != list(range(inner.type.rows))
            return 1 + len(added) + chosen + (not packed)
        case Select(type=type) if type.number < 0:
            return 2
    return 1
