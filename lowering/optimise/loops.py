"""Finds the loops of a module and prepares them for full unrolling by LLVM.

Modules are read without bodies, and only the required parts of statements are parsed, since unrolled code is long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gpucc.lowering.llvm import BasicBlock, Function, IntConstant, IntType, LlvmInstruction, Local, Module
from gpucc.lowering.reader.edit import (
    Phi,
    free_node,
    free_number,
    label_names,
    named,
    own_statement,
    phi_of,
    renamed,
    without_attached,
)
from gpucc.lowering.reader.read import read, read_statement
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import bare_name
from gpucc.records import dataclass

LOOP = ", !llvm.loop "
# how the names of blocks begin that are made here
LATCH, SPLIT = "gpucc.latch.", "gpucc.split."


def mark_for_unrolling(module: Module, function: Function, *, inner: bool = False, rounds: int = 0) -> None:
    """Put `llvm.loop.unroll.enable` on every back edge, in place of the loop's previous metadata.

    LLVM then fully unrolls loops that come to at most 16,384 instructions. With `unroll.full` it would unroll a million
    trips. `inner` marks only innermost loops; with `rounds` this many rounds of a loop become one.
    """
    edges = (_innermost if inner else _back_edges)(function)
    if not edges:
        return
    _unmark(function)
    free = free_node(module.tail)
    nodes: dict[int, int] = {}
    marked: set[int] = set()
    for header, latch in edges:
        # every terminator is marked once: a block that jumps back to two headers belongs to the inner loop
        if id(latch) not in marked:
            marked.add(id(latch))
            latch.lines[-1] += f"{LOOP}!{nodes.setdefault(id(header), free + 1 + len(nodes))}"
    how = f'!"llvm.loop.unroll.count", i32 {rounds}' if rounds else '!"llvm.loop.unroll.enable"'
    module.tail.append(f"!{free} = !{{{how}}}")
    module.tail.extend(f"!{number} = distinct !{{!{number}, !{free}}}" for number in nodes.values())


def _innermost(function: Function) -> list[tuple[BasicBlock, BasicBlock]]:
    """Return the back edges of loops that contain no other loop."""
    before: dict[str, list[str]] = {}
    for block in function.blocks:
        for name in label_names(block.lines[-1]):
            before.setdefault(name, []).append(block.name)
    edges = _back_edges(function)
    bodies: dict[str, set[str]] = {}
    for header, latch in edges:
        body = bodies.setdefault(header.name, {header.name})
        waiting = [latch.name]
        while waiting:
            name = waiting.pop()
            if name not in body:
                body.add(name)
                waiting += before.get(name, ())
    return [edge for edge in edges if len(bodies[edge[0].name] & bodies.keys()) == 1]


def unmark(text: str) -> str:
    """Return the text without metadata about loops."""
    if LOOP not in text:
        return text
    module = read(text, bodies=False)
    for function in module.functions.values():
        _unmark(function)
    return module.text()


def _unmark(function: Function) -> None:
    for block in function.blocks:
        if LOOP in block.lines[-1]:
            block.lines[-1] = without_attached(block.lines[-1], "!llvm.loop")


def count_loops(text: str) -> int:
    """Return the number of terminators that jump back."""
    if " label %" not in text:
        return 0
    functions = read(text, bodies=False).functions.values()
    return sum(len({id(latch) for _, latch in _back_edges(function)}) for function in functions)


# several ways back ----------------------------------------------------------------------------------------------------


def merge_latches(function: Function) -> None:
    """Give every loop one back edge. LLVM treats several, as from `continue`, as nested loops."""
    back: dict[str, list[BasicBlock]] = {}
    for header, latch in _back_edges(function):
        back.setdefault(header.name, []).append(latch)
    count = 0
    for name, latches in back.items():
        if len(latches) > 1 and len({latch.name for latch in latches}) == len(latches):
            # loops that were left before may have a merged latch
            count = count + 1 if count else free_number(_lines(function), LATCH)
            at = next(i for i, block in enumerate(function.blocks) if block.name == name)
            function.blocks.insert(at, _latch(function.blocks[at], latches, f"{LATCH}{count}"))


def _latch(header: BasicBlock, latches: list[BasicBlock], name: str) -> BasicBlock:
    """Return the new block, to which the latches jump; the header's phis then have it as predecessor."""
    made = BasicBlock(name, label=f"{name}:")
    wanted = {latch.name for latch in latches}
    for i, phi in _phis(header):
        mine = tuple(entry for entry in phi.entries if entry[1] in wanted)
        rest = tuple(entry for entry in phi.entries if entry[1] not in wanted)
        value = f"%{name}.{i + 1}"
        made.lines.append(replace(phi, head=f"  {value} ={phi.head.partition(' =')[2]}", entries=mine, tail="").line())
        header.lines[i] = replace(phi, entries=(*rest, (value, name))).line()
    made.lines.append(f"  br label %{quote(header.name)}")
    for latch in latches:
        latch.lines[-1] = _with_name(latch.lines[-1], header.name, name)
    return made


def _with_name(line: str, old: str, new: str) -> str:
    return renamed(line, lambda token: f"%{quote(new)}" if token[0] == "%" and bare_name(token) == old else None)


