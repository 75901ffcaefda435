"""Numbers of nine bits at the top of a word, with zeros below: where a float32 has its sign and exponent.

`n + 127 << 23` leaves the range of exact integers for nearly all n, but its upper bits follow from n, exactly and
with all that carries out of the word. They are the bits of a power of two, may be shifted down, and are compared with a
constant.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.graph import DISJOINT, Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, RefusedInteger, constant, integer_of
from gpucc.lowering.legalise.integers_bits import and_constant, logic, shift_right
from gpucc.lowering.legalise.integers_split import Split
from gpucc.lowering.legalise.patterns import WHOLE, Pattern, Patterns
from gpucc.records import dataclass

BELOW = 23
TOP = WHOLE - BELOW
LEAST = 1 << BELOW
COMBINED = frozenset({"iadd", "isub", "iand", "ior", "ixor"})
# sums and masks within each other
DEEPEST = 6
Value = CarriedInteger | Pattern | Split | RefusedInteger


@dataclass(frozen=True, slots=True)
class TopBits:
    """`value` has the carrier of each integer, `made` also that of bit logic which is made where it is read; `patterns`
    makes those of float32."""

    integers: Callable[[], Integers]
    patterns: Callable[[], Patterns]
    value: Callable[[Node], Value]
    made: Callable[[Node], Value]

    def of(self, node: Node, depth: int = DEEPEST) -> CarriedInteger | None:
        """Return a number that is congruent, modulo 2^9, to the upper bits; None if those below may be set."""
        if node.type.bits != WHOLE or depth == 0:
            return None
        if node.op == "const":
            return None if integer_of(node) % LEAST else constant(integer_of(node) >> BELOW)
        if node.op == "shl" and node.args[1].op == "const" and BELOW <= (by := integer_of(node.args[1])) < WHOLE:
            number = self.made(node.args[0])
            if not isinstance(number, CarriedInteger):
                return None
            i = self.integers()
            # drop the bits that leave the word before multiplying: the format may not hold the product of all of them
            return i.mul(i.signed(number, WHOLE - by), constant(1 << by - BELOW), TOP)
        if node.op not in COMBINED:
            return None
        if node.op == "iand" and (found := self._masked(node)) is not None:
            return found
        a, b = (self.of(arg, depth - 1) for arg in node.args)
        if a is None or b is None:
            return None
        i = self.integers()
        match node.op:
            case "iadd":
                return i.add(a, b, TOP)
            case "isub":
                return i.sub(a, b, TOP)
        if a.constant is None and b.constant is None:
            return None
        return logic(i, node.op, a, b, TOP, bool(node.flags & DISJOINT))

    def _masked(self, node: Node) -> CarriedInteger | None:
        """Return the sign and exponent of a float, or some of their bits, perhaps after an addition to them."""
        (bits, mask), added = node.args, 0
        if mask.op != "const" or integer_of(mask) % LEAST:
            return None
        if bits.op == "iadd" and bits.args[1].op == "const" and not integer_of(bits.args[1]) % LEAST:
            bits, added = bits.args[0], integer_of(bits.args[1]) >> BELOW
        found = self.value(bits)
        if not isinstance(found, Pattern) or found.part not in ("all", "size", "exponent"):
            return None
        field = self.patterns().shifted("lshr", found, constant(BELOW))
        i = self.integers()
        return and_constant(i, i.add(field, constant(added), TOP), integer_of(mask) >> BELOW & (1 << TOP) - 1, TOP)

    def power(self, node: Node) -> Pattern | None:
        """Return the float with these bits: zero, a power of two or an infinity."""
        known = self.value(node)
        if node.op == "const" or (isinstance(known, Pattern) and known.part != "exponent"):
            return None
        if (sign := self.sign(node)) is not None:
            return sign
        if (field := self.of(node)) is None or field.constant is not None:
            return None
        return self.patterns().power(self.integers().unsigned(field, TOP))

    def sign(self, node: Node) -> Pattern | None:
        """Return the sign bit that an integer's lowest bit becomes, `n << 31`; None for any other node."""
        if node.type.bits != WHOLE or node.op != "shl" or node.args[1].op != "const":
            return None
        number = self.made(node.args[0])
        if integer_of(node.args[1]) != WHOLE - 1 or not isinstance(number, CarriedInteger):
            return None
        i = self.integers()
        return self.patterns().signed(i.less(i.signed(number, 1), constant(0), WHOLE))

    def shifted_down(self, node: Node) -> CarriedInteger | None:
        """Return a right shift by so much that only upper bits are left."""
        inner, by = node.args
        if by.op != "const" or not BELOW <= integer_of(by) < WHOLE or inner.op not in COMBINED:
            return None
        if isinstance(self.value(inner), Pattern):
            return None
        if (field := self.of(inner)) is None:
            return None
        i, is_signed = self.integers(), node.op == "ashr"
        field = i.signed(field, TOP) if is_signed else i.unsigned(field, TOP)
        return shift_right(i, field, constant(integer_of(by) - BELOW), WHOLE, is_signed)

    def compared(self, node: Node) -> Node | None:
        """Return a comparison with a constant."""
        for swapped, (one, other) in enumerate((node.args, node.args[::-1])):
            if one.op not in COMBINED | {"shl"} or other.op != "const" or isinstance(self.value(one), Pattern):
                continue
            if (field := self.of(one)) is not None:
                return self._compared(node.op, field, integer_of(other), bool(swapped))
        return None

    def _compared(self, op: str, field: CarriedInteger, value: int, swapped: bool) -> Node | None:
        i = self.integers()
        is_signed = op[1] == "s"
        value = value if is_signed or op in ("ieq", "ine") else value % (1 << WHOLE)
        if op in ("ieq", "ine"):
            if value % LEAST:
                return None
            equal = i.equal(field, constant(value >> BELOW), TOP)
            return equal if op == "ieq" else i.m.invert(equal)
        number = i.signed(field, TOP) if is_signed else i.unsigned(field, TOP)
        # x < v, x <= v, v < x, v <= x, of a multiple of 2^23
        if swapped:
            least = (value >> BELOW) + 1 if op[-1] == "t" else -(-value >> BELOW)
            return i.m.invert(i.less(number, constant(least), WHOLE))
        beyond = -(-value >> BELOW) if op[-1] == "t" else (value >> BELOW) + 1
        return i.less(number, constant(beyond), WHOLE)
