"""The graph as text: `%5 = fadd f32 %3, %4 {nsz}`. Leaves stand where they are used: in0.x, u3.y, 1.5."""

from __future__ import annotations

import math
from collections.abc import Hashable

from gpucc.lowering.fold import round_to
from gpucc.lowering.graph import (
    F32,
    FLAG_NAMES,
    INTEGER_FLAG_NAMES,
    Branch,
    Edge,
    Graph,
    Jump,
    LocalArray,
    Node,
    Return,
    Type,
    roots,
)
from gpucc.lowering.rewrite import pending

COMPONENTS = "xyzw"
FLAGS = FLAG_NAMES | INTEGER_FLAG_NAMES
INLINE = frozenset(("const", "undef", "input", "uniform", "part"))
PREFIX = {"input": "in", "uniform": "u"}


def format_graph(graph: Graph) -> str:
    """One line an operation, blocks with the phis as parameters; the same graph always gives the same text."""
    return _Printer().graph(graph)


class _Printer:
    def __init__(self) -> None:
        self.names: dict[Node, str] = {}
        self.seen: set[Node] = set()
        self.count = 0

    def name(self, node: Node) -> str:
        """How an operand reads."""
        match node.op:
            case "const":
                return constant(node.attr, node.type)
            case "undef":
                return f"undef:{node.type}"
            case "input" | "uniform" if isinstance(node.attr, tuple):
                register, component = node.attr
                suffix = "" if node.type == F32 else f":{node.type}"
                return f"{PREFIX[node.op]}{register}.{COMPONENTS[component]}{suffix}"
            case "part" if isinstance(node.attr, int):
                return f"{self.name(node.args[0])}.{COMPONENTS[node.attr]}"
        found = self.names.get(node)
        if found is None:
            found = self.names[node] = f"%{self.count}"
            self.count += 1
        return found

    def graph(self, graph: Graph) -> str:
        lines = [f"graph {graph.name}"]
        for block in graph.blocks:
            parameters = ", ".join(f"{self.name(phi)}: {phi.type}" for phi in block.phis)
            lines += ["", f"{block.name}({parameters}):" if parameters else f"{block.name}:"]
            nodes = pending(roots(block), self.seen)
            self.seen.update(nodes)
            lines += [f"  {line}" for node in nodes if (line := self.statement(node))]
            lines += [f"  {line}" for line in self.ending(block.terminator)]
        return "\n".join(lines) + "\n"

    def statement(self, node: Node) -> str:
        if node.op in INLINE or node.op == "phi":
            return ""
        args = ", ".join(self.name(arg) for arg in node.args)
        text = f"{node.op} {args}" if node.type.kind == "v" else f"{self.name(node)} = {node.op} {node.type} {args}"
        if node.attr is not None:
            text += f" [{attribute(node.op, node.attr)}]"
        words = [name for name, bit in FLAGS.items() if node.flags & bit]
        return f"{text} {{{' '.join(words)}}}" if words else text

    def ending(self, terminator: Jump | Branch | Return | None) -> list[str]:
        match terminator:
            case Jump(edge):
                return [f"jump {self.edge(edge)}"]
            case Branch(condition, then, otherwise):
                return [f"branch {self.name(condition)}, {self.edge(then)}, {self.edge(otherwise)}"]
            case Return(outputs):
                places = [(f"out{register}.{COMPONENTS[component]}", value) for (register, component), value in outputs.items()]
                return ["return", *(f"  {place} = {self.name(value)}" for place, value in places)]
        return ["(no terminator)"]

    def edge(self, edge: Edge) -> str:
        values = ", ".join(self.name(value) for value in edge.values)
        return f"{edge.target.name}({values})" if values else edge.target.name


def attribute(op: str, attr: Hashable) -> str:
    match attr:
        case LocalArray(name, length, type):
            return f"{name}: {length} {type}"
        case (int(register), int(component), int(count)) if op == "uniform_at":
            return f"u{register}.{COMPONENTS[component]} of {count}"
        case tuple():
            return " ".join(map(str, attr))
    return str(attr)


def constant(value: Hashable, type: Type) -> str:
    """A literal: the shortest text that reads back as the same float."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return str(value)
    wanted = round_to(value, type)
    text = next(text for digits in range(1, 18) if round_to(float(text := f"{value:.{digits}g}"), type) == wanted)
    return text if any(c in text for c in ".e") else f"{text}.0"
