"""The order of sums that may be reassociated: left to right, products first, in the order of their components.

LLVM sorts the terms of a sum by its own ranks. Dot products are found later as sums of neighbouring products taken left
to right, and scalars of one vector are packed when their sums have the same shape, so terms are put into an order that
only depends on the components and registers that they multiply. A component follows the products with others of its
register: some targets add the last component of a row in the same instruction. Quotients with the same divisor are
divided once: a/d + b/d = (a + b)/d, and products with a common factor are multiplied once: a c + b c = (a + b) c.
"""

from __future__ import annotations

from functools import reduce

from gpucc.isa.model import LANES
from gpucc.lowering.graph import REASSOC, Graph, Node, roots
from gpucc.lowering.rewrite import pending
from gpucc.lowering.simplify.alike import Place, Shapes, is_lane_beside, lanes_of_one_vector
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.records import dataclass

MOST_FACTORS = 6
LEAST_DOT = 3
ADDITIVE = ("fadd", "fsub")


Factors = tuple[Node, ...]
Terms = list[tuple[Node, bool]]


@dataclass(frozen=True, slots=True)
class SumPart:
    """A term of a sum, or the sum of several terms times `factor`: the factors of each, and whether it is subtracted.

    Subtracted terms come last.
    """

    terms: tuple[tuple[Factors, bool], ...]
    factor: Node | None = None

    @property
    def negative(self) -> bool:
        return self.terms[0][1]

    @property
    def operands(self) -> tuple[Node, ...]:
        nodes = tuple(node for factors, _ in self.terms for node in factors)
        return nodes if self.factor is None else (*nodes, self.factor)


@dataclass(frozen=True, slots=True)
class Sum:
    """`parts` in their new order; the first is never subtracted. The whole is divided by `divisor`, if there is one."""

    parts: tuple[SumPart, ...]
    flags: int
    divisor: Node | None = None

    @property
    def operands(self) -> tuple[Node, ...]:
        nodes = tuple(node for part in self.parts for node in part.operands)
        return nodes if self.divisor is None else (*nodes, self.divisor)

    def build(self, rewriter: Simplifier, origin: Node, operands: tuple[Node, ...]) -> Node:
        left = iter(operands)

        def made(op: str, a: Node, b: Node) -> Node:
            return rewriter.make(op, origin.type, (a, b), None, self.flags, origin.location)

        def multiplied(factors: Factors) -> Node:
            return reduce(lambda product, _: made("fmul", product, next(left)), factors[1:], next(left))

        def added(terms: list[tuple[Node, bool]]) -> Node:
            return reduce(
                lambda total, term: made("fsub" if term[1] else "fadd", total, term[0]), terms[1:], terms[0][0]
            )

        values: Terms = []
        for part in self.parts:
            # if all are subtracted, so is their sum
            value = added([(multiplied(factors), negative != part.negative) for factors, negative in part.terms])
            values.append((value if part.factor is None else made("fmul", value, next(left)), part.negative))
        total = added(values)
        return total if self.divisor is None else made("fdiv", total, next(left))


def find_sums(graph: Graph, scalar: bool = False) -> dict[Node, Sum]:
    """Return the sums worth rebuilding, by the node of their result. `scalar`: each product of two components is an
    instruction, or a slot of one, so that factors of factors are collected, too."""
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
    closed = _closed(chains, inner, uses, order)
    deep = _scaled_vectors(order, uses) if scalar else frozenset[Node]()
    result = {}
    for node in chains:
        if node not in inner or uses[node] > 1 or node in closed:
            found = _sorted(node, uses, order, closed, deep)
            if found is not None:
                result[node] = found
    return result


def _closed(chains: list[Node], inner: set[Node], uses: dict[Node, int], order: dict[Node, int]) -> set[Node]:
    """Return the sums that stay whole within a larger sum, since they are lanes of one vector: with others of that sum,
    or with sums that are whole because something else reads them, as x, y and z of a row whose w is added to a dot
    product.
    """
    shapes = Shapes.empty(lambda node: row_of(node, order))
    whole: dict[int, list[Node]] = {}
    for node in chains:
        if node not in inner or uses[node] > 1:
            whole.setdefault(shapes.of(node), []).append(node)
    closed: set[Node] = set()
    for root in reversed(chains):
        if root not in inner or uses[root] > 1 or root in closed:
            nested = [node for node in _chain(root, uses, closed) if node is not root]
            closed |= lanes_of_one_vector(nested, shapes)
            closed |= {node for node in nested if is_lane_beside(node, whole.get(shapes.of(node), ()), shapes)}
    return closed


