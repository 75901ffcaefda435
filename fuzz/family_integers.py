"""Integers of several widths in LLVM IR: sums, products, quotients and remainders, shifts, fields, masks, bit logic,
extremes, counts of bits, saturated sums, and the conditions that compare them.

Every value has an interval. A value that may leave the numbers of which the target's floats are exact is mostly brought
back by a mask, a clamp, a remainder, a shift or a narrower type, as programs for such targets do.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpucc.fuzz.draws import Draws
from gpucc.fuzz.trials import FuzzFamily, FuzzSample
from gpucc.isa.model import Isa
from gpucc.program import Stage
from gpucc.records import dataclass

WIDTHS = (32, 32, 32, 32, 8, 16, 16, 64, 24, 12)
DIVISORS = (2, 3, 4, 5, 7, 8, 10, 16, 17, 60, 100, 127, 255, 256, 1, -2, -3, -8)
PREDICATES = ("slt", "sgt", "eq", "ne", "sle", "sge", "ult", "ugt", "ule", "uge")
EXTREMES = ("smin", "smax", "umin", "umax")
SATURATED = ("sadd.sat", "ssub.sat", "uadd.sat", "usub.sat")
LIMITS = (15, 63, 100, 255, 1000)
# one in so many results that may be too large for exact numbers stays as it is
LEFT_ALONE = 5


@dataclass(frozen=True)
class _Integer:
    """A value or a literal, and the interval of its numbers with their signs."""

    text: str
    bits: int
    low: int
    high: int

    @property
    def reach(self) -> int:
        return max(-self.low, self.high)

    @property
    def typed(self) -> str:
        return f"i{self.bits} {self.text}"


def _least(bits: int) -> int:
    return -(1 << bits - 1)


def _most(bits: int) -> int:
    return (1 << bits - 1) - 1


def _wrapped(number: int, bits: int) -> int:
    return (number - _least(bits)) % (1 << bits) + _least(bits)


class _IntegerBody:
    """The lines of a function, its integers and its conditions. `exact` is the largest number up to which the target's
    floats hold all integers."""

    def __init__(self, draws: Draws, exact: int) -> None:
        self.draws, self.exact = draws, exact
        self.lines: list[str] = []
        self.declared: dict[str, None] = {}
        self.integers: list[_Integer] = []
        self.conditions: list[str] = []
        self.count = 0

    # values -----------------------------------------------------------------------------------------------------------

    def line(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def call(self, name: str, result: str, *arguments: tuple[str, str]) -> str:
        self.declared[f"declare {result} @llvm.{name}({', '.join(type for type, _ in arguments)})"] = None
        return self.line(f"call {result} @llvm.{name}({', '.join(f'{type} {value}' for type, value in arguments)})")

    def keep(self, text: str, bits: int, low: int, high: int) -> _Integer:
        """Remember a value. One that wraps round in its type has all of the type's numbers."""
        if low < _least(bits) or high > _most(bits):
            low, high = _least(bits), _most(bits)
        made = _Integer(text, bits, low, high)
        if made.reach > self.exact and self.draws.below(LEFT_ALONE):
            made = self.tamed(made)
        self.integers.append(made)
        return made

    def tamed(self, x: _Integer) -> _Integer:
        draws, bits = self.draws, x.bits
        limit = min(draws.one((*LIMITS, self.exact // 2, self.exact - 1, self.exact // 4)), _most(bits))
        match draws.below(5):
            case 0:
                mask = min((1 << limit.bit_length()) - 1, self.exact - 1, _most(bits))
                return _Integer(self.line(f"and {x.typed}, {mask}"), bits, 0, mask)
            case 1:
                op = draws.one(("srem", "urem"))
                low = -limit if op == "srem" else 0
                return _Integer(self.line(f"{op} {x.typed}, {limit}"), bits, low, limit)
            case 2 if bits > 8:
                narrow = self.line(f"trunc {x.typed} to i8")
                if draws.chance(2):
                    return _Integer(self.line(f"zext i8 {narrow} to i{bits}"), bits, 0, 255)
                return _Integer(self.line(f"sext i8 {narrow} to i{bits}"), bits, -128, 127)
            case 3 if bits > 8:
                by = min(x.reach.bit_length() - self.exact.bit_length() + draws.number(1, 4), bits - 1)
                if by > 0:
                    return _Integer(self.line(f"ashr {x.typed}, {by}"), bits, x.low >> by, x.high >> by)
        return self.clamped(x, -limit if draws.chance(2) else 0, limit)

    def clamped(self, x: _Integer, low: int, high: int) -> _Integer:
        type, at = f"i{x.bits}", x.text
        for name, predicate, limit in (("smax", "slt", low), ("smin", "sgt", high)):
            if self.draws.chance(2):
                beyond = self.line(f"icmp {predicate} {type} {at}, {limit}")
                at = self.line(f"select i1 {beyond}, {type} {limit}, {type} {at}")
            else:
                at = self.call(f"{name}.{type}", type, (type, at), (type, str(limit)))
        return _Integer(at, x.bits, low, high)

    def pick(self, bits: int | None = None) -> _Integer:
        """A recent integer; of the given width, if there is one, else made so."""
        known = [x for x in self.integers[-8:] if bits is None or x.bits == bits]
        if not known and bits is not None:
            return self.resized(self.integers[-1 - self.draws.below(min(4, len(self.integers)))], bits)
        return known[-1 - self.draws.below(len(known))]

    def literal(self, bits: int) -> int:
        draws = self.draws
        match draws.below(5):
            case 0:
                number = draws.number(-5, 12)
            case 1:
                number = (1 << draws.below(min(bits, 25))) + draws.number(-1, 1)
                number = -number if draws.chance(3) else number
            case 2:
                number = draws.one((255, 256, 127, 128, -128, -129, 31, 100, 1000))
            case 3:
                number = draws.one((_least(bits), _most(bits), -1, _most(bits) - 1, _least(bits) + 1))
            case _:
                number = draws.number(-200, 200)
        return _wrapped(number, bits)

    def other(self, bits: int) -> _Integer:
        """The second operand: an integer or a literal."""
        if self.draws.chance(2):
            return self.pick(bits)
        number = self.literal(bits)
        return _Integer(str(number), bits, number, number)

    def near(self, x: _Integer) -> int:
        """A literal that a comparison with `x` may just miss."""
        if self.draws.chance(2):
            return self.literal(x.bits)
        middle = (x.low + x.high) // 2
        return _wrapped(self.draws.one((x.low, x.high, 0, middle)) + self.draws.number(-2, 2), x.bits)

    # where they come from ---------------------------------------------------------------------------------------------

    def whole(self, number: str) -> None:
        """An input that is an integer. The judge draws numbers that the target's floats hold."""
        x = _Integer(number, 32, -self.exact, self.exact)
        self.integers.append(x if self.draws.chance(3) else self.tamed(x))

    def converted(self) -> None:
        draws = self.draws
        value = draws.one(("%f", "%g"))
        bits = draws.one((32, 32, 16, 8))
        if draws.chance(4):
            op = draws.one(("fptosi", "fptoui"))
            made = self.call(f"{op}.sat.i{bits}.f32", f"i{bits}", ("float", value))
            self.keep(made, bits, _least(bits), _most(bits))
            return
        low, high = draws.one(((0, 100), (-100, 100), (0, 127), (-128, 127), (0, 15), (-1, 1)))
        value = self.call("maxnum.f32", "float", ("float", value), ("float", f"{float(low):e}"))
        value = self.call("minnum.f32", "float", ("float", value), ("float", f"{float(high):e}"))
        op = "fptoui" if low == 0 and draws.chance(2) else "fptosi"
        self.keep(self.line(f"{op} float {value} to i{bits}"), bits, low, high)

    # steps ------------------------------------------------------------------------------------------------------------

    def sum_or_product(self) -> None:
        draws, x = self.draws, self.pick()
        bits, op = x.bits, draws.one(("add", "sub", "mul"))
        y = self.other(bits)
        if op == "mul" and y.low == y.high and abs(y.low) > 300:
            number = draws.number(-9, 9)
            y = _Integer(str(number), bits, number, number)
        if op == "sub" and draws.chance(4):
            x, y = y, x
        ends = [_applied(op, one, two) for one in (x.low, x.high) for two in (y.low, y.high)]
        low, high = min(ends), max(ends)
        flags = ""
        if _least(bits) <= low and high <= _most(bits) and draws.chance(3):
            flags = " nsw"
            if min(x.low, y.low, low) >= 0 and draws.chance(2):
                flags += " nuw"
        self.keep(self.line(f"{op}{flags} i{bits} {x.text}, {y.text}"), bits, low, high)

    def quotient(self) -> None:
        draws, x = self.draws, self.pick()
        bits, op = x.bits, draws.one(("sdiv", "srem", "udiv", "urem"))
        if x.low < 0 and draws.below(5):
            op = "s" + op[1:]
        if draws.chance(3):
            y = self.pick(bits)
            if y.low <= 0 <= y.high:
                y = _Integer(self.line(f"or {y.typed}, 1"), bits, y.low, y.high | 1)
            reach = x.reach
        else:
            number = _wrapped(draws.one(DIVISORS), bits)
            number = 3 if number in (0, -1) else number
            y = _Integer(str(number), bits, number, number)
            reach = x.reach // abs(number) + 1 if op.endswith("div") else min(x.reach, abs(number))
        low = 0 if x.low >= 0 and (y.low > 0 or op.endswith("rem")) else -reach
        if op[0] == "u" and min(x.low, y.low) < 0:
            low, reach = _least(bits), _most(bits)
        self.keep(self.line(f"{op} {x.typed}, {y.text}"), bits, low, reach)

    def shift(self) -> None:
        draws, x = self.draws, self.pick()
        bits, op = x.bits, draws.one(("ashr", "lshr", "shl"))
        if draws.chance(3):
            most = draws.one((3, 7, 15, 31))
            most = most if most < bits else 3
            by, least = self.line(f"and {self.pick(bits).typed}, {most}"), 0
        else:
            most = least = min(draws.one((1, 2, 3, 4, 5, 7, 8, 11, bits - 1)), bits - 1)
            by = str(most)
        match op:
            case "shl":
                low, high = min(x.low << most, x.low << least), max(x.high << most, x.high << least)
            case "lshr" if x.low < 0:
                low, high = (0, _most(bits)) if least else (_least(bits), _most(bits))
            case _:
                low, high = min(x.low >> most, x.low >> least), max(x.high >> most, x.high >> least)
        self.keep(self.line(f"{op} {x.typed}, {by}"), bits, low, high)

    def field(self) -> None:
        """A field cut out by two shifts, by a shift and a mask, or by a narrower type."""
        draws, x = self.draws, self.pick()
        bits = x.bits
        up = draws.number(1, bits - 2)
        down = draws.number(max(up - 2, 0), bits - 1)
        match draws.below(3):
            case 0:
                op = draws.one(("ashr", "lshr"))
                raised = self.line(f"shl {x.typed}, {up}")
                reach = 1 << bits - down
                self.keep(self.line(f"{op} i{bits} {raised}, {down}"), bits, -reach if op == "ashr" else 0, reach - 1)
            case 1:
                op, most = draws.one(("ashr", "lshr")), (1 << draws.number(1, min(8, bits - 2))) - 1
                lowered = self.line(f"{op} {x.typed}, {draws.below(bits)}")
                self.keep(self.line(f"and i{bits} {lowered}, {most}"), bits, 0, most)
            case _:
                width = draws.number(1, bits - 1)
                narrow = self.line(f"trunc {x.typed} to i{width}")
                op = draws.one(("sext", "zext"))
                low, high = (_least(width), _most(width)) if op == "sext" else (0, (1 << width) - 1)
                self.keep(self.line(f"{op} i{width} {narrow} to i{bits}"), bits, low, high)

    def logic(self) -> None:
        draws, x = self.draws, self.pick()
        y = self.other(x.bits)
        op = draws.one(("and", "or", "xor"))
        width = max(x.high, ~x.low, y.high, ~y.low).bit_length()
        low, high = (0 if min(x.low, y.low) >= 0 else -(1 << width)), (1 << width) - 1
        if op == "and" and max(x.low, y.low) >= 0:
            low, high = 0, min(one.high for one in (x, y) if one.low >= 0)
        self.keep(self.line(f"{op} {x.typed}, {y.text}"), x.bits, low, high)

    def extreme(self) -> None:
        draws, x = self.draws, self.pick()
        bits, type = x.bits, f"i{x.bits}"
        if draws.chance(4):
            made = self.call(f"abs.{type}", type, (type, x.text), ("i1", "false"))
            self.keep(made, bits, 0, x.reach)
            return
        y, name = self.other(bits), draws.one(EXTREMES)
        made = self.call(f"{name}.{type}", type, (type, x.text), (type, y.text))
        self.keep(made, bits, min(x.low, y.low), max(x.high, y.high))

    def counted(self) -> None:
        x, name = self.pick(), self.draws.one(("ctpop", "ctlz", "cttz"))
        type = f"i{x.bits}"
        also = () if name == "ctpop" else (("i1", "false"),)
        self.keep(self.call(f"{name}.{type}", type, (type, x.text), *also), x.bits, 0, x.bits)

    def saturated(self) -> None:
        x, name = self.pick(), self.draws.one(SATURATED)
        y, type = self.other(x.bits), f"i{x.bits}"
        made = self.call(f"{name}.{type}", type, (type, x.text), (type, y.text))
        low, high = -x.reach - y.reach, x.reach + y.reach
        if name[0] == "u" and min(x.low, y.low) < 0:
            # large numbers without a sign
            low, high = _least(x.bits), _most(x.bits)
        self.keep(made, x.bits, low, high)

    def compared(self) -> None:
        draws, x = self.draws, self.pick()
        right = str(self.near(x)) if draws.below(3) else self.pick(x.bits).text
        self.conditions.append(self.line(f"icmp {draws.one(PREDICATES)} {x.typed}, {right}"))

    def condition(self) -> str:
        draws = self.draws
        if not self.conditions or draws.chance(2):
            self.compared()
        found = self.conditions[-1 - draws.below(min(3, len(self.conditions)))]
        if draws.chance(4):
            found = self.line(f"{draws.one(('and', 'or', 'xor'))} i1 {found}, {self.conditions[-1]}")
        return found

    def chosen(self) -> None:
        condition, x = self.condition(), self.pick()
        y = self.other(x.bits)
        made = self.line(f"select i1 {condition}, {x.typed}, {y.typed}")
        self.keep(made, x.bits, min(x.low, y.low), max(x.high, y.high))

    def flag(self) -> None:
        """A condition as a number, with which another number is changed."""
        draws, x = self.draws, self.pick()
        op = draws.one(("zext", "sext"))
        number = self.line(f"{op} i1 {self.condition()} to i{x.bits}")
        made = self.line(f"{draws.one(('add', 'mul', 'sub', 'and', 'xor', 'or'))} {x.typed}, {number}")
        reach = max(x.reach + 1, 1 << x.reach.bit_length())
        self.keep(made, x.bits, -reach, reach)

    def resized(self, x: _Integer, bits: int) -> _Integer:
        if bits == x.bits:
            return x
        if bits < x.bits:
            return self.keep(self.line(f"trunc {x.typed} to i{bits}"), bits, x.low, x.high)
        op = self.draws.one(("sext", "zext"))
        made = self.line(f"{op} {x.typed} to i{bits}")
        if op == "sext" or x.low >= 0:
            return self.keep(made, bits, x.low, x.high)
        return self.keep(made, bits, 0, (1 << x.bits) - 1)

    def another_width(self) -> None:
        self.resized(self.pick(), self.draws.one(WIDTHS))

    # results ----------------------------------------------------------------------------------------------------------

    def result(self) -> str:
        draws = self.draws
        if self.conditions and draws.chance(4):
            condition = self.conditions[-1 - draws.below(min(3, len(self.conditions)))]
            return self.line(f"uitofp i1 {condition} to float")
        x = self.pick()
        op = "uitofp" if x.low >= 0 and draws.chance(2) else "sitofp"
        return self.line(f"{op} {x.typed} to float")


def _applied(op: str, x: int, y: int) -> int:
    match op:
        case "add":
            return x + y
        case "sub":
            return x - y
    return x * y


STEPS = (
    _IntegerBody.sum_or_product, _IntegerBody.sum_or_product, _IntegerBody.quotient, _IntegerBody.shift,
    _IntegerBody.field, _IntegerBody.logic, _IntegerBody.logic, _IntegerBody.extreme, _IntegerBody.chosen,
    _IntegerBody.compared, _IntegerBody.flag, _IntegerBody.another_width, _IntegerBody.counted, _IntegerBody.saturated,
    _IntegerBody.converted,
)  # fmt: skip
# `%n` and `%m` alone are integers; two elements of a vector are more of them
SOURCES: Sequence[str] = ("%n", "%m", "%x", "%y")


def integers(draws: Draws, isa: Isa, stage: Stage) -> FuzzSample:
    body = _IntegerBody(draws, isa.format.exact_integers)
    body.lines += [f"  %{name} = extractelement <4 x float> %p, i32 {k}" for k, name in enumerate("fg")]
    body.lines += [f"  %{name} = extractelement <2 x i32> %q, i32 {k}" for k, name in enumerate("xy")]
    for name in draws.some(SOURCES, 1, 3):
        body.whole(name)
    for _ in range(draws.number(0, 2)):
        body.converted()
    for _ in range(draws.number(1, 6)):
        draws.one(STEPS)(body)
    whole = "%p"
    for lane in range(draws.number(1, 3)):
        whole = body.line(f"insertelement <4 x float> {whole}, float {body.result()}, i32 {lane}")
    lines, declared = "\n".join(body.lines), "\n".join(body.declared)
    parameters = "<4 x float> %p, <2 x i32> %q, i32 %n, i32 %m"
    text = f"{declared}\ndefine <4 x float> @shader({parameters}) {{\n{lines}\n  ret <4 x float> {whole}\n}}\n"
    return FuzzSample(text, "random.ll", stage, refusable=True, undefinable=True)


FAMILIES = (FuzzFamily("integers", integers, 3),)
