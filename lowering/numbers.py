"""Numbers in LLVM IR as LLVM 23 and newer write them, in the spelling that older versions read.

Newer versions round decimal numbers to their type (`float 0.1`), and have words for what no decimal number is: +inf,
-qnan, +nan(0x1), and the bits themselves, f0x3DCCCCCD. Older versions take a decimal number only if it is exact.
"""

from __future__ import annotations

import re
import struct
from fractions import Fraction
from typing import NamedTuple

from gpucc.lowering.llvm import FLOAT_BITS
from gpucc.records import dataclass


class Kind(NamedTuple):
    """A binary format: the bits of a mantissa with its first one and of an exponent, and what its spelled bits begin
    with."""

    mantissa: int
    exponent: int
    spelled: str

    @property
    def width(self) -> int:
        return self.mantissa + self.exponent


_BEGINNINGS = {"half": "0xH", "bfloat": "0xR", "float": "0x", "double": "0x"}
KINDS = {
    name: Kind(mantissa + 1, exponent, _BEGINNINGS[name])
    for name, (exponent, mantissa) in FLOAT_BITS.items()
    if name in _BEGINNINGS
}
WIDE = KINDS["double"]
# what is passed over, the types that tell what the numbers behind them are, and numbers
_TOKEN = re.compile(
    r'"[^"]*"|;[^\n]*|(?P<end>\n)'
    r"|(?<![\w.%@$!-])(?P<type>half|bfloat|float|double|x86_fp80|fp128|ppc_fp128)\b"
    r"|(?<![\w.%@$!+-])(?P<number>[-+]?(?:\d+\.\d*(?:[eE][-+]?\d{1,4})?|f0x[0-9A-Fa-f]+)(?![\w.])"
    r"|[-+](?:inf|[qs]?nan)\b(?:\(0x[0-9A-Fa-f]+\))?)"
)


def in_older_spelling(text: str) -> str:
    """Return a module's text with the numbers respelled that older versions do not read."""
    return _TOKEN.sub(_Spelling().spell, text)


@dataclass(slots=True)
class _Spelling:
    """The type of the numbers to come: the last one named in the line, as a type stands before its values."""

    kind: Kind | None = None

    def spell(self, found: re.Match[str]) -> str:
        if found["end"]:
            self.kind = None
        elif found["type"]:
            self.kind = KINDS.get(found["type"])
        elif found["number"] and self.kind is not None:
            return _spelled(found["number"], self.kind)
        return found[0]


def _spelled(number: str, kind: Kind) -> str:
    negative, word = number[0] == "-", number.lstrip("+-")
    if word[:3] == "f0x":
        return _written(int(word[3:], 16), kind)
    if word[0].isalpha():
        return _written(_special(word, kind) | negative << kind.width - 1, kind)
    exact = Fraction(word)
    if kind is WIDE or _is_number(float(word), exact, kind):
        return number
    return _written(_nearest(exact, kind) | negative << kind.width - 1, kind)


def _special(word: str, kind: Kind) -> int:
    """The bits of an infinity or NaN without its sign."""
    endless, quiet = ((1 << kind.exponent) - 1) << kind.mantissa - 1, 1 << kind.mantissa - 2
    name, _, payload = word.rstrip(")").partition("(")
    given = int(payload, 16) & quiet - 1 if payload else 0
    if name == "inf":
        return endless
    return endless | given if name == "snan" else endless | quiet | given


def _is_number(value: float, exact: Fraction, kind: Kind) -> bool:
    """Return whether the decimal number is exact in the type, and older versions find that."""
    return abs(value) != float("inf") and Fraction(value) == exact and _value(_nearest(exact, kind), kind) == exact


def _nearest(exact: Fraction, kind: Kind) -> int:
    """The bits of the nearest number of a type, or of the even one of two; of an infinity beyond the largest."""
    if not exact:
        return 0
    least = 3 - (1 << kind.exponent - 1) - kind.mantissa
    size = exact.numerator.bit_length() - exact.denominator.bit_length()
    step = max(size - kind.mantissa, least)
    count = round(exact / Fraction(2) ** step)
    while count.bit_length() > kind.mantissa:
        step += 1
        count = round(exact / Fraction(2) ** step)
    place = step - least + (count.bit_length() == kind.mantissa)
    if place >= (1 << kind.exponent) - 1:
        return _special("inf", kind)
    return (place << kind.mantissa - 1) | count & (1 << kind.mantissa - 1) - 1


def _value(bits: int, kind: Kind) -> Fraction | None:
    """The number that bits stand for, without a sign; None for an infinity."""
    place, part = bits >> kind.mantissa - 1, bits & (1 << kind.mantissa - 1) - 1
    if place == (1 << kind.exponent) - 1:
        return None
    least = 3 - (1 << kind.exponent - 1) - kind.mantissa
    whole = part | (place > 0) << kind.mantissa - 1
    return whole * Fraction(2) ** (least + max(place, 1) - 1)


def _written(bits: int, kind: Kind) -> str:
    """Bits as older versions spell them: those of a float are spelled as a double."""
    if kind.spelled != WIDE.spelled:
        return f"{kind.spelled}{bits:0{kind.width // 4}X}"
    if kind is not WIDE:
        sign, place, part = bits >> 31, bits >> 23 & 0xFF, bits & 0x7FFFFF
        if place == 0xFF:
            bits = sign << 63 | 0x7FF << 52 | part << 29
        else:
            value = struct.unpack("<f", bits.to_bytes(4, "little"))[0]
            bits = int.from_bytes(struct.pack("<d", value), "little")
    return f"0x{bits:016X}"
