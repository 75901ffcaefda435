"""Numbers that end in zeros which nothing reads: fields of bits that are shifted up and back, or compared at the top of
a word. They may be larger than floats hold, as only what is above the zeros is ever a number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gpucc.interp.reference.irtext import TextLine, split, take_type

SHIFTS = frozenset(("ashr", "lshr", "shl"))
COMBINED = frozenset(("add", "sub", "and", "or", "xor"))
# so many sums and operations of bit logic are followed
DEEPEST = 4
# numbers that end in as many zeros are compared without them
COMPARED = 8
Definitions = Mapping[str, TextLine]


def unread_bits(
    line: TextLine, definitions: Definitions, users: Mapping[str, Sequence[TextLine]], depth: int = DEEPEST
) -> int:
    """How many zeros at the end of a result are never read."""
    zeros = _last_zeros(line.result or "", definitions)
    readers = users.get(line.result or "", ()) if zeros else ()
    return min((_unread_by(user, line.op, zeros, definitions, users, depth) for user in readers), default=0)


def before_shift(value: str, definitions: Definitions, least: int) -> tuple[str, int | None]:
    """Return the operand of a shift up by a constant of at least `least`, and the constant; for any other value, the
    value itself and None."""
    line = definitions.get(value.strip())
    if line is not None and line.op == "shl":
        given, by = (one.strip() for one in split(take_type(line.rest)[1]))
        if by.isdigit() and int(by) >= least:
            return given, int(by)
    return value, None


def _unread_by(
    user: TextLine, op: str, zeros: int, definitions: Definitions, users: Mapping[str, Sequence[TextLine]], depth: int
) -> int:
    if user.op == "icmp":
        operands = split(take_type(user.rest.split(" ", 1)[1])[1])
        common = min(_last_zeros(value.strip(), definitions) for value in operands)
        return common if common >= COMPARED else 0
    if user.op in COMBINED and depth:
        return min(zeros, unread_bits(user, definitions, users, depth - 1))
    amount = user.rest.rpartition(",")[2].strip()
    if user.op not in SHIFTS or "%" in amount:
        return 0
    if op == "shl":
        return zeros
    return min(int(amount), zeros) if user.op != "shl" and amount.isdigit() else 0


def _last_zeros(value: str, definitions: Definitions, depth: int = DEEPEST) -> int:
    """The zeros at the end of a constant, of what is shifted up by a constant, of a multiple of a constant, or of sums
    and bit logic of such numbers."""
    line = definitions.get(value)
    if line is None:
        return _trailing(value)
    if line.op in COMBINED and depth:
        operands = split(take_type(line.rest)[1])
        return min(_last_zeros(operand.strip(), definitions, depth - 1) for operand in operands)
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


def reads_no_sign(line: TextLine, users: Mapping[str, Sequence[TextLine]]) -> bool:
    """Return whether a number is shifted down without its sign, and its readers see only bits that a shift with the
    sign gives, too."""
    kind, rest = take_type(line.rest)
    by = rest.rpartition(",")[2].strip()
    if line.op != "lshr" or not by.isdigit() or not re.fullmatch(r"i\d+", kind):
        return False
    kept = int(kind[1:]) - int(by)
    readers = users.get(line.result or "", ())
    return bool(readers) and all(_reads_last(user, kept) for user in readers)


def _reads_last(user: TextLine, kept: int) -> bool:
    """Return whether a reader uses at most the last `kept` bits of what it reads."""
    word = user.rest.rpartition(" ")[2]
    if user.op == "trunc":
        return word[0] == "i" and word[1:].isdigit() and int(word[1:]) <= kept
    return user.op == "and" and word.isdigit() and int(word) < 1 << kept
