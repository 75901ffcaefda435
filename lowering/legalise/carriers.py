"""Lowers nodes that create or read integers: to a carrier, the bits of a float, or a refusal kept for later."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.graph import DISJOINT, NINF, NNAN, NSW, NUW, Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, RefusedInteger, constant, integer_of
from gpucc.lowering.legalise.integers_bits import (
    and_constant,
    logic,
    shift_left,
    shift_right,
    shift_up_and_down,
)
from gpucc.lowering.legalise.integers_count import leading_zeros, ones, trailing_zeros
from gpucc.lowering.legalise.integers_divide import divide, floor_remainder
from gpucc.lowering.legalise.integers_split import Split, compare_split, split_mask
from gpucc.lowering.legalise.late_logic import LOGIC, LateLogic
from gpucc.lowering.legalise.matches import saturated, wrapped_remainder
from gpucc.lowering.legalise.patterns import FORMATS, WHOLE, Pattern, Patterns, pattern_of
from gpucc.lowering.legalise.top_bits import TopBits
from gpucc.lowering.maker import Maker

Carried = CarriedInteger | Pattern | Split | RefusedInteger


class Numbers:
    """The replacements of nodes. `values` has the float that carries each integer node; `new` has the replacements of
    other nodes."""

    def __init__(self, maker: Maker, format: Format, new: dict[Node, Node]) -> None:
        self.m = maker
        self.new = new
        self.values: dict[Node, Carried] = {}
        # the number of low bits that are read, for each integer of which not all bits are read
        self.low: dict[Node, int] = {}
        self.choices: dict[Node, Pattern] = {}
        self.format = format
        self._integers = Integers(maker, format)
        self.late = LateLogic(self)
        self.top_bits = TopBits(
            lambda: self.integers, lambda: self.patterns(WHOLE), self.values.__getitem__, self.late.made
        )

    @property
    def integers(self) -> Integers:
        """The integer operations, whose results are finite numbers."""
        self.m.promise = NNAN | NINF
        return self._integers

    # reading ----------------------------------------------------------------------------------------------------------

    def carried(self, node: Node) -> CarriedInteger | Pattern:
        found = self.values[node]
        if isinstance(found, RefusedInteger):
            return self.late.carried(node, found)
        if isinstance(found, Split):
            raise self.integers.beyond(found.top)
        return found

    def number(self, node: Node, user: str) -> CarriedInteger:
        found = self.carried(node)
        if isinstance(found, Pattern):
            raise self.patterns(node.type.bits).refuse(user)
        return found

    def patterns(self, bits: int) -> Patterns:
        if bits not in FORMATS:
            raise Unsupported(
                f"the bits of an i{bits} seen as floats",
                self.m.location,
                ("only float and half have bit patterns here",),
            )
        self.m.promise = 0
        return Patterns(self.m, bits)

    def pattern(self, node: Node) -> Pattern:
        """Return an integer as the bits of a float: it came from a float, or is a constant or a select between such."""
        patterns = self.patterns(node.type.bits)
        stack = [node]
        while stack:
            current = stack[-1]
            arms = current.args[1:]
            # the number that carries a power's bits says nothing of them, since its interval ends at the exact range
            if (found := self._top(current) or self._plain_pattern(current, patterns)) is not None:
                self.choices[current] = found
            elif current.op != "select":
                self.carried(current)
                raise Unsupported(
                    "an integer that was computed is taken as the bits of a float", self.m.location, (PATTERN_ADVICE,)
                )
            elif missing := [arm for arm in arms if arm not in self.choices]:
                stack += missing
                continue
            else:
                self.choices[current] = patterns.choose(
                    self.new[current.args[0]], self.choices[arms[0]], self.choices[arms[1]]
                )
            stack.pop()
        return self.choices[node]

    def _top(self, node: Node) -> Pattern | None:
        return self.top_bits.power(node) if node.type.bits == WHOLE else None

    def _plain_pattern(self, node: Node, patterns: Patterns) -> Pattern | None:
        found = self.values[node]
        return patterns.of(found) if isinstance(found, CarriedInteger | Pattern) else None

    # making -----------------------------------------------------------------------------------------------------------

    def lower(self, node: Node) -> Carried:
        """Return the carrier of an integer node. One that is impossible is refused only where it is used as a
        number.
        """
        try:
            return MAKERS[node.op](self, node)
        except Unsupported as error:
            return RefusedInteger(error)

    def binary(self, node: Node) -> CarriedInteger | Pattern:
        if node.op in ("ashr", "lshr") and (shifted := self.top_bits.shifted_down(node)) is not None:
            return shifted
        if node.op in ("ashr", "lshr") and (field := self.late.field(node)) is not None:
            return field
        a, b = (self.carried(arg) for arg in node.args)
        return self.operate(node, a, b)

    def operate(self, node: Node, a: CarriedInteger | Pattern, b: CarriedInteger | Pattern) -> CarriedInteger | Pattern:
        if isinstance(a, Pattern) or isinstance(b, Pattern):
            return self._on_patterns(node, a, b)
        op, bits, i = node.op, node.type.bits, self.integers
        match op:
            case "iadd":
                result = i.add(a, b, bits)
            case "isub":
                result = i.sub(a, b, bits)
            case "imul":
                # the flags describe the whole product, so they say nothing about one of cut factors
                if (low := i.low_product(a, b, self.low.get(node, bits), bits)) is not None:
                    return low
                result = i.mul(a, b, bits)
            case "shl":
                result = shift_left(i, a, b, bits)
            case "ashr" | "lshr":
                return self._shift_right(node, a, b)
            case "sdiv" | "udiv":
                return divide(i, a, b, bits, op == "sdiv").quotient
            case "srem" | "urem":
                return divide(i, a, b, bits, op == "srem").remainder
            case _:
                return logic(i, op, a, b, bits, bool(node.flags & DISJOINT))
        return self._promised(node, result, a, b)

    def _on_patterns(
        self, node: Node, a: CarriedInteger | Pattern, b: CarriedInteger | Pattern
    ) -> CarriedInteger | Pattern:
        patterns = self.patterns(node.type.bits)
        if node.op in LOGIC or node.op == "iadd":
            signs = [self.top_bits.sign(arg) for arg in node.args]
            return patterns.logic(node.op, signs[0] or a, signs[1] or b)
        if isinstance(a, Pattern) and isinstance(b, CarriedInteger):
            return patterns.shifted(node.op, a, b)
        raise patterns.refuse(node.op)

    def _promised(self, node: Node, result: CarriedInteger, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger:
        """Return the carrier with the interval that nsw and nuw imply; a broken promise is poison."""
        i, bits = self.integers, node.type.bits
        low, high = result.span
        if result.constant is not None:
            return result
        if node.flags & NUW and a.low >= 0 and b.low >= 0:
            low = max(low, 0)
            if i.narrow(bits):
                high = min(high, (1 << bits) - 1)
        if node.flags & NSW and i.narrow(bits) and all(i.within(x, *i.window(bits)) for x in (a, b)):
            low, high = max(low, i.window(bits)[0]), min(high, i.window(bits)[1])
        return CarriedInteger(result.node, min(low, high), max(low, high), result.minus_zero, result.zeros)

    def logic(self, node: Node) -> Carried:
        """Lower bit logic; a select between constants, such as a sign-extended condition, is split first."""
        mask = node.args[1]
        if node.op == "iand" and mask.op == "const":
            if self.late.is_refused(node.args[0]):
                return self.late.masked(node.args[0], integer_of(mask))
            if (shifted := self._low_bits(node.args[0], integer_of(mask))) is not None:
                return and_constant(self.integers, shifted, integer_of(mask), node.type.bits)
        if node.op == "iand" and mask.op == "const" and isinstance(a := self.carried(node.args[0]), CarriedInteger):
            split = split_mask(self.integers, a, integer_of(mask), node.type.bits)
            if split is not None:
                return split
        for choice, other in (node.args, node.args[::-1]):
            if choice.op == "select" and all(arm.op == "const" for arm in choice.args[1:]):
                arms = [self.operate(node, constant(integer_of(arm)), self.carried(other)) for arm in choice.args[1:]]
                return self.choose(self.new[choice.args[0]], arms[0], arms[1], node.type.bits)
        return self.binary(node)

    def _low_bits(self, node: Node, mask: int) -> CarriedInteger | None:
        """Return a number that is shifted down without its sign as one that is shifted down with it, if the mask hides
        the difference: a float carries no negative number without its sign. None for anything else."""
        bits, by = node.type.bits, node.args[1] if node.op == "lshr" else None
        if by is None or by.op != "const" or not 0 < integer_of(by) < bits or self.integers.narrow(bits):
            return None
        x = self.values[node.args[0]]
        if not isinstance(x, CarriedInteger) or x.low >= 0 or not 0 <= mask < 1 << (bits - integer_of(by)):
            return None
        if node.args[0].op == "shl" or self.top_bits.shifted_down(node) is not None:
            return None
        return shift_right(self.integers, x, constant(integer_of(by)), bits, True)

    def choose(
        self, condition: Node, a: CarriedInteger | Pattern, b: CarriedInteger | Pattern, bits: int
    ) -> CarriedInteger | Pattern:
        if isinstance(a, CarriedInteger) and isinstance(b, CarriedInteger):
            return self.integers.choose(condition, a, b)
        patterns = self.patterns(bits)
        arms = patterns.of(a), patterns.of(b)
        if arms[0] is None or arms[1] is None:
            raise patterns.refuse("select")
        return patterns.choose(condition, arms[0], arms[1])

    def select(self, node: Node) -> CarriedInteger | Pattern:
        condition, a, b = node.args
        if (x := saturated(node)) is not None and self.m.format.blend_select:
            return self.integers.from_any_float(self.new[x])
        if (found := wrapped_remainder(node)) is not None:
            dividend = self.carried(found.args[0])
            if isinstance(dividend, CarriedInteger):
                return floor_remainder(self.integers, dividend, integer_of(found.args[1]), node.type.bits)
        left, right = self.carried(a), self.carried(b)
        result = self.choose(self.new[condition], left, right, node.type.bits)
        if (
            isinstance(result, CarriedInteger)
            and isinstance(left, CarriedInteger)
            and isinstance(right, CarriedInteger)
            and result.constant is None
        ):
            return self._extreme(node, left, right) or result
        return result

    def _extreme(self, node: Node, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger | None:
        """Return a minimum or maximum with an interval narrower than its operands'."""
        compare, i = node.args[0], self.integers
        window = i.window(node.type.bits)
        known = compare.op in ("islt", "isle", "iult", "iule") and set(compare.args) == set(node.args[1:])
        if not known or not all(i.within(x, *window) or x.constant is not None for x in (a, b)):
            return None
        least = compare.args[0] is node.args[1]
        if compare.op[1] == "s" or (a.low >= 0 and b.low >= 0):
            limit = min if least else max
            low, high = limit(a.low, b.low), limit(a.high, b.high)
        elif least and (a.low >= 0 or b.low >= 0):
            low, high = 0, a.high if a.low >= 0 else b.high
        else:
            return None
        result = i.choose(self.new[compare], a, b, extreme=True)
        return (
            CarriedInteger(result.node, low, high, a.minus_zero or b.minus_zero, result.zeros)
            if result.constant is None
            else result
        )

    def _shift_right(self, node: Node, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger:
        i, bits, is_signed = self.integers, node.type.bits, node.op == "ashr"
        inner = node.args[0]
        if inner.op == "shl" and b.constant is not None and inner.args[1].op == "const":
            up, x = integer_of(inner.args[1]), self.values[inner.args[0]]
            if isinstance(x, RefusedInteger):
                # bit logic of two numbers, which is made where it is read; `a` was made of it
                x = self.carried(inner.args[0])
            if isinstance(x, CarriedInteger) and 0 < up < bits and 0 <= b.constant < bits:
                return shift_up_and_down(i, x, up, b.constant, bits, is_signed)
        return shift_right(i, a, b, bits, is_signed)

    def count(self, node: Node) -> CarriedInteger:
        value, bits = self.number(node.args[0], node.op), node.type.bits
        return COUNTS[node.op](self.integers, value, bits)

    # comparisons and conversions --------------------------------------------------------------------------------------

    def compare(self, node: Node) -> Node:
        op, bits = node.op, node.args[0].type.bits
        for swapped, (one, other) in enumerate((node.args, node.args[::-1])):
            if isinstance(split := self.values[one], Split) and other.op == "const":
                return compare_split(self.integers, op, split, integer_of(other), bits, bool(swapped))
        if (signs := self._compared_signs(node)) is not None:
            return signs
        if (top := self.top_bits.compared(node)) is not None:
            return top
        a, b = self._without_difference(node) if op in ("ieq", "ine") else (self.carried(arg) for arg in node.args)
        if isinstance(a, Pattern) or isinstance(b, Pattern):
            return self.patterns(bits).compare(op, a, b)
        i = self.integers
        match op:
            case "ieq" | "ine":
                equal = i.equal(a, b, bits)
                return equal if op == "ieq" else self.m.invert(equal)
            case "islt" | "iult":
                return i.less(a, b, bits) if op == "islt" else i.below(a, b, bits)
        less = i.less(b, a, bits) if op == "isle" else i.below(b, a, bits)
        if less.op == "folt":
            # integers are never NaN
            return self.m.at_most(less.args[1], less.args[0])
        return self.m.invert(less)

    def _compared_signs(self, node: Node) -> Node | None:
        """Return a test of the sign of bit logic on large numbers, which is the logic of their signs. Whether two signs
        differ is written so."""
        if node.op not in ("islt", "isle", "iult"):
            return None
        left, right = node.args
        for tested, limit, below in ((left, right, True), (right, left, False)):
            if limit.op != "const" or tested.op not in LOGIC or not isinstance(self.values[tested], RefusedInteger):
                continue
            value = integer_of(limit)
            if node.op == "iult":
                return None if below or value != -(1 << tested.type.bits - 1) else self._negative_and_more(tested)
            if value == (0 if below == (node.op == "islt") else -1):
                sign = self._sign(tested)
                return sign if below or sign is None else self.m.invert(sign)
        return None

    def _sign(self, node: Node) -> Node | None:
        """Return whether a number is negative; None if that is not known without its bits."""
        bits = node.type.bits
        if node.op in LOGIC and isinstance(self.values[node], RefusedInteger):
            signs = [self._sign(arg) for arg in node.args]
            if signs[0] is None or signs[1] is None:
                return None
            combine = {"iand": self.m.both, "ior": self.m.either, "ixor": self.m.differ}[node.op]
            return combine(signs[0], signs[1])
        found = self.values[node]
        if node.op == "iand" and node.args[1].op == "const" and integer_of(node.args[1]) == -(1 << bits - 1):
            return self._sign(node.args[0])
        return self.integers.less(found, constant(0), bits) if isinstance(found, CarriedInteger) else None

    def _negative_and_more(self, node: Node) -> Node | None:
        """Return whether x ^ (y & the sign bit) is negative and not the least number: the signs differ and x has other
        bits. A remainder rounded down is corrected so."""
        x, mask = node.args
        if node.op != "ixor" or mask.op != "iand" or mask.args[1].op != "const":
            return None
        bits = node.type.bits
        carried = self.values[x]
        if integer_of(mask.args[1]) != -(1 << bits - 1) or not isinstance(carried, CarriedInteger):
            return None
        signs = self._sign(x), self._sign(mask)
        if signs[0] is None or signs[1] is None or self.integers.narrow(bits):
            return None
        other = self.m.invert(self.integers.equal(carried, constant(0), bits))
        return self.m.both(self.m.differ(signs[0], signs[1]), other)

    def _without_difference(self, node: Node) -> tuple[CarriedInteger | Pattern, CarriedInteger | Pattern]:
        """Return the operands of an equality. LLVM turns (x ^ k) == y into x ^ y == k; the former needs no bit
        logic.
        """
        for difference, other in (node.args, node.args[::-1]):
            if difference.op == "ixor" and other.op == "const" and isinstance(self.values[difference], RefusedInteger):
                a, b = (self.carried(arg) for arg in difference.args)
                if isinstance(a, CarriedInteger) and isinstance(b, CarriedInteger):
                    return a, logic(self.integers, "ixor", b, constant(integer_of(other)), other.type.bits, False)
        return self.carried(node.args[0]), self.carried(node.args[1])

    def to_float(self, node: Node) -> Node:
        source = node.args[0]
        return self.integers.to_float(self.number(source, node.op), source.type.bits, node.op == "sitofp")

    def bits(self, node: Node) -> CarriedInteger | Pattern:
        x = self.new[node.args[0]]
        if x.op == "const" and isinstance(x.attr, float):
            return constant(self.patterns(node.type.bits).pattern_of_constant(x.attr))
        return pattern_of(x)

    def resize(self, node: Node) -> CarriedInteger:
        source = node.args[0]
        if node.op == "itrunc":
            mask = (1 << node.type.bits) - 1
            if self.late.is_refused(source):
                return self.late.masked(source, mask)
            if (shifted := self._low_bits(source, mask)) is not None:
                return shifted
        value, bits, i = self.number(source, node.op), source.type.bits, self.integers
        if node.op == "itrunc" or (node.op == "zext" and not i.narrow(bits)):
            # the low bits are right in any case; a negative wide number has no exact unsigned value
            return value
        return i.signed(value, bits) if node.op == "sext" else i.unsigned(value, bits)


COUNTS = {"ctlz": leading_zeros, "cttz": trailing_zeros, "ctpop": ones}
PATTERN_ADVICE = (
    "building floats from integer arithmetic (exponents, mantissas) has no equivalent: use exp2, ldexp or"
    " multiplications"
)


def _from_float(numbers: Numbers, node: Node) -> CarriedInteger:
    x = node.args[0]
    return numbers.integers.from_float(numbers.new[x], x, node.type.bits, node.op == "fptosi")


MAKERS: dict[str, Callable[[Numbers, Node], Carried]] = {
    "const": lambda numbers, node: constant(integer_of(node)),
    "undef": lambda numbers, node: constant(0),
    **dict.fromkeys(("iadd", "isub", "imul", "shl", "ashr", "lshr", "sdiv", "udiv", "srem", "urem"), Numbers.binary),
    **dict.fromkeys(LOGIC, Numbers.logic),
    **dict.fromkeys(("sext", "zext", "itrunc"), Numbers.resize),
    **dict.fromkeys(("fptosi", "fptoui"), _from_float),
    **dict.fromkeys(COUNTS, Numbers.count),
    "select": Numbers.select,
    "bits": Numbers.bits,
    "btoi": lambda numbers, node: CarriedInteger(numbers.m.number(numbers.new[node.args[0]]), 0, 1),
}

COMPARES = frozenset({"ieq", "ine", "islt", "isle", "iult", "iule"})
