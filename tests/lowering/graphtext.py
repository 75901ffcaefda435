"""A parser for the text of a graph: the inverse of `gpucc.lowering.text.format_graph`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from gpucc.isa.model import LETTERS
from gpucc.lowering.fold import round_to
from gpucc.lowering.graph import VOID, Block, Branch, Edge, Graph, Jump, LocalArray, Node, Return, Type, roots
from gpucc.lowering.rewrite import EFFECTS, pending
from gpucc.lowering.text import FLAGS, INLINE, PREFIX, implied

BLOCK = re.compile(r"([^\s(]+?)(?:\((.*)\))?:")
LINE = re.compile(
    r"(?:(?P<name>%[\w.]+) = )?(?P<op>\w+)(?P<rest>(?: [^\[{]+?)?)(?: \[(?P<attr>.*)\])?(?: \{(?P<flags>[\w ]+)\})?"
)
LEAF = re.compile(rf"(in|u)(\d+)\.([{LETTERS}])(?::(\w+))?")
LITERAL = re.compile(r"(-?inf|-?nan|-?\d[\d.e+-]*|true|false)(?::(\w+))?")
PART = re.compile(rf"(%[\w.]+|undef:vec4)\.([{LETTERS}])")
UNDEFINED = re.compile(r"undef:(\w+)")
AT = re.compile(rf"u(\d+)\.([{LETTERS}]) of (\d+)")
ARRAY = re.compile(r"(.*): (\d+) (\w+)")
TARGET = re.compile(r"([^\s(]+?)(?:\((.*)\))?")
OUTPUT = re.compile(rf"out(\d+)\.([{LETTERS}]) = (.*)")
WORDS = {"bool": ("b", 1), "vec4": ("t", 128), "void": ("v", 0)}
OPS = {prefix: op for op, prefix in PREFIX.items()}


def parse_graph(text: str) -> Graph:
    """The graph that the text describes; values may have any name after the %. Malformed text raises ValueError."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines or not lines[0].startswith("graph "):
        raise ValueError(f"the text of a graph begins with 'graph NAME', not with {lines[0] if lines else 'nothing'!r}")
    reader = _Reader(Graph(lines[0].removeprefix("graph ")))
    reader.blocks(lines[1:])
    for block, body in reader.bodies.items():
        reader.body(block, body)
    return reader.graph


@dataclass
class _Reader:
    graph: Graph
    names: dict[str, Node] = field(default_factory=dict)
    bodies: dict[Block, list[str]] = field(default_factory=dict)
    made: set[Node] = field(default_factory=set)

    def blocks(self, lines: list[str]) -> None:
        """Create the blocks with their phis first, since edges name later blocks."""
        for line in lines:
            if line.startswith(" "):
                self.bodies[self.graph.blocks[-1]].append(line.strip())
                continue
            name, parameters = _match(BLOCK, line, "a block").groups()
            block = Block(name)
            for k, parameter in enumerate(parameters.split(", ") if parameters else ()):
                phi, kind = parameter.split(": ")
                self.names[phi] = Node("phi", _type(kind), (), (name, k))
                block.phis.append(self.names[phi])
            self.graph.blocks.append(block)
            self.bodies[block] = []

    def body(self, block: Block, lines: list[str]) -> None:
        for at, line in enumerate(lines):
            word, _, rest = line.partition(" ")
            match word:
                case "jump":
                    block.terminator = Jump(self.edge(block, rest))
                case "branch":
                    condition, then, otherwise = _split(rest)
                    block.terminator = Branch(
                        self.operand(block, condition), self.edge(block, then), self.edge(block, otherwise)
                    )
                case "return":
                    block.terminator = Return(dict(self.output(block, one) for one in lines[at + 1 :]))
                    return
                case "(no":
                    return
                case _:
                    self.statement(block, line)

    def statement(self, block: Block, line: str) -> None:
        found = _match(LINE, line, "a statement")
        name, op, rest = found["name"], found["op"], found["rest"].strip()
        kind, _, operands = rest.partition(" ") if name else ("void", "", rest)
        type, flags = _type(kind), sum(FLAGS[word] for word in (found["flags"] or "").split())
        args = tuple(self.operand(block, one, type) for one in operands.split(", ") if one)
        attr = None if found["attr"] is None else _attribute(op, found["attr"])
        if op in EFFECTS:
            node = Node(op, type, args, attr, flags)
            block.effects.append(node)
        else:
            node = block.make(op, type, args, attr, flags)
            if node in self.made:
                # printed twice: the same operation in another block, where it was printed at its first use
                node = Node(op, type, args, attr, flags)
            self.made.add(node)
        if name:
            self.names[name] = node

    def operand(self, block: Block, text: str, result: Type = VOID) -> Node:
        if text in self.names:
            return self.names[text]
        if found := LITERAL.fullmatch(text):
            return _literal(block, *found.groups(), result)
        if found := LEAF.fullmatch(text):
            prefix, register, component, kind = found.groups()
            return block.make(OPS[prefix], _type(kind or "f32"), (), (int(register), LETTERS.index(component)))
        if found := PART.fullmatch(text):
            return block.make("part", _type("f32"), (self.operand(block, found[1]),), LETTERS.index(found[2]))
        return block.make("undef", _type(_match(UNDEFINED, text, "an operand")[1]))

    def edge(self, block: Block, text: str) -> Edge:
        name, values = _match(TARGET, text, "the target of a jump").groups()
        target = next(one for one in self.graph.blocks if one.name == name)
        return Edge(target, [self.operand(block, one) for one in (values.split(", ") if values else ())])

    def output(self, block: Block, text: str) -> tuple[tuple[int, int], Node]:
        register, component, value = _match(OUTPUT, text, "an output").groups()
        return (int(register), LETTERS.index(component)), self.operand(block, value)


