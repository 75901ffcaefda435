"""Which integers are the bits of floats or addresses, and which are numbers that a target must carry.

The bits of a float may be anything. A number outside of a target's exact range makes a lane unsure; but multiples of
2^23 stand for their upper nine bits alone, if these are all that is read of them.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator, Mapping, Sequence

from gpucc.interp.reference.irtext import LOCAL, TextLine, split, take_type, typed_value
from gpucc.isa.model import Format
from gpucc.records import dataclass

MANTISSA = 23
# how many upper bits of an integer are one small number, and the fewest bits of an integer with a part below them
UPPER, NARROWEST, WHOLE = 9, 16, 32
_THROUGH = frozenset(
    "and or xor select phi freeze insertelement extractelement shufflevector trunc zext shl lshr ashr add sub".split()
)
_COMBINED = frozenset("add sub and or xor".split())
_INTEGERS = re.compile(r"(?:<\d+ x )?i(\d+)>? ")
_SHIFTED = re.compile(r"i32 %\S+, (\d+)$|<\d+ x i32> %\S+, (?:splat \(i32 (\d+)\)|<(.*)>)$")
_OF_BITS = re.compile(r"(\w+) ((?:<\d+ x )?i32>?) (%\S+), (-?\d+|splat \(i32 -?\d+\)|<i32 -?\d+(?:, i32 -?\d+)*>)$")
_COMPARED = re.compile(r"= icmp (?:samesign )?([^\n!]*?)(?:, !|$)", re.MULTILINE)
_CAST_FLOAT = re.compile(r"= bitcast (?:<\d+ x )?float\b")
_ENTRY = re.compile(r"\[ (\S+), %")
_SIZE = re.compile(r"i32 (%\S+), 2147483647$")
_INFINITY = 0x7F800000
# the bits of a NaN that nothing has here
UNMET_NAN = 0x7F800001
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
        if _is_high(line) and all(map(self._is_top, operands)):
            return True
        if any(name in self.made for name in operands) and self._tests_words(line):
            return True
        is_top = self._is_top(line.result or "")
        if line.result not in self.made and not is_top:
            return False
        return all(self._reads_bits(user, line.result or "") for user in self.users.get(line.result or "", ()))

    def _tests_words(self, line: TextLine) -> bool:
        """Return whether a line masks two words that an ABI passes as one integer, only to see whether bits are set."""
        users = self.users.get(line.result or "", ())
        tests = all(user.op == "icmp" and re.match(r"(samesign )?(eq|ne) ", user.rest) for user in users)
        return line.op == "and" and _bits_of(line) == 2 * WHOLE and tests

    def comparison(self, text: str, format: Format) -> str:
        """The comparison of a float's bits with a constant that the format does not hold, as one with the next number
        that it holds: of all numbers in the format, the result is the same."""
        found = _OF_BITS.match(text)
        return text if found is None or not self._are_bits(found[3]) else _in_format(found, format)

    def _are_bits(self, name: str) -> bool:
        """Return whether an integer has all bits of a float32, but perhaps the sign."""
        seen, waiting = {name}, [name]
        while waiting:
            line = self.definitions.get(waiting.pop())
            given = None if line is None else _given(line)
            if given is None:
                return False
            waiting += [one for one in given if one not in seen]
            seen.update(given)
        return True

    def _reads_bits(self, user: TextLine, name: str) -> bool:
        """Return whether a reader takes a value as bits: those of a float, or of the upper ones alone."""
        result, is_top = user.result or "", self._is_top(name)
        if user.op == "bitcast" or result in self:
            return True
        if not is_top:
            return False
        if self._is_top(result):
            return _bits_of(user) == WHOLE or self.untracked(user)
        if _is_high(user):
            # a target has no such parts of narrower numbers, but numbers without the zeros below
            return _bits_of(user) == WHOLE or max(_amounts(user)) <= self._zeros(name)
        _, kind, rest = user.rest.split(" ", 2) if user.op == "icmp" else ("", "", "")
        return kind == "i32" and _LITERAL.search(rest) is not None

    def _is_top(self, name: str) -> bool:
        """Return whether a number of 16 to 32 bits is known to have no bits but its upper nine."""
        line = self.definitions.get(name)
        bits = 0 if line is None else _bits_of(line)
        return NARROWEST <= bits <= WHOLE and self._zeros(name) >= bits - UPPER

    def _zeros(self, operand: str, depth: int = 6) -> int:
        """The zeros at the end of a number that are known by its operations alone."""
        if not operand.startswith("%"):
            return min(((one & -one).bit_length() - 1 if one else WHOLE for one in _constants(operand)), default=0)
        line = self.definitions.get(operand)
        if line is None or depth == 0 or not _bits_of(line):
            return 0
        if line.op == "shl":
            amounts = _amounts(line)
            return min(amounts) if amounts and max(amounts) < _bits_of(line) else 0
        if line.op not in _COMBINED:
            return 0
        return min(self._zeros(one.strip(), depth - 1) for one in split(take_type(line.rest)[1]))


def _given(line: TextLine) -> list[str] | None:
    """Return the values of which a line hands on one, with its sign or without. The list is empty for the bits of a
    float; the result is None where the line makes other bits."""
    match line.op:
        case "bitcast":
            return [] if take_type(line.rest)[0].rpartition(" ")[2].strip("<>") == "float" else None
        case "and":
            size = _SIZE.match(line.rest)
            return None if size is None else [size[1]]
        case "extractelement" | "freeze":
            return LOCAL.findall(line.rest)[:1]
        case "phi":
            return _ENTRY.findall(line.rest)
        case "select":
            return [typed_value(part)[1] for part in split(line.rest)[1:]]
    return None


def compares_bits(text: str, format: Format) -> bool:
    """Return whether a text compares bits, perhaps those of a float, with those of a number that the format does not
    hold."""
    found = map(_OF_BITS.match, _COMPARED.findall(text) if _CAST_FLOAT.search(text) else ())
    return any(one is not None and _in_format(one, format) != one[0] for one in found)


def _in_format(found: re.Match[str], format: Format) -> str:
    """Return a comparison of the bits of floats with constants as one that gives the same for numbers of the format."""
    predicate, kind, name, shown = found.groups()
    values = [int(one) for one in re.findall(r"-?\d+\b", shown.replace("i32", ""))]
    limits = [_limit(predicate, value, format) for value in values]
    is_order = predicate not in ("eq", "ne")
    if all(one is None for one in limits) or (is_order and predicate[2] == "e" and None in limits):
        return found[0]
    if is_order:
        predicate = predicate[:2] + "t"
    words = [str(value if limit is None else limit) for value, limit in zip(values, limits, strict=True)]
    if shown[0] == "<":
        return f"{predicate} {kind} {name}, <{', '.join(f'i32 {word}' for word in words)}>"
    return f"{predicate} {kind} {name}, {f'splat (i32 {words[0]})' if shown[0] == 's' else words[0]}"


def _limit(predicate: str, value: int, format: Format) -> int | None:
    """Return the constant that stands for this one where only numbers of the format are compared, and orders are
    strict. The result is None if the constant stays as it is, or is no positive number."""
    if predicate in ("eq", "ne"):
        given = _float(value % (1 << 32))
        return UNMET_NAN if math.isfinite(given) and format.rounded(given) != given else None
    if not 0 < value < _INFINITY:
        return None
    limit = _float(value + {"le": 1, "ge": -1}.get(predicate[1:], 0))
    if limit and math.isfinite(limit):
        limit = (format.at_least if predicate[1] == "l" else format.at_most)(limit)
    return None if _bits(limit) == value and predicate[2] == "t" else _bits(limit)


def _float(bits: int) -> float:
    return float(struct.unpack("<f", struct.pack("<I", bits))[0])


def _bits(value: float) -> int:
    return int(struct.unpack("<I", struct.pack("<f", value))[0])


def _constants(operand: str) -> list[int]:
    """The numbers of a constant, each once if it is a vector of equal ones."""
    if re.fullmatch(r"-?\d+", operand):
        return [int(operand)]
    return [int(one) for one in re.findall(r"\bi\d+ (-?\d+)", operand)]


def _bits_of(line: TextLine) -> int:
    """Return how many bits the first operand has if it is an integer or a vector of integers, else 0."""
    found = _INTEGERS.match(line.rest)
    return int(found[1]) if found else 0


def _amounts(shift: TextLine) -> list[int]:
    """Return the constants by which an instruction shifts; nothing if the amount is known at run time only."""
    return _constants(split(take_type(shift.rest)[1])[1].strip())


def _is_high(line: TextLine) -> bool:
    """Return whether a line shifts down the upper nine bits of a number or a part of them. A number of fewer than 32
    bits must keep its sign."""
    bits = _bits_of(line)
    if line.op != "ashr" and (line.op != "lshr" or bits != WHOLE):
        return False
    return NARROWEST <= bits <= WHOLE and min(_amounts(line), default=0) >= bits - UPPER


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
