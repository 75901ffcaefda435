"""Finds `normalize`: v (1 / sqrt(dot(v, v))), including vectors with one constant component, whose square is folded.

The replacement has exactly the same value.
"""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterator

from gpucc.lowering.graph import F32, VEC4, Block, Graph, Node, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy

# a component of a vector: a node, or a constant without a node
Component = Node | float
Vector = tuple[Component, ...]
# vector and lane
Part = tuple[Vector, int]


def find_scaled(graph: Graph, uses: Counter[Node]) -> Graph:
    users: dict[Node, list[Node]] = {}
    for node in topological([root for block in graph.blocks for root in roots(block)]):
        for arg in dict.fromkeys(node.args):
            users.setdefault(arg, []).append(node)
    wanted: dict[Node, Part] = {}
    for factor, those in users.items():
        if all(user.args.count(factor) == 1 for user in those):
            wanted |= _normalized(factor, those, uses[factor] == len(those))

    class Scaler(GraphRewriter):
        def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
            if node not in wanted:
                return copy(block, node, args)
            vector, lane = wanted[node]
            parts = tuple(
                self.new[one] if isinstance(one, Node) else block.make("const", F32, (), one) for one in vector
            )
            whole = block.make("normalize", VEC4, parts, None, 0, node.location)
            return block.make("part", F32, (whole,), lane, 0, node.location)

    return Scaler().run(graph) if wanted else graph


def _normalized(factor: Node, users: list[Node], inside: bool) -> dict[Node, Part]:
    """Return the parts of vectors that `factor` and its users are. `inside`: `factor` is only an operand, not a
    result.
    """
    vector: Vector | None = _inverse_length(factor)
    if vector is not None:
        return _parts(factor, users, vector) if inside else {}
    known = _with_constant(factor)
    if known is None:
        return {}
    before, after, square = known
    constants = {other.attr for user in users for other in _others(user, factor) if other.op == "const"}
    constant = constants.pop() if len(constants) == 1 else math.sqrt(max(square, 0.0))
    if (
        constants
        or not isinstance(constant, float)
        or _rounded(constant * constant) != square
        or not (inside or constant == 1)
    ):
        return {}
    return _parts(factor, users, (*before, _rounded(constant), *after))


def _parts(factor: Node, users: list[Node], vector: Vector) -> dict[Node, Part]:
    """Return the component of the vector that each user is, if all users are components. If the vector contains a 1,
    that component is the factor itself."""
    found: dict[Node, Part] = {}
    for user in users:
        lane = next((k for other in _others(user, factor) for k, one in enumerate(vector) if _is(one, other)), None)
        if lane is not None:
            found[user] = vector, lane
        elif 1.0 not in vector:
            return {}
    if found and len(found) < len(users):
        found[factor] = vector, vector.index(1.0)
    return found


def _is(component: Component, node: Node) -> bool:
    return component is node or (node.op == "const" and isinstance(component, float) and node.attr == component)


def _others(user: Node, factor: Node) -> Iterator[Node]:
    if user.op == "fmul":
        yield from (user.args[1 - k] for k in (0, 1) if user.args[k] is factor)


def _inverse_length(node: Node) -> tuple[Node, ...] | None:
    if node.op == "inversesqrt":
        return _of_itself(node.args[0])
    if node.op == "fdiv" and _is(1.0, node.args[0]):
        inner = node.args[1]
        return inner.args if inner.op == "length" else _of_itself(inner.args[0]) if inner.op == "sqrt" else None
    return None


def _of_itself(node: Node) -> tuple[Node, ...] | None:
    half = len(node.args) // 2
    return node.args[:half] if node.op == "dot" and node.args[:half] == node.args[half:] else None


def _with_constant(node: Node) -> tuple[tuple[Node, ...], tuple[Node, ...], float] | None:
    """Match 1 / sqrt(x x + (y y + c)) and the like; return the components before and after the constant one, and c."""
    if node.op != "fdiv" or not _is(1.0, node.args[0]) or node.args[1].op != "sqrt":
        return None
    before: list[Node] = []
    inner = node.args[1].args[0]
    while inner.op == "fadd" and len(before) < 3:
        for one, rest in (inner.args, inner.args[::-1]):
            if one.op == "const" and isinstance(one.attr, float):
                after = _squares(rest)
                if after is None:
                    return None
                # the innermost two are interchangeable
                return (tuple(before), after, one.attr) if len(after) > 1 else ((*before, *after), (), one.attr)
        square = next((k for k in (0, 1) if _root(inner.args[k]) is not None), None)
        if square is None:
            return None
        before.append(inner.args[square].args[0])
        inner = inner.args[1 - square]
    return None


def _squares(node: Node) -> tuple[Node, ...] | None:
    """Return the numbers whose squares are added up, from the right."""
    root = _root(node)
    if root is not None:
        return (root,)
    if node.op == "dot":
        return _of_itself(node)
    for one, rest in (node.args, node.args[::-1]) if node.op == "fadd" else ():
        first, others = _root(one), _squares(rest)
        if first is not None and others is not None:
            return (first, *others)
    return None


def _root(node: Node) -> Node | None:
    return node.args[0] if node.op == "fmul" and node.args[0] is node.args[1] else None


def _rounded(value: float) -> float:
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return float("inf")
