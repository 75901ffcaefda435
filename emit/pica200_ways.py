"""The ways to write a PICA200 instruction: with its factors or summands exchanged, with the sign at the other factor,
with more components than are wanted, with an operand copied to where its components stand as the instruction writes
them, or a product with a sum as two.

All compute the same, bit for bit. A way is first made without registers: its descriptors depend only on components and
signs, so instructions that differ in nothing but registers share their ways, and only a way that is wanted is settled,
that is, gets registers. Copies and further components need components of registers that hold nothing at that point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

import numpy as np

from gpucc.emit import codec
from gpucc.emit import pica200 as code
from gpucc.isa.model import LETTERS, Dest, Instruction, Source
from gpucc.isa.pica200 import PRODUCTS, PicaIsa

Way = tuple[Instruction, ...]
# the components of each temporary register that hold nothing
Lanes = Mapping[int, int]
Swizzle = tuple[int, int, int, int]
SUM = "fadd(a, b)"
FUSED = "fadd(fmul(a, b), c)"
DOT3 = f"fadd(fadd({PRODUCTS[0]}, {PRODUCTS[1]}), {PRODUCTS[2]})"
FACTORS = ("fmul(a, b)", FUSED, DOT3, f"fadd({DOT3}, {PRODUCTS[3]})")
WHOLE = 15
# the register of a step that is the instruction's destination, and those of its copies, from this number on
OWN, HELD = -1, 3


class WayOperand(NamedTuple):
    """What a step reads: a source of the instruction, by its place, or a copy, from `HELD` on."""

    register: int
    swizzle: Swizzle
    negate: bool


class WayStep(NamedTuple):
    """An instruction of a way without its registers. It writes the components `mask` of `OWN` or of a copy; `mask` is
    None if it writes none."""

    op: str
    register: int
    mask: int | None
    operands: tuple[WayOperand, ...]


Steps = tuple[WayStep, ...]


class Shape(NamedTuple):
    """What the ways of an instruction depend on: the instruction without its registers, the file that it writes, and
    each source's file and whether it is indexed."""

    step: WayStep
    dest: str
    sources: tuple[tuple[str, bool], ...]


def shape_of(one: Instruction) -> Shape:
    operands = tuple(WayOperand(place, source.swizzle, source.negate) for place, source in enumerate(one.sources))
    sources = tuple((source.file, source.index is not None) for source in one.sources)
    if one.dest is None:
        return Shape(WayStep(one.op, OWN, None, operands), "", sources)
    return Shape(WayStep(one.op, OWN, one.dest.mask, operands), one.dest.file, sources)


def free_lanes(sections: Sequence[Sequence[Instruction]], isa: PicaIsa) -> list[dict[int, int]]:
    """Return for each instruction the components that hold nothing after it, but perhaps what it reads or writes.

    What a section leaves behind is read by others, unless it is the only one.
    """
    temporaries = range(isa.file("temporary", "vertex").size("vertex"))
    everywhere = set(temporaries) - {number for section in sections for one in section for number in _touched(one)}
    coder = code.coder(isa)
    found: list[dict[int, int]] = []
    for section in reversed(sections):
        left = 0 if len(sections) == 1 else WHOLE
        held = {number: 0 if number in everywhere else left for number in temporaries}
        for one in reversed(section):
            if one.dest is not None and one.dest.file == "temporary":
                held[one.dest.number] &= ~one.dest.mask
            found.append({number: WHOLE & ~mask for number, mask in held.items()})
            mask = one.dest.mask if one.dest is not None else 0
            for place, source in enumerate(one.sources):
                if source.file == "temporary":
                    held[source.number] |= _selected(_lanes_of(one.op, place, mask, coder), source.swizzle)
    return found[::-1]


def _touched(one: Instruction) -> list[int]:
    places: list[Dest | Source] = [*([] if one.dest is None else [one.dest]), *one.sources]
    return [place.number for place in places if place.file == "temporary"]


