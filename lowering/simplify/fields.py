"""Rules for fields of bits, which sources cut out by a shift up and a shift back.

LLVM moves the first shift into the operands, or drops the second one before a comparison. What lies between is then
larger than floats hold, although the field is small. Here the shifts come together again. All of this holds modulo the
width of the type.
"""

from __future__ import annotations

from gpucc.lowering.graph import Node
from gpucc.lowering.simplify.rules import Simplifier
from gpucc.rules.rewrite import Procedure

DEEPEST = 12
# a comparison of numbers with fewer zeros at their ends is left alone: they may be small as they are
FEWEST = 8
SIGNED, UNSIGNED = ("islt", "isle"), ("iult", "iule")


def shift_back(s: Simplifier, node: Node) -> Node | None:
    """x >> k, where x is y << j written in another way, with j <= k."""
    x, by = node.args
    if by.op != "const" or not isinstance(by.attr, int) or x.op in ("shl", "const") or not 0 < by.attr < node.type.bits:
        return None
    count = min(by.attr, _zeros(x, DEEPEST))
    y = _without_zeros(s, x, count, DEEPEST) if count else None
    return None if y is None else _field(s, node.op, y, s.constant(x.type, count), by)


def compare_fields(s: Simplifier, node: Node) -> Node | None:
    """A comparison of numbers that end in many zeros compares what is above them."""
    a, b = node.args
    if a.op == "const" == b.op:
        return None
    count = min(_zeros(a, DEEPEST), _zeros(b, DEEPEST))
    if not FEWEST <= count < a.type.bits:
        return None
    by = s.constant(a.type, count)
    left, right = (_without_zeros(s, one, count, DEEPEST) for one in (a, b))
    assert left is not None
    assert right is not None
    op = "lshr" if node.op in UNSIGNED else "ashr"
    return s.make(
        node.op, node.type, (_field(s, op, left, by, by), _field(s, op, right, by, by)), location=node.location
    )


def _field(s: Simplifier, op: str, y: Node, up: Node, down: Node) -> Node:
    return s.make(op, y.type, (s.make("shl", y.type, (y, up)), down))


def _amount(x: Node) -> int:
    """The number of bits of a shift up by a literal; 0 for anything else."""
    if x.op != "shl" or x.args[1].op != "const" or not isinstance(x.args[1].attr, int):
        return 0
    return x.args[1].attr if 0 < x.args[1].attr < x.type.bits else 0


def _zeros(x: Node, depth: int) -> int:
    """How many zeros `_without_zeros` can take from the end of a number."""
    if x.op == "const":
        return _trailing(x)
    if depth == 0:
        return 0
    if (by := _amount(x)) > 0:
        return by
    match x.op:
        case "imul":
            return max(_zeros(one, depth - 1) for one in x.args)
        case "iand" if x.args[1].op == "const":
            return _zeros(x.args[0], depth - 1)
        case "iadd" | "isub" | "iand" | "ior" | "ixor":
            return min(_zeros(one, depth - 1) for one in x.args)
        case "select":
            return min(_zeros(one, depth - 1) for one in x.args[1:])
    return 0


def _trailing(x: Node) -> int:
    if not isinstance(x.attr, int):
        return 0
    value = x.attr % (1 << x.type.bits)
    return (value & -value).bit_length() - 1 if value else x.type.bits


def _without_zeros(s: Simplifier, x: Node, count: int, depth: int) -> Node | None:
    """Return y with x = y << count, or None if no such y is known."""
    if _zeros(x, depth) < count:
        return None
    if x.op == "const":
        assert isinstance(x.attr, int)
        return s.constant(x.type, x.attr >> count)
    if (by := _amount(x)) > 0:
        return s.make("shl", x.type, (x.args[0], s.constant(x.type, by - count))) if by > count else x.args[0]
    args = list(x.args)
    changed: tuple[int, ...] = (0, 1)
    if x.op == "imul":
        changed = (0,) if _zeros(args[0], depth - 1) >= count else (1,)
    elif x.op == "iand" and args[1].op == "const":
        # the mask's own last bits make no difference
        assert isinstance(args[1].attr, int)
        args[1] = s.constant(x.type, args[1].attr >> count)
        changed = (0,)
    elif x.op == "select":
        changed = (1, 2)
    for at in changed:
        part = _without_zeros(s, args[at], count, depth - 1)
        if part is None:
            return None
        args[at] = part
    return s.make(x.op, x.type, tuple(args), x.attr, location=x.location)


FIELD_RULES = (
    Procedure("shift back", ("ashr", "lshr"), shift_back),
    Procedure("compare fields", ("ieq", "ine", *SIGNED, *UNSIGNED), compare_fields),
)
