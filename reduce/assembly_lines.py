"""LLVM IR in LLVM's own printed form, line by line: functions, blocks, instructions, and the removal of blocks from the
flow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gpucc.records import dataclass

LOCAL = re.compile(r'%(?:"[^"]*"|[-\w$.]+)')
RESULT = re.compile(rf"\s*({LOCAL.pattern}) = ")
LABEL = re.compile(r'("[^"]*"|[-\w$.]+):(?:\s*;.*)?$')
JUMP = re.compile(rf"label ({LOCAL.pattern})")
INCOMING = re.compile(rf"\[ ((?:[^\[\]]|\[[^\]]*\])*?), ({LOCAL.pattern}) \]")
TERMINATOR = re.compile(r"\s*(?:br|ret|switch|unreachable)\b")
WORDS_BEFORE_TYPE = frozenset(
    """fast nnan ninf nsz arcp contract afn reassoc nuw nsw exact disjoint nneg samesign tail musttail
    notail fastcc ccc volatile noundef inbounds nusw""".split()
)


@dataclass(frozen=True)
class IrBlock:
    """A basic block; `lines` end with the terminator. The entry may have no name."""

    name: str
    lines: tuple[str, ...]

    @property
    def next(self) -> list[str]:
        return JUMP.findall(self.lines[-1]) if self.lines else []


@dataclass(frozen=True)
class IrFunction:
    header: str
    blocks: tuple[IrBlock, ...]

    def __str__(self) -> str:
        lines = [self.header]
        for number, block in enumerate(self.blocks):
            lines += [f"{block.name[1:]}:"] if block.name and (number or self._is_target(block.name)) else []
            lines += block.lines
        return "\n".join([*lines, "}"])

    def _is_target(self, name: str) -> bool:
        return any(name in LOCAL.findall(line) for block in self.blocks for line in block.lines)

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The (type, name) of each parameter."""
        start = self.header.find("(", self.header.find("@"))
        return [(each.split(" ")[0] if each[0] not in "<[{" else read_type(each), names[-1])
                for each in items(self.header[start + 1 : closing(self.header,
                start)]) if (names := LOCAL.findall(each))]  # fmt: skip


Entity = str | IrFunction


def read_module(text: str) -> list[Entity]:
    """The functions with bodies, and all other lines that are not empty."""
    found: list[Entity] = []
    lines = iter(
        re.sub(
            r"\[\n((?:\s+[^\n]*label[^\n]*\n)*)\s*\]", lambda m: "[" + re.sub(r"\s*\n\s*", " ", m[1]) + "]", text
        ).split("\n")
    )
    for line in lines:
        if line.startswith("define ") and line.rstrip().endswith("{"):
            found.append(_read_function(line, lines))
        elif line.strip():
            found.append(line)
    return found


def _read_function(header: str, lines: Iterator[str]) -> IrFunction:
    blocks: list[IrBlock] = []
    name, body = "", list[str]()
    for line in lines:
        if line.strip() == "}":
            break
        label = LABEL.match(line)
        if label is not None:
            if body or blocks:
                blocks.append(IrBlock(name, tuple(body)))
            name, body = f"%{label[1]}", []
        elif line.strip():
            body.append(line)
    return IrFunction(header, (*blocks, IrBlock(name, tuple(body))))


def written(entities: Sequence[Entity]) -> str:
    return "\n".join(map(str, entities)) + "\n"


def replaced(line: str, values: Mapping[str, str]) -> str:
    """The line with names replaced by other values."""
    return LOCAL.sub(lambda m: values.get(m[0], m[0]), line) if values else line


# types and operands ---------------------------------------------------------------------------------------------------


