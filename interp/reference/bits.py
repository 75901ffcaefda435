"""Which integers are the bits of floats or addresses, and which are numbers that a target must carry.

The bits of a float may be anything. A number outside of a target's exact range makes a lane unsure; but multiples of
2^23 stand for their upper nine bits alone, if these are all that is read of them.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator, Mapping, Sequence

from gpucc.interp.reference.irtext import LOCAL, TextLine, take_type
from gpucc.isa.model import Format
from gpucc.records import dataclass

MANTISSA = 23
_THROUGH = frozenset(
    "and or xor select phi freeze insertelement extractelement shufflevector trunc zext shl lshr ashr add sub".split()
)
_COMBINED = frozenset("add sub and or xor".split())
_SHIFTED = re.compile(r"i32 %\S+, (\d+)$|<\d+ x i32> %\S+, (?:splat \(i32 (\d+)\)|<(.*)>)$")
_OF_BITS = re.compile(r"(\w+) i32 (%\S+), (\d+)$")
_SIZE = re.compile(r"i32 (%\S+), 2147483647$")
_INFINITY = 0x7F800000
_MOVES_ADDRESSES = frozenset("add sub and or lshr ashr shl trunc zext sext phi select freeze".split())
_LITERAL = re.compile(r"(?<=, )-?\d+$|^-?\d+(?=,)")


@dataclass(frozen=True, slots=True)
class BitPatterns:
    """`given`: integers that come from a bitcast of floats; `made`: those that become floats, and no number before.
    `addresses`: those that are addresses, perhaps moved or shifted."""

    given: frozenset[str]
    made: frozenset[str]
    addresses: frozenset[str]
    definitions: Mapping[str, TextLine]
    users: Mapping[str, Sequence[TextLine]]

    def __contains__(self, name: str) -> bool:
        return name in self.given or name in self.made

    def untracked(self, line: TextLine) -> bool:
        """Return whether a result is no number, or one of which only upper bits are read."""
        operands = LOCAL.findall(line.rest)
        if line.result in self.addresses or line.result in self.given or any(name in self.given for name in operands):
            return True
        if _is_field(line) and all(map(self._is_top, operands)):
            return True
        is_top = self._is_top(line.result or "")
        if line.result not in self.made and not is_top:
            return False
        return all(self._reads_bits(user, is_top) for user in self.users.get(line.result or "", ()))

    def comparison(self, text: str, format: Format) -> str:
        """The comparison of a float's bits with a constant that the format does not hold, as one with the next number
        that it holds: of all numbers in the format, the result is the same."""
        found = _OF_BITS.match(text)
        if found is None or not self._are_bits(found[2]) or not 1 < (value := int(found[3])) < _INFINITY:
            return text
        predicate = found[1]
        given = _float(value)
        if predicate in ("eq", "ne"):
            return text if format.rounded(given) == given else f"{'ne' if predicate == 'eq' else 'eq'} i32 0, 0"
        sign, order = predicate[0], predicate[1:]
        below = order in ("lt", "le")
        limit = _float(value + {"le": 1, "ge": -1}.get(order, 0))
        if math.isfinite(limit):
            limit = format.at_least(limit) if below else format.at_most(limit)
        return f"{sign}{'lt' if below else 'gt'} i32 {found[2]}, {_bits(limit)}"

    def _are_bits(self, name: str) -> bool:
        """Return whether an integer has all bits of a float32, but perhaps the sign."""
        line = self.definitions.get(name)
        if line is not None and (size := _SIZE.match(line.rest)) is not None and line.op == "and":
            line = self.definitions.get(size[1])
        return line is not None and line.op == "bitcast" and line.rest.startswith("float ")

    def _reads_bits(self, user: TextLine, is_top: bool) -> bool:
        """Return whether a reader takes a value as bits: those of a float, or of the upper ones alone."""
        result = user.result or ""
        if user.op == "bitcast" or result in self or (is_top and self._is_top(result)):
            return True
        with_constant = user.op == "icmp" and _LITERAL.search(user.rest.split(" ", 2)[-1]) is not None
        return is_top and (_is_field(user) or with_constant)

    def _is_top(self, name: str, depth: int = 6) -> bool:
        """Return whether a number of 32 bits is known to be a multiple of 2^23, by its operations alone."""
        line = self.definitions.get(name)
        if line is None or depth == 0 or not line.rest.startswith("i32 "):
            return False
        operands = [one.strip() for one in take_type(line.rest)[1].split(",")]
        if line.op == "shl":
            return operands[1].isdigit() and MANTISSA <= int(operands[1]) < 32
        return line.op in _COMBINED and all(
            self._is_top(one, depth - 1) if one.startswith("%") else _is_multiple(one) for one in operands
        )


def _float(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def _bits(value: float) -> int:
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def _is_multiple(word: str) -> bool:
    return word.lstrip("-").isdigit() and int(word) % (1 << MANTISSA) == 0


def _is_field(line: TextLine) -> bool:
    """Return whether a float32's sign and exponent, or a part of them, are shifted down: a number of nine bits."""
    found = _SHIFTED.search(line.rest) if line.op in ("lshr", "ashr") else None
    if found is None:
        return False
    amounts = re.findall(r"\d+$", found[1] or found[2] or "") or re.findall(r"i32 (\d+)", found[3] or "")
    return bool(amounts) and min(map(int, amounts)) >= MANTISSA


