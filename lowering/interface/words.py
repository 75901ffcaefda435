"""Takes vectors of whole words apart whose elements are narrowed: LLVM would read them as vectors of bytes.

`trunc i32 (extractelement <2 x i32> v, 0) to i8` becomes an element of v seen as <8 x i8>, and a load of that type says
nothing of the components, each of which holds a whole number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.lowering.llvm import Function, IntConstant, IntType, LlvmInstruction, Local, Value
from gpucc.lowering.reader.edit import own_statement, renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote

LOADED = re.compile(
    r"^  (%\S+) = load <(\d+) x i32>, (ptr(?: addrspace\(\d+\))?) ([%@]\S+), align \d+.*$", re.MULTILINE
)
NARROWED = re.compile(r"^  %\S+ = trunc (?:nuw |nsw )*i32 (%\S+) to i(?:8|16)\b", re.MULTILINE)
SHIFTED = re.compile(r"^  (%\S+) = lshr (?:exact )?i32 (%\S+), \d+", re.MULTILINE)
ELEMENT = re.compile(r"^  (%\S+) = extractelement <\d+ x i32> (%\S+), ", re.MULTILINE)
WORD = 4


def words_apart(text: str) -> str:
    """Return the text with loads of single words in place of those of vectors that have a narrowed element."""
    narrowed = set(NARROWED.findall(text))
    if not narrowed:
        return text
    narrowed |= {source for shifted, source in SHIFTED.findall(text) if shifted in narrowed}
    vectors = {vector for element, vector in ELEMENT.findall(text) if element in narrowed}
    if not vectors:
        return text
    count = 0

    def words(found: re.Match[str]) -> str:
        nonlocal count
        name, lanes, pointer, place = found[1], int(found[2]), found[3], found[4]
        if name not in vectors:
            return found[0]
        lines, vector = [], "poison"
        for lane in range(lanes):
            at, word, made = (f"%gpucc.{what}{count}.{lane}" for what in ("place", "whole", "words"))
            made = name if lane + 1 == lanes else made
            lines += [
                f"  {at} = getelementptr inbounds i8, {pointer} {place}, i64 {WORD * lane}",
                f"  {word} = load i32, {pointer} {at}, align {WORD}",
                f"  {made} = insertelement <{lanes} x i32> {vector}, i32 {word}, i64 {lane}",
            ]
            vector = made
        count += 1
        return "\n".join(lines)

    return LOADED.sub(words, text)


# two words in one register, which loops carry as a number of 64 bits where the ABI passes a struct so ----------------

PAIR = re.compile(r"^  (%\S+) = phi i64 ", re.MULTILINE)
HALF = re.compile(r"^  %\S+ = (?:trunc (?:nuw |nsw )*i64 (%\S+) to i32|lshr (?:exact )?i64 (%\S+), 32)", re.MULTILINE)
BITS = 32


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
    defined = {one.name: one for block in function.blocks for one in block.instructions if one.name is not None}
    bases = {
        one.name: f"%gpucc.half{number}.{at}"
        for number, block in enumerate(function.blocks)
        for at, one in enumerate(block.instructions)
        if one.op == "phi" and one.name is not None and f"%{quote(one.name)}" in pairs
        and one.type == IntType(2 * BITS) and all(isinstance(value, IntConstant | Local) for value in one.operands)
    }  # fmt: skip
    wholes = {f"%{quote(name)}": f"{base}.whole" for name, base in bases.items()}
    ends: dict[str, list[str]] = {block.name: [] for block in function.blocks}

    def low(value: Value, at: str, lines: list[str]) -> str:
        """The lower half of a value at the end of a block."""
        made = defined.get(value.name) if isinstance(value, Local) else None
        if isinstance(value, IntConstant):
            return str(value.value & (1 << BITS) - 1)
        if made is not None and made.name in bases:
            return f"{bases[made.name]}.low"
        if made is not None and made.op == "and" and _is(made.operands[1], (1 << BITS) - 1):
            return low(made.operands[0], at, lines)
        lines.append(f"  {at} = trunc i64 %{quote(value.name)} to i32" if isinstance(value, Local) else "")
        return at

    def high(value: Value, at: str, lines: list[str]) -> str:
        made = defined.get(value.name) if isinstance(value, Local) else None
        if isinstance(value, IntConstant):
            return str(value.value >> BITS & (1 << BITS) - 1)
        if made is not None and made.name in bases:
            return f"{bases[made.name]}.high"
        if made is not None and (joined := _joined(made, defined)) is not None:
            return low(joined[0], at, lines)
        name = quote(value.name) if isinstance(value, Local) else ""
        lines += [f"  {at}.up = lshr i64 %{name}, {BITS}", f"  {at} = trunc i64 {at}.up to i32"]
        return at

    for block in function.blocks:
        phis = [one for one in block.instructions if one.op == "phi"]
        made, rest = [], []
        for one in phis:
            base = bases.get(one.name or "")
            if base is None:
                continue
            sides: tuple[list[str], list[str]] = [], []
            for i, (value, label) in enumerate(zip(one.operands, one.labels, strict=True)):
                found = defined.get(value.name) if isinstance(value, Local) else None
                joined = None if found is None or found.name in bases else _joined(found, defined)
                lower = value if joined is None else joined[1]
                lines = ends[label]
                sides[0].append(f"[ {low(lower, f'{base}.low{i}', lines)}, %{quote(label)} ]")
                sides[1].append(f"[ {high(value, f'{base}.high{i}', lines)}, %{quote(label)} ]")
            made += [f"  {base}.low = phi i32 {', '.join(sides[0])}", f"  {base}.high = phi i32 {', '.join(sides[1])}"]
            rest += [
                f"  {base}.wide = zext i32 {base}.low to i64",
                f"  {base}.upper = zext i32 {base}.high to i64",
                f"  {base}.shifted = shl nuw i64 {base}.upper, {BITS}",
                f"  {base}.whole = or disjoint i64 {base}.shifted, {base}.wide",
            ]
        block.lines[len(phis) : len(phis)] = [*made, *rest]
    for block in function.blocks:
        block.lines[-1:-1] = ends[block.name]
        block.lines = [
            line if own_statement(line).lstrip().partition(" = ")[0] in wholes else renamed(line, wholes.get)
            for line in block.lines
        ]


def _joined(made: LlvmInstruction, defined: Mapping[str, LlvmInstruction]) -> tuple[Value, Value] | None:
    """The value that is shifted to the upper half, and the one in the lower half, of a disjunction of both."""
    if made.op != "or":
        return None
    for upper, lower in (made.operands, made.operands[::-1]):
        shift = defined.get(upper.name) if isinstance(upper, Local) else None
        mask = defined.get(lower.name) if isinstance(lower, Local) else None
        small = mask is not None and mask.op == "and" and _is(mask.operands[1], (1 << BITS) - 1)
        if shift is not None and shift.op == "shl" and _is(shift.operands[1], BITS) and small:
            return shift.operands[0], lower
    return None


def _is(value: Value, number: int) -> bool:
    return isinstance(value, IntConstant) and value.value == number
