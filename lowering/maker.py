"""Makes nodes that the target can select: an operation that it lacks is expanded into operations that it has."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import field
from typing import NoReturn, cast

from gpucc.errors import Location, Unsupported
from gpucc.isa.model import Format
from gpucc.isa.neutral import LEAVES, OPS
from gpucc.lowering import logic
from gpucc.lowering.fold import fold
from gpucc.lowering.graph import BOOL, F32, NNAN, NSZ, Block, Node, Type
from gpucc.records import dataclass

Expansion = Callable[..., Node]
# operations that record a promise about the numbers that they compute
PROMISED = frozenset("fadd fsub fmul fdiv floor trunc fabs fmin fmax exp2 folt fole foeq fune select".split())

ADVICE = {
    "uniform_at": (
        "index uniform arrays with constants, or in a stage that has address registers (agal: the vertex stage)"
    ),
    "dfdx": "screen-space derivatives exist in fragment programs only, on agal from version 2 on (--target version=2)",
    "texture": "textures are read in fragment programs; vertex processors have none",
    "discard": "only fragment programs discard",
    "fdiv": "multiply by a constant reciprocal instead",
}
ADVICE["dfdy"] = ADVICE["dfdx"]
# messages that replace "no way to compute", for what is not an operation
MISSING = {"texture": "programs of this stage cannot read textures on the target"}


def called(op: str) -> str:
    """Return the name of a neutral operation in LLVM's text."""
    if op[0] == "i" and op[1:] in {"add", "sub", "mul", "and", "or", "xor", "trunc"}:
        return op[1:]
    if op[0] == "i" and OPS[op].result == "b":
        return f"icmp {op[1:]}"
    if op[0] == "f" and OPS[op].result == "b":
        return f"fcmp {op[1:]}"
    return {
        "bits": "bitcast",
        "fmin": "llvm.minnum",
        "fmax": "llvm.maxnum",
        "uniform_at": "load from a uniform array",
    }.get(op, op)


# so many expansions within one another are a circle
DEEPEST = 64


