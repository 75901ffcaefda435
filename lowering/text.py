"""Prints the graph as text: `%5 = fadd f32 %3, %4 {nsz}`. Leaves are written where they are used: in0.x, u3.y, 1.5."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator

from gpucc.errors import Location
from gpucc.isa.model import LETTERS
from gpucc.listing import ListedLine, Listing
from gpucc.lowering.fold import round_to
from gpucc.lowering.graph import (
    BOOL,
    F32,
    FLAG_NAMES,
    I32,
    INTEGER_FLAG_NAMES,
    VOID,
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

FLAGS = FLAG_NAMES | INTEGER_FLAG_NAMES
INLINE = frozenset(("const", "undef", "input", "uniform", "part"))
PREFIX = {"input": "in", "uniform": "u"}
# the type of a literal without a type, unless the result of its line is of the same kind
USUAL = {"f": F32, "i": I32}


class GraphListing(Listing):
    """A listing together with its graph."""

    graph: Graph


def format_graph(graph: Graph) -> GraphListing:
    """Return one line an operation, blocks with their phis as parameters; the same graph always gives the same text."""
    made = GraphListing(_Printer().graph(graph))
    made.graph = graph
    return made


class _Printer:
    def __init__(self) -> None:
        self.names: dict[Node, str] = {}
        self.seen: set[Node] = set()
        self.count = 0

    def name(self, node: Node, result: Type = VOID) -> str:
        """Return the text of an operand; a literal need not repeat the type `result` of its line."""
        match node.op:
            case "const":
                text = constant(node.attr, node.type)
                return text if node.type == implied(node.type.kind, result) else f"{text}:{node.type}"
            case "undef":
                return f"undef:{node.type}"
            case "input" | "uniform" if isinstance(node.attr, tuple):
                register, component = node.attr
                suffix = "" if node.type == F32 else f":{node.type}"
                return f"{PREFIX[node.op]}{register}.{LETTERS[component]}{suffix}"
            case "part" if isinstance(node.attr, int):
                return f"{self.name(node.args[0])}.{LETTERS[node.attr]}"
        found = self.names.get(node)
        if found is None:
            found = self.names[node] = f"%{self.count}"
            self.count += 1
        return found

    def graph(self, graph: Graph) -> Iterator[ListedLine]:
        yield ListedLine(f"graph {graph.name}")
        for block in graph.blocks:
            parameters = ", ".join(f"{self.name(phi)}: {phi.type}" for phi in block.phis)
            yield ListedLine("")
            yield ListedLine(f"{block.name}({parameters}):" if parameters else f"{block.name}:", _places(block.phis))
            nodes = pending(roots(block), self.seen)
            self.seen.update(nodes)
            for node in nodes:
                if text := self.statement(node):
                    yield ListedLine(f"  {text}", _places([node]))
            yield from self.ending(block.terminator)

    def statement(self, node: Node) -> str:
        if node.op in INLINE or node.op == "phi":
            return ""
        args = ", ".join(self.name(arg, node.type) for arg in node.args)
        text = f"{node.op} {args}" if node.type.kind == "v" else f"{self.name(node)} = {node.op} {node.type} {args}"
        if node.attr is not None:
            text += f" [{attribute(node.op, node.attr)}]"
        words = [name for name, bit in FLAGS.items() if node.flags & bit]
        return f"{text} {{{' '.join(words)}}}" if words else text

    def ending(self, terminator: Jump | Branch | Return | None) -> Iterator[ListedLine]:
        match terminator:
            case Jump(edge):
                yield ListedLine(f"  jump {self.edge(edge)}", _places(edge.values))
            case Branch(condition, then, otherwise):
                places = _places([condition, *then.values, *otherwise.values])
                yield ListedLine(f"  branch {self.name(condition)}, {self.edge(then)}, {self.edge(otherwise)}", places)
            case Return(outputs):
                yield ListedLine("  return")
                for (register, component), value in outputs.items():
                    yield ListedLine(f"    out{register}.{LETTERS[component]} = {self.name(value)}", _places([value]))
            case None:
                yield ListedLine("  (no terminator)")

    def edge(self, edge: Edge) -> str:
        values = ", ".join(self.name(value) for value in edge.values)
        return f"{edge.target.name}({values})" if values else edge.target.name


def _places(nodes: Iterable[Node]) -> tuple[Location, ...]:
    return tuple(node.location for node in nodes if node.location is not None)


def implied(kind: str, result: Type) -> Type:
    """Return the type of a literal of this kind that is written without one, on a line with this result."""
    return result if result.kind == kind else USUAL.get(kind, BOOL)


def attribute(op: str, attr: Hashable) -> str:
    match attr:
        case LocalArray(name, length, type, _):
            return f"{name}: {length} {type}"
        case (int(register), int(component), int(count)) if op == "uniform_at":
            return f"u{register}.{LETTERS[component]} of {count}"
        case tuple():
            return " ".join(map(str, attr))
    return str(attr)


def constant(value: Hashable, type: Type) -> str:
    """Return a literal: the shortest text that reads back as the same float."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return str(value)
    wanted = round_to(value, type)
    text = next(text for digits in range(1, 18) if round_to(float(text := f"{wanted:.{digits}g}"), type) == wanted)
    return text if any(c in text for c in ".e") else f"{text}.0"
