"""Rules for comparisons, booleans and selects."""

from __future__ import annotations

from gpucc.lowering.fold import COMPARES
from gpucc.lowering.graph import BOOL, NNAN, NSZ, Node
from gpucc.lowering.logic import INVERSE
from gpucc.lowering.simplify.facts import is_zero, never_nan, number
from gpucc.lowering.simplify.rules import Rules, Simplifier

# what a comparison of a value with itself is: a constant, or whether the value is a number
OF_SAME: dict[str, bool | str] = {
    "foeq": "ford",
    "fole": "ford",
    "fueq": True,
    "fule": True,
    "fone": False,
    "folt": False,
    "fune": "funo",
    "fult": "funo",
    "ieq": True,
    "isle": True,
    "iule": True,
    "ine": False,
    "islt": False,
    "iult": False,
}
# what an unordered comparison is where no operand is NaN, and what fone is best said as
WITHOUT_NAN = {"fueq": "foeq", "fult": "folt", "fule": "fole", "fone": "fune"}
# none that would be unordered
OPPOSITE = {op: other for op, other in INVERSE.items() if op != "fone"}
LESS = frozenset(("folt", "fole", "fult", "fule"))
FLOAT_COMPARES = ("foeq", "fone", "fueq", "fune", "folt", "fole", "fult", "fule")
INTEGER_COMPARES = ("ieq", "ine", "islt", "isle", "iult", "iule")


# comparisons ----------------------------------------------------------------------------------------------------------


def compare_same(s: Simplifier, node: Node) -> Node | None:
    """x < x is false, x == x says that x is a number ..."""
    a, b = node.args
    if a is not b:
        return None
    found = OF_SAME[node.op]
    return s.truth(found) if isinstance(found, bool) else s.test(node, found, a, a)


def compare_numbers(s: Simplifier, node: Node) -> Node | None:
    """Where no NaN can be, an ordered comparison does for an unordered one."""
    other = WITHOUT_NAN.get(node.op)
    if other is not None and (node.flags & NNAN or all(map(never_nan, node.args))):
        return s.test(node, other, *node.args)
    return None


def compare_with_nan(s: Simplifier, node: Node) -> Node | None:
    """Nothing is ordered with NaN."""
    c = number(node.args[1]), number(node.args[0])
    if any(x is not None and x != x for x in c):
        return s.truth(node.op[1] == "u")
    return None


def compare_negated(s: Simplifier, node: Node) -> Node | None:
    """-x < -y is y < x, -x < c is -c < x"""
    a, b = node.args
    if a.op == "fneg" and b.op in ("fneg", "const"):
        x, y = a.args[0], s.negated(b) if b.op == "const" else b.args[0]
    elif a.op == "const" and b.op == "fneg":
        x, y = s.negated(a), b.args[0]
    else:
        return None
    return s.test(node, node.op, *((y, x) if node.op in LESS else (x, y)))


def compare_magnitude(s: Simplifier, node: Node) -> Node | None:
    """|x| == 0 is x == 0, |x| < 0 never holds, |x| <= 0 is x == 0"""
    a, b = node.args
    if a.op != "fabs" or not is_zero(b):
        return None
    if node.op in ("foeq", "fune", "fole"):
        return s.test(node, "foeq" if node.op == "fole" else node.op, a.args[0], b)
    return s.truth(False) if node.op == "folt" else None


def is_number(s: Simplifier, node: Node) -> Node | None:
    """Whether x and y are numbers: a value that never is NaN need not be asked, nor does its sign matter."""
    yes = node.op == "ford"
    if node.flags & NNAN or all(map(never_nan, node.args)):
        return s.truth(yes)
    a, b = node.args
    stripped = [x.args[0] if x.op in ("fneg", "fabs") else x for x in (a, b)]
    if a is not b and any(map(never_nan, stripped)):
        stripped = [next(x for x in stripped if not never_nan(x))] * 2
    return s.test(node, node.op, *stripped) if stripped != [a, b] else None


def compare_choice(s: Simplifier, node: Node) -> Node | None:
    """(c ? K : L) < M is true, false, c or not c"""
    for k, value in enumerate(node.args):
        other = node.args[1 - k]
        arms = _two_values(value)
        if arms is None or other.op != "const":
            continue
        condition, *numbers = arms
        compare = COMPARES[node.op]
        known = other.attr
        assert isinstance(known, int | float)
        results = [compare(known, number) if k else compare(number, known) for number in numbers]
        if results[0] == results[1]:
            return s.truth(results[0])
        return condition if results[0] else s.test(node, "bnot", condition, flags=0)
    return None


def _two_values(node: Node) -> tuple[Node, int | float, int | float] | None:
    """A condition and the constants that a value is where it holds and where not."""
    if node.op in ("btof", "btoi"):
        yes: int | float = 1.0 if node.op == "btof" else 1 if node.type.bits > 1 else -1
        return node.args[0], yes, 0
    if node.op == "select" and node.type != BOOL:
        condition, a, b = node.args
        if a.op == "const" and b.op == "const":
            assert isinstance(a.attr, int | float)
            assert isinstance(b.attr, int | float)
            return condition, a.attr, b.attr
    return None


