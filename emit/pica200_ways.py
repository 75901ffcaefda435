"""The ways to write a PICA200 instruction: with its factors or summands exchanged, with the sign at the other factor,
with more components than are wanted, with an operand copied to where its components stand as the instruction writes
them, or a product with a sum as two.

All compute the same, bit for bit. Copies and further components need components of registers that hold nothing at that
point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, combinations, product
from operator import or_

from gpucc.emit import codec
from gpucc.emit import pica200 as code
from gpucc.isa.model import Dest, Instruction, Source
from gpucc.isa.pica200 import PRODUCTS, PicaIsa
from gpucc.records import dataclass

Way = tuple[Instruction, ...]
# the components of each temporary register that hold nothing
Lanes = Mapping[int, int]
SUM = "fadd(a, b)"
FUSED = "fadd(fmul(a, b), c)"
DOT3 = f"fadd(fadd({PRODUCTS[0]}, {PRODUCTS[1]}), {PRODUCTS[2]})"
FACTORS = ("fmul(a, b)", FUSED, DOT3, f"fadd({DOT3}, {PRODUCTS[3]})")
WHOLE = 15


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
            written = _written(one)
            for number, mask in written.items():
                held[number] &= ~mask
            found.append({number: WHOLE & ~mask for number, mask in held.items()})
            for place in range(len(one.sources)):
                for number, mask in _read(one, place, coder).items():
                    held[number] |= mask
    return found[::-1]


@dataclass(frozen=True, slots=True)
class DescriptorFields:
    """What a descriptor says: the components that are written, and for each operand its sign and its components."""

    mask: int
    operands: tuple[tuple[bool, tuple[int, int, int, int]], ...]


def fields_of(descriptors: Iterable[int], isa: PicaIsa) -> list[DescriptorFields]:
    """Return what each descriptor says."""
    found = []
    for descriptor in descriptors:
        values = codec.unpack(isa.descriptor, descriptor)
        mask = sum(values[f"mask_{lane}"] << i for i, lane in enumerate(code.LANES))
        operands = []
        for i in (1, 2, 3):
            x, y, z, w = (values[f"{lane}{i}"] for lane in code.LANES)
            operands.append((bool(values[f"negate{i}"]), (x, y, z, w)))
        found.append(DescriptorFields(mask, tuple(operands)))
    return found


def other_ways(
    one: Instruction, free: Lanes, wider: Mapping[int, Sequence[DescriptorFields]], coder: code.PicaCoder
) -> Iterator[Way]:
    """The ways of an instruction apart from its own, with copies in components that are free. `wider` has what other
    instructions of the program select, by the components that they write."""
    if one.op not in coder.ops or coder.needs(one) is None:
        return
    for way in _reordered(one, coder):
        if way != one:
            yield (way,)
        for more in _widened(way, free, wider, coder):
            yield (more,)
        yield from _copied(way, free, coder)
        yield from _apart(way, free, coder)


def _reordered(one: Instruction, coder: code.PicaCoder) -> Iterator[Instruction]:
    """The instruction with its first two operands in either order, and the sign of a product at either of them."""
    op = coder.ops[one.op]
    meaning = op.semantics[0] if op.semantics else ""
    if meaning not in (SUM, *FACTORS):
        yield one
        return
    a, b, *rest = one.sources
    orders = [(a, b)]
    if _accepts(one, 0, b, coder) and _accepts(one, 1, a, coder):
        orders.append((b, a))
    for first, second in orders:
        yield _changed(one, one.dest, (first, second, *rest))
        if meaning in FACTORS:
            yield _changed(one, one.dest, (_negated(first), _negated(second), *rest))


def _changed(one: Instruction, dest: Dest | None, sources: tuple[Source, ...]) -> Instruction:
    # `replace` takes several times as long, and there are many ways
    return Instruction(one.op, dest, sources, immediates=one.immediates, origin=one.origin)


def _turned(source: Source, swizzle: tuple[int, int, int, int], negate: bool) -> Source:
    return Source(source.file, source.number, swizzle, negate, index=source.index)


def _negated(source: Source) -> Source:
    return _turned(source, source.swizzle, not source.negate)


def _accepts(one: Instruction, place: int, source: Source, coder: code.PicaCoder) -> bool:
    op = coder.ops[one.op]
    return source.file in op.operands[place].accepts and (source.index is None or place == coder.wide(op))


def _widened(
    one: Instruction, free: Lanes, wider: Mapping[int, Sequence[DescriptorFields]], coder: code.PicaCoder
) -> Iterator[Instruction]:
    """The instruction with descriptors of others that write more components than it wants. For the wanted ones they
    select the same. For the others they select only what the instruction reads anyway, because nothing else is sure to
    have a value."""
    if one.dest is None or one.dest.file != "temporary":
        return
    op, mask = coder.ops[one.op], one.dest.mask
    room = mask | free[one.dest.number]
    for written, selected in wider.items():
        if written == mask or mask & ~written or written & ~room:
            continue
        for selection in selected:
            sources = []
            for operand, source, (negate, swizzle) in zip(op.operands, one.sources, selection.operands, strict=False):
                lanes = code.lanes_read(op, operand, mask)
                read = {source.swizzle[lane] for lane in lanes}
                more = {swizzle[lane] for lane in code.lanes_read(op, operand, written)}
                if negate != source.negate or any(swizzle[lane] != source.swizzle[lane] for lane in lanes):
                    break
                if more - read:
                    break
                sources.append(source if operand.lanes else _turned(source, swizzle, negate))
            else:
                yield _changed(one, Dest(one.dest.file, one.dest.number, written), tuple(sources))


def _copied(one: Instruction, free: Lanes, coder: code.PicaCoder, count: int = 1) -> Iterator[Way]:
    """The instruction after copies of so many operands."""
    if one.op == "mov":
        return
    for copied in combinations(range(len(one.sources)), count):
        for signs in range(1 << len(copied)):
            taken = {place: bool(signs >> nth & 1) for nth, place in enumerate(copied)}
            if any(taken[place] and not one.sources[place].negate for place in copied):
                continue  # there is no sign to take
            way = _with_copies(one, taken, free, coder)
            if way is not None:
                yield way


def longer_ways(one: Instruction, free: Lanes, coder: code.PicaCoder) -> Iterator[Way]:
    """Ways of more words: with copies of two operands, or with the instruction, or the copy of one, in parts that write
    less each."""
    if one.op not in coder.ops or coder.needs(one) is None:
        return
    for way in _reordered(one, coder):
        yield from _in_parts(way, coder)
        for first, second, other in _copied(way, free, coder, 2):
            for copies in product(*([(copy,), *_in_parts(copy, coder, single=True)] for copy in (first, second))):
                yield *chain.from_iterable(copies), other
        for copied in _copied(way, free, coder):
            copy, *others = copied
            yield from ((*parts, *others) for parts in _in_parts(copy, coder))


def _in_parts(one: Instruction, coder: code.PicaCoder, single: bool = False) -> Iterator[Way]:
    """The instruction for a part of its components and for the others, and for one after the other; or only that."""
    if one.dest is None or coder.ops[one.op].result != "each" or one.dest.file == "address":
        return
    lanes = [lane for lane in range(4) if one.dest.mask >> lane & 1]
    first = 1 << lanes[0]
    parted = [(mask, one.dest.mask & ~mask) for mask in range(1, one.dest.mask) if not mask & ~one.dest.mask]
    pairs = [] if single else [(a, b) for a, b in parted if a & first]
    apart = tuple(1 << lane for lane in lanes)
    for parts in dict.fromkeys([*pairs, apart]) if len(lanes) > 1 else ():
        for order in (parts, parts[::-1]):
            way = tuple(_changed(one, Dest(one.dest.file, one.dest.number, mask), one.sources) for mask in order)
            written = [0, *accumulate(order, or_)]
            spoilt = any(
                _read(part, place, coder).get(one.dest.number, 0) & before
                for part, before in zip(way, written, strict=False)
                for place in range(len(one.sources))
            )
            if one.dest.file != "temporary" or not spoilt:
                yield way


def _with_copies(one: Instruction, taken: Mapping[int, bool], free: Lanes, coder: code.PicaCoder) -> Way | None:
    """The instruction with copies of operands, which take the operand's sign where `taken` says so."""
    sources, before, room = list(one.sources), [], dict(free)
    # what is read after a copy must survive it
    for place in [place for place in range(len(sources)) if place not in taken]:
        _occupy(room, _read(one, place, coder))
    waiting = list(taken)
    for place, sign in taken.items():
        waiting.remove(place)
        rest = dict(room)
        for other in waiting:
            _occupy(rest, _read(one, other, coder))
        source = one.sources[place]
        mask = _lanes_of(one, place, coder)
        number = _room(mask, rest, one.dest)
        if number is None:
            return None
        _occupy(room, {number: mask})
        held = Dest("temporary", number, mask)
        before.append(Instruction("mov", held, (_turned(source, source.swizzle, sign),), origin=one.origin))
        sources[place] = Source("temporary", number, _own(mask), source.negate and not sign)
    return (*before, _changed(one, one.dest, tuple(sources)))


