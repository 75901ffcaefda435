"""Compound operations found again in the graph: clamp, mix, fract, dot, normalize and so on, for targets that have them as one.

Each has exactly the value of the operations that it replaces, in their order: clamp = min(max(x, low), high),
mix = a + (b - a) t, mod = x - y floor(x / y), and a dot product adds from the right, x x' + (y y' + z z'). Sums in another
order become dot products only where a flag allows to reassociate. What an idiom swallows must have no other use.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator

from gpucc.lowering.graph import AFN, ARCP, F32, NNAN, REASSOC, Block, Graph, Node, roots, topological
from gpucc.lowering.idioms_vectors import find_scaled
from gpucc.lowering.rewrite import GraphRewriter, copy
from gpucc.program import Interface

COMPOUND = frozenset({"fract", "mod", "clamp", "mix", "step", "smoothstep", "inversesqrt", "sign", "dot", "length", "normalize"})
LEAVES = frozenset({"const", "undef", "input", "uniform", "phi"})


def find_idioms(graph: Graph) -> Graph:
    for rules in (SIMPLE, SIMPLE, SUMS, ROOTS):
        graph = _Finder(graph, rules).run(graph)
    return find_scaled(graph, count_uses(graph))


class _Finder(GraphRewriter):
    def __init__(self, graph: Graph, rules: tuple[Rule, ...]) -> None:
        super().__init__()
        self.rules = rules
        self.uses = count_uses(graph)

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        for rule in self.rules:
            found = rule(node, self.once)
            if found is not None:
                op, operands = found
                return block.make(op, F32, tuple(self.new[one] for one in operands), None, node.flags, node.location)
        return copy(block, node, args)

    def once(self, node: Node) -> bool:
        return self.uses[node] == 1


def count_uses(graph: Graph) -> Counter[Node]:
    starts = [root for block in graph.blocks for root in roots(block)]
    uses = Counter(starts)
    for node in topological(starts):
        uses.update(node.args)
    return uses


Once = Callable[[Node], bool]
Found = tuple[str, tuple[Node, ...]] | None
Rule = Callable[[Node, Once], Found]


def is_number(node: Node, value: float) -> bool:
    return node.op == "const" and not isinstance(node.attr, bool) and node.attr == value


def orders(node: Node) -> Iterator[tuple[Node, Node]]:
    yield node.args[0], node.args[1]
    yield node.args[1], node.args[0]


def _fract(node: Node, once: Once) -> Found:
    if node.op != "fsub":
        return None
    x, floor = node.args
    return ("fract", (x,)) if floor.op == "floor" and floor.args[0] is x and once(floor) else None


def _mod(node: Node, once: Once) -> Found:
    """x - y floor(x / y); a division by a power of two may have become a product."""
    if node.op != "fsub" or node.args[1].op != "fmul" or not once(node.args[1]):
        return None
    x = node.args[0]
    for y, floor in orders(node.args[1]):
        if floor.op != "floor" or not once(floor):
            continue
        quotient = floor.args[0]
        if quotient.op == "fdiv" and quotient.args == (x, y) and once(quotient):
            return "mod", (x, y)
        if quotient.op != "fmul" or not once(quotient) or y.op != "const" or not isinstance(y.attr, float) or not _is_power(y.attr):
            continue
        if any(one is x and is_number(other, 1.0 / y.attr) for one, other in orders(quotient)):
            return "mod", (x, y)
    return None


def _is_power(value: float) -> bool:
    return math.isfinite(value) and value != 0 and abs(math.frexp(value)[0]) == 0.5


def _clamp(node: Node, once: Once) -> Found:
    if node.op != "fmin":
        return None
    for inner, high in orders(node):
        if inner.op == "fmax" and once(inner):
            for x, low in orders(inner):
                if low.op == "const" or (x.op != "const" and high.op != "const"):
                    return "clamp", (x, low, high)
    return None


def _mix(node: Node, once: Once) -> Found:
    if node.op != "fadd":
        return None
    for a, product in orders(node):
        if product.op != "fmul" or not once(product):
            continue
        for difference, t in orders(product):
            if difference.op == "fsub" and difference.args[1] is a and once(difference):
                return "mix", (a, difference.args[0], t)
            if difference.op == "fadd" and a.op == "const" and once(difference):
                for b, minus in orders(difference):
                    if minus.op == "const" and isinstance(a.attr, float) and is_number(minus, -a.attr):
                        return "mix", (a, b, t)
    return None


def _step(node: Node, once: Once) -> Found:
    if node.op == "btof" and node.args[0].op == "fole" and once(node.args[0]):
        return "step", node.args[0].args
    return None


def _inverse_root(node: Node, once: Once) -> Found:
    if node.op != "fdiv" or not is_number(node.args[0], 1.0) or node.args[1].op != "sqrt" or not once(node.args[1]):
        return None
    return ("inversesqrt", node.args[1].args) if node.flags & (ARCP | AFN) else None


def _smoothstep(node: Node, once: Once) -> Found:
    """t t (3 - 2 t) with t = clamp((x - low) / (high - low), 0, 1)."""
    if node.op != "fmul":
        return None
    for square, bend in orders(node):
        if square.op != "fmul" or square.args[0] is not square.args[1] or not once(square) or not once(bend):
            continue
        t = square.args[0]
        if t.op != "clamp" or not (is_number(t.args[1], 0.0) and is_number(t.args[2], 1.0)) or not _bends(bend, t):
            continue
        quotient = t.args[0]
        if quotient.op == "fdiv" and quotient.args[0].op == "fsub":
            x, low = quotient.args[0].args
            width = quotient.args[1]
            if width.op == "fsub" and width.args[1] is low:
                return "smoothstep", (low, width.args[0], x)
    return None


def _sign(node: Node, once: Once) -> Found:
    """0 < x ? 1 : x < 0 ? -1 : 0, in either order."""
    if node.op != "select" or node.args[0].op != "folt" or node.args[2].op != "select" or not once(node.args[2]):
        return None
    outer, inner = node, node.args[2]
    if inner.args[0].op != "folt" or not is_number(inner.args[2], 0.0):
        return None
    for above, below in ((outer, inner), (inner, outer)):
        zero, x = above.args[0].args
        if is_number(zero, 0.0) and below.args[0].args == (x, zero) and is_number(above.args[1], 1.0) and is_number(below.args[1], -1.0):
            return "sign", (x,)
    return None


def _bends(node: Node, t: Node) -> bool:
    if node.op not in ("fsub", "fadd"):
        return False
    factor = 2.0 if node.op == "fsub" else -2.0
    pairs = [(node.args[0], node.args[1])] if node.op == "fsub" else list(orders(node))
    return any(
        is_number(three, 3.0) and twice.op == "fmul" and any(x is t and is_number(two, factor) for x, two in orders(twice))
        for three, twice in pairs
    )


def _dot(node: Node, once: Once) -> Found:
    """A sum of two to four products whose factors belong together."""
    squares = _terms(node, lambda one: True)
    if squares is not None and 2 <= len(squares) <= 4 and all(one.op == "fmul" and one.args[0] is one.args[1] for one in squares):
        # lengths of permuted vectors share squares; a length is worth more
        return "dot", tuple(one.args[0] for one in squares) * 2
    terms = _terms(node, once)
    if terms is None or not 2 <= len(terms) <= 4 or any(term.op != "fmul" or not once(term) for term in terms):
        return None
    pairs = _aligned([term.args for term in terms])
    if pairs is None:
        return None
    return "dot", (*(one for one, _ in pairs), *(other for _, other in pairs))


def _terms(node: Node, once: Once) -> list[Node] | None:
    """The summands: of x + (y + z) in any case, of other trees where the order is free."""
    if node.op != "fadd":
        return None
    free = bool(node.flags & REASSOC)
    found: list[Node] = []
    stack = [node]
    while stack and len(found) <= 4:
        one = stack.pop()
        inner = one is node or (one.op == "fadd" and once(one))
        if not inner or (one is not node and free and not one.flags & REASSOC):
            found.append(one)
            continue
        left, right = one.args
        if not free and left.op == "fadd" and once(left):
            if right.op == "fadd":
                found.append(left)
                continue
            left, right = right, left
        stack += [right, left]
    return None if stack else found


def _aligned(products: list[tuple[Node, ...]]) -> list[tuple[Node, Node]] | None:
    """The factors of the products so that each column of them is a vector by nature."""
    pairs = [(products[0][0], products[0][1])]
    for one in products[1:]:
        a, b = one
        if (a is b and all(x is y for x, y in pairs)) or (_related(pairs[0][0], a) and _related(pairs[0][1], b)):
            pairs.append((a, b))
        elif _related(pairs[0][0], b) and _related(pairs[0][1], a):
            pairs.append((b, a))
        else:
            return None
    if all(a is b for a, b in pairs) or all(_vector([pair[k] for pair in pairs]) for k in (0, 1)):
        # in the order of the components, where the order of a sum of squares is free, comes later
        return pairs
    return None


def _related(a: Node, b: Node) -> bool:
    if a.op == "const" or b.op == "const":
        return a.op == b.op
    return a.op == b.op and a is not b


def _vector(nodes: list[Node]) -> bool:
    op = nodes[0].op
    if len(set(nodes)) != len(nodes) and op != "const":
        return False
    match op:
        case "const":
            return True
        case "input" | "uniform":
            return len({one.attr[0] for one in nodes if isinstance(one.attr, tuple)}) == 1
        case "part":
            return len({one.args[0] for one in nodes}) == 1
        case "phi":
            return True
    return op not in ("dot", "length", "select")


def _length(node: Node, once: Once) -> Found:
    if node.op == "sqrt" and node.args[0].op == "dot" and once(node.args[0]):
        args = node.args[0].args
        half = len(args) // 2
        if args[:half] == args[half:]:
            return "length", args[:half]
    return None


SIMPLE: tuple[Rule, ...] = (_sign, _fract, _mod, _clamp, _step, _smoothstep, _mix)
SUMS: tuple[Rule, ...] = (_dot,)
ROOTS: tuple[Rule, ...] = (_length, _inverse_root)


def plus_zeros(graph: Graph, interface: Interface) -> set[Node]:
    """Nodes that are never -0: integers as they come in, sums of such with anything, what functions of integers give."""
    whole: set[tuple[str, int, int]] = {
        (slot.kind, slot.register + k // 4, k % 4)
        for slot in (*interface.inputs, *interface.uniforms)
        for k, letter in enumerate(slot.words)
        if letter in "iub"
    }
    nodes = topological([root for block in graph.blocks for root in roots(block)])
    given: dict[Node, list[Node]] = {}
    for block in graph.blocks:
        for edge in block.terminator.edges() if block.terminator is not None else ():
            for phi, value in zip(edge.target.phis, edge.values, strict=True):
                given.setdefault(phi, []).append(value)
    # phis in loops hold what all that comes in does: assumed of all nodes first, then taken back where it fails
    never = {*nodes, *given}

    def holds(node: Node) -> bool:
        match node.op:
            case "phi":
                return all(value in never for value in given.get(node, ()))
            case "fadd":
                return any(arg in never for arg in node.args)
            case "select":
                return node.args[1] in never and node.args[2] in never
        return _never(node, whole)

    grown: set[Node] = set()
    while grown != never:
        grown = never
        never = {node for node in grown if holds(node)}
    return never


def _never(node: Node, whole: set[tuple[str, int, int]]) -> bool:
    match node.op:
        case "const":
            return repr(node.attr) != "-0.0"
        case "input" | "uniform":
            return isinstance(node.attr, tuple) and (node.op, *node.attr) in whole
        case "trunc":
            # through an int
            return bool(node.flags & NNAN)
    return node.op in ("fabs", "btof", "quotient")
