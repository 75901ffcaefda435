"""A book of rules, each compiled to one function that returns the replacement of a node, or None.

    book = Book("simplify", records, predicates, tests)
    for name, apply in book.chosen(available, disabled).candidates(node):
        better = apply(maker, node)

The caller supplies the maker of nodes. It provides `op` and `test` (create a node that replaces another), `constant`,
`folded` (the literal that an op on literals computes) and `uses` (the number of readers of each node).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from gpucc.errors import UsageError
from gpucc.isa.neutral import LEAVES, VOCABULARY
from gpucc.records import dataclass
from gpucc.rules.facts import Predicate
from gpucc.rules.matcher import TestWriter, can_match, orders, same_constant
from gpucc.rules.pattern import Match, Operation, show, walk
from gpucc.rules.pattern import names as variables
from gpucc.rules.rewrite import TRUTHS, Procedure, Rewrite, named
from gpucc.rules.semantics import Call, Computed, Expr, Number, Var, parse
from gpucc.rules.semantics import variables as mentioned
from gpucc.rules.terms import GraphNode

Apply = Callable[[Any, Any], Any]
LOGIC = {"band": "and", "bor": "or"}


@dataclass(frozen=True, slots=True)
class LiteralTest:
    """A condition that guards call by name on literals or on named ops: `test` takes the maker and these nodes.

    Proofs assume `meaning`, an expression in which {0} is the first argument.
    """

    name: str
    test: Callable[..., bool]
    meaning: str = ""


@dataclass(frozen=True, eq=False)
class Book:
    """Rules in the order in which they are tried, and the meaning of their conditions."""

    name: str
    rules: tuple[Rewrite | Procedure, ...]
    predicates: Mapping[str, Predicate]
    tests: Mapping[str, LiteralTest] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, count in Counter(self.names).items():
            if count > 1:
                raise UsageError(f"book {self.name!r}: two rules are called {name!r}")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(rule.name for rule in self.rules)

    def chosen(self, available: frozenset[str] | None = None, disabled: frozenset[str] = frozenset()) -> Chosen:
        """Return the rules whose ops are all available and whose names are not disabled."""
        return _chosen(self, available, disabled)


@lru_cache(maxsize=64)
def _chosen(book: Book, available: frozenset[str] | None, disabled: frozenset[str]) -> Chosen:
    return Chosen(book, available, disabled)


class Chosen:
    """Rules indexed by the ops of a node and of its operands; a rule is compiled when a node first needs it."""

    def __init__(self, book: Book, available: frozenset[str] | None, disabled: frozenset[str]) -> None:
        self.book = book
        self.available = None if available is None else available | LEAVES
        self.by_root: dict[str, list[Rewrite | Procedure]] = {}
        self.found: dict[tuple[str, ...], Sequence[tuple[str, Apply]]] = {}
        for rule in book.rules:
            if rule.name not in disabled:
                for op in rule.ops:
                    self.by_root.setdefault(op, []).append(rule)

    def candidates(self, node: GraphNode) -> Sequence[tuple[str, Apply]]:
        """Return names and functions of the rules that may match the node, in order."""
        key = (node.op, *[arg.op for arg in node.args])
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = tuple(self._functions(key))
        return found

    def _functions(self, key: tuple[str, ...]) -> Iterator[tuple[str, Apply]]:
        for rule in self.by_root.get(key[0], ()):
            if self.available is not None and not rule.makes <= self.available:
                continue
            if isinstance(rule, Procedure):
                yield rule.name, rule.function
                continue
            for variant in _variants(rule.pattern):
                if can_match(variant, key):
                    yield rule.name, compile_rule(rule, variant, self.book)


@lru_cache(maxsize=4096)
def _variants(pattern: Operation) -> tuple[Operation, ...]:
    """Return the pattern in every order of its commutative ops, the written order first."""
    return tuple({show(p): p for p in orders(pattern, frozenset()) if isinstance(p, Operation)}.values())


# code ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def compile_rule(rule: Rewrite, variant: Operation, book: Book) -> Apply:
    """Compile one rule, in one order of its operands, to a function."""
    source, scope = _Coder(rule, variant, book).source()
    exec(source, scope)
    apply = scope["apply"]
    assert callable(apply)
    return apply


def same(a: GraphNode, b: GraphNode) -> bool:
    """Return whether two literals have the same bits; all NaNs count as one."""
    return repr(a.attr) == repr(b.attr)


class _Coder:
    def __init__(self, rule: Rewrite, variant: Operation, book: Book) -> None:
        self.rule, self.variant, self.book = rule, variant, book
        self.test = TestWriter(0)
        self.test.walk(variant, "n", root=True)
        self.refs = self.test.bound
        self.ops = named(variant)
        self.written = named(rule.pattern)

    def source(self) -> tuple[str, dict[str, object]]:
        for p in walk(self.variant):
            if isinstance(p, Match):
                for name in p.where:
                    self._predicate(name, self._ref(p.name))
        if self.rule.guard:
            self.test.reject(f"not {self._truth(parse(self.rule.guard))}")
        result = self._value(parse(self.rule.right), "n.type")
        lines = [*self.test.lines, f"return {result}"]
        text = "def apply(s, n):\n" + "".join(f"    {line}\n" for line in lines)
        return text, {"same": same_constant, **self.test.constants}

    def _ref(self, name: str) -> str:
        if name not in self.refs:
            raise UsageError(f"rule {self.rule.name!r}: nothing on the left is called {name!r}")
        return self.refs[name]

    def _predicate(self, name: str, ref: str) -> None:
        if name == "constant":
            self.test.reject(f"{ref}.op != 'const'")
            return
        if name not in self.book.predicates:
            raise UsageError(f"rule {self.rule.name!r}: no predicate is called {name!r}")
        self.test.reject(f"not {self.test.constant(self.book.predicates[name].test)}({ref}, s.uses)")

    # conditions and literals

    def _truth(self, expr: Expr) -> str:
        match expr:
            case Call("band" | "bor" as op, (a, b)):
                return f"({self._truth(a)} {LOGIC[op]} {self._truth(b)})"
            case Call("bnot", (a,)):
                return f"(not {self._truth(a)})"
            case Call("same", (a, b)):
                return f"{self.test.constant(same)}({self._literal(a)}, {self._literal(b)})"
            case Call(name, args) if name in self.book.tests:
                literals = ", ".join(map(self._literal, args))
                return f"{self.test.constant(self.book.tests[name].test)}(s, {literals})"
        return f"{self._literal(expr)}.attr"

    def _literal(self, expr: Expr) -> str:
        """Return the text of a node: an expression over literals, computed in the type of the first of them."""
        if isinstance(expr, Var):
            return self._ref(expr.name)
        return self._compute(expr, self._type_of(expr, "n.type"))

    def _compute(self, expr: Expr, kind: str) -> str:
        match expr:
            case Var(name) if name in TRUTHS:
                return f"s.constant(n.type, {TRUTHS[name]})"
            case Var(name):
                return self._ref(name)
            case Number(value):
                return f"s.constant({kind}, {self.test.constant(value)})"
            case Call(op, args) if op in VOCABULARY:
                return f"s.folded({op!r}, {kind}, {', '.join(self._compute(arg, kind) for arg in args)})"
        raise UsageError(f"rule {self.rule.name!r}: {expr} is not computed from literals")

    def _type_of(self, expr: Expr, otherwise: str) -> str:
        return next((f"{self._ref(name)}.type" for name in mentioned(expr) if name not in TRUTHS), otherwise)

    # the right side

    def _value(self, expr: Expr, kind: str) -> str:
        match expr:
            case Var(name) if name not in TRUTHS:
                return self._ref(name)
            case Var() | Number() | Computed():
                inner = expr.expression if isinstance(expr, Computed) else expr
                narrowed = isinstance(inner, Call) and inner.name == "itrunc"
                return self._compute(inner, kind if narrowed else self._type_of(inner, kind))
            case Call(op, args, origin=origin) if op in VOCABULARY:
                return self._node(op, args, origin, expr)
        raise UsageError(f"rule {self.rule.name!r}: {expr} cannot stand on the right")

    def _node(self, op: str, args: tuple[Expr, ...], origin: str, expr: Expr) -> str:
        """Return the text that makes a node: operands of a comparison keep their type, others take that of the node
        replaced.
        """
        names = origin.strip("&").split("&") if origin not in ("", "0") else []
        place = self._ref(names[0]) if names and not origin.startswith("&") else "n"
        flags = (
            "0"
            if origin == "0"
            else " & ".join(f"{ref}.flags" for ref in dict.fromkeys([place, *map(self._ref, names)]))
        )
        made = self.ops[names[0]].op if place != "n" else self.variant.op
        truth = VOCABULARY[op].result == "b"
        foreign = truth or VOCABULARY[made].result == "b"
        kind = self._type_of(expr, "n.type") if foreign else f"{place}.type"
        operands = [f"{self._value(arg, kind)}, " for arg in args]
        if (
            names
            and not origin.startswith("&")
            and op == made
            and VOCABULARY[op].commutative
            and self._swapped(names[0])
        ):
            operands = operands[::-1]
        if truth:
            return f"s.test({place}, {op!r}, {''.join(operands)}flags={flags})"
        return f"s.op({place}, {op!r}, {''.join(operands)}type={kind}, flags={flags})"

    def _swapped(self, name: str) -> bool:
        """Return whether the variant has the operands of an op in the opposite order to the rule."""
        return variables(self.ops[name].args[0]) != variables(self.written[name].args[0])