class WayFinder:
    """Finds the ways of instructions in a program with these descriptors."""

    def __init__(self, coder: code.PicaCoder, descriptors: Sequence[int]) -> None:
        self.coder = coder
        different = list(dict.fromkeys(descriptors))
        fields = [codec.unpack(coder.isa.descriptor, value) for value in different]
        self.descriptors = np.array(different, np.int64)
        self.masks = np.array([sum(one[f"mask_{lane}"] << i for i, lane in enumerate(LETTERS)) for one in fields])
        self.swizzles = [[_swizzle(one, place) for place in code.OPERANDS] for one in fields]

    def ways(self, shape: Shape) -> Iterator[Steps]:
        """The ways of an instruction that are one instruction, apart from its own."""
        for step in self._orders(shape):
            if step != shape.step:
                yield (step,)
            yield from ((wider,) for wider in self._widened(step, shape))

    def longer_ways(self, shape: Shape) -> Iterator[Steps]:
        """The ways of two instructions: with a copy of an operand, or a product with a sum as two."""
        for step in self._orders(shape):
            yield from self._copied(step)
            yield from self._apart(step, shape)

    def turned_ways(self, shape: Shape) -> Iterator[Steps]:
        """The ways of one or two instructions in which a product has its sign at the other factor. They rarely help."""
        for step in self._orders(shape):
            for turned in self._turned(step):
                yield (turned,)
                yield from ((wider,) for wider in self._widened(turned, shape))
                yield from self._copied(turned)
                yield from self._apart(turned, shape)

    def longest_ways(self, shape: Shape) -> Iterator[Steps]:
        """Ways of more words: with copies of two operands, or with the instruction, or the copy of one, in parts that
        write less each."""
        for step in (each for order in self._orders(shape) for each in (order, *self._turned(order))):
            if shape.dest != "address":
                yield from self._in_parts(step)
            for first, second, other in self._copied(step, 2):
                for copies in product(*([(copy,), *self._in_parts(copy, single=True)] for copy in (first, second))):
                    yield *chain.from_iterable(copies), other
            for copy, other in self._copied(step):
                yield from ((*parts, other) for parts in self._in_parts(copy))

    def _orders(self, shape: Shape) -> Iterator[WayStep]:
        """The instruction with its first two operands in either order, if it does not matter."""
        step = shape.step
        yield step
        if self._meaning(step) in (SUM, *FACTORS):
            a, b, *rest = step.operands
            if self._accepts(step.op, 0, *shape.sources[1]) and self._accepts(step.op, 1, *shape.sources[0]):
                yield WayStep(step.op, step.register, step.mask, (b, a, *rest))

    def _turned(self, step: WayStep) -> Iterator[WayStep]:
        """The instruction with the sign of its product at the other factor."""
        if self._meaning(step) in FACTORS:
            a, b, *rest = step.operands
            yield WayStep(step.op, step.register, step.mask, (_negated(a), _negated(b), *rest))

    def _meaning(self, step: WayStep) -> str:
        semantics = self.coder.ops[step.op].semantics
        return semantics[0] if semantics else ""

    def _accepts(self, name: str, place: int, file: str, indexed: bool) -> bool:
        op = self.coder.ops[name]
        return file in op.operands[place].accepts and (not indexed or place == self.coder.wide(op))

    def _widened(self, step: WayStep, shape: Shape) -> Iterator[WayStep]:
        """The instruction with descriptors of the program that write more components than it wants. For the wanted ones
        they select the same. For the others they select only what the instruction reads anyway, because nothing else is
        sure to have a value."""
        if shape.dest != "temporary" or step.mask is None:
            return
        value, counts = self.coder.need(step.op, step.mask, step.operands)
        alike = ((self.descriptors ^ value) & counts & ~self.coder.masks[WHOLE]) == 0
        more = (self.masks != step.mask) & (self.masks & step.mask == step.mask)
        reading = self.coder.reading[step.op]
        for at in np.flatnonzero(alike & more):
            written, operands = int(self.masks[at]), list[WayOperand]()
            for place, (operand, lanes) in enumerate(zip(step.operands, reading, strict=True)):
                swizzle = operand.swizzle if lanes else self.swizzles[at][place]
                if _selected(lanes or written, swizzle) & ~_selected(lanes or step.mask, operand.swizzle):
                    break
                operands.append(operand._replace(swizzle=swizzle))
            else:
                yield WayStep(step.op, OWN, written, tuple(operands))

    def _copied(self, step: WayStep, count: int = 1) -> Iterator[Steps]:
        """The instruction after copies of so many operands, which take the operand's sign or leave it."""
        if step.op == "mov":
            return
        for copied in combinations(range(len(step.operands)), count):
            for signs in product(*((False, True) if step.operands[place].negate else (False,) for place in copied)):
                before, operands = [], list(step.operands)
                for held, (place, sign) in enumerate(zip(copied, signs, strict=True), HELD):
                    taken, mask = step.operands[place], _lanes_of(step.op, place, step.mask or 0, self.coder)
                    before.append(WayStep("mov", held, mask, (WayOperand(taken.register, taken.swizzle, sign),)))
                    operands[place] = WayOperand(held, _own(mask), taken.negate and not sign)
                yield *before, WayStep(step.op, step.register, step.mask, tuple(operands))

    def _in_parts(self, step: WayStep, single: bool = False) -> Iterator[Steps]:
        """The instruction for a part of its components and for the others, and for one after the other; or only
        that."""
        if step.mask is None or self.coder.ops[step.op].result != "each":
            return
        lanes = [lane for lane in range(4) if step.mask >> lane & 1]
        parted = [(mask, step.mask & ~mask) for mask in range(1, step.mask) if not mask & ~step.mask]
        pairs = [] if single else [(a, b) for a, b in parted if a >> lanes[0] & 1]
        for masks in dict.fromkeys([*pairs, tuple(1 << lane for lane in lanes)]) if len(lanes) > 1 else ():
            for order in (masks, masks[::-1]):
                yield tuple(step._replace(mask=mask) for mask in order)

    def _apart(self, step: WayStep, shape: Shape) -> Iterator[Steps]:
        """A product with a sum as two instructions; it rounds the product, so nothing else changes."""
        if FUSED not in self.coder.ops[step.op].semantics or step.mask is None:
            return
        a, b, c = step.operands
        if not all(self._accepts("mul", place, *shape.sources[one.register]) for place, one in enumerate((a, b))):
            return
        factors, held = WayStep("mul", HELD, step.mask, (a, b)), WayOperand(HELD, _own(step.mask), False)
        for place, terms in ((0, (c, held)), (1, (held, c))):
            if self._accepts("add", place, *shape.sources[c.register]):
                yield factors, WayStep("add", OWN, step.mask, terms)