def closing(text: str, start: int) -> int:
    """The position of the bracket that closes the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in "([{<") - (text[index] in ")]}>")
        if not depth:
            return index
    return len(text)


def items(text: str) -> list[str]:
    """The parts between the commas outside brackets."""
    found, start, depth = [], 0, 0
    for index, sign in enumerate(text):
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and not depth:
            found.append(text[start:index].strip())
            start = index + 1
    return [*found, last] if (last := text[start:].strip()) else found


def read_type(text: str) -> str:
    """The type that a text begins with."""
    if text[:1] in ("<", "[", "{"):
        return text[: closing(text, 0) + 1]
    return text.split(" ")[0].rstrip(",")


def result_type(line: str) -> str:
    """The type of an instruction's result; empty if this module does not know it."""
    words = line.partition(" = ")[2].split(" ")
    op = words[0] if words[0] not in ("tail", "musttail", "notail") else "call"
    rest = words[1:] if words[0] == op else words[2:]
    while rest and (rest[0] in WORDS_BEFORE_TYPE or rest[0].startswith(("align", "dereferenceable", "range"))):
        rest = rest[1:]
    text = " ".join(rest)
    if op in ("icmp", "fcmp"):
        of = read_type(" ".join(rest[1:]))
        return f"{of.split(' x ')[0]} x i1>" if of.startswith("<") else "i1"
    if op == "select":
        return read_type(items(text)[1])
    if op == "extractelement":
        return read_type(text).partition(" x ")[2][:-1]
    if op in ("getelementptr", "alloca"):
        return "ptr"
    if " to " in text and op not in ("call", "phi"):
        return read_type(text.rpartition(" to ")[2].partition(", !")[0])
    return "" if op in ("shufflevector", "extractvalue") else read_type(text)


def operands(line: str) -> list[str]:
    """The named operands of an instruction, in order, each once."""
    own = RESULT.match(line)
    return list(dict.fromkeys(name for name in LOCAL.findall(line[own.end() :] if own else line)))


# flow -----------------------------------------------------------------------------------------------------------------


def pruned(function: IrFunction) -> IrFunction:
    """The function without unreachable blocks; phis with one incoming edge become values, and blocks with one
    predecessor are joined to it if possible."""
    blocks = {block.name: block for block in function.blocks}
    entry = function.blocks[0].name
    reached, waiting = {entry}, [entry]
    while waiting:
        for name in blocks[waiting.pop()].next:
            if name in blocks and name not in reached:
                reached.add(name)
                waiting.append(name)
    left = [block for block in function.blocks if block.name in reached]
    before: dict[str, set[str]] = {
        block.name: {other.name for other in left if block.name in other.next} for block in left
    }
    values: dict[str, str] = {}
    found = [IrBlock(block.name, tuple(_lines_left(block, before[block.name], values))) for block in left]
    while any(value in values for value in values.values()):
        values = {name: values.get(value, value) for name, value in values.items() if name != value}
    return _joined(
        IrFunction(
            function.header, tuple(IrBlock(b.name, tuple(replaced(line, values) for line in b.lines)) for b in found)
        )
    )


def _lines_left(block: IrBlock, before: set[str], values: dict[str, str]) -> Iterator[str]:
    for line in block.lines:
        result = RESULT.match(line)
        if result is None or not line[result.end() :].startswith("phi "):
            yield line
            continue
        incoming = [each for each in INCOMING.finditer(line) if each[2] in before]
        if len(incoming) == 1:
            values[result[1]] = incoming[0][1]
        else:
            yield line[: line.index("[")] + ", ".join(each[0] for each in incoming)


def _joined(function: IrFunction) -> IrFunction:
    blocks = list(function.blocks)
    number = 0
    while number < len(blocks):
        block = blocks[number]
        only = re.fullmatch(rf"\s*br label ({LOCAL.pattern})(?:,.*)?", block.lines[-1]) if block.lines else None
        others = [other for other in blocks if only is not None and only[1] in other.next]
        target = next((other for other in blocks if only is not None and other.name == only[1]), None)
        if (
            target is None
            or target is block
            or target is blocks[0]
            or others != [block]
            or any(" = phi " in line for line in target.lines)
        ):
            number += 1
            continue
        blocks.remove(target)
        number = blocks.index(block)
        blocks[number] = IrBlock(block.name, (*block.lines[:-1], *target.lines))
        blocks = [_arriving_from(each, target.name, block.name) for each in blocks]
    return IrFunction(function.header, tuple(blocks))


def _arriving_from(block: IrBlock, old: str, new: str) -> IrBlock:
    """The block after its predecessor was renamed."""
    return IrBlock(block.name, tuple(replaced(line, {old: new}) if " = phi " in line else line for line in block.lines))
