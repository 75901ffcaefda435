"""Computes doubles as floats where the result is the same.

No target computes in 64 bits, but C promotes: `x * 0.5` widens x, multiplies as double and rounds back. If there is one
operation between widening and rounding back, the float operation gives the same result (a double has more than twice a
float's precision plus two bits, so rounding twice is harmless for + - * / and sqrt; Figueroa 1995). Operations that
return one of few floats (negation, minimum, floor ...) stay floats in chains of any length. With `afn reassoc` whole
expressions are computed in float. Any other double is refused where its value is needed.
"""

from __future__ import annotations

import math
import struct

from gpucc.errors import Unsupported
from gpucc.lowering.build.state import BuildState
from gpucc.lowering.fold import fits, round_to
from gpucc.lowering.graph import AFN, BOOL, F32, REASSOC, Node
from gpucc.lowering.layout import F64

FLOATS_TO_FLOAT = frozenset("fneg fabs floor ceil trunc rint round fmin fmax copysign frem".split())
ROUNDED_ONCE = frozenset("fadd fsub fmul fdiv sqrt".split())
# functions whose result is approximate in any case
FUNCTIONS = frozenset("exp2 exp log2 log log10 sin cos tan asin acos atan sinh cosh tanh pow atan2".split())
LOOSE = AFN | REASSOC
NAMES = {"fadd": "add", "fsub": "subtract", "fmul": "multiply", "fdiv": "divide", "fpconvert": "convert"}


def refuse(state: BuildState, node: Node) -> Unsupported:
    error = Unsupported(
        f"double arithmetic ('{NAMES.get(node.op, node.op)}' in 64 bits): the targets compute in floats of at most 32"
        " bits",
        notes=(
            (
                "use float: write literals as 0.1f, call sinf instead of sin, or compile with clang's"
                " -fsingle-precision-constant"
            ),
            "in Rust use f32, in Numba np.float32(...)",
            "--demote-doubles (demote_doubles=True in Python) computes all doubles as floats",
        ),
    )
    state.place(error, state.origin.get(node))
    return error


def exact(state: BuildState, node: Node) -> Node | None:
    """Return the float equal to a double, if it is known to be one."""
    if node.op == "const" and isinstance(node.attr, float):
        return state.constant(F32, node.attr) if fits(node.attr, F32) else None
    if node.op == "undef":
        return state.undef(F32)
    return state.exact.get(node)


def rounded(state: BuildState, node: Node) -> Node | None:
    """Return the float that a double rounds to, if that is known."""
    if node.op == "const" and isinstance(node.attr, float):
        return state.constant(F32, round_to(node.attr, F32))
    return exact(state, node) or state.rounded.get(node)


def narrow(state: BuildState, node: Node, once: bool = False) -> Node:
    """Return the double as float: if it is one, if it is rounded `once` anyway, or if precision may be dropped."""
    found = exact(state, node)
    if found is None and (once or node.flags & LOOSE == LOOSE):
        found = rounded(state, node)
    if found is None:
        raise refuse(state, node)
    return found


def widen(state: BuildState, value: Node) -> Node:
    """Return a float as double."""
    node = state.block.make(
        "fpconvert", F64, (value,), location=state.instruction.location if state.instruction else None
    )
    state.exact[node] = value
    return node


def double_op(state: BuildState, op: str, args: tuple[Node, ...], flags: int) -> Node:
    """Return an operation on doubles, and record the float that it is equal to or rounds to, if any."""
    node = state.make(op, F64, args, flags=flags)
    if node.op != op:
        return node
    if state.instruction is not None:
        state.origin[node] = state.instruction
    narrowed = tuple(exact(state, arg) for arg in args)
    same = tuple(value for value in narrowed if value is not None)
    if len(same) == len(args):
        if op in FLOATS_TO_FLOAT:
            state.exact[node] = state.make(op, F32, same, flags=flags)
        elif op in ROUNDED_ONCE or op in FUNCTIONS:
            state.rounded[node] = state.make(op, F32, same, flags=flags)
    elif flags & LOOSE == LOOSE:
        near = tuple(value for arg in args if (value := rounded(state, arg)) is not None)
        if len(near) == len(args):
            state.rounded[node] = state.make(op, F32, near, flags=flags)
    return node


def double_select(state: BuildState, condition: Node, a: Node, b: Node, flags: int) -> Node:
    node = state.make("select", F64, (condition, a, b), flags=flags)
    for known, find in ((state.rounded, rounded), (state.exact, exact)):
        p, q = find(state, a), find(state, b)
        if p is not None and q is not None:
            known[node] = state.make("select", F32, (condition, p, q), flags=flags)
    return node


def double_compare(state: BuildState, op: str, a: Node, b: Node, flags: int) -> Node:
    """Compare doubles. A constant between two floats is replaced by the neighbouring float that gives the same
    result.
    """
    loose = flags & LOOSE == LOOSE
    p, q = (rounded(state, x) if loose else exact(state, x) for x in (a, b))
    if p is not None and q is not None:
        return state.make(op, BOOL, (p, q), flags=flags)
    if p is not None and b.op == "const":
        return _against(state, op, p, b, flags, swapped=False)
    if q is not None and a.op == "const":
        return _against(state, op, q, a, flags, swapped=True)
    raise refuse(state, a if p is None else b)


def _against(state: BuildState, op: str, value: Node, constant: Node, flags: int, swapped: bool) -> Node:
    """Compare with a `constant` that is not a float: nothing equals it, and smaller floats are at most the next one
    below.
    """
    assert isinstance(constant.attr, float)
    if op in ("foeq", "fune"):
        return state.constant(BOOL, op == "fune")
    if op in ("fone", "ford", "fueq", "funo"):
        return state.make("ford" if op in ("fone", "ford") else "funo", BOOL, (value, value), flags=flags)
    bound = state.constant(F32, _neighbour(constant.attr, above=swapped))
    pair = (bound, value) if swapped else (value, bound)
    return state.make("fole" if op in ("folt", "fole") else "fule", BOOL, pair, flags=flags)


def _neighbour(value: float, above: bool) -> float:
    """Return the nearest float above or below a double that is not a float."""
    near = round_to(value, F32)
    if (near > value) == above:
        return near
    if math.isinf(near):
        return math.copysign(3.4028234663852886e38, near)
    (pattern,) = struct.unpack("<i", struct.pack("<f", near))
    if near == 0:
        return 1.401298464324817e-45 if above else -1.401298464324817e-45
    pattern += 1 if (near > 0) == above else -1
    return float(struct.unpack("<f", struct.pack("<i", pattern))[0])
