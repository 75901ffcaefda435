"""The order of sums that may be reassociated: left to right, products first, in the order of their components.

LLVM sorts the terms of a sum by ranks of its own. Dot products are found later as sums of neighbouring products taken
left to right, and scalars of one vector are packed when their sums have the same shape, so terms are put into an order
that only depends on which components of which registers they multiply. A sum of quotients by one divisor is divided
once: a/d + b/d = (a + b)/d.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from gpucc.lowering.graph import REASSOC, Graph, Node, roots
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.rules import Rewriter

MOST_FACTORS = 6
ADDITIVE = ("fadd", "fsub")


@dataclass(frozen=True, slots=True)
class Sum:
    """`terms` in their new order, the last `negative` of them subtracted. The first of any sum is not. The whole is
    divided by `divisor`, if there is one."""

    terms: tuple[Node, ...]
    negative: int
    flags: int
    divisor: Node | None = None

    @property
    def operands(self) -> tuple[Node, ...]:
        return self.terms if self.divisor is None else (*self.terms, self.divisor)

    def build(self, rewriter: Rewriter, origin: Node, operands: tuple[Node, ...]) -> Node:
        terms = operands[: len(self.terms)]
        first_negative = len(terms) - self.negative
        total = terms[0]
        for k, term in enumerate(terms[1:], 1):
            op = "fadd" if k < first_negative else "fsub"
            total = rewriter.make(op, origin.type, (total, term), None, self.flags, origin.location)
        if self.divisor is not None:
            total = rewriter.make("fdiv", origin.type, (total, operands[-1]), None, self.flags, origin.location)
        return total


def find_sums(graph: Graph) -> dict[Node, Sum]:
    """The sums worth rebuilding, by the node that holds their result."""
    order: dict[Node, int] = {}
    uses: dict[Node, int] = {}
    inner: set[Node] = set()
    chains: list[Node] = []
    for block in graph.blocks:
        for node in pending(roots(block), order):
            order[node] = len(order)
            for arg in node.args:
                uses[arg] = uses.get(arg, 0) + 1
            if node.op in ADDITIVE and node.flags & REASSOC:
                chains.append(node)
                inner.update(arg for arg in node.args if _continues(arg, node))
        for root in roots(block):
            uses[root] = uses.get(root, 0) + 1
    result = {}
    for node in chains:
        if node not in inner or uses[node] > 1:
            found = _sorted(node, uses, order)
            if found is not None:
                result[node] = found
    return result


def _continues(arg: Node, node: Node) -> bool:
    return arg.op in ADDITIVE and bool(arg.flags & REASSOC) and arg.type == node.type and not _is_fraction(arg)


def _is_fraction(node: Node) -> bool:
    """x - floor(x), which stays together: many targets have an instruction for it."""
    a, b = node.args
    return node.op == "fsub" and b.op == "floor" and b.args[0] is a


def _sorted(root: Node, uses: dict[Node, int], order: dict[Node, int]) -> Sum | None:
    """None where the order is good as it is: a chain to the left with the terms in their places."""
    terms: list[tuple[Node, bool]] = []
    flags = root.flags
    is_chain = True
    stack = [(root, False)]
    while stack:
        node, negative = stack.pop()
        if node is root or (uses[node] == 1 and _continues(node, root)):
            flags &= node.flags
            a, b = node.args
            is_chain &= not (uses[b] == 1 and _continues(b, root))
            stack.append((b, negative != (node.op == "fsub")))
            stack.append((a, negative))
        else:
            terms.append((node, negative))
    divisor = _divisor([node for node, _ in terms], uses, flags)
    if divisor is not None:
        flags &= reduce(int.__and__, (node.flags for node, _ in terms))
        terms = [(node.args[0], negative) for node, negative in terms]
    ranked = sorted(enumerate(terms), key=lambda item: (item[1][1], _rank(item[1][0], item[0], order)))
    if divisor is None and (len(terms) < 3 or (is_chain and [k for k, _ in ranked] == list(range(len(terms))))):
        return None
    return Sum(tuple(node for _, (node, _) in ranked), sum(negative for _, negative in terms), flags, divisor)


def _divisor(terms: list[Node], uses: dict[Node, int], flags: int) -> Node | None:
    """What all terms are divided by, which nothing else reads as quotients."""
    if not all(term.op == "fdiv" and uses[term] == 1 and term.flags & flags & REASSOC for term in terms):
        return None
    return terms[0].args[1] if len({term.args[1] for term in terms}) == 1 else None


Rank = tuple[int, tuple[tuple[str, int], ...], tuple[int, ...], int]


def _rank(term: Node, position: int, order: dict[Node, int]) -> Rank:
    """Products of components by register, then by component; other products; other terms; constants."""
    if term.op == "const":
        return 3, (), (), position
    factors = _factors(term)
    if len(factors) < 2:
        return 2, (), (), position
    places = sorted(place for factor in factors if (place := _place(factor, order)) is not None)
    if not places:
        return 1, (), (), position
    return 0, tuple(place[:2] for place in places), tuple(place[2] for place in places), position


def _factors(term: Node) -> list[Node]:
    found: list[Node] = []
    stack = [term]
    while stack and len(found) + len(stack) <= MOST_FACTORS:
        node = stack.pop()
        if node.op == "fmul":
            stack += reversed(node.args)
        elif node.op in ("fneg", "fabs"):
            stack.append(node.args[0])
        else:
            found.append(node)
    return found + stack


def _place(factor: Node, order: dict[Node, int]) -> tuple[str, int, int] | None:
    """Kind, register and component of a factor that lies in one."""
    match factor.op, factor.attr:
        case "input" | "uniform", (int(register), int(component)):
            return factor.op, register, component
        case "uniform_at", (int(register), int(component), _):
            return "uniform_at", register, component
        case "part", int(component):
            return "texture", order[factor.args[0]], component
    return None
