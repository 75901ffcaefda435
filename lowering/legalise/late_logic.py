"""Bit logic of two numbers of which nothing is known. It takes many operations, so it is made only where it is
read as a number. Mostly it is masked or compared, or shifts cut a field out of it, which takes far less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpucc.errors import Unsupported
from gpucc.lowering.graph import Block, Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, RefusedInteger, constant, integer_of
from gpucc.lowering.legalise.integers_bits import and_constant, logic, logic_of_any, shift_right, shift_up_and_down

if TYPE_CHECKING:
    from gpucc.lowering.legalise.carriers import Carried, Numbers

LOGIC = frozenset({"iand", "ior", "ixor"})
# the largest depth of bit logic whose operands are masked or shifted one by one
LONGEST_CHAIN = 8


class LateLogic:
    """`numbers` has the carriers of all integers; that of late logic is a refusal."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers
        self.exact = numbers.format.exact_integers
        self.found: dict[tuple[Node, Block], CarriedInteger] = {}

    @property
    def integers(self) -> Integers:
        return self.numbers.integers

    def carried(self, node: Node, refused: RefusedInteger) -> CarriedInteger:
        """Return bit logic as a number. It is made in the block that reads it."""
        key = node, self.numbers.m.block
        if key not in self.found:
            if node.op not in LOGIC or any(arg.op == "const" for arg in node.args):
                raise refused.error
            if any(map(self._far_up, node.args)):
                raise refused.error
            a, b = (self.numbers.carried(arg) for arg in node.args)
            for value in (a, b):
                if not isinstance(value, CarriedInteger) or not self.integers.within(value, -self.exact, self.exact):
                    raise refused.error
            assert isinstance(a, CarriedInteger)
            assert isinstance(b, CarriedInteger)
            self.found[key] = logic_of_any(self.integers, node.op, a, b)
        return self.found[key]

    def made(self, node: Node) -> Carried:
        """Return an integer; late logic is made here, if that is possible."""
        found = self.numbers.values[node]
        if isinstance(found, RefusedInteger) and node.op in LOGIC:
            try:
                return self.numbers.carried(node)
            except Unsupported:
                return found
        return found

    def is_refused(self, node: Node) -> bool:
        """Return whether the node is bit logic on large numbers, perhaps shifted down."""
        inner = node.args[0] if node.op in ("ashr", "lshr") and node.args[1].op == "const" else node
        return inner.op in LOGIC and isinstance(self.numbers.values[inner], RefusedInteger)

    def masked(self, node: Node, mask: int, depth: int = LONGEST_CHAIN, down: int = 0) -> CarriedInteger:
        """Return some bits of bit logic on large numbers, shifted down so far, as the logic of these bits. LLVM turns
        (x & 1) ^ (y & 1) into (x ^ y) & 1.
        """
        bits = node.type.bits
        if not depth or not self.is_refused(node):
            number = self.numbers.number(node, "iand")
            if down:
                number = shift_right(self.integers, number, constant(down), bits, True)
            if mask > self.exact and not mask & (mask + 1):
                # it hides only bits of numbers that are too large in any case
                return number
            return and_constant(self.integers, number, mask, bits)
        if node.op in LOGIC:
            a, b = (self.masked(arg, mask, depth - 1, down) for arg in node.args)
            return self._combined(node.op, a, b, bits)
        down += integer_of(node.args[1])
        if down >= bits or ((mask & ((1 << bits) - 1)) << down) >> (bits - 1):
            raise Unsupported(
                f"'{node.op}' of bit logic on all {bits} bits: floats carry integers here, exact up to {self.exact}",
                self.numbers.m.location,
                (
                    "mask the operands first: x & 0xff",
                    "to count bits or to find the highest one, call the compiler's function (__builtin_clz)",
                ),
            )
        return self.masked(node.args[0], mask, depth - 1, down)

    def _combined(self, op: str, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger:
        """Return the logic of two numbers, bit by bit if nothing else serves."""
        try:
            return logic(self.integers, op, a, b, bits, False)
        except Unsupported:
            if not all(self.integers.within(value, -self.exact, self.exact) for value in (a, b)):
                raise
            return logic_of_any(self.integers, op, a, b)

    def field(self, shift: Node) -> CarriedInteger | None:
        """Return a right shift by a constant of bit logic whose operands are shifted up, or which is shifted up itself;
        None for anything else."""
        node, by = shift.args
        if (lowest := self._lowest(shift)) is not None:
            return lowest
        if not self._is_shifted(node, LONGEST_CHAIN) or by.op != "const" or not 0 <= integer_of(by) < node.type.bits:
            return None
        return self._shifted_down(shift, node, integer_of(by), LONGEST_CHAIN)

    def _lowest(self, shift: Node) -> CarriedInteger | None:
        """Return the lowest bits of bit logic, which two shifts cut out, from the lowest bits of its operands."""
        node, by = shift.args
        bits = node.type.bits
        if node.op != "shl" or any(amount.op != "const" for amount in (by, node.args[1])):
            return None
        logic_of, up, down = node.args[0], integer_of(node.args[1]), integer_of(by)
        if not self.is_refused(logic_of) or not 0 < up < bits or not 0 <= down < bits:
            return None
        try:
            low = self.masked(logic_of, (1 << bits - up) - 1)
        except Unsupported:
            return None
        return shift_up_and_down(self.integers, low, up, down, bits, shift.op == "ashr")

    def _is_shifted(self, node: Node, depth: int) -> bool:
        """Return whether the node is bit logic on large numbers, one of which is shifted up so far that no exact number
        is left. LLVM moves the first of two shifts that cut out a field into the operands of bit logic."""
        if node.op not in LOGIC or not depth or not isinstance(self.numbers.values[node], RefusedInteger):
            return False
        return any(self._far_up(arg) or self._is_shifted(arg, depth - 1) for arg in node.args)

    def _far_up(self, node: Node) -> bool:
        if node.op != "shl" or node.args[1].op != "const":
            return False
        return 1 << integer_of(node.args[1]) >= self.exact and integer_of(node.args[1]) < node.type.bits

    def _shifted_down(self, shift: Node, node: Node, by: int, depth: int) -> CarriedInteger:
        """Return a right shift of bit logic as the logic of shifted operands."""
        bits, is_signed = node.type.bits, shift.op == "ashr"
        if node.op in LOGIC and depth and isinstance(self.numbers.values[node], RefusedInteger):
            a, b = (self._shifted_down(shift, arg, by, depth - 1) for arg in node.args)
            return self._combined(node.op, a, b, bits)
        if self._far_up(node):
            x = self.numbers.number(node.args[0], shift.op)
            return shift_up_and_down(self.integers, x, integer_of(node.args[1]), by, bits, is_signed)
        return shift_right(self.integers, self.numbers.number(node, shift.op), constant(by), bits, is_signed)
