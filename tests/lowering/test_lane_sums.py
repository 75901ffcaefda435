"""Sums that are lanes of one vector stay whole within a larger sum; halves of a dot product do not."""

from __future__ import annotations

from functools import reduce

from gpucc import driver
from gpucc.lowering.graph import F32, REASSOC, Block, Graph, Node, Return
from gpucc.lowering.simplify.sums import find_sums


class Sums:
    """Makes a graph of sums; places are the components of inputs."""

    def __init__(self) -> None:
        self.block = Block("entry")
        self.places: dict[tuple[int, int], Node] = {}

    def place(self, register: int, component: int) -> Node:
        key = (register, component)
        if key not in self.places:
            self.places[key] = self.block.make("input", F32, attr=key)
        return self.places[key]

    def op(self, op: str, a: Node, b: Node) -> Node:
        return self.block.make(op, F32, (a, b), None, REASSOC)

    def total(self, terms: list[Node]) -> Node:
        return reduce(lambda a, b: self.op("fadd", a, b), terms)

    def broken_up(self, root: Node) -> bool:
        """Return whether the sum takes terms out of the sums within it."""
        self.block.terminator = Return({(0, 0): root})
        found = find_sums(Graph("k", [self.block])).get(root)
        return found is not None and len(found.parts) > len(root.args) + 1


def test_lanes_of_vectors_stay_together() -> None:
    sums = Sums()
    lanes = [sums.total([sums.place(register, lane) for register in range(4)]) for lane in range(3)]
    assert not sums.broken_up(sums.total(lanes))


def test_lanes_may_share_a_factor() -> None:
    sums = Sums()
    shared = sums.place(9, 0)
    lanes = [
        sums.total([sums.op("fmul", sums.place(register, lane), shared) for register in range(4)]) for lane in range(3)
    ]
    assert not sums.broken_up(sums.total(lanes))


def test_halves_of_a_dot_product_are_joined() -> None:
    sums = Sums()
    products = [sums.op("fmul", sums.place(0, lane), sums.place(1, lane)) for lane in range(4)]
    assert sums.broken_up(sums.op("fadd", sums.total(products[:2]), sums.total(products[2:])))


def test_lanes_of_one_register_are_joined() -> None:
    sums = Sums()
    halves = [sums.op("fadd", sums.place(0, lane), sums.place(0, lane + 1)) for lane in (0, 2)]
    assert sums.broken_up(sums.total(halves))


def row(sums: Sums, lane: int) -> Node:
    """A lane of a row that is blended from two registers by weights."""
    return sums.total([sums.op("fmul", sums.place(register, lane), sums.place(8, register)) for register in (0, 1)])


def test_a_lane_beside_lanes_that_are_whole_stays_whole() -> None:
    """x, y and z of a blended row are factors; w is added to their products, as in skinning."""
    sums = Sums()
    products = [sums.op("fmul", row(sums, lane), sums.place(5, lane)) for lane in range(3)]
    assert not sums.broken_up(sums.op("fadd", sums.total(products), row(sums, 3)))


def test_one_lane_alone_is_no_reason_to_stay_whole() -> None:
    sums = Sums()
    products = [sums.op("fmul", row(sums, 0), sums.place(5, 0)), sums.op("fmul", sums.place(6, 0), sums.place(7, 0))]
    assert sums.broken_up(sums.op("fadd", sums.total(products), row(sums, 3)))


COLOURS = """
precision highp float;
varying vec2 v;
uniform sampler2D s;
void main() {
  vec4 c = texture2D(s, v) + texture2D(s, v + 0.01) + texture2D(s, v + 0.02) + texture2D(s, v + 0.03);
  gl_FragColor = vec4((c.r + c.g + c.b) * 0.25);
}
"""


def test_agal_adds_the_lanes_at_once() -> None:
    program = driver.compile(COLOURS, "agal", name="k.frag", stage="fragment", verify=64)
    # 4 reads, 2 additions of coordinates (two in one), 3 of colours, 2 of lanes, and the product that is the output
    assert program.stats["instructions"] <= 12


def scaled_dots(count: int, reads_vector: bool = False) -> tuple[Sums, list[Node]]:
    """Dot products of other vectors with one that is multiplied by a scalar."""
    sums = Sums()
    scale = sums.op("fmul", sums.place(8, 0), sums.place(8, 1))
    vector = [sums.op("fmul", sums.place(0, lane), scale) for lane in range(3)]
    dots = [
        sums.total([sums.op("fmul", vector[lane], sums.place(1 + k, lane)) for lane in range(3)]) for k in range(count)
    ]
    sums.block.terminator = Return(dict(enumerate_places([*dots, *vector[:reads_vector]])))
    return sums, dots


def enumerate_places(nodes: list[Node]) -> list[tuple[tuple[int, int], Node]]:
    return [((0, k), node) for k, node in enumerate(nodes)]


def factors(sums: Sums, dots: list[Node], scalar: bool = True) -> list[bool]:
    """Whether each dot product is multiplied by the scale as a whole."""
    found = find_sums(Graph("k", [sums.block]), scalar)
    return [dot in found and len(found[dot].parts) == 1 and found[dot].parts[0].factor is not None for dot in dots]


def test_a_scaled_vector_is_scaled_behind_its_dot_products() -> None:
    """One or two dot products take fewer products so; three do not, and where a component is read the vector stays."""
    for count, expected in ((1, True), (2, True), (3, False)):
        assert factors(*scaled_dots(count)) == [expected] * count
    assert factors(*scaled_dots(1, reads_vector=True)) == [False]
    assert factors(*scaled_dots(1), scalar=False) == [False]


def test_a_square_of_a_scaled_vector_keeps_it() -> None:
    sums = Sums()
    vector = [sums.op("fmul", sums.place(0, lane), sums.place(8, 0)) for lane in range(3)]
    square = sums.total([sums.op("fmul", one, one) for one in vector])
    sums.block.terminator = Return({(0, 0): square})
    assert factors(sums, [square]) == [False]
