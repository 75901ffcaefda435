"""Takes apart numbers of 64 bits that are pairs of words: LLVM keeps two ints of a struct in this way where the ABI
passes them in one register, and a loop that changes them has a phi of 64 bits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count

from gpucc.lowering.llvm import Function, IntConstant, IntType, LlvmInstruction, Local, Value
from gpucc.lowering.reader.edit import own_statement, renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote
from gpucc.records import dataclass

PAIR = re.compile(r"^  (%\S+) = phi i64 ", re.MULTILINE)
HALF = re.compile(r"^  %\S+ = (?:trunc (?:nuw |nsw )*i64 (%\S+) to i32|lshr (?:exact )?i64 (%\S+), 32)", re.MULTILINE)
BITS = 32
LOW = (1 << BITS) - 1


def pairs_apart(text: str, file: str) -> str:
    """Return the text with two phis in place of each of 64 bits whose halves are both read."""
    phis = set(PAIR.findall(text))
    halves = HALF.findall(text) if phis else []
    pairs = phis & {low for low, _ in halves} & {high.rstrip(",") for _, high in halves}
    if not pairs:
        return text
    module = read(text, file)
    for function in module.functions.values():
        _split_phis(function, pairs)
    return module.text()


def _split_phis(function: Function, pairs: set[str]) -> None:
    """Write two phis of 32 bits for each of `pairs` that joins numbers or values with a name. A value of 64 bits, which
    other instructions read, is put together behind the block's phis."""
    numbers = count()
    parts = {
        one.name: f"%gpucc.half{next(numbers)}"
        for block in function.blocks
        for one in block.instructions
        if one.op == "phi" and one.name is not None and f"%{quote(one.name)}" in pairs and _can_be_split(one)
    }
    halves = _Halves(
        {one.name: one for block in function.blocks for one in block.instructions if one.name is not None},
        parts,
        {block.name: [] for block in function.blocks},
    )
    for block in function.blocks:
        phis = [one for one in block.instructions if one.op == "phi"]
        split = [one for one in phis if one.name in parts]
        joined = [line for one in split for line in _whole(parts[one.name or ""])]
        block.lines[len(phis) : len(phis)] = [line for one in split for line in halves.phis(one)] + joined
    wholes = {f"%{quote(name)}": f"{part}.whole" for name, part in parts.items()}
    for block in function.blocks:
        block.lines[-1:-1] = halves.ends[block.name]
        block.lines = [
            line if own_statement(line).lstrip().partition(" = ")[0] in wholes else renamed(line, wholes.get)
            for line in block.lines
        ]


def _can_be_split(phi: LlvmInstruction) -> bool:
    return phi.type == IntType(2 * BITS) and all(isinstance(value, IntConstant | Local) for value in phi.operands)


def _whole(part: str) -> list[str]:
    return [
        f"  {part}.wide = zext i32 {part}.low to i64",
        f"  {part}.upper = zext i32 {part}.high to i64",
        f"  {part}.shifted = shl nuw i64 {part}.upper, {BITS}",
        f"  {part}.whole = or disjoint i64 {part}.shifted, {part}.wide",
    ]


@dataclass(slots=True)
class _Halves:
    """What the halves of a function's values are called. `parts` has the phis that are taken apart and what the names
    of their halves begin with; `ends` are instructions to insert before the last of each block."""

    defined: Mapping[str, LlvmInstruction]
    parts: Mapping[str, str]
    ends: dict[str, list[str]]

    def phis(self, phi: LlvmInstruction) -> list[str]:
        part = self.parts[phi.name or ""]
        low, high = [], []
        for i, (value, label) in enumerate(zip(phi.operands, phi.labels, strict=True)):
            low.append(f"[ {self.low(value, f'{part}.low{i}', label)}, %{quote(label)} ]")
            high.append(f"[ {self.high(value, f'{part}.high{i}', label)}, %{quote(label)} ]")
        return [f"  {part}.low = phi i32 {', '.join(low)}", f"  {part}.high = phi i32 {', '.join(high)}"]

    def low(self, value: Value, name: str, block: str) -> str:
        """Return the lower half of a value: `name`, if it has to be computed at the end of `block`."""
        if isinstance(value, IntConstant):
            return str(value.value & LOW)
        made = self._made(value)
        if made is not None and (part := self.parts.get(made.name or "")) is not None:
            return f"{part}.low"
        if made is not None and (joined := _joined(made, self.defined)) is not None:
            return self.low(joined[1], name, block)
        if made is not None and made.op == "and" and _is(made.operands[1], LOW):
            return self.low(made.operands[0], name, block)
        self.ends[block].append(f"  {name} = trunc i64 {_spelled(value)} to i32")
        return name

    def high(self, value: Value, name: str, block: str) -> str:
        """Return the upper half of a value, as `low` does."""
        if isinstance(value, IntConstant):
            return str(value.value >> BITS & LOW)
        made = self._made(value)
        if made is not None and (part := self.parts.get(made.name or "")) is not None:
            return f"{part}.high"
        if made is not None and (joined := _joined(made, self.defined)) is not None:
            return self.low(joined[0], name, block)
        self.ends[block] += [
            f"  {name}.up = lshr i64 {_spelled(value)}, {BITS}",
            f"  {name} = trunc i64 {name}.up to i32",
        ]
        return name

    def _made(self, value: Value) -> LlvmInstruction | None:
        return self.defined.get(value.name) if isinstance(value, Local) else None


def _joined(made: LlvmInstruction, defined: Mapping[str, LlvmInstruction]) -> tuple[Value, Value] | None:
    """Return the value that is shifted to the upper half, and the one in the lower half, if `made` is a disjunction of
    both."""
    if made.op != "or":
        return None
    for upper, lower in (made.operands, made.operands[::-1]):
        shift = defined.get(upper.name) if isinstance(upper, Local) else None
        mask = defined.get(lower.name) if isinstance(lower, Local) else None
        small = mask is not None and mask.op == "and" and _is(mask.operands[1], LOW)
        if shift is not None and shift.op == "shl" and _is(shift.operands[1], BITS) and small:
            return shift.operands[0], lower
    return None


def _spelled(value: Value) -> str:
    return f"%{quote(value.name)}" if isinstance(value, Local) else "poison"


def _is(value: Value, number: int) -> bool:
    return isinstance(value, IntConstant) and value.value == number
