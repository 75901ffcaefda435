"""Moves calls of functions before the branches in which they stand, as far up as what they need is known.

This is for short programs: equal calls in several branches become one, and calls in one block can become a loop.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.flow.cfg import immediate_dominators
from gpucc.lowering.llvm import Function, LlvmInstruction, Local
from gpucc.lowering.reader.edit import own_statement, renamed, respelled
from gpucc.lowering.reader.spelling import quote

Test = Callable[[LlvmInstruction], bool]


# what an instruction promises of its operands and its result may hold only where the source executes it
PROMISES = frozenset("nnan ninf nuw nsw exact disjoint nneg samesign inbounds nusw".split())


def hoist_calls(function: Function, wanted: Test, movable: Test) -> set[str]:
    """Move the wanted instructions, and the movable ones that they need. Return the values that moved or went."""
    return _Hoister(function, wanted, movable).run()


def without_promises(line: str) -> str:
    return respelled(line, lambda pieces: (piece for piece in pieces if piece.strip() not in PROMISES))


class _Hoister:
    def __init__(self, function: Function, wanted: Test, movable: Test) -> None:
        self.function, self.wanted, self.movable = function, wanted, movable
        self.above = _dominators(function)
        self.depth = {name: _depth(name, self.above) for name in self.above}
        self.blocks = {block.name: block for block in function.blocks}
        self.made: dict[str, tuple[LlvmInstruction, str]] = {}
        self.text: dict[str, str] = {}
        for block in function.blocks:
            for one, line in zip(block.instructions, block.lines, strict=True):
                if one.name is not None:
                    self.made[one.name] = one, block.name
                    self.text[one.name] = own_statement(line)
        self.entry = function.blocks[0].name
        self.highest: dict[str, str] = {}
        # where an instruction moves to, in the order in which they move
        self.moves: dict[str, str] = {}
        self.same: dict[str, str] = {}
        self.done: set[str] = set()
        self.known: dict[tuple[str, str], str] = {}

    def run(self) -> set[str]:
        for name in self.above:
            for one in self.blocks[name].instructions:
                if one.name is not None and self.wanted(one):
                    self._move(one.name)
        if self.moves or self.same:
            self._write()
        return {*self.moves, *self.same}

    def _height(self, start: str) -> str:
        """Return the block from which on a value can be computed."""
        stack = [start]
        while stack:
            name = stack[-1]
            one, block = self.made.get(name, (None, self.entry))
            if name in self.highest:
                stack.pop()
            elif one is None or not self._moves(one):
                self.highest[name] = block
                stack.pop()
            else:
                needed = [operand.name for operand in one.operands if isinstance(operand, Local)]
                waiting = [other for other in needed if other not in self.highest]
                if waiting:
                    stack += waiting
                    continue
                self.highest[name] = max((self.highest[other] for other in needed), key=self._deep, default=self.entry)
                stack.pop()
        return self.highest[start]

    def _deep(self, block: str) -> int:
        return self.depth.get(block, 0)

    def _moves(self, one: LlvmInstruction) -> bool:
        return self.movable(one) or self.wanted(one)

    def _move(self, start: str) -> None:
        """Move a value to where it can be computed, after what it needs."""
        stack = [start]
        while stack:
            name = stack[-1]
            one, block = self.made.get(name, (None, self.entry))
            if one is None or name in self.done or not self._moves(one):
                stack.pop()
                continue
            waiting = [
                operand.name
                for operand in one.operands
                if isinstance(operand, Local)
                and operand.name in self.made
                and operand.name not in self.done
                and self._moves(self.made[operand.name][0])
            ]
            if waiting:
                stack += waiting
                continue
            stack.pop()
            self.done.add(name)
            place = self._height(name)
            first = self.known.setdefault((place, renamed(self._right(name), self._renamed)), name)
            if place == block:
                continue  # it may be read before what is moved to the end of the block
            if first != name:
                self.same[name] = first
            else:
                self.moves[name] = place

    def _right(self, name: str) -> str:
        """Return what an instruction computes, without its name and place."""
        _, _, right = self.text[name].partition(" = ")
        return right.partition(", !")[0]

    def _renamed(self, found: str) -> str | None:
        name = found[1:].strip('"')
        return f"%{quote(self.same[name])}" if found.startswith("%") and name in self.same else None

    def _write(self) -> None:
        gone = self.moves.keys() | self.same.keys()
        moved: dict[str, list[str]] = {}
        for name, place in self.moves.items():
            moved.setdefault(place, []).append(without_promises(self.text[name]))
        for block in self.function.blocks:
            pairs = zip(block.instructions, block.lines, strict=True)
            lines = [own_statement(line) for one, line in pairs if one.name not in gone]
            lines[-1:-1] = moved.get(block.name, [])
            block.lines = [renamed(line, self._renamed) for line in lines]


def _dominators(function: Function) -> dict[str, str]:
    """Return the immediate dominators of the blocks that can be reached, each after its own; the first block's is
    itself."""
    after = {block.name: block.instructions[-1].labels for block in function.blocks}
    before: dict[str, list[str]] = {block.name: [] for block in function.blocks}
    order: list[str] = []
    seen = {function.blocks[0].name}
    stack = [(function.blocks[0].name, iter(after[function.blocks[0].name]))]
    while stack:
        name, ways = stack[-1]
        for way in ways:
            if way not in seen:
                seen.add(way)
                stack.append((way, iter(after[way])))
                break
        else:
            order.append(name)
            stack.pop()
    order.reverse()
    for name in order:
        for way in after[name]:
            before[way].append(name)
    return immediate_dominators(order, before)


def _depth(name: str, above: dict[str, str]) -> int:
    count = 0
    while above[name] != name:
        name, count = above[name], count + 1
    return count