def _apart(one: Instruction, free: Lanes, coder: code.PicaCoder) -> Iterator[Way]:
    """A product with a sum as two instructions; it rounds the product, so nothing else changes."""
    if FUSED not in coder.ops[one.op].semantics or one.dest is None:
        return
    a, b, c = one.sources
    room = dict(free)
    _occupy(room, _read(one, 2, coder))
    number = _room(one.dest.mask, room, one.dest)
    factors = Instruction("mul", Dest("temporary", number or 0, one.dest.mask), (a, b), origin=one.origin)
    if number is None or not all(_accepts(factors, place, x, coder) for place, x in enumerate((a, b))):
        return
    held = Source("temporary", number, _own(one.dest.mask))
    for terms in ((c, held), (held, c)):
        total = Instruction("add", one.dest, terms, immediates=one.immediates, origin=one.origin)
        if all(_accepts(total, place, term, coder) for place, term in enumerate(terms)):
            yield factors, total


# Components -----------------------------------------------------------------------------------------------------------


def _lanes_of(one: Instruction, place: int, coder: code.PicaCoder) -> int:
    """The lanes of an operand that the instruction reads, as a mask."""
    lanes = coder.ops[one.op].operands[place].lanes
    return (1 << lanes) - 1 if lanes else one.dest.mask if one.dest else 0


