"""Loops that end at the smaller of two limits, of which one is a constant.

Compilers turn `i < n && i < 20` into one comparison with a minimum, whose trip count LLVM does not bound. A counter
that goes up by one reaches the minimum when it reaches either limit: where the comparison ends the loop, it becomes
two, of which the constant one can be counted. Elsewhere the counter goes on and reaches the other limit, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gpucc.lowering.llvm import BasicBlock, Function, Global, IntConstant, LlvmInstruction, Local, Value
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell

MINIMUM = re.compile(r"llvm\.[us]min\.i\d+")
# what may stand between the minimum and the comparison
BETWEEN = ("zext", "sext", "add")
LONGEST = 4
Definitions = Mapping[str, LlvmInstruction]


def apart_at_minima(text: str) -> str:
    """Return the text with comparisons of counters and minima taken apart."""
    if "min.i" not in text:
        return text
    module = read(text)
    changed = False
    for function in module.functions.values():
        changed = _Apart(function).run() or changed
    return module.text() if changed else text


class _Apart:
    def __init__(self, function: Function) -> None:
        self.function = function
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
        self.count = 0

    def run(self) -> bool:
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.op == "icmp" and one.predicate in ("eq", "ne") and (lines := self.taken_apart(one)):
                    block.lines[at] = "\n".join(lines)
        return self.count > 0

    def taken_apart(self, one: LlvmInstruction) -> list[str] | None:
        for counter, limit in (one.operands, one.operands[::-1]):
            phi, found = counter_of(counter, self.definitions), self.minimum(limit)
            if phi is None or found is None:
                continue
            body = self.body(phi)
            if not self.ends(one, self.homes[phi.name], body):
                continue
            # a counter that begins above the minimum goes past it, and would reach the other limit
            ways_out = sum(after not in body for name in body for after in self.following[name])
            if ways_out == 1 or (_is(counter, phi) and _begins_below(phi, *found)):
                return self.written(one, counter, *found)
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

    def minimum(self, value: Value) -> tuple[LlvmInstruction, list[LlvmInstruction]] | None:
        """Return the minimum that a limit is made of, and the instructions between, the last one first."""
        between: list[LlvmInstruction] = []
        while isinstance(value, Local) and len(between) <= LONGEST:
            made = self.definitions.get(value.name)
            if made is None:
                return None
            if made.op == "call" and isinstance(made.callee, Global) and MINIMUM.fullmatch(made.callee.name):
                constants = sum(isinstance(operand, IntConstant) for operand in made.operands)
                known = all(isinstance(operand, Local | IntConstant) for operand in made.operands)
                return (made, between) if constants == 1 and known else None
            if made.op not in BETWEEN or (made.op == "add" and not isinstance(made.operands[1], IntConstant)):
                return None
            between.append(made)
            value = made.operands[0]
        return None

    def written(
        self, one: LlvmInstruction, counter: Value, minimum: LlvmInstruction, between: list[LlvmInstruction]
    ) -> list[str]:
        lines: list[str] = []
        tests = []
        for limit in minimum.operands:
            value = _shown(limit)
            for step in reversed(between):
                kind = spell(step.operands[0].type)
                rest = f"to {spell(step.type)}" if step.op != "add" else ""
                operands = f"{value}, {_shown(step.operands[1])}" if step.op == "add" else value
                lines.append(f"  {(value := self.name())} = {step.op} {kind} {operands} {rest}".rstrip())
            tests.append(self.name())
            lines.append(f"  {tests[-1]} = icmp {one.predicate} {spell(counter.type)} {_shown(counter)}, {value}")
        op = "or" if one.predicate == "eq" else "and"
        return [*lines, f"  %{quote(one.name or '')} = {op} i1 {tests[0]}, {tests[1]}"]

    def name(self) -> str:
        self.count += 1
        return f"%gpucc.limit.{self.count}"


def counter_of(value: Value, definitions: Definitions) -> LlvmInstruction | None:
    """Return the phi of a counter that goes up by one from a constant, if the value is it before or after the step."""
    made = definitions.get(value.name) if isinstance(value, Local) else None
    if made is not None and _is_step(made):
        value = made.operands[0]
        made = definitions.get(value.name) if isinstance(value, Local) else None
    if made is None or made.op != "phi":
        return None
    steps = [definitions.get(one.name) if isinstance(one, Local) else None for one in made.operands]
    counts = all(
        isinstance(start, IntConstant) or (step is not None and _is_step(step) and _is(step.operands[0], made))
        for start, step in zip(made.operands, steps, strict=True)
    )
    return made if counts else None


def _begins_below(phi: LlvmInstruction, minimum: LlvmInstruction, between: Sequence[LlvmInstruction]) -> bool:
    """Return whether a counter begins at zero and the limit is a minimum of unsigned numbers, or more."""
    starts = [start.value for start in phi.operands if isinstance(start, IntConstant)]
    more = [step.operands[1] for step in between if step.op == "add"]
    unsigned = isinstance(minimum.callee, Global) and minimum.callee.name.startswith("llvm.umin.")
    return unsigned and not any(starts) and all(isinstance(one, IntConstant) and one.value >= 0 for one in more)


def _follows(one: LlvmInstruction, truth: bool) -> bool:
    """Return whether an instruction joins truth values such that it has the value `truth` wherever one of its operands
    has it: `or` is true where an operand is, `and` is false where one is."""
    if one.op == "select":
        condition, yes, no = one.operands
        known = yes if truth else no
        return isinstance(known, IntConstant) and bool(known.value) is truth and known is not condition
    return one.op == ("or" if truth else "and")


def _is_step(one: LlvmInstruction) -> bool:
    return one.op == "add" and isinstance(one.operands[1], IntConstant) and one.operands[1].value == 1


def _is(value: Value, made: LlvmInstruction) -> bool:
    return isinstance(value, Local) and value.name == made.name


def _shown(value: Value) -> str:
    """Return a local value or an integer as LLVM writes it, without its type."""
    if isinstance(value, IntConstant):
        return str(value.value)
    assert isinstance(value, Local)
    return f"%{quote(value.name)}"
