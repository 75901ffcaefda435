"""Shifts, masks and bit logic on integers in floats: floor(x 2^-k) is a shift for every sign, and masks are composed of
shifts.
"""

from __future__ import annotations

from gpucc.errors import Unsupported
from gpucc.lowering.graph import Node
from gpucc.lowering.legalise.integers import CarriedInteger, Integers, constant, hull
from gpucc.lowering.maker import called

LADDER_BITS = 8
LONGEST_SHIFT = 15
# every other bit of a number up to 2^24, as in counts of bits step by step
MOST_RUNS = 13
# 2 to a smaller power is exact, if it is in the format
EXACT_POWERS = 37


def shift_left(i: Integers, a: CarriedInteger, by: CarriedInteger, bits: int) -> CarriedInteger:
    if by.constant is not None:
        return i.mul(a, constant(1 << min(max(by.constant, 0), bits)), bits)
    by, most = _limited(i, by, bits)
    return i.mul(a, CarriedInteger(power_of_two(i, i.node(by), most, "shl"), 1, 1 << most), bits)


def _limited(i: Integers, by: CarriedInteger, bits: int) -> tuple[CarriedInteger, int]:
    """Return an unknown shift amount and its maximum. If 2 to that power is not in the format, or not exact, larger
    amounts are limited to one that shifts out all exact bits.
    """
    most = min(max(by.high, 0), bits - 1)
    if most < min(2 ** (i.format.exponent - 1), EXACT_POWERS):
        return by, most
    most = i.format.mantissa + 2
    return CarriedInteger(i.m.op("fmin", i.node(by), i.m.const(most)), by.low, most), most


def shift_right(i: Integers, a: CarriedInteger, by: CarriedInteger, bits: int, is_signed: bool) -> CarriedInteger:
    """Return a right shift.

    Logically shifting a wide negative number is outside of the contract, but the low bits are right: LLVM shifts so
    before a mask. Shifted by all but one bit, the result is 1: LLVM writes `x < 0 ? 1 : 0` like that.
    """
    m = i.m
    if not is_signed and by.constant == bits - 1 and i.within(a, *i.window(bits)):
        return CarriedInteger(m.number(i.less(a, constant(0), bits)), 0, 1)
    a = i.unsigned(a, bits) if i.narrow(bits) and not is_signed else i.signed(a, bits)
    if by.constant is not None:
        return _shifted_down(i, a, min(max(by.constant, 0), bits))
    amount = by
    by, most = _limited(i, by, bits)
    low, high = hull(((a.low >> most, a.high >> most), a.span))
    # 2^-n = 2^(most - n) 2^-most, all exact
    power = power_of_two(i, m.sub(m.const(most), i.node(by)), most, "ashr" if is_signed else "lshr")
    result = m.floor(m.mul(m.scale(i.node(a), 2.0**-most), power))
    if not is_signed and a.low < 0 and amount.high >= bits - 1:
        sign = m.both(i.less(a, constant(0), bits), m.equal(i.node(amount), m.const(bits - 1)))
        result, high = m.add(result, m.scale(m.number(sign), 2.0)), max(high, 1)
    return CarriedInteger(result, low, high, a.minus_zero)


def shift_up_and_down(i: Integers, a: CarriedInteger, up: int, down: int, bits: int, is_signed: bool) -> CarriedInteger:
    """Return (a << up) >> down: the low bits - up bits as a number, without leaving the exact range on the way."""
    if down == bits - 1 and not is_signed:
        # the field's first bit alone, which is its sign where an unsigned number would be too large
        return CarriedInteger(i.m.number(i.less(a, constant(0), bits - up)), 0, 1)
    if is_signed:
        low = i.signed(a, bits - up)
    elif a.low >= 0 or i.narrow(bits - up):
        low = i.unsigned(a, bits - up)
    elif down >= up and i.narrow(bits - down):
        return i.unsigned(_shifted_down(i, a, down - up), bits - down)
    else:
        # among numbers of a type this wide, the negative ones are the large ones
        low = a
    if down >= up:
        return _shifted_down(i, low, down - up)
    k = up - down
    made, span = i.mul(low, constant(1 << k), bits), (low.low << k, low.high << k)
    if made.constant is not None or i.narrow(bits):
        return made
    far = max(map(abs, span))
    if far > i.format.greatest:
        raise i.beyond(far)
    # a multiple of 2^k may be larger than the exact range, and shifted down later
    return CarriedInteger(made.node, *span, made.minus_zero, low.zeros + k)


