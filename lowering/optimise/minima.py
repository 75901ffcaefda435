"""Loops that end at the smaller or the larger of two limits, of which one is a constant.

Compilers turn `i < n && i < 20` into one comparison with a minimum, whose trip count LLVM does not bound. A counter
that goes up by one reaches the minimum when it reaches either limit: where the comparison ends the loop, it becomes
two, of which the constant one can be counted. Elsewhere the counter goes on and reaches the other limit, too.

`i < min(n, 20)` is two comparisons for every counter that goes up, and `i > max(n, 0)` for every one that goes down.
A comparison is left to LLVM only if LLVM counts the loop by equality: if this is its only end, and the step is one.

A counter that begins above the minimum, or is added to, may reach the other limit first. So either no limit is below
its beginning and none wraps round, or this is the loop's only end and no limit is met before the minimum: then the
loop of the source would go round 2^31 times or more, if it ends at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpucc.lowering.llvm import (
    BasicBlock,
    Function,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    Value,
    definition_of,
)
from gpucc.lowering.reader.edit import free_number
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell

# how the names of limits begin that are made here
LIMIT = "gpucc.limit."
EXTREME = re.compile(r"llvm\.(?P<sign>[us])(?P<kind>min|max)\.i\d+")
# what may stand between the minimum and the comparison
BETWEEN = ("zext", "sext", "add")
LONGEST = 4
# what makes a number that is never negative and at most a constant, if that is no more than MOST: a mask, a remainder,
# or a choice between two constants
SMALL, MOST = ("and", "urem", "select"), 64
# the comparison of the exchanged operands
REVERSED = {f"{sign}{one}{end}": f"{sign}{'gl'[one == 'g']}{end}" for sign in "su" for one in "lg" for end in "te"}
# the bits of a counter that does not wrap round, if it begins no farther from zero than this
WIDE, FAR = 32, 1 << 20
Definitions = Mapping[str, LlvmInstruction]


def apart_at_minima(text: str, *, masks: bool = False) -> str:
    """Return the text with comparisons of counters and minima taken apart; with `masks`, of counters and small numbers
    that a mask, a remainder, or a choice between constants gives, too."""
    if not any(word in text for word in ("min.i", "max.i", *(f" {op} " for op in SMALL if masks))):
        return text
    module = read(text)
    changed = False
    for function in module.functions.values():
        changed = _Apart(function, masks).run() or changed
    return module.text() if changed else text


class _Apart:
    def __init__(self, function: Function, masks: bool) -> None:
        self.function, self.masks = function, masks
        self.definitions = {
            one.name: one for block in function.blocks for one in block.instructions if one.name is not None
        }
        self.homes = {one.name: block.name for block in function.blocks for one in block.instructions}
        self.following = {block.name: block.instructions[-1].labels for block in function.blocks}
        self.users: dict[str, list[tuple[BasicBlock, LlvmInstruction]]] = {}
        for block in function.blocks:
            for one in block.instructions:
                for operand in one.operands:
                    if isinstance(operand, Local):
                        self.users.setdefault(operand.name, []).append((block, one))
        # comparisons that were taken apart before keep their names
        lines = (line for block in function.blocks for line in block.lines)
        self.first = self.count = free_number(lines, LIMIT)

    def run(self) -> bool:
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.op == "icmp" and (lines := self.taken_apart(one)):
                    block.lines[at] = "\n".join(lines)
        return self.count > self.first

    def taken_apart(self, one: LlvmInstruction) -> list[str] | None:
        first, second = one.operands
        predicate = one.predicate or ""
        sides = ((first, second, predicate), (second, first, REVERSED.get(predicate, predicate)))
        for counter, limit, asked in sides:
            counted, found = counter_of(counter, self.definitions), self.extreme(limit, asked)
            if counted is None or found is None:
                continue
            phi, step = counted
            if (_kind(found[0])["kind"] == "min") is not (step > 0):
                continue
            body = self.body(phi)
            alone = self.is_only_end(one, body)
            if asked not in ("eq", "ne"):
                # what is less than the minimum is less than both
                exact = not (alone and step == 1) and _in_order(*found, asked)
                return self.written(one, counter, *found, asked) if exact else None
            if step != 1 or not self.ends(one, self.homes[phi.name], body):
                continue
            fixed = all(self.homes.get(operand.name) not in body for operand in locals_of(found[0]))
            if (alone or fixed) and _agrees(phi, not _is(counter, phi), *found, alone):
                return self.written(one, counter, *found, asked)
        return None

    def body(self, phi: LlvmInstruction) -> set[str]:
        """The blocks of the loop that a counter counts: its steps come from the ends of rounds."""
        found = {self.homes[phi.name]}
        waiting = [
            label for step, label in zip(phi.operands, phi.labels, strict=True) if not isinstance(step, IntConstant)
        ]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [before for before, after in self.following.items() if name in after]
        return found

    def ends(self, test: LlvmInstruction, header: str, body: set[str]) -> bool:
        """Return whether every round of the loop makes this test, and ends if the counter is the minimum."""
        name, truth = test.name or "", test.predicate == "eq"
        for _ in range(LONGEST):
            users = self.users.get(name, [])
            if len(users) != 1:
                return False
            block, user = users[0]
            if user.op == "br":
                out, on = user.labels if truth else user.labels[::-1]
                return out not in body and on in body and self.passes(header, block.name, body)
            if not _follows(user, truth):
                return False
            name = user.name or ""
        return False

    def is_only_end(self, test: LlvmInstruction, body: set[str]) -> bool:
        """Return whether the loop ends by this test alone."""
        ways_out = sum(after not in body for name in body for after in self.following[name])
        return ways_out == 1 and [user.op for _, user in self.users.get(test.name or "", [])] == ["br"]

    def passes(self, header: str, block: str, body: set[str]) -> bool:
        """Return whether every round passes a block."""
        seen, waiting = {block}, [header]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                if header in self.following[name]:
                    return False
                waiting += [after for after in self.following[name] if after in body]
        return True

    def extreme(self, value: Value, asked: str) -> tuple[LlvmInstruction, list[LlvmInstruction]] | None:
        """Return the minimum or maximum that a limit is made of, and the instructions between, the last one first. A
        number that is at most a constant is the minimum of both."""
        between: list[LlvmInstruction] = []
        while isinstance(value, Local) and len(between) <= LONGEST:
            made = self.definitions.get(value.name)
            if made is None:
                return None
            if made.op == "call" and isinstance(made.callee, Global) and EXTREME.fullmatch(made.callee.name):
                constants = sum(isinstance(operand, IntConstant) for operand in made.operands)
                known = all(isinstance(operand, Local | IntConstant) for operand in made.operands)
                return (made, between) if constants == 1 and known else None
            if self.masks and (small := _at_most(made)) is not None:
                sign = "s" if asked[0] == "s" and not between else "u"
                least = Global(f"llvm.{sign}min.{spell(made.type)}", made.type)
                numbers = (value, IntConstant(made.type, small))
                return replace(made, op="call", callee=least, operands=numbers), between
            if made.op not in BETWEEN or (made.op == "add" and not isinstance(made.operands[1], IntConstant)):
                return None
            between.append(made)
            value = made.operands[0]
        return None

    def written(
        self,
        one: LlvmInstruction,
        counter: Value,
        extreme: LlvmInstruction,
        between: list[LlvmInstruction],
        predicate: str,
    ) -> list[str]:
        lines: list[str] = []
        tests = []
        for limit in extreme.operands:
            value = _shown(limit)
            for step in reversed(between):
                kind = spell(step.operands[0].type)
                rest = f"to {spell(step.type)}" if step.op != "add" else ""
                operands = f"{value}, {_shown(step.operands[1])}" if step.op == "add" else value
                lines.append(f"  {(value := self.name())} = {step.op} {kind} {operands} {rest}".rstrip())
            tests.append(self.name())
            lines.append(f"  {tests[-1]} = icmp {predicate} {spell(counter.type)} {_shown(counter)}, {value}")
        beyond = ("gt", "ge") if _kind(extreme)["kind"] == "min" else ("lt", "le")
        op = "or" if predicate == "eq" or predicate[1:] in beyond else "and"
        return [*lines, f"  %{quote(one.name or '')} = {op} i1 {tests[0]}, {tests[1]}"]

    def name(self) -> str:
        self.count += 1
        return f"%{LIMIT}{self.count - 1}"


def counter_of(value: Value, definitions: Definitions) -> tuple[LlvmInstruction, int] | None:
    """Return the phi of a counter that goes on from a constant, and its step, if the value is it before or after the
    step."""
    made = definition_of(value, definitions)
    if made is not None and _step(made):
        value = made.operands[0]
        made = definition_of(value, definitions)
    if made is None or made.op != "phi":
        return None
    found = [definition_of(one, definitions) for one in made.operands]
    steps: set[int] = set()
    for start, step in zip(made.operands, found, strict=True):
        if not isinstance(start, IntConstant):
            steps.add(_step(step) if step is not None and _is(step.operands[0], made) else 0)
    return (made, steps.pop()) if len(steps) == 1 and 0 not in steps else None


def locals_of(one: LlvmInstruction) -> list[Local]:
    return [operand for operand in one.operands if isinstance(operand, Local)]


def _kind(extreme: LlvmInstruction) -> dict[str, str]:
    """Return the `sign` and the `kind` of a minimum or maximum, as in the name of its function."""
    found = EXTREME.fullmatch(extreme.callee.name) if isinstance(extreme.callee, Global) else None
    assert found is not None
    return found.groupdict()


def _at_most(made: LlvmInstruction) -> int | None:
    """Return the largest number that a mask, a remainder, or a choice between constants gives."""
    given = (made.operands[1:] if made.op == "select" else made.operands[1:2]) if made.op in SMALL else ()
    numbers = [one.value for one in given if isinstance(one, IntConstant)]
    if not numbers or len(numbers) < len(given) or not isinstance(made.type, IntType):
        return None
    most = max(numbers) - (made.op == "urem")
    return most if min(numbers) >= 0 and 0 < most <= MOST else None


def _in_order(extreme: LlvmInstruction, between: Sequence[LlvmInstruction], predicate: str) -> bool:
    """Return whether a comparison orders numbers like the minimum or maximum: signed ones, or unsigned ones, which are
    also in order as wider signed ones."""
    signed = _kind(extreme)["sign"] == "s"
    cast = "sext" if signed else "zext"
    fits = predicate[0] == ("s" if signed else "u") or (not signed and bool(between))
    return fits and all(step.op == cast for step in between)


def _agrees(
    phi: LlvmInstruction, late: bool, minimum: LlvmInstruction, between: Sequence[LlvmInstruction], alone: bool
) -> bool:
    """Return whether a counter, which is `late` if it is compared after its step, meets no other limit before it meets
    the minimum. If the test is the loop's only end, `alone`, it does meet the minimum.

    Usually a limit is widened and then added to. An unsigned limit may also be added to first: if that sum wraps round,
    it is less than the added number, at which the counter begins, so the counter never meets it.
    """
    signed = _kind(minimum)["sign"] == "s"
    steps = [step.op for step in between]
    if ("zext" if signed else "sext") in steps or not isinstance(phi.type, IntType):
        return False
    added = sum(by.value for step in between for by in step.operands[1:] if isinstance(by, IntConstant))
    early = steps != sorted(steps)
    if early and (signed or steps != sorted(steps, reverse=True) or not _has_room(minimum, added)):
        return False
    rises = [added - start.value - late for start in phi.operands if isinstance(start, IntConstant)]
    if not signed and not any(rises):
        return True
    return (
        not early and alone and phi.type.bits >= WIDE and all(-FAR <= rise <= (FAR if signed else 0) for rise in rises)
    )


def _has_room(minimum: LlvmInstruction, added: int) -> bool:
    """Return whether the sum of the constant limit and the added number fits into the limit's type."""
    assert isinstance(minimum.type, IntType)
    room = (1 << minimum.type.bits) - added
    return added >= 0 and all(
        one.value % (1 << minimum.type.bits) < room for one in minimum.operands if isinstance(one, IntConstant)
    )


def _follows(one: LlvmInstruction, truth: bool) -> bool:
    """Return whether an instruction joins truth values such that it has the value `truth` wherever one of its operands
    has it: `or` is true where an operand is, `and` is false where one is."""
    if one.op == "select":
        condition, yes, no = one.operands
        known = yes if truth else no
        return isinstance(known, IntConstant) and bool(known.value) is truth and known is not condition
    return one.op == ("or" if truth else "and")


def _step(one: LlvmInstruction) -> int:
    """Return what an instruction adds to a counter; 0 for every other instruction."""
    by = one.operands[1] if one.op == "add" else None
    return by.value if isinstance(by, IntConstant) else 0


def _is(value: Value, made: LlvmInstruction) -> bool:
    return isinstance(value, Local) and value.name == made.name


def _shown(value: Value) -> str:
    """Return a local value or an integer as LLVM writes it, without its type."""
    if isinstance(value, IntConstant):
        return str(value.value)
    assert isinstance(value, Local)
    return f"%{quote(value.name)}"