def bit_patterns(definitions: Mapping[str, TextLine], users: Mapping[str, Sequence[TextLine]]) -> BitPatterns:
    forward = [name for name, line in definitions.items() if line.op == "bitcast" and _casts(line, to_float=False)]
    given = set(forward)
    while forward:
        for name in _moved(users.get(forward.pop(), ())):
            if name not in given:
                given.add(name)
                forward.append(name)
    backward = [
        name
        for line in definitions.values()
        if line.op == "bitcast" and _casts(line, to_float=True)
        for name in LOCAL.findall(line.rest.rsplit(" to ", 1)[0])
    ]
    made: set[str] = set()
    while backward:
        name = backward.pop()
        line = definitions.get(name)
        # what is moved to the place of the exponent is a number still
        if line is not None and name not in made and line.op in _THROUGH and not _is_exponent(line):
            backward += LOCAL.findall(line.rest)
        made.add(name)
    return BitPatterns(frozenset(given), frozenset(made - given), _addresses(definitions, users), definitions, users)


def _addresses(definitions: Mapping[str, TextLine], users: Mapping[str, Sequence[TextLine]]) -> frozenset[str]:
    """The addresses as numbers, however large. The distance of two and the lowest bits of one are numbers again."""
    forward = [name for name, line in definitions.items() if line.op in ("ptrtoint", "ptrtoaddr")]
    found = set(forward)
    while forward:
        for line in users.get(forward.pop(), ()):
            distance = line.op == "sub" and len(LOCAL.findall(line.rest)) > 1
            moved = line.op in _MOVES_ADDRESSES and not distance and not _is_masked(line)
            if line.result and moved and line.result not in found:
                found.add(line.result)
                forward.append(line.result)
    return frozenset(found)


def _is_masked(line: TextLine) -> bool:
    return line.op == "and" and _LITERAL.search(line.rest) is not None


def _moved(readers: Sequence[TextLine]) -> Iterator[str]:
    """The results of operations that move bits, or change some. Shifted down to a number, they are bits no more."""
    for line in readers:
        if line.result and line.op in _THROUGH and not _is_field(line):
            yield line.result


def _is_exponent(line: TextLine) -> bool:
    return line.op == "shl" and re.search(r"\bi32 %\S+, 2[3-9]$|\bi32 %\S+, 3[01]$", line.rest) is not None


def _casts(line: TextLine, to_float: bool) -> bool:
    source, rest = take_type(line.rest)
    target = rest.rsplit(" to ", 1)[1]
    return is_float(target if to_float else source) and not is_float(source if to_float else target)


def is_float(kind: str) -> bool:
    return re.search(r"\b(?:float|half|double|bfloat)\b", kind) is not None
