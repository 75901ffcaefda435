"""Finds compound operations in the graph (clamp, mix, fract, dot, normalize and so on), for targets that have them as
one.

Each has exactly the value of the operations that it replaces, in their order: clamp = min(max(x, low), high), mix = a +
(b - a) t, mod = x - y floor(x / y), and a dot product adds from the right, x x' + (y y' + z z'). Sums in another order
become dot products only where a flag allows reassociation. Operations that an idiom absorbs must have no other use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from gpucc.isa.neutral import AFN, ARCP
from gpucc.lowering.graph import F32, NNAN, REASSOC, Block, Graph, Node, Type, roots, topological
from gpucc.lowering.idioms_vectors import find_scaled
from gpucc.lowering.rewrite import GraphRewriter, copy
from gpucc.lowering.simplify.facts import PREDICATES
from gpucc.lowering.simplify.float import FLOAT_TESTS
from gpucc.program import Interface
from gpucc.rules.engine import Book, Chosen, LiteralTest
from gpucc.rules.facts import Predicate
from gpucc.rules.rewrite import Procedure, Rewrite


def find_idioms(graph: Graph, disabled: frozenset[str] = frozenset(), applied: Counter[str] | None = None) -> Graph:
    """Return the graph with idioms, without the rules that are `disabled` by name; `applied` counts the uses of the
    others.
    """
    counted = Counter[str]() if applied is None else applied
    # a smooth step contains a clamp
    for book in (SIMPLE, SIMPLE, SUMS, ROOTS):
        graph = _Finder(graph, book.chosen(disabled=disabled), counted).run(graph)
    return find_scaled(graph, count_uses(graph))


class _Finder(GraphRewriter):
    """Applies rules. They match the old graph and make nodes in the new one."""

    def __init__(self, graph: Graph, rules: Chosen, applied: Counter[str]) -> None:
        super().__init__()
        self.rules, self.applied = rules, applied
        self.uses = count_uses(graph)
        self.block = graph.blocks[0]

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        self.block = block
        for name, apply in self.rules.candidates(node):
            found: Node | None = apply(self, node)
            if found is not None:
                self.applied[name] += 1
                return found
        return copy(block, node, args)

    def op(self, origin: Node, op: str, *args: Node, type: Type = F32, flags: int = 0) -> Node:
        return self.block.make(op, F32, tuple(self.new[one] for one in args), None, flags, origin.location)

    def once(self, *nodes: Node) -> bool:
        return all(self.uses[node] == 1 for node in nodes)


def count_uses(graph: Graph) -> Counter[Node]:
    starts = [root for block in graph.blocks for root in roots(block)]
    uses = Counter(starts)
    for node in topological(starts):
        uses.update(node.args)
    return uses


Once = Callable[..., bool]

TESTS = {
    "once": LiteralTest("once", lambda s, *nodes: s.once(*nodes)),
    "opposite": LiteralTest("opposite", lambda _, k, m: repr(k.attr) == repr(-m.attr), "same({0}, fneg({1}))"),
    "reciprocal": LiteralTest("reciprocal", lambda _, k, m: bool(m.attr) and k.attr == 1.0 / m.attr),
    **FLOAT_TESTS,
}
VARIES = Predicate("varies", lambda node, _: node.op != "const")

SIMPLE_IDIOMS = (
    Rewrite("sign", "select(folt(0.0, x), 1.0, m=select(folt(x, 0.0), -1.0, 0.0))", "sign(x)", "once(m)"),
    Rewrite(
        "sign, negative first", "select(folt(x, 0.0), -1.0, m=select(folt(0.0, x), 1.0, 0.0))", "sign(x)", "once(m)"
    ),
    Rewrite("fract", "fsub(x, m=floor(x))", "fract(x)", "once(m)"),
    Rewrite("mod", "fsub(x, m=fmul(y, w=floor(q=fdiv(x, y))))", "mod(x, y)", "once(m, w, q)"),
    # the division has become a product
    Rewrite(
        "mod by a power of two",
        "fsub(x, m=fmul(K, w=floor(q=fmul(x, L))))",
        "mod(x, K)",
        "band(once(m, w, q), band(power_of_two(K), band(invertible(K), reciprocal(L, K))))",
        licence="1 / K is exact, so quotient and product are one number, rounded once",
    ),
    Rewrite("clamp above a literal", "fmin(m=fmax(x, K), h)", "clamp(x, K, h)", "once(m)"),
    Rewrite("clamp", "fmin(m=fmax(x@varies, l), h@varies)", "clamp(x, l, h)", "once(m)"),
    Rewrite("step", "btof(c=fole(e, x))", "step(e, x)", "once(c)"),
    *(
        Rewrite(
            f"smoothstep, {op}",
            f"fmul(s=fmul(t=clamp(fdiv(fsub(x, l), fsub(h, l)), 0.0, 1.0), t), b={op}(3.0, fmul(t, {two})))",
            "smoothstep(l, h, x)",
            "once(s, b)",
        )
        for op, two in (("fsub", 2.0), ("fadd", -2.0))
    ),
    Rewrite("mix", "fadd(a, m=fmul(d=fsub(b, a), t))", "mix(a, b, t)", "once(m, d)"),
    Rewrite(
        "mix from a literal", "fadd(K, m=fmul(d=fadd(b, L), t))", "mix(K, b, t)", "band(once(m, d), opposite(K, L))"
    ),
)


def _dot(finder: Any, node: Node) -> Node | None:
    """Match a sum of two to four products whose factors form two vectors."""
    operands = _factors(node, finder.once)
    return None if operands is None else finder.op(node, "dot", *operands, flags=node.flags)


def _factors(node: Node, once: Once) -> tuple[Node, ...] | None:
    squares = _terms(node, lambda one: True)
    if (
        squares is not None
        and 2 <= len(squares) <= 4
        and all(one.op == "fmul" and one.args[0] is one.args[1] for one in squares)
    ):
        # lengths of permuted vectors share squares; a length saves more
        return tuple(one.args[0] for one in squares) * 2
    terms = _terms(node, once)
    if terms is None or not 2 <= len(terms) <= 4 or any(term.op != "fmul" or not once(term) for term in terms):
        return None
    pairs = _aligned([term.args for term in terms])
    if pairs is None:
        return None
    return (*(one for one, _ in pairs), *(other for _, other in pairs))


def _terms(node: Node, once: Once) -> list[Node] | None:
    """Return the summands: always of x + (y + z), and of other trees if the order is free."""
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
    """Return the factors of the products, arranged so that each column of them is a vector."""
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
        # sums of squares whose order is free are sorted by component later
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


ROOT_IDIOMS = (
    *(
        Rewrite(f"length of {n}", f"sqrt(d=dot({v}, {v}))", f"length({v})", "once(d)")
        for n, v in ((2, "x, y"), (3, "x, y, z"), (4, "x, y, z, w"))
    ),
    *(
        Rewrite(f"inverse root, {name}", "fdiv(1.0, r=sqrt(x))", "inversesqrt(x)", "once(r)", flags=flag)
        for name, flag in (("arcp", ARCP), ("afn", AFN))
    ),
)
PREDICATES_OF_IDIOMS = {**PREDICATES, VARIES.name: VARIES}
DOT = Procedure("dot", ("fadd",), _dot)
SIMPLE, SUMS, ROOTS = (
    Book("idioms", rules, PREDICATES_OF_IDIOMS, TESTS) for rules in (SIMPLE_IDIOMS, (DOT,), ROOT_IDIOMS)
)
IDIOMS = (*SIMPLE.names, *SUMS.names, *ROOTS.names)


def plus_zeros(graph: Graph, interface: Interface) -> set[Node]:
    """Return the nodes whose zeros are never negative: inputs that are integers, sums of these with anything, and
    functions of integers."""
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
    # phis in loops have the property if all their values have it: assumed of all nodes first, then withdrawn where it
    # fails
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
            # converted to an int in between
            return bool(node.flags & NNAN)
    return node.op in ("fabs", "btof", "quotient")
