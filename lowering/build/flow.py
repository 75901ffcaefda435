"""Control flow of the shader: the blocks that matter, their order, and their terminators.

A path that ends in `unreachable` or never returns is undefined behaviour, so branches to it are removed.
"""

from __future__ import annotations

from gpucc.errors import InternalError, Unsupported
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.state import BuildState, Leaves, node
from gpucc.lowering.build.values import integer_compare
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Jump, Node, Return
from gpucc.lowering.llvm import BasicBlock, Function, LlvmInstruction
from gpucc.records import dataclass

ENDS = frozenset("ret unreachable resume cleanupret catchret catchswitch".split())


@dataclass(frozen=True, slots=True)
class BlockOrder:
    """Live blocks in reverse postorder; predecessors in that order, each once."""

    order: tuple[BasicBlock, ...]
    predecessors: dict[str, list[str]]


def analyse(function: Function) -> BlockOrder:
    blocks = {block.name: block for block in function.blocks}
    successors = {name: _targets(block) for name, block in blocks.items()}
    alive = _returning(blocks, successors)
    entry = function.blocks[0].name
    if entry not in alive:
        raise Unsupported(
            "the shader never returns",
            function.location,
            (
                (
                    "every path ends in 'unreachable' or an endless loop: is an index always out of range, or a value"
                    " undefined?"
                ),
            ),
        )
    order = _reverse_postorder(
        entry, {name: [target for target in successors[name] if target in alive] for name in alive}
    )
    predecessors: dict[str, list[str]] = {name: [] for name in order}
    for name in order:
        for target in successors[name]:
            if target in alive:
                predecessors[target].append(name)
    return BlockOrder(tuple(blocks[name] for name in order), predecessors)


def _targets(block: BasicBlock) -> list[str]:
    last = block.instructions[-1]
    if last.op in ENDS:
        return []
    labels = last.labels[:1] if last.op in ("invoke", "callbr") else last.labels
    return list(dict.fromkeys(labels))


def _returning(blocks: dict[str, BasicBlock], successors: dict[str, list[str]]) -> set[str]:
    """Return the blocks from which a return can be reached."""
    before: dict[str, list[str]] = {name: [] for name in blocks}
    for name, targets in successors.items():
        for target in targets:
            before[target].append(name)
    work = [name for name, block in blocks.items() if block.instructions[-1].op == "ret"]
    alive = set(work)
    while work:
        for name in before[work.pop()]:
            if name not in alive:
                alive.add(name)
                work.append(name)
    return alive


def _reverse_postorder(entry: str, successors: dict[str, list[str]]) -> list[str]:
    seen = {entry}
    postorder: list[str] = []
    stack = [(entry, iter(successors[entry]))]
    while stack:
        name, targets = stack[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            postorder.append(name)
            stack.pop()
    return postorder[::-1]


# terminators: their operands are read in their block; edges are made when all phis are complete ----------------------


@dataclass(frozen=True, slots=True)
class BlockEnding:
    """The end of a block: `ways` are (condition, target), tried in order, the last without a condition; or a return."""

    ways: tuple[tuple[Node | None, str], ...] = ()
    returned: Leaves | None = None


def read_ending(state: BuildState, i: LlvmInstruction) -> BlockEnding:
    targets = [label for label in dict.fromkeys(i.labels) if label in state.predecessors]
    match i.op:
        case "ret":
            return BlockEnding(returned=operand(state, i.operands[0]) if i.operands else ())
        case "br" | "invoke" | "callbr" if len(i.labels) == 1 or i.op != "br":
            return BlockEnding(((None, i.labels[0]),))
        case "br" | "switch" if len(targets) == 1:
            return BlockEnding(((None, targets[0]),))
        case "br":
            return BlockEnding(((node(operand(state, i.operands[0])[0]), i.labels[0]), (None, i.labels[1])))
        case "switch":
            return _read_switch(state, i, targets)
    raise Unsupported(f"'{i.op}': jumps to computed places are not possible", notes=("use if or switch",))


def _read_switch(state: BuildState, i: LlvmInstruction, targets: list[str]) -> BlockEnding:
    """Return a comparison for each target. The default, or the last target if the default is impossible, needs none."""
    value = operand(state, i.operands[0])[0]
    default = i.labels[0] if i.labels[0] in targets else targets[-1]
    hits: dict[str, Node] = {}
    for case, label in zip(i.operands[1:], i.labels[1:], strict=True):
        if label != default and label in state.predecessors:
            hit = integer_compare(state, "ieq", value, operand(state, case)[0])
            hits[label] = state.make("bor", BOOL, (hits[label], hit)) if label in hits else hit
    return BlockEnding((*((hit, label) for label, hit in hits.items()), (None, default)))


def close_blocks(state: BuildState, endings: dict[str, BlockEnding]) -> None:
    """Give every block its terminator; a chain of comparisons takes a block for each."""
    returning = [name for name, ending in endings.items() if ending.returned is not None]
    shared = _shared_exit(state, endings, returning) if len(returning) > 1 else None
    for name, ending in endings.items():
        if ending.returned is None:
            _close(state, name, ending)
        elif shared is not None:
            state.blocks[name].terminator = Jump(Edge(shared, list(_outputs(state, ending.returned).values())))
        else:
            state.blocks[name].terminator = Return(_outputs(state, ending.returned))


def _close(state: BuildState, name: str, ending: BlockEnding) -> None:
    block = state.blocks[name]
    *choices, (_, last) = ending.ways
    if not choices:
        block.terminator = Jump(_edge(state, name, last))
        return
    for k, (condition, target) in enumerate(choices):
        assert condition is not None
        if k == len(choices) - 1:
            otherwise = _edge(state, name, last)
        else:
            following = _fresh(state, f"{name}.case{k + 1}")
            otherwise = Edge(following)
        block.terminator = Branch(condition, _edge(state, name, target), otherwise)
        block = otherwise.target


def _edge(state: BuildState, name: str, target: str) -> Edge:
    into = state.blocks[target]
    return Edge(into, [state.completed[phi][name] for phi in into.phis])


def _fresh(state: BuildState, name: str) -> Block:
    """Return a new block with an unused name."""
    while name in state.blocks:
        name += "'"
    block = state.blocks[name] = Block(name)
    state.graph.blocks.append(block)
    return block


def _outputs(state: BuildState, returned: Leaves) -> dict[tuple[int, int], Node]:
    if state.shader.geometry is not None:
        return {}
    places = [(leaf.register, leaf.component + k) for leaf in state.shader.outputs for k in range(leaf.count)]
    if len(places) != len(returned):
        raise InternalError(f"the shader returns {len(returned)} scalars, but its interface has {len(places)} outputs")
    return {place: node(leaf) for place, leaf in zip(places, returned, strict=True)}


def _shared_exit(state: BuildState, endings: dict[str, BlockEnding], returning: list[str]) -> Block:
    block = _fresh(state, "exit")
    first = endings[returning[0]].returned
    assert first is not None
    for k, value in enumerate(_outputs(state, first).values()):
        block.phis.append(Node("phi", value.type, (), (block.name, k)))
    block.terminator = Return(dict(zip(_outputs(state, first), block.phis, strict=True)))
    return block
