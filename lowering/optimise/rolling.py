"""Turns calls of one function into a loop with one call, where programs are to be short.

A function that is called often becomes as many copies of its code once it is inlined. Here the calls that stand in one
block, none of which needs the result of another, become the rounds of a loop: their arguments and results are in local
arrays, arguments that are all constants in a table. Which function is worth it is estimated before, from the operations
of its code; whether the program becomes shorter, only its compilation tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from gpucc.lowering.llvm import (
    BasicBlock,
    Function,
    Global,
    GlobalVariable,
    LlvmInstruction,
    Local,
    Module,
)
from gpucc.lowering.optimise.call_loop import OWN, CallLoop, shown
from gpucc.lowering.optimise.hoisting import hoist_calls, without_promises
from gpucc.lowering.optimise.movable import SAMPLER, ReadMemory, is_defined, moves
from gpucc.lowering.optimise.optimise import finish
from gpucc.lowering.optimise.promising import MUCH, CallPromise, find_promising
from gpucc.lowering.reader.edit import Phi, own_statement, phi_of, renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import TOKEN
from gpucc.lowering.session import opened, printed

# equal calls of such a function are one
PURE = "noinline nounwind willreturn memory(read)"
LABEL, NUMBER = re.compile(r"^(\d+):"), re.compile(r"%\d+")
# what a global says by number: attributes and metadata
NUMBERED = re.compile(r",? [#!].*")
DEBUG = re.compile(r", !dbg ![0-9]+")


def roll_calls(text: str) -> list[str]:
    """Return texts of a module with loops in place of calls: of the function that promises most, of those that promise
    much, and of all that promise to be worth it."""
    promising = find_promising(read(text))
    much = sum(promise.gained >= MUCH for promise in promising.values())
    counts = sorted({min(1, len(promising)), much, len(promising)} - {0})
    several = (_rolled(text, dict(list(promising.items())[:count])) for count in counts)
    return [found for found in several if found is not None]


def _rolled(text: str, promising: Mapping[str, CallPromise]) -> str | None:
    module = read(text)
    for name in promising:
        module.functions[name].line = _attributed(module.functions[name].line, PURE)
    with opened(module.text(), "<rolled>") as opened_module:
        finish(opened_module, 1)
        module = _with_interface(read(_all_named(printed(opened_module))), module)
    count = 0
    _hoist(module, ReadMemory(module), promising)
    module = read(module.text())
    for name, promise in promising.items():
        if name not in module.functions:
            continue
        roller = _Roller(module, name, promise, count, frozenset(promising))
        for function in module.functions.values():
            if function.name not in promising:
                roller.roll(function)
        count = roller.count
        module.functions[name].line = _attributed(module.functions[name].line, "alwaysinline")
        module.head += roller.tables
        module = read(module.text())
    return module.text() if count else None


def _all_named(text: str) -> str:
    """Return the text with names in place of numbers, which must be in order; the first blocks, whose labels LLVM does
    not write, get theirs."""
    module = read(text)
    for function in module.functions.values():
        for block in function.blocks[:1]:
            block.label = block.label or f"{block.name}:"
    lines = (LABEL.sub(rf"{OWN}\1:", line) for line in module.text().split("\n"))
    return renamed("\n".join(lines), lambda name: f"%{OWN}{name[1:]}" if NUMBER.fullmatch(name) else None)


def _with_interface(module: Module, source: Module) -> Module:
    """Return the optimised module with the inputs and uniforms that LLVM dropped because nothing reads them, and with
    the source's order: both decide about registers."""
    types = [line for line in source.head if line.startswith("%") and line not in module.head]
    kept: dict[str, GlobalVariable] = {}
    for name, one in source.globals.items():
        if name in module.globals:
            kept[name] = module.globals[name]
        elif one.initializer is None:
            kept[name] = replace(one, line=NUMBERED.sub("", one.line))  # LLVM has other numbers now
    return replace(module, globals={**kept, **module.globals}, head=[*module.head, *types])


def _attributed(line: str, attribute: str) -> str:
    """Return the header of a function with one attribute in place of those after its parameters."""
    pieces = [found[0] for found in TOKEN.finditer(line)]
    words = [piece.strip() for piece in pieces]
    at = words.index("(", next(i for i, word in enumerate(words) if word.startswith("@")))
    depth = 0
    while True:
        depth += (words[at] == "(") - (words[at] == ")")
        at += 1
        if not depth:
            break
    debug = words.index("!dbg") if "!dbg" in words else len(words)
    return f"{''.join(pieces[:at])} {attribute}{''.join(pieces[debug : debug + 2])} {{"


# hoisting -------------------------------------------------------------------------------------------------------------


def _hoist(module: Module, memory: ReadMemory, promising: Collection[str]) -> None:
    """Move calls before branches, if a call may also be executed where the source has none."""
    fit = {name for name in promising if name in module.functions and _is_speculative(module.functions[name])}
    moved: set[str] = set()

    def calls(one: LlvmInstruction) -> bool:
        return isinstance(one.callee, Global) and one.callee.name in fit

    for function in module.functions.values():
        if function.name not in promising and function.blocks:
            moved |= hoist_calls(function, calls, partial(_may_be_early, function, memory, promising))
    for name in fit if moved else ():
        for block in module.functions[name].blocks:
            block.lines = [without_promises(line) for line in block.lines]


