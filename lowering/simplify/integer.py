"""Rules for integers and conversions; all hold modulo the width of the type."""

from __future__ import annotations

from gpucc.lowering.graph import NSW, NUW, Node
from gpucc.lowering.simplify.rules import Rules, Simplifier

WIDENED = {"sext": "sitofp", "zext": "uitofp"}


def _known(node: Node) -> int | None:
    return node.attr if node.op == "const" and isinstance(node.attr, int) else None


def combine_with_neutral(s: Simplifier, node: Node) -> Node | None:
    """x + 0, x - 0, x * 1, x / 1, x << 0, x | 0, x ^ 0, x & -1"""
    x, c = node.args[0], _known(node.args[1])
    neutral = {"imul": 1, "sdiv": 1, "udiv": 1, "iand": -1}.get(node.op, 0)
    return x if c is not None and c == neutral else None


def combine_with_zero(s: Simplifier, node: Node) -> Node | None:
    """x * 0, x & 0 = 0; x | -1 = -1; x % 1 = 0"""
    c = _known(node.args[1])
    ruling = {"imul": 0, "iand": 0, "ior": -1, "srem": 1, "urem": 1}[node.op]
    if c is None or c != ruling:
        return None
    return s.constant(node.type, 0) if node.op in ("srem", "urem") else node.args[1]


def combine_same(s: Simplifier, node: Node) -> Node | None:
    """x - x = x ^ x = 0, x & x = x | x = x"""
    a, b = node.args
    if a is not b:
        return None
    return a if node.op in ("iand", "ior") else s.constant(node.type, 0)


def combine_constants(s: Simplifier, node: Node) -> Node | None:
    """(x + c) + d = x + (c + d); likewise *, &, |, ^"""
    inner, d = node.args
    if inner.op == node.op and _known(d) is not None and _known(inner.args[1]) is not None:
        return s.op(node, node.op, inner.args[0], s.op(node, node.op, inner.args[1], d, flags=0), flags=_still_holds(node, inner))
    return None


def _still_holds(node: Node, inner: Node) -> int:
    """What is known of both sums is known of the one, if it goes one way."""
    c, d = _known(inner.args[1]) or 0, _known(node.args[1]) or 0
    return node.flags & inner.flags & (NUW | (NSW if (c < 0) == (d < 0) else 0)) if node.op == "iadd" else 0


def subtract_constant(s: Simplifier, node: Node) -> Node | None:
    """x - c = x + (-c)"""
    c = _known(node.args[1])
    return (
        s.op(node, "iadd", node.args[0], s.constant(node.type, -c), flags=node.flags & NSW)
        if c and abs(c) < 1 << (node.type.bits - 1)
        else None
    )


def truncate_widened(s: Simplifier, node: Node) -> Node | None:
    """A narrowed wide value is the value before, or between them."""
    x = node.args[0]
    if x.op == "itrunc":
        return s.op(node, "itrunc", x.args[0], flags=0)
    if x.op == "btoi":
        return s.op(node, "btoi", x.args[0], flags=0)
    if x.op not in ("sext", "zext"):
        return None
    inner = x.args[0]
    if inner.type == node.type:
        return inner
    return s.op(node, "itrunc" if inner.type.bits > node.type.bits else x.op, inner, flags=0)


def widen_widened(s: Simplifier, node: Node) -> Node | None:
    """Widening twice is widening once; a boolean is 0 or 1 however wide."""
    x = node.args[0]
    if x.op == "zext" or x.op == node.op == "sext":
        return s.op(node, x.op, x.args[0], flags=0)
    return s.op(node, "btoi", x.args[0], flags=0) if x.op == "btoi" else None


def convert_widened(s: Simplifier, node: Node) -> Node | None:
    """A widened integer as float is the narrow one as float; a boolean is 1.0 or 0.0"""
    x = node.args[0]
    if x.op == "btoi":
        return s.op(node, "btof", x.args[0], flags=0)
    if x.op == "zext" or (x.op == "sext" and node.op == "sitofp"):
        return s.op(node, WIDENED[x.op], x.args[0], flags=0)
    return None


def convert_truncated(s: Simplifier, node: Node) -> Node | None:
    """To an integer a float is truncated in any case."""
    x = node.args[0]
    return s.op(node, node.op, x.args[0]) if x.op == "trunc" else None


def convert_back(s: Simplifier, node: Node) -> Node | None:
    """A half as float as half is the half."""
    x = node.args[0]
    return x.args[0] if x.op == "fpconvert" and x.args[0].type == node.type and x.type.bits > node.type.bits else None


def reinterpret_back(s: Simplifier, node: Node) -> Node | None:
    """The bits of the bits"""
    x = node.args[0]
    if x.op != "bits":
        return None
    return x.args[0] if x.args[0].type == node.type else s.op(node, "bits", x.args[0])


def reinterpret_choice(s: Simplifier, node: Node) -> Node | None:
    """The bits of a choice of bits are a choice."""
    x = node.args[0]
    arms = {arm.op for arm in x.args[1:]} if x.op == "select" else set()
    if "bits" not in arms or not arms <= {"bits", "const", "undef"}:
        return None
    return s.op(node, "select", x.args[0], *(s.op(node, "bits", arm) for arm in x.args[1:]))


def part_of_undefined(s: Simplifier, node: Node) -> Node | None:
    """Other bits of nothing known are nothing known."""
    return s.make("undef", node.type, ()) if node.args[0].op == "undef" else None


CONVERSION_OF_FLOAT = (convert_truncated,)
INTEGER_RULES: Rules = {
    "iadd": (combine_with_neutral, combine_constants),
    "isub": (combine_with_neutral, combine_same, subtract_constant),
    "imul": (combine_with_neutral, combine_with_zero, combine_constants),
    **dict.fromkeys(("sdiv", "udiv", "shl", "lshr", "ashr"), (combine_with_neutral,)),
    **dict.fromkeys(("srem", "urem"), (combine_with_zero,)),
    **dict.fromkeys(("iand", "ior"), (combine_with_neutral, combine_with_zero, combine_same, combine_constants)),
    "ixor": (combine_with_neutral, combine_same, combine_constants),
    "itrunc": (truncate_widened, part_of_undefined),
    **dict.fromkeys(("sext", "zext"), (widen_widened,)),
    **dict.fromkeys(("sitofp", "uitofp"), (convert_widened,)),
    **dict.fromkeys(("fptosi", "fptoui"), CONVERSION_OF_FLOAT),
    "fpconvert": (convert_back,),
    "bits": (reinterpret_back, reinterpret_choice, part_of_undefined),
}
