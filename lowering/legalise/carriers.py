"""Lowers nodes that create or read integers: to a carrier, the bits of a float, or a refusal kept for later."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import Unsupported
from gpucc.isa.model import Format
from gpucc.lowering.graph import DISJOINT, NINF, NNAN, NSW, NUW, Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, RefusedInteger, constant
from gpucc.lowering.legalise.integers_bits import (
    and_constant,
    logic,
    logic_of_any,
    shift_left,
    shift_right,
    shift_up_and_down,
)
from gpucc.lowering.legalise.integers_count import leading_zeros, ones, trailing_zeros
from gpucc.lowering.legalise.integers_divide import divide, floor_remainder
from gpucc.lowering.legalise.integers_split import Split, compare_split, split_mask
from gpucc.lowering.legalise.matches import saturated, wrapped_remainder
from gpucc.lowering.legalise.patterns import FORMATS, WHOLE, Pattern, Patterns, pattern_of
from gpucc.lowering.legalise.top_bits import TopBits
from gpucc.lowering.maker import Maker

Carried = CarriedInteger | Pattern | Split | RefusedInteger
LOGIC = frozenset({"iand", "ior", "ixor"})


class Numbers:
    """The replacements of nodes. `values` has the float that carries each integer node; `new` has the replacements of
    other nodes."""

    def __init__(self, maker: Maker, format: Format, new: dict[Node, Node]) -> None:
        self.m = maker
        self.new = new
        self.values: dict[Node, Carried] = {}
        self.choices: dict[Node, Pattern] = {}
        self.late: dict[tuple[Node, int], CarriedInteger] = {}
        self._integers = Integers(maker, format)
        self.top_bits = TopBits(
            lambda: self.integers, lambda: self.patterns(WHOLE), self.values.__getitem__, self._made_logic
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
            return self._logic_of_any(node, found)
        if isinstance(found, Split):
            raise self.integers.beyond(found.top)
        return found

    def _logic_of_any(self, node: Node, refused: RefusedInteger) -> CarriedInteger:
        """Return bit logic of two numbers of which nothing is known, where it is read as a number: most of it is
        masked or compared, which takes far less. It is made in the block that reads it.
        """
        key = node, id(self.m.block)
        if key not in self.late:
            if node.op not in LOGIC or any(arg.op == "const" for arg in node.args):
                raise refused.error
            if any(map(self._far_up, node.args)):
                raise refused.error
            a, b = (self.carried(arg) for arg in node.args)
            exact = self.integers.exact
            for value in (a, b):
                if not isinstance(value, CarriedInteger) or not self.integers.within(value, -exact, exact):
                    raise refused.error
            assert isinstance(a, CarriedInteger)
            assert isinstance(b, CarriedInteger)
            self.late[key] = logic_of_any(self.integers, node.op, a, b)
        return self.late[key]

    def _made_logic(self, node: Node) -> Carried:
        """Return an integer; bit logic of two numbers of which nothing is known is made here, if that is possible."""
        found = self.values[node]
        if isinstance(found, RefusedInteger) and node.op in LOGIC:
            try:
                return self.carried(node)
            except Unsupported:
                return found
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
        if node.op in ("ashr", "lshr") and self._is_shifted_logic(node.args[0], LONGEST_CHAIN):
            by = node.args[1]
            if by.op == "const" and 0 <= _integer(by) < node.type.bits:
                return self._logic_shifted_down(node, node.args[0], _integer(by), LONGEST_CHAIN)
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
            return patterns.logic(node.op, a, b)
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
        if node.op == "iand" and mask.op == "const" and self._is_refused_logic(node.args[0]):
            return self._masked(node.args[0], _integer(mask), LONGEST_CHAIN)
        if node.op == "iand" and mask.op == "const" and isinstance(a := self.carried(node.args[0]), CarriedInteger):
            split = split_mask(self.integers, a, _integer(mask), node.type.bits)
            if split is not None:
                return split
        for choice, other in (node.args, node.args[::-1]):
            if choice.op == "select" and all(arm.op == "const" for arm in choice.args[1:]):
                arms = [self.operate(node, constant(_integer(arm)), self.carried(other)) for arm in choice.args[1:]]
                return self.choose(self.new[choice.args[0]], arms[0], arms[1], node.type.bits)
        return self.binary(node)

    def _is_refused_logic(self, node: Node) -> bool:
        """Return whether the node is bit logic on large numbers, perhaps shifted down."""
        inner = node.args[0] if node.op in ("ashr", "lshr") and node.args[1].op == "const" else node
        return inner.op in LOGIC and isinstance(self.values[inner], RefusedInteger)

    def _masked(self, node: Node, mask: int, depth: int) -> CarriedInteger:
        """Return some bits of bit logic on large numbers as the logic of these bits. LLVM turns (x & 1) ^ (y & 1) into
        (x ^ y) & 1.
        """
        bits = node.type.bits
        if not depth or not self._is_refused_logic(node):
            return and_constant(self.integers, self.number(node, "iand"), mask, bits)
        if node.op in LOGIC:
            a, b = (self._masked(arg, mask, depth - 1) for arg in node.args)
            return logic(self.integers, node.op, a, b, bits, False)
        down = _integer(node.args[1])
        above = (mask & ((1 << bits) - 1)) << down
        if above >> (bits - 1):
            raise Unsupported(
                f"'{node.op}' of bit logic on all {bits} bits: floats carry integers here, exact up to"
                f" {self.integers.exact}",
                self.m.location,
                (
                    "mask the operands first: x & 0xff",
                    "to count bits or to find the highest one, call the compiler's function (__builtin_clz)",
                ),
            )
        return shift_right(self.integers, self._masked(node.args[0], above, depth - 1), constant(down), bits, False)

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
                return floor_remainder(self.integers, dividend, _integer(found.args[1]), node.type.bits)
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

    def _is_shifted_logic(self, node: Node, depth: int) -> bool:
        """Return whether the node is bit logic on large numbers, one of which is shifted up so far that no exact number
        is left. LLVM moves the first of two shifts that cut out a field into the operands of bit logic."""
        if node.op not in LOGIC or not depth or not isinstance(self.values[node], RefusedInteger):
            return False
        return any(self._far_up(arg) or self._is_shifted_logic(arg, depth - 1) for arg in node.args)

    def _far_up(self, node: Node) -> bool:
        if node.op != "shl" or node.args[1].op != "const":
            return False
        return 1 << _integer(node.args[1]) >= self._integers.exact and _integer(node.args[1]) < node.type.bits

    def _logic_shifted_down(self, shift: Node, node: Node, by: int, depth: int) -> CarriedInteger:
        """Return a right shift of bit logic as the logic of shifted operands."""
        bits, is_signed = node.type.bits, shift.op == "ashr"
        if node.op in LOGIC and depth and isinstance(self.values[node], RefusedInteger):
            a, b = (self._logic_shifted_down(shift, arg, by, depth - 1) for arg in node.args)
            try:
                return logic(self.integers, node.op, a, b, bits, False)
            except Unsupported:
                return logic_of_any(self.integers, node.op, a, b)
        if self._far_up(node):
            x = self.number(node.args[0], shift.op)
            return shift_up_and_down(self.integers, x, _integer(node.args[1]), by, bits, is_signed)
        return shift_right(self.integers, self.number(node, shift.op), constant(by), bits, is_signed)

    def _shift_right(self, node: Node, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger:
        i, bits, is_signed = self.integers, node.type.bits, node.op == "ashr"
        inner = node.args[0]
        if inner.op == "shl" and b.constant is not None and inner.args[1].op == "const":
            up, x = _integer(inner.args[1]), self.values[inner.args[0]]
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
                return compare_split(self.integers, op, split, _integer(other), bits, bool(swapped))
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
            value = _integer(limit)
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
        if node.op == "iand" and node.args[1].op == "const" and _integer(node.args[1]) == -(1 << bits - 1):
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
        if _integer(mask.args[1]) != -(1 << bits - 1) or not isinstance(carried, CarriedInteger):
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
                    return a, logic(self.integers, "ixor", b, constant(_integer(other)), other.type.bits, False)
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
        if node.op == "itrunc" and self._is_refused_logic(source):
            return self._masked(source, (1 << node.type.bits) - 1, LONGEST_CHAIN)
        value, bits, i = self.number(source, node.op), source.type.bits, self.integers
        if node.op == "itrunc" or (node.op == "zext" and not i.narrow(bits)):
            # the low bits are right in any case; a negative wide number has no exact unsigned value
            return value
        return i.signed(value, bits) if node.op == "sext" else i.unsigned(value, bits)


# the largest depth of bit logic whose operands are masked one by one
LONGEST_CHAIN = 8
COUNTS = {"ctlz": leading_zeros, "cttz": trailing_zeros, "ctpop": ones}
PATTERN_ADVICE = (
    "building floats from integer arithmetic (exponents, mantissas) has no equivalent: use exp2, ldexp or"
    " multiplications"
)


def _integer(node: Node) -> int:
    assert isinstance(node.attr, int)
    return node.attr


def _from_float(numbers: Numbers, node: Node) -> CarriedInteger:
    x = node.args[0]
    return numbers.integers.from_float(numbers.new[x], x, node.type.bits, node.op == "fptosi")


MAKERS: dict[str, Callable[[Numbers, Node], Carried]] = {
    "const": lambda numbers, node: constant(_integer(node)),
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
