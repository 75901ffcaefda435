"""Rules for integers and conversions; all hold modulo the width of the type."""

from __future__ import annotations

from gpucc.lowering.graph import NSW, NUW, Node
from gpucc.lowering.simplify.rules import Rules, Simplifier, procedures
from gpucc.rules.rewrite import Procedure, Rewrite

WIDENED = {"sext": "sitofp", "zext": "uitofp"}


def _known(node: Node) -> int | None:
    return node.attr if node.op == "const" and isinstance(node.attr, int) else None


def add_integers(s: Simplifier, node: Node) -> Node | None:
    """(x + c) + d = x + (c + d)"""
    inner, d = node.args
    if inner.op == "iadd" and _known(d) is not None and _known(inner.args[1]) is not None:
        return s.op(node, "iadd", inner.args[0], s.op(node, "iadd", inner.args[1], d, flags=0), flags=_still_holds(node, inner))
    return None


def _still_holds(node: Node, inner: Node) -> int:
    """What is known of both sums is known of the one, if it goes one way."""
    c, d = _known(inner.args[1]) or 0, _known(node.args[1]) or 0
    return node.flags & inner.flags & (NUW | (NSW if (c < 0) == (d < 0) else 0))


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
    """A widened integer as float is the narrow one as float."""
    x = node.args[0]
    if x.op == "zext" or (x.op == "sext" and node.op == "sitofp"):
        return s.op(node, WIDENED[x.op], x.args[0], flags=0)
    return None


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


# arithmetic -----------------------------------------------------------------------------------------------------------
NEUTRAL = {
    **dict.fromkeys(("iadd", "isub", "shl", "lshr", "ashr", "ior", "ixor"), "0"),
    **dict.fromkeys(("imul", "sdiv", "udiv"), "1"),
    "iand": "-1",
}
RULING = {"imul": ("0", "0"), "iand": ("0", "0"), "ior": ("-1", "-1"), "srem": ("1", "0"), "urem": ("1", "0")}
ARITHMETIC = (
    *(Rewrite(f"{op} with {neutral}", f"{op}(x, {neutral})", "x") for op, neutral in NEUTRAL.items()),
    *(Rewrite(f"{op} with {ruling}", f"{op}(x, {ruling})", result) for op, (ruling, result) in RULING.items()),
    *(Rewrite(f"{op} with itself", f"{op}(x, x)", "0") for op in ("isub", "ixor")),
    *(Rewrite(f"{op} with itself", f"{op}(x, x)", "x") for op in ("iand", "ior")),
    *(Rewrite(f"{op} of literals", f"{op}({op}(x, K), L)", f"{op}~0(x, {{{op}(K, L)}})") for op in ("imul", "iand", "ior", "ixor")),
)
# conversions ----------------------------------------------------------------------------------------------------------
CONVERSIONS = (
    # a boolean is 1.0 or 0.0
    Rewrite("sitofp of a truth", "sitofp(btoi(c))", "btof~0(c)"),
    Rewrite("uitofp of a truth", "uitofp(btoi(c))", "btof~0(c)"),
    # to an integer a float is truncated in any case
    Rewrite("fptosi of what is truncated", "fptosi(trunc(x))", "fptosi(x)"),
    Rewrite("fptoui of what is truncated", "fptoui(trunc(x))", "fptoui(x)"),
)
# widths of several types, and flags of integers, are beyond the language of records
WIDTHS: Rules = {
    "iadd": (add_integers,),
    "isub": (subtract_constant,),
    "itrunc": (truncate_widened, part_of_undefined),
    **dict.fromkeys(("sext", "zext"), (widen_widened,)),
    **dict.fromkeys(("sitofp", "uitofp"), (convert_widened,)),
    "fpconvert": (convert_back,),
    "bits": (reinterpret_back, reinterpret_choice, part_of_undefined),
}
INTEGER_RULES: tuple[Rewrite | Procedure, ...] = (*ARITHMETIC, *CONVERSIONS, *procedures(WIDTHS))