@dataclass(slots=True)
class Maker:
    """Makes the nodes that replace another node. `block`, `location` and `flags` are those of the replaced node;
    `expand` replaces operations that are not available.

    `promise` are flags that hold for all nodes that it makes, for instance that integers are finite numbers.
    """

    block: Block
    available: frozenset[str]
    format: Format
    expand: Callable[[Maker, Node], Node | None]
    location: Location | None = None
    flags: int = 0
    promise: int = 0
    warnings: list[str] = field(default_factory=list)
    # the number of times that each rule replaced an operation
    applied: Counter[str] = field(default_factory=Counter)
    # the operations that are being expanded, one within the other
    open: list[str] = field(default_factory=list)

    def op(self, name: str, *args: Node, attr: Hashable = None, flags: int = 0) -> Node:
        """Return an operation of the neutral vocabulary on floats or booleans; `flags` apply to this node alone."""
        if name in self.available or name in LEAVES:
            return self._make(name, args, attr, flags | self.promise if name in PROMISED else flags)
        if len(self.open) > DEEPEST:  # expansions lead in a circle: each needs another one that is missing as well
            self.refuse(self.open[0])
        outer, self.flags = self.flags, flags
        self.open.append(name)
        try:
            result = self.expand(self, Node(name, self._type(name, args), args, None, flags, self.location))
        finally:
            self.open.pop()
            self.flags = outer
        return result if result is not None else self.refuse(name)

    def refuse(self, name: str, *advice: str) -> NoReturn:
        known = (ADVICE[name],) if name in ADVICE else ()
        missing = MISSING.get(name, f"the target has no way to compute '{called(name)}'")
        raise Unsupported(missing, self.location, advice + known)

    def _type(self, name: str, args: tuple[Node, ...]) -> Type:
        return BOOL if OPS[name].result == "b" else args[1].type if name == "select" else F32

    def _make(self, name: str, args: tuple[Node, ...], attr: Hashable, flags: int) -> Node:
        type = self._type(name, args)
        if args and self.format.mantissa == 23 and all(arg.op == "const" for arg in args):
            value = fold(name, type, args)
            if value is not None:
                return self.block.make("const", type, (), math.nan if value != value else value)
        return self.block.make(name, type, args, attr, flags, self.location)

    # short names ------------------------------------------------------------------------------------------------------

    def const(self, value: float) -> Node:
        return self.block.make("const", F32, (), float(value))

    def add(self, a: Node, b: Node) -> Node:
        return self.op("fadd", a, b)

    def sub(self, a: Node, b: Node) -> Node:
        return self.op("fsub", a, b)

    def mul(self, a: Node, b: Node) -> Node:
        if a.op == "const":
            a, b = b, a
        return a if b.op == "const" and b.attr == 1.0 else self.op("fmul", a, b)

    def scale(self, a: Node, factor: float) -> Node:
        if self.promise and a.op == "fmul" and is_power_of_two(a.args[1]) and is_power_of_two(self.const(factor)):
            # of an integer, exactly; zero times a factor that the format does not hold would be NaN
            both = value_of(a.args[1]) * factor
            if abs(both) <= self.format.greatest:
                return self.scale(a.args[0], both)
        return self.mul(a, self.const(factor))

    def shift(self, a: Node, by: float) -> Node:
        """Return a + by; by is not zero."""
        return self.op("fadd", a, self.const(by))

    def neg(self, a: Node) -> Node:
        return a.args[0] if a.op == "fneg" else self.op("fneg", a)

    def abs(self, a: Node) -> Node:
        while a.op == "fneg":
            a = a.args[0]
        return a if a.op == "fabs" else self.op("fabs", a)

    def floor(self, a: Node) -> Node:
        return self.op("floor", a)

    def less(self, a: Node, b: Node) -> Node:
        return self.op("folt", a, b)

    def at_most(self, a: Node, b: Node) -> Node:
        return self.op("fole", a, b)

    def equal(self, a: Node, b: Node) -> Node:
        return self.op("foeq", a, b)

    def both(self, a: Node, b: Node) -> Node:
        return logic.both(self.block, a, b)

    def either(self, a: Node, b: Node) -> Node:
        return logic.either(self.block, a, b)

    def differ(self, a: Node, b: Node) -> Node:
        """Return exclusive or. Booleans are 0 and 1, so unequal floats compute it where there is no such op."""
        result = logic.differ(self.block, a, b)
        if result.op != "bxor" or "bxor" in self.available:
            return result
        return self.op("fune", self.number(a), self.number(b))

    def invert(self, a: Node) -> Node:
        if a.op == "const":
            return logic.truth(self.block, not a.attr)
        if a.op == "bnot":
            return a.args[0]
        other = {"foeq": "fune", "fune": "foeq"}.get(a.op)
        return self.op(other, *a.args, flags=a.flags) if other in self.available else self.op("bnot", a)

    def number(self, a: Node) -> Node:
        """Return 1.0 where a holds, otherwise 0.0."""
        return self.const(1.0 if a.attr else 0.0) if a.op == "const" else self.op("btof", a)

    def pick(self, condition: Node, a: Node, b: Node) -> Node:
        """Return a where the condition holds, otherwise b.

        A target that blends computes a*c + b*(1-c). There the caller must ensure that the value not picked is finite
        and that the sign of a zero does not matter. Where zero times infinity is zero, only a NaN arm requires a
        branch.
        """
        if a is b or condition.op == "const":
            return a if a is b or condition.attr else b
        branches = self.format.zero_times_inf_is_zero and any(
            isinstance(x.attr, float) and x.attr != x.attr for x in (a, b)
        )
        if "select" in self.available and (branches or not self.format.blend_select):
            return logic.choose(self.block, condition, a, b, self.location)
        return self.add(self.mul(a, self.number(condition)), self.mul(b, self.number(self.invert(condition))))

    def polynomial(self, x: Node, coefficients: tuple[float, ...]) -> Node:
        """Return the polynomial by Horner's scheme; the coefficient of the lowest power comes first."""
        result = self.const(coefficients[-1])
        for c in coefficients[-2::-1]:
            result = self.shift(self.mul(x, result), c)
        return result

    def lacks(self, flag: int) -> bool:
        return not self.flags & flag

    @property
    def nan_matters(self) -> bool:
        return self.lacks(NNAN)

    @property
    def zero_sign_matters(self) -> bool:
        return self.lacks(NSZ) and self.format.negative_zero


def is_const(node: Node) -> bool:
    return node.op == "const"


def is_power_of_two(node: Node) -> bool:
    return is_const(node) and math.frexp(value_of(node))[0] == 0.5


def value_of(node: Node) -> float:
    return cast(float, node.attr)
