"""Local arrays of a straight program as values: every element is a variable, a run-time index a tree of selects."""

from __future__ import annotations

from gpucc.errors import InternalError, LimitExceeded
from gpucc.lowering.graph import BOOL, Block, Graph, LocalArray, Node
from gpucc.lowering.ladder import ladder
from gpucc.lowering.logic import choose
from gpucc.lowering.rewrite import Rewriter, copy

LARGEST = 256


def promote_locals(graph: Graph) -> Graph:
    """Removes all local_load and local_store from a graph of one block."""
    if not any(effect.op != "discard" for block in graph.blocks for effect in block.effects):
        return graph
    if len(graph.blocks) != 1:
        raise InternalError("local arrays become values only after control flow has been flattened")
    return _Promoter().run(graph)


class _Promoter(Rewriter):
    """`elements` holds what each array's elements are at the effect that is being met; what is missing is undefined."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: dict[LocalArray, dict[int, Node]] = {}

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op not in ("local_load", "local_store"):
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

    def _store(self, block: Block, node: Node, index: Node, value: Node, array: LocalArray, elements: dict[int, Node]) -> None:
        if index.op == "const":
            if 0 <= _number(index) < array.length:
                elements[_number(index)] = value
            return
        if array.length > LARGEST:
            raise LimitExceeded(
                f"a store to an array of {array.length} elements at an index that is not known; the largest that can be "
                f"turned into selects has {LARGEST}",
                node.location,
                ("use constant indices (unrolled loops give them) or a smaller array",),
            )
        for k in range(array.length):
            here = _compare(block, "eq", index, k, node)
            # an element that was never stored may hold anything, so also this
            old = elements.get(k, value)
            elements[k] = choose(block, here, value, old, node.location)


def _number(index: Node) -> int:
    assert isinstance(index.attr, int | float)
    return int(index.attr)


def _compare(block: Block, relation: str, index: Node, k: int, node: Node) -> Node:
    """index = k or index < k, for an index that is an integer or, after legalisation, a float."""
    if index.type.kind == "i":
        return block.make(f"i{'s' if relation == 'lt' else ''}{relation}", BOOL, (index, block.make("const", index.type, (), k)))
    return block.make(f"fo{relation}", BOOL, (index, block.make("const", index.type, (), float(k))))
