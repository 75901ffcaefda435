"""Turns local arrays of a program without branches into values: each element is a variable, a run-time index a tree of
selects.
"""

from __future__ import annotations

from gpucc.errors import InternalError, LimitExceeded
from gpucc.lowering.arrays.ladder import ladder
from gpucc.lowering.graph import BOOL, Block, Graph, LocalArray, Node
from gpucc.lowering.logic import choose
from gpucc.lowering.rewrite import GraphRewriter, copy

LARGEST = 256
ADDRESS_COST = 10


def promote_locals(graph: Graph, memory: bool = False, most: int = 0) -> Graph:
    """Remove local_load and local_store from a graph of one block.

    If the target has memory for arrays, only those with at most `most` elements and those for which selects cost less
    are removed, otherwise all.
    """
    effects = [effect for block in graph.blocks for effect in block.effects if effect.op not in ("discard", "emit")]
    if not effects:
        return graph
    if len(graph.blocks) != 1:
        if memory:
            return graph
        raise InternalError("local arrays become values only after control flow has been flattened")
    return Promoter(_kept(effects, most) if memory else frozenset()).run(graph)


def _kept(effects: list[Node], most: int) -> frozenset[LocalArray]:
    """Return the arrays that stay in memory.

    Without memory, an array of n elements takes n - 1 selects for a load and 2 n operations for a store. In memory, a
    store takes an instruction, which serves four arrays, and a load waits for its address and for earlier stores.
    """
    groups: dict[int, list[Node]] = {}
    for effect in effects:
        assert isinstance(effect.attr, LocalArray)
        groups.setdefault(effect.attr.length, []).append(effect)
    kept: set[LocalArray] = set()
    for length, members in groups.items():
        arrays = {member.attr for member in members}
        moving = [member for member in members if member.args[0].op != "const"]
        loads = sum(member.op == "local_load" for member in moving)
        choices = loads * (length - 1) + 2 * (len(moving) - loads) * length
        stores = sum(member.op == "local_store" for member in members)
        if moving and length > most and choices > -(-stores // 4) + ADDRESS_COST:
            kept.update(array for array in arrays if isinstance(array, LocalArray))
    return frozenset(kept)


class Promoter(GraphRewriter):
    """Replaces loads by values and stores by changes of `elements`.

    `elements` maps each array to its elements at the effect being visited; a missing element is undefined.
    """

    def __init__(self, kept: frozenset[LocalArray]) -> None:
        super().__init__()
        self.kept = kept
        self.elements: dict[LocalArray, dict[int, Node]] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op not in ("local_load", "local_store") or node.attr in self.kept:
            return copy(block, node, args)
        array = node.attr
        assert isinstance(array, LocalArray)
        elements = self.elements.setdefault(array, {})
        if node.op == "local_load":
            return self._load(block, node, args[0], array, elements)
        self._store(block, node, args[0], args[1], array, elements)
        return args[1]

    def _load(self, block: Block, node: Node, index: Node, array: LocalArray, elements: dict[int, Node]) -> Node:
        if index.op == "const":
            found = elements.get(_number(index))
            return found if found is not None else block.make("undef", array.type)
        if not elements:
            return block.make("undef", array.type)
        return ladder(
            sorted(elements),
            elements.__getitem__,
            lambda k: _compare(block, "lt", index, k, node),
            lambda c, a, b: choose(block, c, a, b, node.location),
        )

    def _store(
        self, block: Block, node: Node, index: Node, value: Node, array: LocalArray, elements: dict[int, Node]
    ) -> None:
        if index.op == "const":
            if 0 <= _number(index) < array.length:
                elements[_number(index)] = value
            return
        if array.length > LARGEST:
            raise LimitExceeded(
                f"a store to an array of {array.length} elements at an index that is not known; the largest that can be"
                f" turned into selects has {LARGEST}",
                node.location,
                ("use constant indices (unrolled loops give them) or a smaller array",),
            )
        for k in range(array.length):
            here = _compare(block, "eq", index, k, node)
            # an element that was never stored is undefined, so it may hold this value
            old = elements.get(k, value)
            elements[k] = choose(block, here, value, old, node.location)


def _number(index: Node) -> int:
    assert isinstance(index.attr, int | float)
    return int(index.attr)


def _compare(block: Block, relation: str, index: Node, k: int, node: Node) -> Node:
    """Return index = k or index < k, for an index that is an integer or, after legalisation, a float."""
    if index.type.kind == "i":
        return block.make(
            f"i{'s' if relation == 'lt' else ''}{relation}", BOOL, (index, block.make("const", index.type, (), k))
        )
    return block.make(f"fo{relation}", BOOL, (index, block.make("const", index.type, (), float(k))))
