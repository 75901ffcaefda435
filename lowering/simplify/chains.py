"""Regroups chains of matrices times a vector: (M N) v costs a product of matrices, M (N v) two products with vectors.

In terms of scalars, each row of (M N) v is a sum of c * S with S a sum of products a * b. The a's are the row of M:
each occurs once in every S. Collecting them gives a sum of a * T with T a sum of b * c, and the T's are the elements of
N v, the same for every row. So a single row gains nothing: rows that share sums are judged together, by their
multiplications before and after. Longer chains take several rounds. All sums and products must permit reassociation.

On vector instructions, a product is free as long as another one with the same factor and another component of the same
register is needed anyway: the last row of M is free if the other three are needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import reduce

from gpucc.lowering.graph import REASSOC, Block, Graph, Node, roots
from gpucc.lowering.rewrite import GraphRewriter, homes, pending
from gpucc.lowering.simplify.products import is_free_product
from gpucc.lowering.simplify.sums import ADDITIVE
from gpucc.records import dataclass

MOST_ROUNDS = 8
MOST_TERMS = 64


@dataclass(frozen=True, slots=True)
class ChainProduct:
    """A product a * b, by its node, in a sum or subtracted from it."""

    node: Node
    negative: bool


@dataclass(frozen=True, slots=True)
class Scaled:
    """A summand: `factor` times the sum of products with the node `sum`. Products that belong to no such sum have
    neither."""

    products: tuple[ChainProduct, ...]
    factor: Node | None = None
    sum: Node | None = None
    term: Node | None = None


@dataclass(frozen=True, slots=True)
class InnerSum:
    """A sum that is multiplied by something: its terms are b * c, or b where there is no c. Terms marked True are
    subtracted; at least one is not."""

    terms: tuple[tuple[Node, Node | None, bool], ...]


@dataclass(frozen=True, slots=True)
class ChainRow:
    """A sum in two forms: as it is, and regrouped as the sum of `outer`, whose terms a * T are subtracted where they
    are marked True. The terms of `rest` are no products and stay: a matrix with a 1 leaves them."""

    root: Node
    scaled: tuple[Scaled, ...]
    outer: tuple[tuple[Node, InnerSum, bool], ...]
    rest: tuple[ChainProduct, ...]
    flags: int


def regroup_chains(graph: Graph, lanes: int = 1) -> Graph:
    """Return the graph with chains of products in their cheaper order, for instructions with this many lanes."""
    for _ in range(MOST_ROUNDS):
        rows = _Finder(graph, lanes).worthwhile()
        if not rows:
            break
        graph = _Regrouper(rows).run(graph)
    return graph


class _Finder:
    def __init__(self, graph: Graph, lanes: int) -> None:
        self.home = homes(graph)
        self.order: dict[Node, int] = {}
        self.users: dict[Node, list[Node | None]] = {}
        for block in graph.blocks:
            for node in pending(roots(block), self.order):
                self.order[node] = len(self.order)
                for arg in node.args:
                    self.users.setdefault(arg, []).append(node)
            for root in roots(block):
                self.users.setdefault(root, []).append(None)
        self.companions: dict[Hashable, list[Node]] = {}
        for node in self.order if lanes > 1 else ():
            for key in _companies(node):
                self.companions.setdefault(key, []).append(node)

    def worthwhile(self) -> dict[Node, ChainRow]:
        """Return the rows that become cheaper. Outer products come first; the rest of the inner ones is tried in the
        next round.
        """
        found = [row for node in self.order if self._is_root(node) and (row := self._row(node)) is not None]
        inner = {scaled.sum for row in found for scaled in row.scaled}
        return self._cheaper([row for row in found if row.root not in inner]) or self._cheaper(found)

    def _cheaper(self, found: list[ChainRow]) -> dict[Node, ChainRow]:
        while True:
            within = {scaled.term for row in found for scaled in row.scaled} | {row.root for row in found}
            kept = [row for row in found if all(self._only_in(scaled, within) for scaled in row.scaled)]
            if len(kept) == len(found):
                return {
                    row.root: row
                    for group in _groups(found)
                    if _cost_after(group) < self._cost_before(group)
                    for row in group
                }
            found = kept

    def _cost_before(self, rows: list[ChainRow]) -> int:
        products = {product.node for row in rows for scaled in row.scaled for product in scaled.products}
        paid = sum(not any(self._stays(key, products) for key in _companies(product)) for product in products)
        return paid + sum(scaled.factor is not None for row in rows for scaled in row.scaled)

    def _stays(self, key: Hashable, products: set[Node]) -> bool:
        return any(node not in products for node in self.companions.get(key, ()))

    def _is_root(self, node: Node) -> bool:
        """Return whether the node is a sum that is not just part of a longer one."""
        users = self.users[node]
        return _additive(node) and not (len(users) == 1 and users[0] is not None and _additive(users[0]))

    def _only_in(self, scaled: Scaled, within: set[Node | None]) -> bool:
        """Return whether a sum disappears when all these rows are regrouped."""
        if scaled.sum is None or scaled.term is None:
            return True
        return len(self.users[scaled.term]) == 1 and all(user in within for user in self.users[scaled.sum])

    def _terms(self, root: Node) -> tuple[list[ChainProduct], int]:
        """Return the terms of a sum in its block, and the flags that all its steps share."""
        found: list[ChainProduct] = []
        flags = root.flags
        stack = [ChainProduct(root, False)]
        while stack and len(found) < MOST_TERMS:
            node, negative = stack[-1].node, stack.pop().negative
            same = _additive(node) and self.home[node] is self.home[root]
            if node is root or (same and len(self.users[node]) == 1):
                flags &= node.flags
                a, b = node.args
                stack += [ChainProduct(b, negative != (node.op == "fsub")), ChainProduct(a, negative)]
            else:
                found.append(ChainProduct(node, negative))
        return found, flags if not stack else 0

    def _row(self, root: Node) -> ChainRow | None:
        """Return the regrouped row, with sums that have other users taken as single values, or, if that fails, with all
        expanded.
        """
        every, flags = self._terms(root)
        terms = [term for term in every if is_free_product(term.node)]
        rest = tuple(term for term in every if not is_free_product(term.node))
        flags = reduce(int.__and__, (term.node.flags for term in terms), flags)
        found = self._regrouped(root, terms, flags, 1) or self._regrouped(root, terms, flags, MOST_TERMS)
        return replace(found, rest=rest) if found is not None and rest else found

    def _regrouped(self, root: Node, terms: list[ChainProduct], flags: int, most_users: int) -> ChainRow | None:
        scaled: list[Scaled] = []
        alone: list[ChainProduct] = []
        for term in terms:
            part = self._scaled(term, root, most_users)
            if part is None:
                alone.append(term)
            else:
                flags &= part[1]
                scaled.append(part[0])
        if alone:
            scaled.append(Scaled(tuple(alone)))
        outer = self._collected(scaled) if len(scaled) > 1 and flags & REASSOC else None
        return ChainRow(root, tuple(scaled), outer, (), flags) if outer is not None else None

    def _scaled(self, term: ChainProduct, root: Node, most_users: int) -> tuple[Scaled, int] | None:
        """Return a term as a factor times a sum of products, if it is one.

        Of two sums, the one with fewer users is taken, because it is the row's own.
        """
        a, b = term.node.args
        for factor, inner in sorted(((a, b), (b, a)), key=lambda pair: len(self.users[pair[1]])):
            if _additive(inner) and self.home[inner] is self.home[root] and len(self.users[inner]) <= most_users:
                products, flags = self._terms(inner)
                if all(is_free_product(product.node) for product in products):
                    flags = reduce(int.__and__, (product.node.flags for product in products), flags)
                    signed = tuple(
                        ChainProduct(product.node, product.negative != term.negative) for product in products
                    )
                    return Scaled(signed, factor, inner, term.node), flags
        return None

    def _collected(self, scaled: list[Scaled]) -> tuple[tuple[Node, InnerSum, bool], ...] | None:
        """Return the row collected by factors that occur in several of its parts: each product must have such a
        factor.
        """
        met: dict[Node, int] = {}
        for part in scaled:
            for node in {arg: None for product in part.products for arg in product.node.args}:
                met[node] = met.get(node, 0) + 1
        collected: dict[Node, list[tuple[Node, Node | None, bool]]] = {}
        for part in scaled:
            mine: set[Node] = set()
            for product in part.products:
                a, b = product.node.args
                if (met[a] > 1) == (met[b] > 1):
                    return None
                key, other = (a, b) if met[a] > 1 else (b, a)
                if key in mine:
                    return None
                mine.add(key)
                collected.setdefault(key, []).append((other, part.factor, product.negative))
        outer = tuple((key, *_inner(collected[key], self.order)) for key in sorted(collected, key=self._position))
        return outer if not all(negative for _, _, negative in outer) else None

    def _position(self, node: Node) -> int:
        return self.order[node]


def _additive(node: Node) -> bool:
    return node.op in ADDITIVE and bool(node.flags & REASSOC)


def _companies(node: Node) -> Iterator[Hashable]:
    """Yield keys that are equal for products which one vector instruction can compute."""
    if node.op == "fmul":
        a, b = node.args
        yield from ((a, _register(b)), (b, _register(a)))


def _register(node: Node) -> Hashable:
    if node.op in ("input", "uniform", "uniform_at") and isinstance(node.attr, tuple):
        return (node.op, node.attr[0], node.args)
    return node


def _inner(terms: list[tuple[Node, Node | None, bool]], order: dict[Node, int]) -> tuple[InnerSum, bool]:
    """Return the sum with the terms first that are not subtracted, and whether it is negated as a whole."""
    negated = all(negative for _, _, negative in terms)
    signed = [(b, c, negative and not negated) for b, c, negative in terms]
    placed = sorted(
        signed, key=lambda term: (term[2], order[term[1]] if term[1] is not None else len(order), order[term[0]])
    )
    return InnerSum(tuple(placed)), negated


def _groups(rows: list[ChainRow]) -> list[list[ChainRow]]:
    """Return the rows in groups that share sums, before or after regrouping, directly or through other rows."""
    using: dict[object, list[int]] = {}
    for i, row in enumerate(rows):
        for sum in _sums(row):
            using.setdefault(sum, []).append(i)
    groups: list[list[ChainRow]] = []
    seen: set[int] = set()
    for start in range(len(rows)):
        if start in seen:
            continue
        seen.add(start)
        group = [start]
        for i in group:
            others = dict.fromkeys(other for sum in _sums(rows[i]) for other in using.pop(sum, ()))
            group += [other for other in others if other not in seen]
            seen.update(others)
        groups.append([rows[i] for i in sorted(group)])
    return groups


def _sums(row: ChainRow) -> list[object]:
    before = [scaled.sum for scaled in row.scaled if scaled.sum is not None]
    return [*before, *(inner for _, inner, _ in row.outer if len(inner.terms) > 1)]


def _cost_after(rows: list[ChainRow]) -> int:
    inner = {inner for row in rows for _, inner, _ in row.outer}
    return sum(len(row.outer) for row in rows) + sum(c is not None for one in inner for _, c, _ in one.terms)


class _Regrouper(GraphRewriter):
    def __init__(self, rows: dict[Node, ChainRow]) -> None:
        super().__init__()
        self.rows = rows

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        row = self.rows.get(node)
        if row is None:
            return super().node(block, node, args)

        def make(op: str, a: Node, b: Node) -> Node:
            return block.make(op, node.type, (a, b), None, row.flags, node.location)

        def total(terms: list[tuple[Node, bool]]) -> Node:
            first, *rest = sorted(terms, key=lambda term: term[1])
            return reduce(lambda sum, term: make("fsub" if term[1] else "fadd", sum, term[0]), rest, first[0])

        def inner(found: InnerSum) -> Node:
            return total(
                [
                    (self.new[b] if c is None else make("fmul", self.new[b], self.new[c]), neg)
                    for b, c, neg in found.terms
                ]
            )

        outer = [(make("fmul", self.new[key], inner(found)), negative) for key, found, negative in row.outer]
        return total([*outer, *((self.new[term.node], term.negative) for term in row.rest)])