def compare_sum(s: Simplifier, node: Node) -> Node | None:
    """x + c == d is x == d - c; x - y == 0 is x == y"""
    a, b = node.args
    if b.op != "const":
        return None
    if a.op == "iadd" and a.args[1].op == "const":
        return s.test(node, node.op, a.args[0], s.op(a, "isub", b, a.args[1], flags=0))
    return s.test(node, node.op, *a.args) if a.op == "isub" and b.attr == 0 else None


def compare_widened(s: Simplifier, node: Node) -> Node | None:
    """A widened integer against a constant that fits the narrow type."""
    a, b = node.args
    if a.op not in ("sext", "zext") or b.op != "const" or not isinstance(b.attr, int):
        return None
    narrow = a.args[0].type
    half = 1 << (narrow.bits - 1)
    if node.op in ("ieq", "ine"):
        fits = -half <= b.attr < half if a.op == "sext" else 0 <= b.attr < 2 * half
        return s.test(node, node.op, a.args[0], s.constant(narrow, b.attr)) if fits else s.truth(node.op == "ine")
    if node.op in ("islt", "isle") and a.op == "sext" and -half <= b.attr < half:
        return s.test(node, node.op, a.args[0], s.constant(narrow, b.attr))
    return None


# booleans -------------------------------------------------------------------------------------------------------------


def _opposite(a: Node, b: Node) -> bool:
    return (a.op == "bnot" and a.args[0] is b) or (b.op == "bnot" and b.args[0] is a)


def combine_known(s: Simplifier, node: Node) -> Node | None:
    """c and true = c, c and false = false, c and c = c, c and not c = false; likewise or"""
    a, b = node.args
    neutral = node.op == "band"
    if b.op == "const":
        return a if b.attr is neutral else b
    if a is b:
        return a
    return s.truth(not neutral) if _opposite(a, b) else None


def absorb(s: Simplifier, node: Node) -> Node | None:
    """c and (c or d) = c, c and (c and d) = c and d; likewise or"""
    for x, y in (node.args, node.args[::-1]):
        if y.op in ("band", "bor") and x in y.args:
            return y if y.op == node.op else x
    return None


def combine_inverted(s: Simplifier, node: Node) -> Node | None:
    """not c and not d = not (c or d)"""
    a, b = node.args
    if a.op == "bnot" and b.op == "bnot":
        other = s.test(node, "bor" if node.op == "band" else "band", a.args[0], b.args[0])
        return s.test(node, "bnot", other)
    return None


def differ(s: Simplifier, node: Node) -> Node | None:
    """c xor true = not c, c xor c = false, not c xor d = not (c xor d)"""
    a, b = node.args
    if b.op == "const":
        return s.test(node, "bnot", a) if b.attr else a
    if a is b:
        return s.truth(False)
    if _opposite(a, b):
        return s.truth(True)
    for x, y in ((a, b), (b, a)):
        if x.op == "bnot":
            return s.test(node, "bnot", s.test(node, "bxor", x.args[0], y))
    return None


def invert(s: Simplifier, node: Node) -> Node | None:
    """not not c = c; the opposite of a comparison is one too, but none is made that would be unordered"""
    x = node.args[0]
    if x.op == "bnot":
        return x.args[0]
    found = OPPOSITE.get(x.op)
    if found is None and x.flags & NNAN and x.op in ("folt", "fole"):
        found = ("fole" if x.op == "folt" else "folt", True)
    if found is None:
        return None
    op, swap = found
    return s.test(x, op, *(x.args[::-1] if swap else x.args))


# selects --------------------------------------------------------------------------------------------------------------


def choose_known(s: Simplifier, node: Node) -> Node | None:
    """true ? a : b = a, c ? a : a = a, c ? a : undef = a"""
    condition, a, b = node.args
    if condition.op == "const":
        return a if condition.attr else b
    if a is b or b.op == "undef":
        return a
    return b if a.op == "undef" else None


def choose_inverted(s: Simplifier, node: Node) -> Node | None:
    """not c ? a : b = c ? b : a"""
    condition, a, b = node.args
    return s.op(node, "select", condition.args[0], b, a) if condition.op == "bnot" else None


def choose_truth(s: Simplifier, node: Node) -> Node | None:
    """c ? true : d = c or d, c ? d : false = c and d, and the like; the arms may be c itself"""
    condition, a, b = node.args
    if node.type != BOOL:
        return None
    if a is condition or (a.op == "const" and a.attr):
        return s.test(node, "bor", condition, b, flags=0)
    if b is condition or (b.op == "const" and not b.attr):
        return s.test(node, "band", condition, a, flags=0)
    inverse = s.test(node, "bnot", condition, flags=0) if a.op == "const" or b.op == "const" else None
    if inverse is None:
        return None
    return s.test(node, "band", inverse, b, flags=0) if a.op == "const" else s.test(node, "bor", inverse, a, flags=0)


