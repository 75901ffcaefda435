"""The cost of evaluating an expression speculatively, where its value may not be needed."""

from __future__ import annotations

from gpucc.frontend.typed import (
    At,
    Build,
    Builtin,
    Invert,
    Lazy,
    MemberNode,
    Operate,
    ReadNode,
    Select,
    SwizzleNode,
    TypedNode,
)

CHEAP = 12
FORBIDDEN = 1000
LIGHT = frozenset("abs sign floor ceil fract min max clamp saturate step dot not any all".split()) | frozenset(
    "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual mix".split()
)


def cost(node: TypedNode, most: int) -> int:
    """A rough count of scalar operations. FORBIDDEN for expressions that have effects, may read beyond an array, or
    divide integers."""
    if node.value is not None:
        return 0
    match node:
        case ReadNode():
            return 0
        case SwizzleNode(object=inner) | MemberNode(object=inner):
            return cost(inner, most)
        case At(object=inner, index=index):
            return FORBIDDEN if index.value is None else cost(inner, most)
        case Operate(op=op, left=left, right=right):
            if op == "/" and not node.type.is_float:
                return FORBIDDEN
            own = node.type.size * (4 if op == "/" else left.type.rows if left.type.is_matrix else 1)
            return _sum(own, (left, right), most)
        case Lazy(left=left, right=right):
            return _sum(1, (left, right), most)
        case Invert(operand=operand):
            return cost(operand, most)
        case Select(condition=condition, yes=yes, no=no):
            return _sum(node.type.size, (condition, yes, no), most)
        case Build(arguments=arguments):
            return _sum(0, arguments, most)
        case Builtin(name=name, arguments=arguments):
            return _sum(node.type.size, arguments, most) if name in LIGHT else FORBIDDEN
    return FORBIDDEN


def _sum(start: int, nodes: list[TypedNode] | tuple[TypedNode, ...], most: int) -> int:
    """Add up the costs, and stop above `most`, so that nested conditional expressions are not counted repeatedly."""
    for one in nodes:
        if start > most:
            break
        start += cost(one, most - start)
    return start
