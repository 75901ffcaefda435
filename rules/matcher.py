"""Compiles patterns to Python functions and finds them by the ops of a node and of its operands.

A pattern becomes one variant for each order of its commutative ops; variants that bind the same values to the same
places are dropped. At selection, the ops of a node and of its operands determine the variants that can match; this list
is made once per combination. Each variant is one generated function that returns the bound nodes, or None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Generic, TypeVar

from gpucc.errors import UsageError
from gpucc.isa.neutral import VOCABULARY
from gpucc.records import dataclass
from gpucc.rules.pattern import LiteralPattern, Match, Operation, Pattern, names, rename, show, with_args
from gpucc.rules.terms import GraphNode

Test = Callable[[GraphNode], "tuple[Any, ...] | None"]
# ops that carry fast-math flags in LLVM; a pattern's flags are not required of the others
FLAGGED = frozenset(
    (
        "fadd fmul fsub fdiv frem copysign fmin fmax fneg fabs floor ceil trunc rint round sqrt fma exp2 exp log2 log "
        "log10 sin cos tan asin acos atan sinh cosh tanh pow atan2 foeq fone fueq fune ford funo folt fole fult fule "
        "select"
    ).split()
)
MOST_VARIANTS = 64


def orders(p: Pattern, mates: frozenset[str]) -> Iterator[Pattern]:
    """Yield the pattern in every order of its commutative ops.

    Two products of lanes that look alike are not swapped, because that would only number the lanes differently. Neither
    are the factors of such a product (a.x * b.x): their groups are decided after the match.
    """
    if not isinstance(p, Operation):
        yield p
        return
    for args in product(*(list(orders(arg, mates)) for arg in p.args)):
        yield with_args(p, args)
        if VOCABULARY[p.op].commutative and not _lanes_alike(p, mates):
            yield with_args(p, args[::-1])


def _lanes_alike(p: Operation, mates: frozenset[str]) -> bool:
    one, two = p.args
    if isinstance(one, Match) and isinstance(two, Match):
        return one.name == two.name or (one.name in mates and two.name in mates and _lane(one.name) == _lane(two.name))
    return all("." in name for name in names(p)) and _shape(one) == _shape(two)


def _lane(name: str) -> str:
    return name.partition(".")[2]


def _shape(p: Pattern) -> str:
    renamed = {name: f"v{i}" for i, name in enumerate(names(p))}
    return show(rename(p, renamed))


def variants(p: Pattern, mates: frozenset[str], identity: Callable[[Mapping[str, str]], str]) -> list[Pattern]:
    """Return the distinct orders of a pattern. Two orders are equal if they show the same and `identity`, what the rule
    makes of its renamed variables, is the same.
    """
    found: dict[tuple[str, str], Pattern] = {}
    for q in orders(p, mates):
        renamed = {name: f"v{i}" for i, name in enumerate(names(q))}
        found.setdefault((show(rename(q, renamed)), identity(renamed)), q)
        if len(found) > MOST_VARIANTS:
            raise UsageError(f"pattern {show(p)} has more than {MOST_VARIANTS} orders")
    return list(found.values())


# code ---------------------------------------------------------------------------------------------------------------


def same_constant(attr: object, value: float) -> bool:
    """Return whether the attribute is this value bit by bit, except that NaN equals nothing."""
    return isinstance(attr, int | float) and attr == value and math.copysign(1.0, attr) == math.copysign(1.0, value)


def compile_test(p: Pattern, variables: Sequence[str], flags: int) -> Test:
    """A function that returns the nodes bound to `variables`, or None."""
    writer = TestWriter(flags)
    writer.walk(p, "n", root=True)
    bound = "".join(f"{writer.bound[name]}, " for name in variables)
    source = "def test(n):\n" + "".join(f"    {line}\n" for line in writer.lines) + f"    return ({bound})\n"
    scope: dict[str, object] = {"same": same_constant, **writer.constants}
    exec(source, scope)
    test = scope["test"]
    assert callable(test)
    return test


class TestWriter:
    """Writes the lines of a function that returns None unless the node `n` matches.

    `bound` maps each name of the pattern to the expression that reads its node.
    """

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.lines: list[str] = []
        self.bound: dict[str, str] = {}
        self.constants: dict[str, object] = {}

    def walk(self, p: Pattern, ref: str, root: bool = False) -> None:
        match p:
            case Match(name, _, kind):
                self._type(kind, ref)
                if name in self.bound:
                    self.reject(f"{ref} is not {self.bound[name]}")
                self.bound.setdefault(name, ref)
            case LiteralPattern(value):
                self.reject(f"{ref}.op != 'const' or not same({ref}.attr, {self.constant(value)})")
            case Operation():
                self._operation(p, ref, root)

    def _operation(self, p: Operation, ref: str, root: bool) -> None:
        if not root:
            self.reject(f"{ref}.op != {p.op!r}")
        flags = p.flags | (self.flags if p.op in FLAGGED else 0)
        if flags:
            self.reject(f"{ref}.flags & {flags} != {flags}")
        self._type(p.type, ref)
        if callable(p.attr):
            self.reject(f"not {self.constant(p.attr)}({ref}.attr)")
        elif p.attr is not None:
            self.reject(f"{ref}.attr != {self.constant(p.attr)}")
        if VOCABULARY[p.op].arity < 0:
            self.reject(f"len({ref}.args) != {len(p.args)}")
        if p.name:
            if p.name in self.bound:
                self.reject(f"{ref} is not {self.bound[p.name]}")
            self.bound.setdefault(p.name, ref)
        inner = [f"{ref}{i}" for i in range(len(p.args))]
        if inner:
            self.lines.append(f"{', '.join(inner)}, = {ref}.args")
        # operations first: they reject early
        for arg, name in sorted(zip(p.args, inner, strict=True), key=lambda pair: not isinstance(pair[0], Operation)):
            self.walk(arg, name)

    def _type(self, kind: str | None, ref: str) -> None:
        if kind:
            self.reject(f"{ref}.type[0] != {kind!r}")

    def constant(self, value: object) -> str:
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def reject(self, condition: str) -> None:
        self.lines.append(f"if {condition}: return None")


# index --------------------------------------------------------------------------------------------------------------


Payload = TypeVar("Payload")


@dataclass(frozen=True, slots=True)
class Variant:
    """One order of one pattern. Its test is compiled when a node first needs it."""

    pattern: Operation
    variables: tuple[str, ...]
    flags: int


@dataclass(frozen=True, slots=True)
class IndexEntry(Generic[Payload]):
    pattern: Operation
    variants: Callable[[], Sequence[Variant]]
    payload: Payload


class RuleIndex(Generic[Payload]):
    """Entries indexed by root op, then by the ops of the root's operands, which is computed at first use."""

    def __init__(self, entries: Sequence[IndexEntry[Payload]]) -> None:
        self.by_root: dict[str, list[IndexEntry[Payload]]] = {}
        for entry in entries:
            self.by_root.setdefault(entry.pattern.op, []).append(entry)
        self.tests: dict[Variant, Test] = {}
        self.found: dict[tuple[str, ...], list[tuple[Test, Payload]]] = {}

    def candidates(self, node: GraphNode) -> list[tuple[Test, Payload]]:
        key = (node.op, *[arg.op for arg in node.args])
        found = self.found.get(key)
        if found is None:
            entries = [entry for entry in self.by_root.get(node.op, ()) if _could_match(entry.pattern, key)]
            found = [(self._test(v), e.payload) for e in entries for v in e.variants() if can_match(v.pattern, key)]
            self.found[key] = found
        return found

    def _test(self, variant: Variant) -> Test:
        if variant not in self.tests:
            self.tests[variant] = compile_test(variant.pattern, variant.variables, variant.flags)
        return self.tests[variant]


def _could_match(p: Operation, key: tuple[str, ...]) -> bool:
    """Return whether the pattern can match these ops in some order of the root's operands."""
    return can_match(p, key) or (VOCABULARY[p.op].commutative and can_match(with_args(p, p.args[::-1]), key))


def can_match(p: Operation, key: tuple[str, ...]) -> bool:
    if len(p.args) != len(key) - 1:
        return False
    return all(_root(arg) in (None, op) for arg, op in zip(p.args, key[1:], strict=True))


def _root(p: Pattern) -> str | None:
    match p:
        case LiteralPattern():
            return "const"
        case Match(_, where) if "constant" in where:
            return "const"
        case Operation(op):
            return op
    return None
