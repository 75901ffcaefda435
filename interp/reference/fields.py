"""Numbers that end in zeros which nothing reads: fields of bits that are shifted up and back, or compared at the top of
a word. They may be larger than floats hold, as only what is above the zeros is ever a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gpucc.interp.reference.irtext import TextLine, split, take_type

SHIFTS = frozenset(("ashr", "lshr", "shl"))
# numbers that end in as many zeros are compared without them
COMPARED = 8
Definitions = Mapping[str, TextLine]


def unread_bits(line: TextLine, definitions: Definitions, users: Mapping[str, Sequence[TextLine]]) -> int:
    """How many zeros at the end of a result are never read."""
    zeros = _last_zeros(line.result or "", definitions)
    readers = users.get(line.result or "", ()) if zeros else ()
    return min((_unread_by(user, line.op, zeros, definitions) for user in readers), default=0)


def _unread_by(user: TextLine, op: str, zeros: int, definitions: Definitions) -> int:
    if user.op == "icmp":
        operands = split(take_type(user.rest.split(" ", 1)[1])[1])
        common = min(_last_zeros(value.strip(), definitions) for value in operands)
        return common if common >= COMPARED else 0
    amount = user.rest.rpartition(",")[2].strip()
    if user.op not in SHIFTS or "%" in amount:
        return 0
    if op == "shl":
        return zeros
    return int(amount) if user.op != "shl" and amount.isdigit() and int(amount) <= zeros else 0


def _last_zeros(value: str, definitions: Definitions) -> int:
    """The zeros at the end of a constant, of what is shifted up by a constant, or of a multiple of a constant."""
    line = definitions.get(value)
    if line is None:
        return _trailing(value)
    if line.op not in ("shl", "mul"):
        return 0
    factor = line.rest.rpartition(",")[2].strip()
    if line.op == "mul":
        return _trailing(factor)
    return int(factor) if factor.isdigit() else 0 if "%" in factor else 1


def _trailing(value: str) -> int:
    if not re.fullmatch(r"-?\d+", value):
        return 0
    number = int(value)
    return (number & -number).bit_length() - 1 if number else 64
