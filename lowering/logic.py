"""Builds boolean operations without needless nodes: constants, double negations and equal operands are simplified."""

from __future__ import annotations

from gpucc.errors import Location
from gpucc.lowering.graph import BOOL, Block, Node

# the comparison that holds exactly when the other does not, and whether its operands are swapped
INVERSE = {
    "foeq": ("fune", False),
    "fune": ("foeq", False),
    "fone": ("fueq", False),
    "fueq": ("fone", False),
    "ford": ("funo", False),
    "funo": ("ford", False),
    "fult": ("fole", True),
    "fule": ("folt", True),
    "ieq": ("ine", False),
    "ine": ("ieq", False),
    "islt": ("isle", True),
    "isle": ("islt", True),
    "iult": ("iule", True),
    "iule": ("iult", True),
}


def truth(block: Block, value: bool) -> Node:
    return block.make("const", BOOL, attr=value)


def known_truth(node: Node) -> bool | None:
    return bool(node.attr) if node.op == "const" else None


def opposite(a: Node, b: Node) -> bool:
    return (a.op == "bnot" and a.args[0] is b) or (b.op == "bnot" and b.args[0] is a)


def invert(block: Block, a: Node) -> Node:
    """Return not a. A float comparison whose opposite is unordered is not inverted, since targets have the ordered
    ones.
    """
    if a.op == "const":
        return truth(block, not a.attr)
    if a.op == "bnot":
        return a.args[0]
    if a.op in INVERSE:
        name, swap = INVERSE[a.op]
        return block.make(name, BOOL, a.args[::-1] if swap else a.args, None, a.flags, a.location)
    return block.make("bnot", BOOL, (a,), location=a.location)


def both(block: Block, a: Node, b: Node) -> Node:
    return _joined(block, "band", True, a, b)


def either(block: Block, a: Node, b: Node) -> Node:
    return _joined(block, "bor", False, a, b)


def _joined(block: Block, op: str, neutral: bool, a: Node, b: Node) -> Node:
    """Return the operation on two truths of which `neutral` leaves the other as it is, and the opposite decides."""
    if a is b or known_truth(b) is neutral or known_truth(a) is (not neutral):
        return a
    if known_truth(a) is neutral or known_truth(b) is (not neutral):
        return b
    if opposite(a, b):
        return truth(block, not neutral)
    if (b.op == op and a in b.args) or (a.op == op and b in a.args):
        return b if b.op == op and a in b.args else a
    return block.make(op, BOOL, (a, b), location=b.location or a.location)


def differ(block: Block, a: Node, b: Node) -> Node:
    for p, q in ((a, b), (b, a)):
        if p.op == "const":
            return invert(block, q) if p.attr else q
    if a is b:
        return truth(block, False)
    return block.make("bxor", BOOL, (a, b), location=b.location or a.location)


def choose(block: Block, condition: Node, a: Node, b: Node, location: Location | None = None, flags: int = 0) -> Node:
    """Return a where the condition holds, otherwise b; booleans are selected by and, or, not."""
    if a is b or known_truth(condition) is True:
        return a
    if known_truth(condition) is False:
        return b
    if condition.op == "bnot":
        return choose(block, condition.args[0], b, a, location, flags)
    if a.type == BOOL:
        return _choose_truth(block, condition, a, b)
    return block.make("select", a.type, (condition, a, b), None, flags, location)


def _choose_truth(block: Block, condition: Node, a: Node, b: Node) -> Node:
    if known_truth(a) is True or a is condition:
        return either(block, condition, b)
    if known_truth(b) is False or b is condition:
        return both(block, condition, a)
    if known_truth(a) is False:
        return both(block, invert(block, condition), b)
    if known_truth(b) is True:
        return either(block, invert(block, condition), a)
    # c ? b && y : b is b && (y || !c), and the like
    for one, other, when in ((a, b, False), (b, a, True)):
        if one.op in ("band", "bor") and other in one.args:
            rest = one.args[1] if one.args[0] is other else one.args[0]
            if one.op == "band":
                return both(block, other, either(block, rest, condition if when else invert(block, condition)))
            return either(block, other, both(block, rest, invert(block, condition) if when else condition))
    return either(block, both(block, condition, a), both(block, invert(block, condition), b))