def _shifted_down(i: Integers, a: CarriedInteger, by: int) -> CarriedInteger:
    if a.constant is not None:
        return constant(a.constant >> by)
    if by == 0:
        return a
    low, high = a.low >> by, a.high >> by
    if low == high:
        return constant(low)
    if (low, high) == (-1, 0) or by - a.zeros > i.format.mantissa + 1:
        # only the sign is left of the exact bits, and 2 to that power may not be in the format
        sign = i.m.neg(i.m.number(i.less(a, constant(0), 64)))
        return CarriedInteger(sign, -1, 0, True) if a.low < 0 else constant(0)
    scaled = i.m.scale(i.node(a), 2.0**-by)
    return CarriedInteger(scaled if a.zeros >= by else i.m.floor(scaled), low, high, a.minus_zero, max(0, a.zeros - by))


def power_of_two(i: Integers, n: Node, most: int, op: str) -> Node:
    """Return 2^n for integers 0 <= n <= most, exactly.

    Targets' exp2 has a relative error of at most 2^-10 in halves, 2^-15 in other formats (2^-20 in float32), so
    floor(exp2(k) + 1/2) is exact up to k = 8, 13 (18); larger n are halved first: 2^n = (2^h)^2 (1 + n - 2h) with h =
    floor(n/2).
    """
    m = i.m
    if "exp2" in m.available:
        if most <= (12 if i.format.mantissa > 10 else 8):
            return m.floor(m.shift(m.op("exp2", n), 0.5))
        half = m.floor(m.scale(n, 0.5))
        power = m.floor(m.shift(m.op("exp2", half), 0.5))
        odd = m.sub(n, m.scale(half, 2.0))
        return m.mul(m.mul(power, power), m.shift(odd, 1.0))
    if most > LONGEST_SHIFT:
        advice = (f"shift by constants, or by amounts known to be less than {LONGEST_SHIFT + 1} (n & {LONGEST_SHIFT})",)
        raise Unsupported(
            f"'{called(op)}' by an amount that is not known, and the target has no exp2", m.location, advice
        )
    total = m.number(m.equal(n, m.const(0.0)))
    for k in range(1, most + 1):
        total = m.add(total, m.scale(m.number(m.equal(n, m.const(k))), 1 << k))
    return total


# masks ----------------------------------------------------------------------------------------------------------------


def _runs(mask: int, bits: int) -> list[tuple[int, int]]:
    """Return the runs of ones [low, high) in a mask, lowest first; the run with the sign bit has no end (0)."""
    runs = []
    mask &= (1 << bits) - 1
    at = 0
    while mask >> at:
        at += ((mask >> at) & -(mask >> at)).bit_length() - 1
        length = (~(mask >> at) & ((mask >> at) + 1)).bit_length() - 1
        runs.append((at, 0 if at + length >= bits else at + length))
        at += length
    return runs


def and_constant(i: Integers, a: CarriedInteger, mask: int, bits: int) -> CarriedInteger:
    """Return the sum of the runs of the mask: bits low .. high-1 of x are 2^low floor(x 2^-low) - 2^high floor(x
    2^-high).

    That holds modulo 2^N for every carrier of x; a run up to the sign bit has no second term.
    """
    if a.constant is not None:
        return i.signed(constant(a.constant & mask), bits)
    runs = []
    for low, high in _runs(mask, bits):
        if a.low >= 0 and a.high >> low == 0:
            continue
        if high and a.low >= 0 and a.high >> high == 0:
            high = 0
        if high > i.exact.bit_length():
            # for a negative number the result would be far outside of the exact range
            high = 0
        runs.append((low if low > a.zeros else 0, high))
    if len(runs) > MOST_RUNS:
        raise Unsupported(
            f"'{called('iand')}' with the mask {mask & ((1 << bits) - 1):#x}: bits in {len(runs)} places",
            i.m.location,
            ("masks of a few contiguous runs of bits can be computed with floats: 0xff, 0xff00, ~15",),
        )
    total = None
    for low, high in runs:
        part = _run(i, a, low, high)
        total = part if total is None else _sum(i, total, part)
    return total if total is not None else constant(0)


