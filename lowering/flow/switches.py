"""Boolean registers: uniforms that can be branched on, but not read as numbers.

A select by one of them becomes a branch; a branch on it and another condition becomes two. For any other use, a branch
at the program's start turns it into a number.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.flow.cfg import successors
from gpucc.lowering.flow.diamonds import branch_on_selects
from gpucc.lowering.graph import BOOL, F32, Block, Branch, Edge, Graph, Jump, Node, Return, roots, topological
from gpucc.lowering.rewrite import GraphRewriter, copy, rewrite

IsSwitch = Callable[[Node], bool]
ASKS = {"fune": True, "fone": True, "foeq": False, "fueq": False, "ine": True, "ieq": False}


def asked_switch(node: Node, is_switch: IsSwitch) -> tuple[Node, bool] | None:
    """Return the boolean register that a condition tests, and whether it must be set."""
    sense = True
    while True:
        if node.op == "bnot":
            node, sense = node.args[0], not sense
        elif node.op == "uniform" and is_switch(node):
            return node, sense
        elif node.op in ASKS:
            registers = [arg for arg in node.args if arg.op == "uniform" and is_switch(arg)]
            zeros = [arg for arg in node.args if arg.op == "const" and arg.attr in (0, 0.0)]
            if len(registers) != 1 or len(zeros) != 1:
                return None
            return registers[0], sense is ASKS[node.op]
        else:
            return None


def branch_on_switches(graph: Graph, is_switch: IsSwitch) -> Graph:
    if not any(
        node.op == "uniform" and is_switch(node) for block in graph.blocks for node in topological(list(roots(block)))
    ):
        return graph
    graph = _split_choices(graph, is_switch)
    graph = branch_on_selects(graph, lambda condition: asked_switch(condition, is_switch) is not None)
    return _read_as_numbers(_split_branches(graph, is_switch), is_switch)


def _split_choices(graph: Graph, is_switch: IsSwitch) -> Graph:
    """Split selects: select(s and c, a, b) is select(s, select(c, a, b), b), and the like for or."""

    def visit(block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        if node.op == "select" and args[0].op in ("band", "bor"):
            condition, a, b = args
            switches = [arg for arg in condition.args if asked_switch(arg, is_switch) is not None]
            if len(switches) == 1:
                rest = next(arg for arg in condition.args if arg is not switches[0])
                inner = block.make("select", node.type, (rest, a, b), None, node.flags, node.location)
                sides = (inner, b) if condition.op == "band" else (a, inner)
                return block.make("select", node.type, (switches[0], *sides), None, node.flags, node.location)
        return copy(block, node, args)

    return rewrite(graph, visit)


def _split_branches(graph: Graph, is_switch: IsSwitch) -> Graph:
    """Split branches: a branch on s and c is a branch on s, then one on c."""
    fresh = GraphRewriter().run(graph)
    names = {block.name for block in fresh.blocks}
    for block in list(fresh.blocks):
        branch = block.terminator
        if not isinstance(branch, Branch) or branch.condition.op not in ("band", "bor"):
            continue
        condition = branch.condition
        switches = [arg for arg in condition.args if asked_switch(arg, is_switch) is not None]
        if not switches:
            continue
        rest = next((arg for arg in condition.args if arg is not switches[0]), switches[0])
        name = f"{block.name}.and"
        while name in names:
            name += "."
        names.add(name)
        second = Block(name)
        second.terminator = Branch(rest, branch.then, branch.otherwise)
        fresh.blocks.insert(fresh.blocks.index(block) + 1, second)
        if condition.op == "band":
            block.terminator = Branch(
                switches[0], Edge(second), Edge(branch.otherwise.target, list(branch.otherwise.values))
            )
        else:
            block.terminator = Branch(switches[0], Edge(branch.then.target, list(branch.then.values)), Edge(second))
    return fresh


def _read_as_numbers(graph: Graph, is_switch: IsSwitch) -> Graph:
    """Turn the registers that are read by anything but a branch into 1.0 or 0.0 at the start."""
    read = {
        node: node
        for block in graph.blocks
        for node in topological(_read(block, is_switch))
        if _is_leaf(node, is_switch)
    }
    if not read:
        return graph
    places = {node.attr: node for node in read}
    start = Block("switches")
    blocks, here = [start], start
    numbers: dict[object, Node] = {}
    for k, (place, leaf) in enumerate(places.items()):
        then, otherwise, join = (Block(f"switches.{name}.{k}") for name in ("yes", "no", "on"))
        join.phis.append(Node("phi", F32, (), (join.name, 0)))
        for side, value in ((then, 1.0), (otherwise, 0.0)):
            side.terminator = Jump(Edge(join, [side.make("const", F32, (), value)]))
        here.terminator = Branch(_as_truth(here, leaf), Edge(then), Edge(otherwise))
        numbers[place] = join.phis[0]
        blocks += [then, otherwise, join]
        here = join
    rest = _Reader(numbers, is_switch).run(graph)
    here.terminator = Jump(Edge(rest.entry))
    return Graph(graph.name, [*blocks, *rest.blocks])


def _is_leaf(node: Node, is_switch: IsSwitch) -> bool:
    return node.op == "uniform" and is_switch(node)


def _read(block: Block, is_switch: IsSwitch) -> list[Node]:
    """Return everything that a block computes, except conditions that test registers."""
    found = [*block.effects, *(value for edge in successors(block) for value in edge.values)]
    match block.terminator:
        case Branch(condition, _, _) if asked_switch(condition, is_switch) is None:
            found.append(condition)
        case Return(outputs):
            found.extend(outputs.values())
    return found


class _Reader(GraphRewriter):
    def __init__(self, numbers: dict[object, Node], is_switch: IsSwitch) -> None:
        super().__init__()
        self.numbers, self.is_switch = numbers, is_switch

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        number = self.numbers.get(node.attr) if _is_leaf(node, self.is_switch) else None
        if number is None:
            return copy(block, node, args)
        return number if node.type != BOOL else _as_truth(block, number)

    def condition(self, block: Block, value: Node) -> Node:
        asked = asked_switch(value, self.is_switch)
        if asked is None:
            return self.new[value]
        leaf, sense = asked
        truth = _as_truth(block, block.make("uniform", leaf.type, (), leaf.attr))
        return truth if sense else block.make("bnot", BOOL, (truth,))


def _as_truth(block: Block, leaf: Node) -> Node:
    return leaf if leaf.type == BOOL else block.make("fune", BOOL, (leaf, block.make("const", leaf.type, (), 0.0)))
