"""Rules as data: a pattern over neutral ops, a template over machine ops, and the conditions between them.

    Rule("fract", P.fsub("x", P.floor("x")), "frc(x)")

A string is a variable, a number a constant. A variable that appears twice must be the same node. Names with a dot are
lanes: `a.x a.y a.z` together are the group `a`, one operand of several lanes.

Commutative neutral ops match in both orders automatically. Whether a + b and b + a are the same value is a fact of the
op, not of the rule, and rules that had to list both orders would be incomplete sooner or later. Where both orders match
and the machine op distinguishes its operands (at most one constant, say), the cheaper one is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import field
from typing import Any

from gpucc.errors import UsageError
from gpucc.isa.model import Op, SamplerState
from gpucc.isa.neutral import OPS
from gpucc.records import dataclass
from gpucc.rules import semantics
from gpucc.rules.terms import GraphNode, Uses


@dataclass(frozen=True, slots=True)
class Match:
    """Any node. `type` restricts its kind (f, i, b); `where` lists predicates that must hold for it."""

    name: str
    where: tuple[str, ...] = ()
    type: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LiteralPattern:
    """A constant with exactly these bits: 0.0 neither matches nor equals -0.0."""

    value: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralPattern) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@dataclass(frozen=True, slots=True)
class Operation:
    """A node of this op. `flags` are the fast-math flags that it must carry; `attr` is the required attr, or a test of
    it.

    The right side of a rule refers to the node by `name`.
    """

    op: str
    args: tuple[Pattern, ...]
    flags: int = 0
    type: str | None = None
    attr: Hashable | Callable[[Any], bool] = None
    name: str = ""


Pattern = Match | LiteralPattern | Operation
Written = Pattern | str | float | int


class _Builder:
    """Builds patterns: P.<neutral op>(...)."""

    def __getattr__(self, op: str) -> Callable[..., Operation]:
        if op not in OPS:
            raise AttributeError(f"no neutral op is called {op!r}")

        def build(*args: Written, flags: int = 0, type: str | None = None, attr: Hashable = None) -> Operation:
            if OPS[op].arity not in (-1, len(args)):
                raise UsageError(f"pattern: {op} has {OPS[op].arity} operands, not {len(args)}")
            return Operation(op, tuple(map(pattern, args)), flags, type, attr)

        return build

    def any(self, name: str, *where: str, type: str | None = None) -> Match:
        return Match(name, where, type)

    var = any

    def const(self, value: float) -> LiteralPattern:
        return LiteralPattern(float(value))


P = _Builder()


def pattern(written: Written) -> Pattern:
    match written:
        case str():
            return Match(written)
        case int() | float():
            return LiteralPattern(float(written))
    return written


def from_semantics(expr: semantics.Expr) -> Pattern:
    """Return the pattern that an op's semantics covers. `btof` of a comparison is the comparison: truth is 0.0 or
    1.0.
    """
    match expr:
        case semantics.Call(op, args):
            return P.__getattr__(op)(*map(from_semantics, args))
        case semantics.Var(name):
            return Match(name)
        case semantics.Number(value):
            return LiteralPattern(value)
    raise UsageError(f"semantics cannot hold {expr}")


def walk(p: Pattern) -> Iterator[Pattern]:
    yield p
    if isinstance(p, Operation):
        for arg in p.args:
            yield from walk(arg)


def size(p: Pattern) -> float:
    """Return how specific a pattern is: the number of its ops, then of its constants, then of its conditions."""
    ops = [q for q in walk(p) if isinstance(q, Operation)]
    constants = sum(isinstance(q, LiteralPattern) for q in walk(p))
    conditions = sum(bool(q.flags) for q in ops) + sum(len(q.where) for q in walk(p) if isinstance(q, Match))
    return len(ops) + constants / 16 + conditions / 256


def names(p: Pattern) -> tuple[str, ...]:
    """Return the variables in order of first appearance."""
    return tuple(dict.fromkeys(q.name for q in walk(p) if isinstance(q, Match)))


def show(p: Pattern) -> str:
    match p:
        case Match(name, where, kind):
            return name + "".join(f"@{w}" for w in where) + (f":{kind}" if kind else "")
        case LiteralPattern(value):
            return repr(value)
        case Operation(op, args, flags, kind, attr, name):
            op = f"{name}={op}" if name else op
            extra = (
                (f"!{flags}" if flags else "")
                + (f":{kind}" if kind else "")
                + (f"#{attr!r}" if attr is not None else "")
            )
            return f"{op}{extra}({', '.join(map(show, args))})"


def with_args(p: Operation, args: tuple[Pattern, ...]) -> Operation:
    return Operation(p.op, args, p.flags, p.type, p.attr, p.name)


def rename(p: Pattern, new: Mapping[str, str]) -> Pattern:
    match p:
        case Match(name, where, kind):
            return Match(new[name], where, kind)
        case Operation():
            return with_args(p, tuple(rename(arg, new) for arg in p.args))
    return p


def normal(p: Pattern) -> str:
    """Return one text for all orders of commutative ops."""
    if not isinstance(p, Operation):
        return show(p)
    args = [normal(arg) for arg in p.args]
    head = show(Operation(p.op, (), p.flags, p.type, p.attr))[:-2]
    return f"{head}({', '.join(sorted(args) if OPS[p.op].commutative else args)})"


# Rules --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binding:
    """The nodes that a match has bound, for guards and attributes written in Python."""

    root: GraphNode
    values: Mapping[str, GraphNode]
    uses: Uses
    samplers: Mapping[int, SamplerState] = field(default_factory=dict)

    def __getitem__(self, name: str) -> GraphNode:
        return self.values[name]


Guard = str | Callable[[Binding], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """`template` computes the value that `pattern` matches.

    pattern   one pattern, or one for each result of an op with several (they share their variables)
    template  a tree of machine ops over the variables; `x:r` is x in representation r, a bare variable costs nothing,
              `[u, v]` are lanes of one operand, `{fsub(a, b)}` is computed at selection when a and b are constants
    cost      in the ops' own unit; the sum of the template's ops unless given
    guard     a neutral expression over constant variables ("fune(k, 0.0)"), or a function of the match
    flags     fast-math flags that every float op of the pattern must carry; `flags=` on one op adds to them
    yields    the representation of the template's value; the plain value unless given
    assume    what else must hold for both sides to agree: "blend" for selects done by arithmetic, on targets that have
              no other (Format.blend_select): operands are finite and the selected value is not -0; "extreme" for
              minima and maxima that must return the number where an operand is NaN, which some formats leave open
              (Format.minmax); "approximate" for a template that is less exact, by an error in `Target.bounds`
    attr      computes the attr of the template's outermost instruction
    given     a fact about approximate functions that proofs may use, an equation: "pow(x, y) = pow(fabs(x), y)"
    why       the reason, for readers of reports
    """

    name: str
    pattern: Pattern | tuple[Pattern, ...] | str
    template: str
    cost: float | None = None
    guard: Guard | None = None
    flags: int = 0
    yields: str = ""
    assume: frozenset[str] = frozenset()
    attr: Callable[[Binding], Hashable] | None = None
    given: str = ""
    why: str = ""

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns, parsed: one for each result of the rule."""
        return self.pattern if isinstance(self.pattern, tuple) else (pattern(self.pattern),)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error message for a node that no rule covers."""

    pattern: Pattern
    message: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Representation:
    """An encoding of a truth value c: the number `value`, or any number v for which `holds` is true."""

    name: str
    value: str = ""
    holds: str = ""


# `assume` of a rule whose template is less exact than its pattern
APPROXIMATE = frozenset({"approximate"})
# `index` of a stage in which it can come from wherever operands do
ANY_KIND = frozenset({"temporary", "input", "uniform"})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A target's own rules, and what else selection needs to know of the target.

    rules            rules besides those that follow from the semantics of ops
    replaced         names of ops whose semantics make no rule, because a rule of the set takes its place
    refusals         error messages for operations that no rule covers
    representations  encodings of truth values besides the number 1.0 for true and 0.0 for false
    index            for each stage, the roles of the files from which the index of a uniform can come. If the machine
                     has an address register, these are the files that the op with the effect "address" can read. A
                     stage that is missing here has no computed indices
    check            refuses a selected program by raising an error
    ops              ops that are not in the ISA, because later stages replace them
    """

    rules: tuple[Rule, ...] = ()
    replaced: frozenset[str] = frozenset()
    refusals: tuple[Refusal, ...] = ()
    representations: tuple[Representation, ...] = ()
    index: Mapping[str, frozenset[str]] = field(default_factory=dict)
    check: Callable[[Any], None] | None = None
    ops: tuple[Op, ...] = ()