def _may_be_early(function: Function, memory: ReadMemory, promising: Collection[str], one: LlvmInstruction) -> bool:
    return is_defined(one) and moves(one, function, memory, promising)


def _is_speculative(function: Function) -> bool:
    """Return whether a function can be called with any arguments: it ends, and no statement is undefined for some."""
    known: set[str] = set()
    for block in function.blocks:
        known.add(block.name)
        for one in block.instructions:
            if not is_defined(one) or one.op == "unreachable" or (one.op != "phi" and not known.isdisjoint(one.labels)):
                return False
    return True


# the loop -------------------------------------------------------------------------------------------------------------


class _Roller:
    """Writes loops. `tables` are the lines of the constants that they read."""

    def __init__(self, module: Module, name: str, promise: CallPromise, count: int, movable: frozenset[str]) -> None:
        self.memory, self.name, self.promise = ReadMemory(module), name, promise
        self.count, self.movable = count, movable
        self.tables: list[str] = []

    def roll(self, function: Function) -> None:
        for block in list(function.blocks):
            # the most calls that need none of each other's results
            calls = max(self._levels(block.instructions), key=len, default=[])
            while self.promise.gain(len(calls)) > 0:
                before, after, late = self._divided(function, block, calls)
                fit = [call for call in calls if late.isdisjoint(_reads(block.instructions[call]))]
                if fit == calls:
                    self._write(function, block, calls, before, after)
                    break
                calls = fit

    def _calls(self, one: LlvmInstruction) -> bool:
        if one.name is None or not isinstance(one.callee, Global) or one.callee.name != self.name:
            return False
        return all(shown(operand) is not None for operand in one.operands)

    def _levels(self, run: Sequence[LlvmInstruction]) -> list[list[int]]:
        """Return the calls with equal samplers, by how many others they depend on, one after the other."""
        level: dict[str, int] = {}
        levels: dict[object, list[int]] = {}
        for at, one in enumerate(run):
            here = max((level.get(name, 0) for name in _reads(one)), default=0)
            if self._calls(one):
                samplers = tuple(operand for operand in one.operands if operand.type == SAMPLER)
                levels.setdefault((here, samplers), []).append(at)
                here += 1
            level[str(one.name)] = here
        return list(levels.values())

    def _divided(
        self, function: Function, block: BasicBlock, calls: list[int]
    ) -> tuple[list[int], list[int], set[str]]:
        """Return the statements before a loop and after it, and the values that are known only after it.

        What depends on the calls comes after the loop, and so do all statements that keep their order and stand after
        the first call: no call may be executed after a discard that stood after it, where textures have no derivatives.
        The others read no memory that these change."""
        late: set[str] = {str(block.instructions[call].name) for call in calls}
        before: list[int] = []
        after: list[int] = []
        for i, one in enumerate(block.instructions):
            if i in calls:
                continue
            stays = one.op != "phi" and not moves(one, function, self.memory, self.movable)
            if one.op == "phi" or (late.isdisjoint(_reads(one)) and not (stays and i > calls[0])):
                before.append(i)
            else:
                late.add(str(one.name))
                after.append(i)
        return before, after, late

    def _write(
        self, function: Function, block: BasicBlock, calls: list[int], before: list[int], after: list[int]
    ) -> None:
        number, self.count = self.count, self.count + 1
        after_name, loop_name = f"{OWN}.{number}.after", f"{OWN}.{number}.loop"
        lines = [own_statement(line) for line in block.lines]
        place = DEBUG.search(lines[calls[0]])
        loop = CallLoop(f"{OWN}.{number}", [block.instructions[call] for call in calls], place[0] if place else "")
        first = BasicBlock(block.name, [block.instructions[i] for i in before], block.label)
        first.lines = [*(lines[i] for i in before), *loop.stores, f"  br label %{loop_name}"]
        body = BasicBlock(loop_name, [], f"{loop_name}:")
        body.lines = loop.body(quote(block.name), loop_name, after_name)
        rest = BasicBlock(after_name, [block.instructions[i] for i in after], f"{after_name}:")
        rest.lines = [*loop.results(), *(lines[i] for i in after)]
        for other in (*function.blocks, first, rest):
            other.lines = [_from(line, block.name, after_name) for line in other.lines]
        position = function.blocks.index(block)
        function.blocks[position : position + 1] = [first, body, rest]
        function.blocks[0].lines[:0] = loop.arrays
        self.tables += loop.tables


def _reads(one: LlvmInstruction) -> list[str]:
    return [operand.name for operand in one.operands if isinstance(operand, Local)]


def _from(line: str, old: str, new: str) -> str:
    """Return a phi with another name for the block that a value comes from; other statements as they are."""
    phi = phi_of(line)
    if phi is None or all(label != old for _, label in phi.entries):
        return line
    entries = tuple((value, new if label == old else label) for value, label in phi.entries)
    return Phi(phi.head, entries, phi.tail).line()
