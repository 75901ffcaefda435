"""Chains of matrices times a vector: fewer multiplications, the same value, and no other changes."""

from __future__ import annotations

import numpy as np
import pytest

from gpucc.lowering.check import check_graph
from gpucc.lowering.graph import F32, REASSOC, Block, Graph, Node, Return, roots, topological
from gpucc.lowering.simplify.chains import regroup_chains
from gpucc.reduce.graph_runs import evaluate

Matrix = list[list[Node]]  # rows of columns
Vector = list[Node | None]  # None is 1


class Maker:
    def __init__(self, flags: int = REASSOC) -> None:
        self.block = Block("entry")
        self.flags = flags
        self.inputs = 0

    def leaf(self) -> Node:
        self.inputs += 1
        return self.block.make("input", F32, attr=((self.inputs - 1) // 4, (self.inputs - 1) % 4))

    def matrix(self, size: int, columns: int | None = None) -> Matrix:
        return [[self.leaf() for _ in range(columns or size)] for _ in range(size)]

    def vector(self, size: int) -> Vector:
        return [self.leaf() for _ in range(size)]

    def op(self, op: str, a: Node, b: Node) -> Node:
        return self.block.make(op, F32, (a, b), None, self.flags)

    def dot(self, row: list[Node], v: Vector, minus: int = -1) -> Node:
        terms = [a if b is None else self.op("fmul", a, b) for a, b in zip(row, v, strict=True)]
        total = terms[0]
        for k, term in enumerate(terms[1:], 1):
            total = self.op("fsub" if k == minus else "fadd", total, term)
        return total

    def times(self, m: Matrix, n: Matrix) -> Matrix:
        return [[self.dot(row, [other[k] for other in n]) for k in range(len(n[0]))] for row in m]

    def apply(self, m: Matrix, v: Vector, minus: int = -1) -> list[Node]:
        return [self.dot(row, v, minus) for row in m]

    def graph(self, *values: Node) -> Graph:
        self.block.terminator = Return({(k // 4, k % 4): value for k, value in enumerate(values)})
        return Graph("test", [self.block])


def multiplications(graph: Graph) -> int:
    return sum(node.op == "fmul" for node in topological(list(roots(graph.entry))))


def regrouped(graph: Graph, inputs: int) -> Graph:
    """The checked result, which must compute the same on small integers, where sums are exact in any order."""
    found = regroup_chains(graph)
    check_graph(found, "regroup chains")
    given = np.random.default_rng(3).integers(-3, 4, (64, -(-inputs // 4), 4)).astype(np.float32)
    before, after = (evaluate(each, given, np.zeros((1, 1, 4), np.float32)) for each in (graph, found))
    assert set(before) == set(after)
    for place, value in before.items():
        np.testing.assert_array_equal(value, after[place])
    return found


@pytest.mark.parametrize("size", [2, 3, 4])
def test_two_matrices_and_a_vector(size: int) -> None:
    make = Maker()
    m, n, v = make.matrix(size), make.matrix(size), make.vector(size)
    graph = make.graph(*make.apply(make.times(m, n), v))
    assert multiplications(graph) == size**3 + size**2
    assert multiplications(regrouped(graph, make.inputs)) == 2 * size**2


def test_projection_view_model_position() -> None:
    make = Maker()
    p, v, m = make.matrix(4), make.matrix(4), make.matrix(4)
    position: Vector = [*make.vector(3), None]
    graph = make.graph(*make.apply(make.times(make.times(p, v), m), position))
    assert multiplications(graph) >= 140
    assert multiplications(regrouped(graph, make.inputs)) == 16 + 16 + 12


def test_one_product_of_matrices_for_two_vectors() -> None:
    make = Maker()
    m, n, v, w = make.matrix(3), make.matrix(3), make.vector(3), make.vector(3)
    product = make.times(m, n)
    graph = make.graph(*make.apply(product, v), *make.apply(product, w))
    assert multiplications(graph) == 27 + 18
    assert multiplications(regrouped(graph, make.inputs)) == 36


@pytest.mark.parametrize("minus", [0, 1, 2])
def test_differences(minus: int) -> None:
    make = Maker()
    m, n, v = make.matrix(3), make.matrix(3), make.vector(3)
    rows = [[make.dot(row, [other[k] for other in n], minus) for k in range(3)] for row in m]
    graph = make.graph(*make.apply(rows, v, 1))
    assert multiplications(regrouped(graph, make.inputs)) == 18


def test_a_product_that_is_needed_stays() -> None:
    make = Maker()
    m, n, v = make.matrix(3), make.matrix(3), make.vector(3)
    product = make.times(m, n)
    graph = make.graph(*make.apply(product, v), *(value for row in product for value in row))
    assert multiplications(regrouped(graph, make.inputs)) == 27 + 9


def test_the_cheap_order_stays() -> None:
    make = Maker()
    m, n, v = make.matrix(4), make.matrix(4), make.vector(4)
    graph = make.graph(*make.apply(m, list(make.apply(n, v))))
    assert multiplications(regrouped(graph, make.inputs)) == 32


def test_many_vectors_are_worth_a_product_of_matrices() -> None:
    """Four vectors: 16 + 4 * 4 is less than 4 * 8, so the source's order stays."""
    make = Maker()
    m, n = make.matrix(2), make.matrix(2)
    product = make.times(m, n)
    graph = make.graph(*(value for _ in range(4) for value in make.apply(product, make.vector(2))))
    assert multiplications(graph) == 8 + 16
    assert multiplications(regrouped(graph, make.inputs)) == 8 + 16


def test_only_with_the_flag() -> None:
    make = Maker(flags=0)
    m, n, v = make.matrix(3), make.matrix(3), make.vector(3)
    graph = make.graph(*make.apply(make.times(m, n), v))
    assert multiplications(regrouped(graph, make.inputs)) == 36


def test_a_row_that_others_accompany_is_free_on_vectors() -> None:
    """A sum alone needs only one row of M = w0*A + w1*B; the other rows are also read, so M is computed anyway."""
    make = Maker()
    weights = [make.leaf() for _ in range(4)]
    bones = [[[make.leaf() for _ in range(4)] for _ in range(4)] for _ in range(2)]  # columns of rows
    blended = [[make.dot([bones[0][c][r], bones[1][c][r]], weights[:2]) for r in range(4)] for c in range(4)]
    v = make.vector(4)
    last = make.dot([blended[c][3] for c in range(4)], v)
    graph = make.graph(last, *(blended[c][r] for c in range(4) for r in range(3)))
    assert multiplications(regroup_chains(graph)) < multiplications(graph)
    assert multiplications(regroup_chains(graph, 4)) == multiplications(graph)