def _match(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not {what}")
    return found


def _split(text: str) -> list[str]:
    """Split at the commas outside of parentheses."""
    return re.split(r", (?![^(]*\))", text)


def _type(text: str) -> Type:
    return Type(*WORDS[text]) if text in WORDS else Type(text[0], int(text[1:]))


def _literal(block: Block, text: str, kind: str | None, result: Type) -> Node:
    letter = "b" if text in ("true", "false") else "i" if re.fullmatch(r"-?\d+", text) else "f"
    type = _type(kind) if kind else implied(letter, result)
    if letter == "f":
        return block.make("const", type, (), round_to(float(text), type))
    return block.make("const", type, (), int(text) if letter == "i" else text == "true")


def _attribute(op: str, text: str) -> Hashable:
    if op == "uniform_at":
        register, component, count = _match(AT, text, "a place in the uniforms").groups()
        return int(register), LETTERS.index(component), int(count)
    if op in ("local_load", "local_store"):
        name, length, kind = _match(ARRAY, text, "a local array").groups()
        return LocalArray(name, int(length), _type(kind))
    words = tuple(int(word) if re.fullmatch(r"-?\d+", word) else word for word in text.split(" "))
    return words if len(words) > 1 or op == "texture" else words[0]


# equality -------------------------------------------------------------------------------------------------------------


def same_graphs(a: Graph, b: Graph) -> bool:
    """Return whether both graphs have the same blocks, effects and values, with the same sharing; the order of leaves
    and places in the source are ignored."""
    return list(_walk(a)) == list(_walk(b))


def _walk(graph: Graph) -> Iterator[object]:
    number: dict[Node, int] = {}

    def shown(node: Node) -> object:
        if node.op == "const" and isinstance(node.attr, float):
            return node.type, repr(round_to(node.attr, node.type))
        if node.op in INLINE:
            return node.op, node.type, node.attr, tuple(map(shown, node.args))
        return number[node]

    yield graph.name
    for block in graph.blocks:
        number.update((phi, len(number) + k) for k, phi in enumerate(block.phis))
    for block in graph.blocks:
        yield block.name, [(phi.type, phi.attr) for phi in block.phis]
        for node in pending(roots(block), number):
            if node.op not in INLINE:
                yield node.op, node.type, node.attr, node.flags, [shown(arg) for arg in node.args]
                number[node] = len(number)
        yield [number[effect] for effect in block.effects]
        match block.terminator:
            case Branch(condition, _, _):
                yield shown(condition)
            case Return(outputs):
                yield [(place, shown(value)) for place, value in outputs.items()]
        if block.terminator is not None:
            yield [(edge.target.name, [shown(value) for value in edge.values]) for edge in block.terminator.edges()]