def choose_number(s: Simplifier, node: Node) -> Node | None:
    """c ? 1 : 0 is the condition as a number"""
    condition, a, b = node.args
    if a.op != "const" or b.op != "const" or node.type == BOOL or (node.type.kind == "i" and node.type.bits < 2):
        return None
    as_number = "btof" if node.type.kind == "f" else "btoi"
    for yes, no, inverted in ((a, b, False), (b, a, True)):
        if yes.attr == 1 and (is_zero(no, 1.0) if node.type.kind == "f" else no.attr == 0):
            truth = s.test(node, "bnot", condition, flags=0) if inverted else condition
            return s.op(node, as_number, truth, flags=0)
    return None


def choose_again(s: Simplifier, node: Node) -> Node | None:
    """c ? (c ? a : b) : d = c ? a : d; c ? (d ? a : b) : b = (c and d) ? a : b"""
    condition, a, b = node.args
    if a.op == "select" and a.args[0] is condition:
        return s.op(node, "select", condition, a.args[1], b)
    if b.op == "select" and b.args[0] is condition:
        return s.op(node, "select", condition, a, b.args[2])
    if a.op == "select" and a.args[2] is b:
        return s.op(node, "select", s.test(node, "band", condition, a.args[0], flags=0), a.args[1], b, flags=node.flags & a.flags)
    if b.op == "select" and b.args[1] is a:
        return s.op(node, "select", s.test(node, "bor", condition, b.args[0], flags=0), a, b.args[2], flags=node.flags & b.flags)
    return None


def choose_negated(s: Simplifier, node: Node) -> Node | None:
    """c ? -a : -b = -(c ? a : b)"""
    condition, a, b = node.args
    if a.op == "fneg" and b.op == "fneg":
        return s.op(node, "fneg", s.op(node, "select", condition, a.args[0], b.args[0]))
    return None


def choose_magnitude(s: Simplifier, node: Node) -> Node | None:
    """nsz: x < 0 ? -x : x = |x|, and its negation"""
    condition, a, b = node.args
    if condition.op not in LESS or not node.flags & NSZ or not ((a.op == "fneg" and a.args[0] is b) or (b.op == "fneg" and b.args[0] is a)):
        return None
    low, high = condition.args
    x = b if a.op == "fneg" and a.args[0] is b else a
    if not ((low is x and is_zero(high)) or (high is x and is_zero(low))):
        return None
    # the arm that is taken where x is negative; NaN may have any sign
    negative = a if low is x else b
    magnitude = s.op(node, "fabs", x)
    return magnitude if negative is not x else s.op(node, "fneg", magnitude)


def choose_extreme(s: Simplifier, node: Node) -> Node | None:
    """a < b ? a : b = min(a, b) where NaNs and zeros come out the same

    fmin takes the number beside a NaN, and -0 of two zeros. What the select takes where its operands are unordered is
    `odd`: right if that never is NaN. Where they are equal it takes `tie`: right unless they are zeros of different
    sign, so if one cannot be zero, or the constant among them has the sign that makes it right.
    """
    condition, a, b = node.args
    if condition.op not in LESS or set(condition.args) != {a, b} or a is b:
        return None
    op = "fmin" if a is condition.args[0] else "fmax"
    odd = a if condition.op in ("fult", "fule") else b
    tie, rest = (a, b) if condition.op in ("fole", "fule") else (b, a)
    flags = node.flags & NSZ, (node.flags | condition.flags) & NNAN
    if not (flags[1] or never_nan(odd)):
        return None
    wins = -1.0 if op == "fmin" else 1.0
    nonzero = any((number(x) or 0) != 0 for x in (a, b))
    if flags[0] or nonzero or is_zero(tie, wins) or is_zero(rest, -wins):
        return s.op(node, op, a, b)
    return None


SELECTS = (
    choose_known,
    choose_inverted,
    choose_truth,
    choose_number,
    choose_again,
    choose_negated,
    choose_magnitude,
    choose_extreme,
)
CHOICE_RULES: Rules = {
    **dict.fromkeys(FLOAT_COMPARES, (compare_same, compare_numbers, compare_with_nan, compare_negated, compare_magnitude, compare_choice)),
    **dict.fromkeys(("ford", "funo"), (compare_with_nan, is_number)),
    **dict.fromkeys(("islt", "isle", "iult", "iule"), (compare_same, compare_choice, compare_widened)),
    **dict.fromkeys(("ieq", "ine"), (compare_same, compare_choice, compare_sum, compare_widened)),
    **dict.fromkeys(("band", "bor"), (combine_known, absorb, combine_inverted)),
    "bxor": (differ,),
    "bnot": (invert,),
    "select": SELECTS,
}
