"""If-conversion of a function, the semantics of a target without branches: both sides of every branch are executed,
then one is selected.

Blocks follow one another in an order that respects jumps. A block's predicate is whether the original program reaches
it; phis become selects on the predicates of edges, and stores and discards act under the predicate of their block. So
results of a side that is not taken reach the selects, where a blending target may let them through.
"""

from __future__ import annotations

from gpucc.errors import Unsupported
from gpucc.interp.reference.irtext import (
    TextBlock,
    TextFunction,
    TextLine,
    incoming,
    parse_line,
    retreating,
    split,
    take_type,
    targets,
    typed_value,
)


def flattened(function: TextFunction) -> TextFunction:
    """The function as a single block."""
    if retreating(function):
        raise Unsupported("a function with loops cannot be executed without branches")
    maker = _Maker(function)
    for block in _ordered(function):
        maker.block(block)
    last = [maker.answer] if maker.answer else [parse_line("unreachable")]
    return TextFunction(
        function.name, function.result, function.parameters, [TextBlock(function.blocks[0].name, maker.lines + last)]
    )


def _ordered(function: TextFunction) -> list[TextBlock]:
    """The reachable blocks, each after all that jump to it."""
    blocks = {block.name: block for block in function.blocks}
    finished: list[str] = []
    seen: set[str] = set()
    stack = [(function.blocks[0].name, False)]
    while stack:
        name, done = stack.pop()
        if done:
            finished.append(name)
        elif name not in seen:
            seen.add(name)
            stack.append((name, True))
            stack += [(after, False) for after in targets(blocks[name].lines[-1])]
    return [blocks[name] for name in reversed(finished)]


class _Maker:
    def __init__(self, function: TextFunction) -> None:
        self.lines: list[TextLine] = []
        self.predicates: dict[str, str] = {function.blocks[0].name: "true"}
        self.edges: dict[tuple[str, str], str] = {}
        self.answer: TextLine | None = None
        self.count = 0

    def let(self, text: str, result: str | None = None) -> str:
        self.count += 1
        result = result or f"%ref.f{self.count}"
        self.lines.append(parse_line(f"{result} = {text}"))
        return result

    def both(self, op: str, a: str, b: str) -> str:
        if op == "and" and "true" in (a, b):
            return b if a == "true" else a
        return self.let(f"{op} i1 {a}, {b}")

    def block(self, block: TextBlock) -> None:
        arriving = [edge for (_, to), edge in self.edges.items() if to == block.name]
        predicate = self.predicates.get(block.name, "")
        for edge in arriving:
            predicate = self.both("or", predicate, edge) if predicate else edge
        for line in block.lines[:-1]:
            self.line(line, block.name, predicate)
        self.leave(block.lines[-1], block.name, predicate)

    def line(self, line: TextLine, name: str, predicate: str) -> None:
        if line.op == "phi":
            self.phi(line, name)
        elif line.op == "store" and predicate != "true":
            parts = split(line.rest)
            kind, value = typed_value(parts[0])
            old = self.let(f"load {kind}, {parts[1]}")
            chosen = self.let(f"select i1 {predicate}, {kind} {value}, {kind} {old}")
            self.lines.append(parse_line(f"store {kind} {chosen}, {parts[1]}"))
        elif line.op == "call" and "@gpucc.discard" in line.rest and predicate != "true":
            value = line.rest[line.rest.index("(") + 1 : line.rest.rindex(")")]
            condition = self.both("and", typed_value(value)[1] if value else "true", predicate)
            self.lines.append(parse_line(f"call void @gpucc.discard(i1 {condition})"))
        elif line.op == "call" and line.result is None and "@llvm.mem" in line.rest and predicate != "true":
            raise Unsupported(
                "a copy of memory under a condition cannot be executed without branches", notes=(line.text,)
            )
        else:
            self.lines.append(line)

    def phi(self, line: TextLine, name: str) -> None:
        kind, rest = take_type(line.rest)
        pairs = [(value, label) for value, label in incoming(rest) if (label, name) in self.edges]
        chosen = pairs[-1][0]
        for value, label in reversed(pairs[:-1]):
            chosen = self.let(f"select i1 {self.edges[label, name]}, {kind} {value}, {kind} {chosen}")
        self.let(f"freeze {kind} {chosen}", line.result)

    def leave(self, line: TextLine, name: str, predicate: str) -> None:
        """Set the predicates of the outgoing edges; several edges to one block count as one."""
        labels = targets(line)
        match line.op:
            case "ret":
                self.answer = line
            case "unreachable":
                return
            case "br" if len(labels) == 1 or labels[0] == labels[1]:
                self.edges[name, labels[0]] = predicate
            case "br":
                condition = typed_value(split(line.rest)[0])[1]
                self.edges[name, labels[0]] = self.both("and", predicate, condition)
                self.edges[name, labels[1]] = self.both("and", predicate, self.let(f"xor i1 {condition}, true"))
            case _:
                raise Unsupported(f"the reference cannot execute {line.text!r} without branches")
