"""Combine instructions that write single lanes of a register into one op whose lanes differ: (1, a.y * b.y, a.z, b.w).

Copies of two registers into lanes z and w of a third, a product in y and a one in x can be combined. Two such
instructions become one if the later can move up to the earlier, or the earlier down to the later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace

from gpucc.isa.model import Dest, Instruction, Source
from gpucc.records import dataclass

X, Y, Z, W = range(4)
READS = {X: (), Y: ("a", "b"), Z: ("a",), W: ("b",)}


@dataclass(frozen=True, slots=True)
class Mixing:
    """The names of a target's ops and files for mixing.

    The first operand of `mixed` and the second of `turned` can come from any file; their other operand cannot come from
    `wide`.
    """

    mixed: str
    turned: str
    move: str
    product: str
    wide: str
    single: str


@dataclass(frozen=True, slots=True)
class MixedOperand:
    """A register operand, and pairs of (lane, component that the lane reads)."""

    register: Source
    lanes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MixedPiece:
    mask: int
    a: MixedOperand | None = None
    b: MixedOperand | None = None


def mix_lanes(
    instructions: Sequence[Instruction], ones: Collection[tuple[int, int]], names: Mixing
) -> list[Instruction]:
    """Combine instructions of one straight-line piece. `ones` are the (register, component) pairs of constants that are
    1."""
    mixer = _Mixer(list(instructions), ones, names)
    mixer.known = [list(mixer.pieces(word)) for word in mixer.words]
    at = 0
    while at < len(mixer.words):
        if not mixer.join(at):
            at += 1
    return mixer.words


@dataclass(slots=True)
class _Mixer:
    words: list[Instruction]
    ones: Collection[tuple[int, int]]
    names: Mixing
    # the ways to express each word as a mixed op
    known: list[list[MixedPiece]] = field(default_factory=list)

    def join(self, at: int) -> bool:
        """Join the instruction with the next one that fits; return whether there was one."""
        first, mine = self.words[at], self.known[at]
        if not mine or first.dest is None:
            return False
        for later in range(at + 1, len(self.words)):
            if not self.known[later]:
                continue
            second = self.words[later]
            if second.dest is None or (second.dest.file, second.dest.number) != (first.dest.file, first.dest.number):
                continue
            joined = self.joined(mine, self.known[later], first.dest)
            if joined is None or _feeds(first, second):
                continue
            between = self.words[at + 1 : later]
            if not any(_clash(first, one) for one in between):
                self.put(later, at, joined, first, second)
                return True
            if not any(_clash(second, one) for one in between):
                self.put(at, later, joined, first, second)
                return True
        return False

    def put(self, here: int, gone: int, joined: Instruction, first: Instruction, second: Instruction) -> None:
        """The joined instruction stands in the place of one of the two."""
        self.words[here] = word = replace(joined, origin=first.origin + second.origin)
        self.known[here] = list(self.pieces(word))
        del self.words[gone], self.known[gone]

    def pieces(self, word: Instruction) -> Iterator[MixedPiece]:
        """Yield the ways to express the instruction as a mixed op, in either operand order of a product."""
        mask = word.dest.mask if word.dest is not None else 0
        if word.op in (self.names.mixed, self.names.turned):
            a, b = (_operand(source, [lane for lane in range(4) if mask >> lane & 1 and side in READS[lane]])
                    for side, source in zip("ab", word.sources, strict=True))  # fmt: skip
            yield MixedPiece(mask, a, b)
            if not mask & (1 << Z | 1 << W):
                yield MixedPiece(mask, b, a)
        elif word.op == self.names.product and mask == 1 << Y:
            a, b = (_operand(source, [Y]) for source in word.sources)
            yield MixedPiece(mask, a, b)
            yield MixedPiece(mask, b, a)
        elif word.op == self.names.move:
            (source,) = word.sources
            if mask == 1 << X and source.file == self.names.wide and source.index is None and not source.negate:
                if (source.number, source.swizzle[X]) in self.ones:
                    yield MixedPiece(mask)
            elif mask and not mask & ~(1 << Z | 1 << W):
                yield MixedPiece(mask, *(_operand(source, [lane] if mask >> lane & 1 else []) for lane in (Z, W)))

    def joined(self, first: Sequence[MixedPiece], second: Sequence[MixedPiece], dest: Dest) -> Instruction | None:
        for one in first:
            for other in second:
                if one.mask & other.mask:
                    continue
                a, b = _both(one.a, other.a), _both(one.b, other.b)
                if isinstance(a, str) or isinstance(b, str) or (a is None and b is None):
                    continue
                word = self.word(a, b, replace(dest, mask=one.mask | other.mask))
                if word is not None:
                    return word
        return None

    def word(self, a: MixedOperand | None, b: MixedOperand | None, dest: Dest) -> Instruction | None:
        a, b = a or b, b or a
        assert a is not None
        assert b is not None
        sources = (_source(a), _source(b))
        inputs = {source.number for source in sources if source.file == self.names.single}
        wide = [source.file == self.names.wide for source in sources]
        if len(inputs) > 1 or all(wide):
            return None
        return Instruction(self.names.turned if wide[1] else self.names.mixed, dest, sources)


def _operand(source: Source, lanes: Sequence[int]) -> MixedOperand | None:
    return (
        MixedOperand(replace(source, swizzle=(0, 1, 2, 3)), tuple((lane, source.swizzle[lane]) for lane in lanes))
        if lanes
        else None
    )


def _both(one: MixedOperand | None, other: MixedOperand | None) -> MixedOperand | str | None:
    if one is None or other is None:
        return one or other
    return MixedOperand(one.register, one.lanes + other.lanes) if one.register == other.register else "two registers"


def _source(operand: MixedOperand) -> Source:
    lanes = dict(operand.lanes)
    rest = operand.lanes[0][1]
    x, y, z, w = (lanes.get(lane, rest) for lane in range(4))
    return replace(operand.register, swizzle=(x, y, z, w))


def _clash(moved: Instruction, other: Instruction) -> bool:
    """Return whether the two must stay in order."""
    return _feeds(moved, other) or _feeds(other, moved) or _same_lanes(moved.dest, other.dest)


def _feeds(writer: Instruction, reader: Instruction) -> bool:
    """Return whether one writes a register that the other reads, perhaps as an index."""
    dest = writer.dest
    if dest is None or dest.file == "output":
        return False
    places = [(source.file, source.number) for source in reader.sources]
    for source in reader.sources:
        if source.index is not None:
            places.append((source.index.file, source.index.number))
    return (dest.file, dest.number) in places


def _same_lanes(one: Dest | None, other: Dest | None) -> bool:
    return (
        one is not None
        and other is not None
        and (one.file, one.number) == (other.file, other.number)
        and bool(one.mask & other.mask)
    )