def _read(one: Instruction, place: int, coder: code.PicaCoder) -> dict[int, int]:
    """The components of a temporary register that the instruction reads through an operand."""
    source = one.sources[place]
    if source.file != "temporary":
        return {}
    return {source.number: _selected(_lanes_of(one, place, coder), source.swizzle)}


@cache
def _selected(lanes: int, swizzle: tuple[int, int, int, int]) -> int:
    mask = 0
    for lane, component in enumerate(swizzle):
        mask |= (lanes >> lane & 1) << component
    return mask


def _written(one: Instruction) -> dict[int, int]:
    return {one.dest.number: one.dest.mask} if one.dest is not None and one.dest.file == "temporary" else {}


def _touched(one: Instruction) -> list[int]:
    places: list[Dest | Source] = [*([] if one.dest is None else [one.dest]), *one.sources]
    return [place.number for place in places if place.file == "temporary"]


def _occupy(room: dict[int, int], lanes: Lanes) -> None:
    for number, mask in lanes.items():
        room[number] &= ~mask


def _room(mask: int, room: dict[int, int], dest: Dest | None) -> int | None:
    """A register with room for these components: the destination, or the last one that has it."""
    own = [dest.number] if dest is not None and dest.file == "temporary" else []
    return next((number for number in (*own, *reversed(room)) if not mask & ~room[number]), None)


@cache
def _own(mask: int) -> tuple[int, int, int, int]:
    """Each lane reads its own component; lanes outside the mask repeat one inside."""
    lanes = [lane for lane in range(4) if mask >> lane & 1]
    x, y, z, w = (lane if lane in lanes else lanes[0] for lane in range(4))
    return x, y, z, w