def _phis(block: BasicBlock) -> Iterator[tuple[int, Phi]]:
    for i, line in enumerate(block.lines):
        phi = phi_of(line)
        if phi is None:
            return
        yield i, phi


# conditions of two parts ----------------------------------------------------------------------------------------------


def split_conditions(text: str) -> str:
    """Split branches on `a and b`, `a or b` into two branches each, as they were before LLVM merged them.

    LLVM counts the trips of a loop exit by exit: `i < 16` alone is countable, `i < 16 and z < 4` is not.
    """
    module = read(text, bodies=False)
    changed = False
    for function in module.functions.values():
        changed = (bool(function.blocks) and _Splitter(function).run()) or changed
    return module.text() if changed else text


@dataclass(frozen=True, slots=True)
class _Condition:
    """`first` and `second`, or `first` or `second`, by their names."""

    first: str
    second: str
    both: bool


class _Splitter:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.blocks = {block.name: block for block in function.blocks}
        self.conditions = dict(_conditions(function))
        self.first = self.count = free_number(_lines(function), SPLIT) if self.conditions else 0

    def run(self) -> bool:
        waiting = self.function.blocks[::-1] if self.conditions else []
        done: list[BasicBlock] = []
        while waiting:
            block = waiting.pop()
            done.append(block)
            second = self.split(block) if own_statement(block.lines[-1]).startswith("  br i1 %") else None
            if second is not None:
                self.blocks[second.name] = second
                waiting.append(second)
        self.function.blocks = done
        return self.count > self.first

    def split(self, block: BasicBlock) -> BasicBlock | None:
        """Return the block that tests the second part, if the block's branch can be split."""
        branch = read_statement(own_statement(block.lines[-1]))
        (value,), (then, otherwise) = branch.operands, branch.labels
        test = value.name if isinstance(value, Local) else ""
        condition = self.conditions.get(test)
        if condition is None or then == otherwise or not block.label:
            return None
        new = f"{SPLIT}{self.count}"
        self.count += 1
        moved, kept = (then, otherwise) if condition.both else (otherwise, then)
        ways = (new, otherwise) if condition.both else (then, new)
        second = BasicBlock(new, label=f"{quote(new)}:")
        second.lines.append(_with_name(own_statement(block.lines[-1]), test, condition.second))
        records, newline, _ = block.lines[-1].rpartition("\n")
        block.lines[-1] = f"{records}{newline}  br i1 %{quote(condition.first)}, {_labels(ways)}"
        self.add_predecessor(block.name, new, moved, kept)
        return second

    def add_predecessor(self, old: str, new: str, moved: str, kept: str) -> None:
        """Update phis: block `moved` is now reached from `new` instead of `old`, block `kept` from both."""
        for name in (moved, kept):
            for i, phi in _phis(self.blocks[name]):
                entries: list[tuple[str, str]] = []
                for value, label in phi.entries:
                    places = [label] if label != old else [new] if name == moved else [old, new]
                    entries += [(value, place) for place in places]
                self.blocks[name].lines[i] = replace(phi, entries=tuple(entries)).line()


def _labels(names: tuple[str, ...]) -> str:
    return ", ".join(f"label %{quote(name)}" for name in names)


def _conditions(function: Function) -> Iterator[tuple[str, _Condition]]:
    """Yield the values that combine two others by `and` or `or`."""
    for line in (own_statement(line) for block in function.blocks for line in block.lines):
        op, _, rest = named(line)[1].partition(" ")
        if (op in ("and", "or") and "i1 %" in rest) or (op == "select" and ", i1 " in rest):
            one = read_statement(line)
            if (condition := _condition(one)) is not None:
                yield one.name or "", condition


def _condition(one: LlvmInstruction) -> _Condition | None:
    match one.op, one.operands:
        case (("and" | "or"), (Local(first, IntType(1)), Local(second))):
            return _Condition(first, second, one.op == "and")
        case "select", (Local(first), Local(second, IntType(1)), IntConstant(_, 0)):
            return _Condition(first, second, True)
        case "select", (Local(first), IntConstant(IntType(1), 1), Local(second)):
            return _Condition(first, second, False)
    return None


def _lines(function: Function) -> Iterator[str]:
    for block in function.blocks:
        yield block.label
        yield from block.lines


# the walk -------------------------------------------------------------------------------------------------------------


def _back_edges(function: Function) -> list[tuple[BasicBlock, BasicBlock]]:
    """Return (header, latch) for every edge to a block on the current path of a depth-first walk."""
    if not function.blocks:
        return []
    by_name = {block.name: block for block in function.blocks}
    edges: list[tuple[BasicBlock, BasicBlock]] = []
    path: set[str] = {function.blocks[0].name}
    done: set[str] = set()
    stack = [(function.blocks[0], iter(label_names(function.blocks[0].lines[-1])))]
    while stack:
        block, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            path.discard(block.name)
            done.add(block.name)
            stack.pop()
        elif target in path:
            edges.append((by_name[target], block))
        elif target not in done:
            path.add(target)
            stack.append((by_name[target], iter(label_names(by_name[target].lines[-1]))))
    return edges