def _run(i: Integers, a: CarriedInteger, low: int, high: int) -> CarriedInteger:
    kept = i.mul(_shifted_down(i, a, low), constant(1 << low), 64)
    if not high:
        return kept
    beyond = i.mul(_shifted_down(i, a, high), constant(1 << high), 64)
    node = i.m.sub(i.node(kept), i.node(beyond))
    return CarriedInteger(node, 0, (1 << high) - (1 << low), kept.minus_zero, low)


def _sum(i: Integers, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger:
    return CarriedInteger(i.m.add(i.node(a), i.node(b)), a.low + b.low, a.high + b.high, zeros=min(a.zeros, b.zeros))


# logic ----------------------------------------------------------------------------------------------------------------


def logic(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger, bits: int, disjoint: bool) -> CarriedInteger:
    if a.constant is not None:
        a, b = b, a
    if op != "iand" and (disjoint or _disjoint(a, b) or _disjoint(b, a)):
        return i.add(a, b, bits)
    if b.constant is not None:
        return _with_constant(i, op, a, i.signed(b, bits).low, bits)
    if i.narrow(bits) and bits <= LADDER_BITS:
        a, b = i.unsigned(a, bits), i.unsigned(b, bits)
    for test in (_with_mask, _with_bit, _by_bits):
        result = test(i, op, a, b, bits)
        if result is not None:
            return result
    raise Unsupported(
        f"'{called(op)}' of two integers that are not known to be small",
        i.m.location,
        (
            "floats carry integers here: bit logic works with constant masks, on booleans, and on numbers known to be",
            f"less than {1 << LADDER_BITS} (mask them first: x & 0xff)",
        ),
    )


def _disjoint(a: CarriedInteger, b: CarriedInteger) -> bool:
    return a.low >= 0 and a.high >> b.zeros == 0


def _combined(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger, common: CarriedInteger) -> CarriedInteger:
    """Return a | b = (a - c) + b or a ^ b = (a - c) + (b - c) with c = a & b, for any signs.

    a - c is a without some of its bits, b - c likewise: no step leaves the smallest power of two that holds a and b.
    """
    if op == "iand":
        return common
    m = i.m
    rest = m.sub(i.node(a), i.node(common)) if common.constant != 0 else i.node(a)
    other = m.sub(i.node(b), i.node(common)) if op == "ixor" and common.constant != 0 else i.node(b)
    width = max(_width(a), _width(b))
    return CarriedInteger(
        m.add(rest, other),
        0 if min(a.low, b.low) >= 0 else -(1 << width),
        (1 << width) - 1,
        a.minus_zero and b.minus_zero,
        min(a.zeros, b.zeros),
    )


def _width(a: CarriedInteger) -> int:
    return max(a.high, ~a.low).bit_length()


def _with_constant(i: Integers, op: str, a: CarriedInteger, mask: int, bits: int) -> CarriedInteger:
    if mask == -1:
        return a if op == "iand" else constant(-1) if op == "ior" else i.sub(constant(-1), a, bits)
    if op != "iand" and abs(mask) > i.exact:
        raise i.beyond(mask)
    if op == "ior" and mask < 0:
        # the bits that stay are those outside of the mask
        return i.add(and_constant(i, a, ~mask, bits), constant(mask), bits)
    common = and_constant(i, a, mask, bits)
    if op != "iand" and mask == i.exact and a.low < 0 and common.constant is None:
        # a - c, of a negative a, would leave the exact range; the mask's bit may change only in what stays within it
        change = i.m.sub(i.m.const(mask), i.m.scale(i.node(common), 1.0 if op == "ior" else 2.0))
        return CarriedInteger(i.m.add(i.node(a), change), -i.exact, i.exact)
    return _combined(i, op, a, constant(mask), common)


def _with_mask(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger | None:
    """Handle an operand that is 0 or -1."""
    for mask, other in ((a, b), (b, a)):
        if i.within(mask, -1, 0):
            low, high = hull(((0, 0), other.span))
            factor = i.m.sub(i.m.const(0.0), i.node(mask))
            common = CarriedInteger(i.m.mul(i.node(other), factor), low, high, True, other.zeros)
            return _combined(i, op, other, mask, common)
    return None


def _with_bit(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger | None:
    """Handle an operand that is 0 or 1."""
    m = i.m
    if i.within(a, 0, 1) and i.within(b, 0, 1):
        if op == "ixor":
            return CarriedInteger(m.number(m.op("fune", i.node(a), i.node(b))), 0, 1)
        return CarriedInteger(
            m.op("fmax", i.node(a), i.node(b)) if op == "ior" else m.mul(i.node(a), i.node(b)), 0, 1, True
        )
    for bit, other in ((a, b), (b, a)):
        if i.within(bit, 0, 1):
            lowest = and_constant(i, other, 1, bits)
            common = CarriedInteger(m.mul(i.node(bit), i.node(lowest)), 0, 1, True)
            return _combined(i, op, other, bit, common)
    return None


def _by_bits(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger, bits: int) -> CarriedInteger | None:
    """Compute small numbers bit by bit: a & b is the sum of the products of their bits."""
    most = 1 << LADDER_BITS
    small = [value for value in (a, b) if i.within(value, 0, most - 1)]
    if not small:
        return None
    width = min(value.high for value in small).bit_length()
    m = i.m
    common = None
    for k in range(width):
        factors = [i.node(and_constant(i, value, 1 << k, bits)) for value in (a, b)]
        product = m.mul(factors[0], m.scale(factors[1], 2.0**-k))
        common = product if common is None else m.add(common, product)
    if common is None:
        return constant(0) if op == "iand" else i.add(a, b, bits)
    return _combined(i, op, a, b, CarriedInteger(common, 0, min(value.high for value in small), True))


def logic_of_any(i: Integers, op: str, a: CarriedInteger, b: CarriedInteger) -> CarriedInteger:
    """Compute the logic of two numbers of which nothing is known, bit by bit.

    ~x is -1 - x, so the common bits of two numbers follow from those of x or ~x, whichever is not negative.
    """
    m = i.m
    nodes = [i.node(value) for value in (a, b)]
    signs = [None if value.low >= 0 else m.less(node, m.const(0.0)) for value, node in zip((a, b), nodes, strict=True)]
    sizes = [
        node if sign is None else m.pick(sign, m.sub(m.const(-1.0), node), node)
        for node, sign in zip(nodes, signs, strict=True)
    ]
    widths = [_width(value) for value in (a, b)]
    rests, shared = list(sizes), m.const(0.0)
    for k in reversed(range(max(widths))):
        parts = []
        for at, width in enumerate(widths):
            if k < width:
                parts.append(m.number(m.at_most(m.const(1 << k), rests[at])))
                rests[at] = m.sub(rests[at], m.scale(parts[-1], 1 << k))
        if len(parts) == len(widths):
            shared = m.add(shared, m.scale(m.mul(parts[0], parts[1]), 1 << k))
    alone = [m.sub(size, shared) for size in sizes]
    common = shared
    if signs[0] is not None:
        common = m.pick(signs[0], alone[1], common)
    if signs[1] is not None:
        below = alone[0]
        if signs[0] is not None:
            below = m.pick(signs[0], m.sub(m.sub(m.const(-1.0), alone[0]), sizes[1]), below)
        common = m.pick(signs[1], below, common)
    span = (max(-(1 << max(widths)), -i.exact), min((1 << max(widths)) - 1, i.exact))
    low = 0 if None in signs else span[0]
    return _combined(i, op, a, b, CarriedInteger(common, low, span[1], True))