def _chain(root: Node, uses: dict[Node, int], closed: set[Node]) -> list[Node]:
    """Return the additions that make one sum with the root."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        found.append(node)
        stack += (arg for arg in node.args if uses[arg] == 1 and arg not in closed and _continues(arg, root))
    return found


def _continues(arg: Node, node: Node) -> bool:
    alike = arg.op in ADDITIVE and bool(arg.flags & REASSOC) and arg.type == node.type
    return alike and not _is_fraction(arg) and not (node.op == "fsub" and arg is node.args[1] and _is_dot(arg))


def _is_dot(node: Node) -> bool:
    """Return whether the node is a sum of three or more products, or of two or more and a component of a register of
    which all products have another one.

    Such a sum stays together where it is subtracted: many targets have an instruction for it, and none for differences.
    """
    products: list[Node] = []
    others: list[Node] = []
    stack = [node]
    while stack:
        term = stack.pop()
        if term.op == "fadd":
            stack += term.args
        else:
            (products if term.op == "fmul" else others).append(term)
    if len(products) + len(others) < LEAST_DOT or len(others) > 1:
        return False
    rows = [_register(node) for node in others]
    return None not in rows and all(row in map(_register, product.args) for row in rows for product in products)


def _is_fraction(node: Node) -> bool:
    """Return whether the node is x - floor(x), which stays together: many targets have an instruction for it."""
    a, b = node.args
    return node.op == "fsub" and b.op == "floor" and b.args[0] is a


def _sorted(
    root: Node, uses: dict[Node, int], order: dict[Node, int], closed: set[Node], deep: frozenset[Node]
) -> Sum | None:
    """Return the sorted sum, or None if the order is good already: a chain to the left with the terms in their
    places.
    """
    chain = set(_chain(root, uses, closed))
    terms: list[tuple[Node, bool]] = []
    flags = root.flags
    is_chain = True
    stack = [(root, False)]
    while stack:
        node, negative = stack.pop()
        if node in chain:
            flags &= node.flags
            a, b = node.args
            is_chain &= b not in chain
            stack.append((b, negative != (node.op == "fsub")))
            stack.append((a, negative))
        else:
            terms.append((node, negative))
    quotients = _quotients(terms, uses, order, flags)
    if quotients is not None:
        return quotients
    terms, scaled, flags = _factored(terms, uses, flags, deep)
    ranks = [_rank((node,), position, order) for position, (node, _) in enumerate(terms)]
    behind = [_behind_its_row(node, rank, ranks, order) for (node, _), rank in zip(terms, ranks, strict=True)]
    ranked = sorted(enumerate(terms), key=lambda item: (item[1][1], behind[item[0]]))
    if not scaled and (len(terms) < 3 or (is_chain and [k for k, _ in ranked] == list(range(len(terms))))):
        return None
    parts = [SumPart((((node,), negative),)) for _, (node, negative) in ranked] + scaled
    parts.sort(key=lambda part: part.negative)
    return Sum(tuple(parts), flags)


def _factored(
    terms: Terms, uses: dict[Node, int], flags: int, deep: frozenset[Node]
) -> tuple[Terms, list[SumPart], int]:
    """Return the terms that stay, those that a common factor joins, and the flags of all.

    The factor that most products share comes first. Products of two components of registers stay unless one factor
    joins all of them: they are dot products, or one lane of a vector whose other lanes look alike.
    """
    parts: list[SumPart] = []
    lanes = [set(node.args) for node, _ in terms if node.op == "fmul" and all(map(_is_place, node.args))]
    shared = set.intersection(*lanes) if lanes else set()
    while True:
        met: dict[Node, list[tuple[Node, bool, Factors]]] = {}
        for node, negative in terms:
            if node.op == "fmul" and uses[node] == 1 and node.flags & flags & REASSOC:
                for factor, others in _splits(node, deep):
                    if factor in shared or not all(map(_is_place, node.args)):
                        met.setdefault(factor, []).append((node, negative, others))
        best = max(met, key=lambda factor: (len(met[factor]), factor.op == "const"), default=None)
        if best is None or len(met[best]) < 2:
            return terms, parts, flags
        joined = {node for node, _, _ in met[best]}
        flags = reduce(int.__and__, (node.flags for node in joined), flags)
        terms = [term for term in terms if term[0] not in joined]
        left = [(factors, negative) for _, negative, factors in met[best]]
        parts.append(SumPart(tuple(sorted(left, key=lambda term: term[1])), best))


def _splits(node: Node, deep: frozenset[Node]) -> list[tuple[Node, Factors]]:
    """The factors of a product, each with the others; also those of factors in `deep`, which are products."""
    a, b = node.args
    found: dict[Node, Factors] = {a: (b,), b: (a,)}
    for inner, other in ((a, b), (b, a)):
        if inner in deep:
            c, d = inner.args
            found.setdefault(c, (d, other))
            found.setdefault(d, (c, other))
    return list(found.items())


def _scaled_vectors(order: dict[Node, int], uses: dict[Node, int]) -> frozenset[Node]:
    """Return products with a common factor that sums of products with them can multiply by at their end instead.

    All readers of these products are terms of sums, each sum has several such terms, and there are fewer sums than
    products: a dot product with a normalised vector, or two.
    """
    readers: dict[Node, list[Node]] = {}
    for node in order:
        for arg in node.args:
            readers.setdefault(arg, []).append(node)
    sums_of: dict[Node, set[Node]] = {}
    for node in order:
        if _is_scaled(node):
            sums = {_sum_of(reader, uses, readers) for reader in readers.get(node, ())}
            if len(readers.get(node, ())) == uses[node] and None not in sums:
                sums_of[node] = {total for total in sums if total is not None}
    scaled: dict[Node, list[Node]] = {}
    for node in sums_of:
        for factor in node.args:
            scaled.setdefault(factor, []).append(node)
    found: set[Node] = set()
    for vector in scaled.values():
        met = [total for node in vector for total in sums_of[node]]
        if len(set(met)) < len(vector) and all(met.count(total) > 1 for total in set(met)):
            found.update(vector)
    return frozenset(found)


def _is_scaled(node: Node) -> bool:
    return node.op == "fmul" and bool(node.flags & REASSOC)


def _sum_of(term: Node, uses: dict[Node, int], readers: dict[Node, list[Node]]) -> Node | None:
    """Return the sum that a product is a term of, if nothing else reads the product."""
    if not _is_scaled(term) or uses[term] != 1 or not readers.get(term) or term.args[0] is term.args[1]:
        return None
    total: Node | None = None
    while uses[term] == 1 and term in readers:
        (reader,) = readers[term]
        if reader.op not in ADDITIVE or not reader.flags & REASSOC:
            break
        total = term = reader
    return total


def _quotients(terms: Terms, uses: dict[Node, int], order: dict[Node, int], flags: int) -> Sum | None:
    """Return a/d + b (c/d) as (a + b c)/d, if the quotients have no other reader."""
    parts: list[SumPart] = []
    divisors: set[Node] = set()
    for node, negative in terms:
        found = _quotient(node, uses)
        if found is None or uses[node] > 1:
            return None
        factors, quotient = found
        flags &= node.flags & quotient.flags
        divisors.add(quotient.args[1])
        parts.append(SumPart(((factors, negative),)))
    if len(divisors) > 1 or not flags & REASSOC:
        return None
    ranked = sorted(enumerate(parts), key=lambda item: (item[1].negative, _rank(item[1].terms[0][0], item[0], order)))
    return Sum(tuple(part for _, part in ranked), flags, divisors.pop())


def _quotient(term: Node, uses: dict[Node, int]) -> tuple[Factors, Node] | None:
    """Return the factors of the dividend in a term that contains a quotient, and the quotient itself."""
    if term.op == "fdiv":
        return (term.args[0],), term
    if term.op == "fmul":
        for factor, quotient in (term.args, term.args[::-1]):
            if quotient.op == "fdiv" and uses[quotient] == 1:
                return (factor, quotient.args[0]), quotient
    return None


Rank = tuple[int, tuple[tuple[str, int], ...], tuple[int, ...], int]


def _rank(term: Factors, position: int, order: dict[Node, int]) -> Rank:
    """Rank products of components by register, then by component; then other products, other terms, and constants."""
    if term[0].op == "const":
        return 3, (), (), position
    factors = [factor for node in term for factor in _factors(node)]
    if len(factors) < 2:
        return 2, (), (), position
    places = sorted(place for factor in factors if (place := _place(factor, order)) is not None)
    if not places:
        return 1, (), (), position
    return 0, tuple(place[:2] for place in places), tuple(place[2] for place in places), position


def _behind_its_row(term: Node, rank: Rank, ranks: list[Rank], order: dict[Node, int]) -> Rank:
    """Return the rank of a component behind the products with two or more others of its register, if there are such
    products; else the rank that it has."""
    place = _place(term, order)
    if place is None:
        return rank
    rows = [other for other in ranks if other[0] == 0 and place[:2] in other[1]]
    first = min(rows, default=rank)
    beside = {
        component
        for _, registers, components, _ in rows
        if registers == first[1]
        for register, component in zip(registers, components, strict=True)
        if register == place[:2]
    }
    if len(beside) < 2 or place[2] in beside:
        return rank
    return 0, first[1], (LANES,) * len(first[2]), rank[3]


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


def _is_place(node: Node) -> bool:
    """Return whether the node is a component of a register, perhaps negated.

    Sums of products of such nodes are dot products, or lanes of vectors.
    """
    return node.op in ("input", "uniform", "uniform_at", "part") or (node.op == "fneg" and _is_place(node.args[0]))


def row_of(node: Node, order: dict[Node, int]) -> Place | None:
    """Return the place of a component; rows of an array at different indices are different registers."""
    place = _place(node, order)
    return (f"{place[0]} {order[node.args[0]]}", *place[1:]) if place and node.op == "uniform_at" else place


def _register(node: Node) -> tuple[object, ...] | None:
    """Return the register of which the node is a component, if it is one."""
    match node.op, node.attr:
        case (("input" | "uniform"), (int(register), int())):
            return node.op, register
        case "uniform_at", (int(register), int(), _):
            return node.op, register, node.args[0]
        case "part", int():
            return node.op, node.args[0]
    return None


def _place(factor: Node, order: dict[Node, int]) -> Place | None:
    """Return kind, register and component of a factor that is a register's component."""
    match factor.op, factor.attr:
        case "input" | "uniform", (int(register), int(component)):
            return factor.op, register, component
        case "uniform_at", (int(register), int(component), _):
            return "uniform_at", register, component
        case "part", int(component):
            return "texture", order[factor.args[0]], component
    return None
