"""Prove or refute rewriting rules, both sides of which are neutral, for each kind of value and each width that fits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import z3

from gpucc.isa.neutral import VOCABULARY
from gpucc.rules.engine import Book
from gpucc.rules.pattern import LiteralPattern, Match, Operation, Pattern, Rule
from gpucc.rules.rewrite import TRUTHS, Rewrite
from gpucc.rules.semantics import Call, Computed, Expr, Number, Var, parse
from gpucc.testing.proofs.prover import Left, Proof, Prover, Right
from gpucc.testing.proofs.smt import Unprovable, with_literals
from gpucc.testing.proofs.smt_ops import Term, is_undefined, may_be_undefined, operand_kinds
from gpucc.testing.proofs.solver import EFFORT

WIDTHS = (8, 16, 32)


class RewriteProver(Prover):
    """Proves the rules of one book. Guards that test more than the numbers themselves are not assumed."""

    def __init__(self, book: Book, effort: int = EFFORT) -> None:
        super().__init__(None, effort=effort)
        self.book = book
        self.predicates = {name: p.meaning for name, p in book.predicates.items()}

    def prove_rewrite(self, rewrite: Rewrite) -> Proof:
        """The proof of the first kind and width at which the rule is not proved, or else of the last."""
        start = time.perf_counter()
        proof = Proof(rewrite.name, "not arithmetic")
        for kinds in _kinds(rewrite):
            typed = _typed(rewrite.pattern, kinds, kinds[""])
            rule = Rule(rewrite.name, typed, rewrite.right, guard=self._assumed(rewrite.guard))
            for width in WIDTHS if "i" in kinds.values() else WIDTHS[-1:]:
                self.width = width
                proof = self.prove(rule)
                if proof.verdict != "proved":
                    return replace(proof, seconds=time.perf_counter() - start)
        return replace(proof, seconds=time.perf_counter() - start)

    def _right(self, rule: Rule, left: Left, lane: int) -> Right:
        return NeutralRight(self, rule, left, lane)

    def _assumed(self, guard: str) -> str | None:
        """The part of the guard whose tests have a meaning in the language of rules."""
        parts = [str(part) for part in self._conjuncts(parse(guard))] if guard else []
        text = parts[0] if parts else ""
        for part in parts[1:]:
            text = f"band({text}, {part})"
        return text or None

    def _conjuncts(self, expr: Expr) -> Iterator[Expr]:
        match expr:
            case Call("band", (a, b)):
                yield from self._conjuncts(a)
                yield from self._conjuncts(b)
            case Call(name, args) if name in self.book.tests:
                if meaning := self.book.tests[name].meaning:
                    yield parse(meaning.format(*args))
            case Call():
                yield expr


class NeutralRight(Right):
    """The right side of a rewriting rule as a term."""

    def value(self, expr: Expr, lane: int | None = None) -> Term:
        match expr:
            case Var(name) if name in TRUTHS:
                return z3.BoolVal(name == "true")
            case Var(name):
                return self.left.bound[name] if name in self.left.bound else self.left.variables[name]
            case Computed(inner):
                return self.value(inner)
            case Number(number):
                root = self.rule.patterns[0]
                return self.algebra.literal(
                    number, "i" if isinstance(root, Operation) and VOCABULARY[root.op].result == "i" else "f"
                )
            case Call(op, args):
                return self._applied(op, args)
        raise Unprovable(f"{expr} is not a value")

    def _applied(self, op: str, args: Sequence[Expr]) -> Term:
        """The term of an op; its literals have the kind of the other operands."""
        terms = [None if isinstance(arg, Number) else self.value(arg) for arg in args]
        values = with_literals(op, args, terms, self.algebra)
        result = self.algebra.apply(op, values)
        if not may_be_undefined(op):
            return result
        anything = z3.BitVec(f"undefined {len(self.assumptions)}{op}", self.algebra.width)
        return z3.If(is_undefined(op, values, self.algebra.width), anything, result)


# kinds ----------------------------------------------------------------------------------------------------------------


def _kinds(rewrite: Rewrite) -> Iterator[dict[str, str]]:
    """Yield the kinds of all variables and, under an empty name, of the whole; all kinds if the rule leaves it open."""
    known: dict[str, str] = {}
    for _ in range(3):
        known[""] = _of_pattern(rewrite.pattern, known.get("", ""), known)
        known[""] = _of_expression(parse(rewrite.right), known[""], known)
    open_ones = [name for name, kind in known.items() if not kind]
    for kind in "fbi" if open_ones else "f":
        yield known | dict.fromkeys(open_ones, kind)


def _of_pattern(p: Pattern, wanted: str, known: dict[str, str]) -> str:
    match p:
        case LiteralPattern():
            return wanted
        case Match(name, _, own):
            known[name] = known.get(name) or own or wanted
            return known[name]
        case Operation(op, args, name=name):
            kind = _settled(op, args, wanted, known, _of_pattern)
            known |= {name: kind} if name else {}
            return kind


def _of_expression(expr: Expr, wanted: str, known: dict[str, str]) -> str:
    match expr:
        case Var(name) if name in TRUTHS:
            return "b"
        case Var(name):
            known[name] = known.get(name) or wanted
            return known[name]
        case Computed(inner):
            return _of_expression(inner, wanted, known)
        case Call(op, args) if op in VOCABULARY:
            return _settled(op, args, wanted, known, _of_expression)
    return wanted


Side = TypeVar("Side", Pattern, Expr)


def _settled(
    op: str, args: Sequence[Side], wanted: str, known: dict[str, str], of: Callable[[Side, str, dict[str, str]], str]
) -> str:
    """The kind of an op's result; the kinds of its operands are recorded on the way."""
    kind = _result(op, wanted)
    kinds = [of(arg, k, known) for arg, k in zip(args, operand_kinds(op, kind, len(args)), strict=True)]
    return next(filter(None, kinds[1:]), kind) if op == "select" else kind


def _result(op: str, wanted: str) -> str:
    return VOCABULARY[op].result if VOCABULARY[op].result in ("f", "i", "b") else wanted


def _typed(p: Pattern, kinds: Mapping[str, str], wanted: str) -> Pattern:
    """The pattern with kinds at all variables and operations."""
    match p:
        case Match(name):
            return replace(p, type=kinds[name])
        case Operation(op, args):
            kind = _result(op, wanted)
            below = operand_kinds(op, kind, len(args))
            return replace(p, args=tuple(_typed(a, kinds, k) for a, k in zip(args, below, strict=True)), type=kind)
    return p