def _swizzle(fields: Mapping[str, int], place: int) -> Swizzle:
    return fields[f"x{place}"], fields[f"y{place}"], fields[f"z{place}"], fields[f"w{place}"]


def _negated(operand: WayOperand) -> WayOperand:
    return WayOperand(operand.register, operand.swizzle, not operand.negate)


# Registers ------------------------------------------------------------------------------------------------------------


def settle(steps: Steps, one: Instruction, free: Lanes, coder: code.PicaCoder) -> Way | None:
    """Return the instructions of a way, or None if there are no registers for its copies and further components. A copy
    is in the destination if there is room, otherwise in the last register that has room."""
    numbers = {place: source.number for place, source in enumerate(one.sources) if source.file == "temporary"}
    own = [one.dest.number] if one.dest is not None and one.dest.file == "temporary" else []
    masks: dict[int, int] = {}
    for step in steps:
        masks[step.register] = masks.get(step.register, 0) | (step.mask or 0)
    for register, mask in masks.items():
        if register == OWN and not own:
            continue
        for number in own if register == OWN else (*own, *reversed(free)):
            numbers[register] = number
            if not mask & ~free[number] and not _spoilt(steps, numbers, coder):
                break
        else:
            return None
    return tuple(_settled(step, one, numbers) for step in steps)


def _spoilt(steps: Steps, numbers: Mapping[int, int], coder: code.PicaCoder) -> bool:
    """Return whether a step writes over what a later one reads."""
    for at, step in enumerate(steps):
        number = numbers.get(step.register)
        for later in steps[at + 1 :] if number is not None else ():
            for place, operand in enumerate(later.operands):
                if operand.register != step.register and numbers.get(operand.register) == number:
                    lanes = _lanes_of(later.op, place, later.mask or 0, coder)
                    if _selected(lanes, operand.swizzle) & (step.mask or 0):
                        return True
    return False


def _settled(step: WayStep, one: Instruction, numbers: Mapping[int, int]) -> Instruction:
    sources = []
    for operand in step.operands:
        if operand.register >= HELD:
            sources.append(Source("temporary", numbers[operand.register], operand.swizzle, operand.negate))
        else:
            source = one.sources[operand.register]
            sources.append(Source(source.file, source.number, operand.swizzle, operand.negate, index=source.index))
    if step.register >= HELD:
        return Instruction(
            step.op, Dest("temporary", numbers[step.register], step.mask or 0), tuple(sources), origin=one.origin
        )
    dest = None if one.dest is None else Dest(one.dest.file, one.dest.number, step.mask or 0)
    return Instruction(step.op, dest, tuple(sources), immediates=one.immediates, origin=one.origin)


def _lanes_of(op: str, place: int, mask: int, coder: code.PicaCoder) -> int:
    """The lanes of an operand that an op reads, as a mask."""
    return coder.reading[op][place] or mask


@cache
def _selected(lanes: int, swizzle: Swizzle) -> int:
    mask = 0
    for lane, component in enumerate(swizzle):
        mask |= (lanes >> lane & 1) << component
    return mask


@cache
def _own(mask: int) -> Swizzle:
    """Each lane reads its own component; lanes outside the mask repeat one inside."""
    lanes = [lane for lane in range(4) if mask >> lane & 1]
    x, y, z, w = (lane if lane in lanes else lanes[0] for lane in range(4))
    return x, y, z, w
