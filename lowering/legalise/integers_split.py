"""Masks that hold the sign bit and low bits: x & 0x80000007, which LLVM creates for `x % 8` if only its sign or size
matters.

The value is far outside of the exact range for negative x, so it is kept in two parts. Such values are only compared
with constants; the comparison compares the parts.
"""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, constant
from gpucc.lowering.legalise.integers_bits import and_constant
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class Split:
    """`rest`, plus `top` (negative, out of the exact range) where `negative` holds."""

    negative: Node
    top: int
    rest: CarriedInteger


def split_mask(i: Integers, a: CarriedInteger, mask: int, bits: int) -> Split | None:
    """Return x & mask, if it can only be carried in two parts."""
    if mask >= 0 or i.narrow(bits) or a.low >= 0:
        return None
    top = -(1 << (~mask).bit_length())
    rest = mask - top
    if -top <= i.exact or rest == 0:
        return None
    return Split(i.less(a, constant(0), bits), top, and_constant(i, a, rest, bits))


def compare_split(i: Integers, op: str, a: Split, k: int, bits: int, swapped: bool) -> Node:
    """Return `a op k`, or `k op a` if swapped."""
    m, size = i.m, 1 << bits
    lifted = a.top
    if op[1] == "u":
        k, lifted = k % size, a.top + size
    if op in ("ieq", "ine"):
        found = _joined(i, a, i.equal(a.rest, constant(k - lifted), bits), i.equal(a.rest, constant(k), bits))
        return found if op == "ieq" else m.invert(found)
    if op.endswith("le"):
        k += -1 if swapped else 1
    if swapped:
        return _joined(i, a, i.less(constant(k - lifted), a.rest, bits), i.less(constant(k), a.rest, bits))
    return _joined(i, a, i.less(a.rest, constant(k - lifted), bits), i.less(a.rest, constant(k), bits))


def _joined(i: Integers, a: Split, of_negative: Node, of_others: Node) -> Node:
    m = i.m
    return m.either(m.both(a.negative, of_negative), m.both(m.invert(a.negative), of_others))
