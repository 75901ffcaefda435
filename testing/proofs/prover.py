"""Prove or refute selection rules: both sides become formulas, and z3 searches for a difference.

The promises of flags and predicates are assumed: under nnan and ninf no operand or result is a NaN or an infinity;
under nsz the sign of a zero is free, so it is enough that one choice of signs gives the machine's answer. Rules that
arcp, afn or reassoc license change roundings by intent: they are proved over the reals. A guard in Python is not
assumed.

Zeros, subnormal numbers, products with infinities and minima with NaN are those of the target's number format.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import product
from typing import Any, Literal

import z3

from gpucc.isa.model import FP32, LETTERS, Format, Isa, Op
from gpucc.isa.neutral import AFN, ARCP, CONTRACT, NINF, NNAN, NSZ, REASSOC
from gpucc.records import dataclass
from gpucc.rules import facts
from gpucc.rules.matcher import FLAGGED
from gpucc.rules.mistakes import refuse_mistakes
from gpucc.rules.pattern import LiteralPattern, Match, Operation, Pattern, Representation, Rule, Ruleset, walk
from gpucc.rules.semantics import (
    RESULT_MODIFIERS,
    Call,
    Computed,
    Expr,
    Lanes,
    Number,
    Var,
    group_lanes,
    parse,
    variables,
)
from gpucc.testing.proofs.smt import Algebra, Reals, Symbols, Unprovable, translate
from gpucc.testing.proofs.smt_ops import Term, is_undefined, may_be_undefined, one_is_nan, operand_kinds
from gpucc.testing.proofs.solver import EFFORT, solve

LICENCES = AFN | ARCP | CONTRACT | REASSOC
MOST_PATHS = 1000
Verdict = Literal["proved", "refuted", "unknown", "not arithmetic"]


@dataclass(frozen=True, slots=True)
class Proof:
    """The result for a rule. `zeros`: signs of zeros are kept. `over`: float32 (bit by bit) or the reals."""

    rule: str
    verdict: Verdict
    over: str = "float32"
    zeros: bool = True
    counterexample: str = ""
    seconds: float = 0.0


class Prover:
    """Proves rules of a machine. `own` is the target's Ruleset, or only its representations if its rules use no ops but
    those of the ISA."""

    def __init__(self, isa: Isa | None, own: Ruleset | Sequence[Representation] = (), effort: int = EFFORT) -> None:
        self.isa = isa
        representations = own.representations if isinstance(own, Ruleset) else own
        more = own.ops if isinstance(own, Ruleset) else ()
        self.ops = {op.name: op for op in (*(isa.computed() if isa else ()), *more)}
        self.format = isa.format if isa else FP32
        self.representations = {r.name: r for r in representations}
        self.effort = effort
        self.width = 32
        self.predicates = {p.name: p.meaning for p in facts.PREDICATES}

    def prove(self, rule: Rule) -> Proof:
        if self.isa is not None:
            refuse_mistakes(rule, self.isa.name, self.ops, self.predicates, self.representations)
        start = time.perf_counter()
        try:
            proof = self._prove(rule)
        except Unprovable:
            proof = Proof(rule.name, "not arithmetic")
        seconds = time.perf_counter() - start
        return Proof(proof.rule, proof.verdict, proof.over, proof.zeros, proof.counterexample, seconds)

    def _prove(self, rule: Rule) -> Proof:
        if _flags(rule) & LICENCES or "approximate" in rule.assume:
            over_reals, model = self._decide(rule, Reals, False)
            return Proof(rule.name, over_reals, "the reals", True, model)
        verdict: Verdict = "unknown"
        zeros, model = True, ""
        for algebra, free_zeros in ((Symbols, False), (Symbols, True), (Algebra, False), (Algebra, True)):
            if verdict != "proved" and (not free_zeros or _flags(rule) & NSZ):
                verdict, model = self._decide(rule, algebra, free_zeros)
                zeros = not (self.format.negative_zero and (free_zeros or "blend" in rule.assume))
        return Proof(rule.name, verdict, "float32", zeros, model)

    def _decide(self, rule: Rule, algebra: type[Algebra], free_zeros: bool) -> tuple[Verdict, str]:
        for lane in range(len(rule.patterns)):
            verdict, model = self._decide_lane(rule, lane, algebra, free_zeros)
            if verdict != "proved":
                return verdict, model
        return "proved", ""

    def _decide_lane(self, rule: Rule, lane: int, algebra: type[Algebra], free_zeros: bool) -> tuple[Verdict, str]:
        """Decide each combination of truth values separately: products with 0.0 and 1.0 then need no multiplier."""
        truths = _truths(rule)
        unknown = False
        for case in product((True, False), repeat=len(truths)):
            known = dict(zip(truths, case, strict=True))
            answer, model = self._decide_case(rule, lane, algebra, free_zeros, known)
            if answer == z3.sat:
                return "refuted", ", ".join([*(f"{name} = {value}" for name, value in known.items()), *_shown(model)])
            unknown |= answer == z3.unknown
        return ("unknown" if unknown else "proved"), ""

    def _decide_case(
        self, rule: Rule, lane: int, algebra: type[Algebra], free_zeros: bool, truths: Mapping[str, bool]
    ) -> tuple[Any, Any]:
        if algebra is not Symbols:
            return self._decide_path(
                rule, lane, Left(rule, algebra(self._format(rule), self.width), free_zeros, truths, self.predicates)
            )
        paths: list[list[bool]] = [[]]
        for _ in range(MOST_PATHS):
            symbols = Symbols(self._format(rule), self.width, paths.pop())
            answer, model = self._decide_path(rule, lane, Left(rule, symbols, free_zeros, truths, self.predicates))
            if answer != z3.unsat:
                return answer, model
            taken = [decision for _, decision in symbols.path]
            paths += [[*taken[:i], True] for i in range(len(symbols.given), len(taken))]
            if not paths:
                return z3.unsat, None
        return z3.unknown, None

    def _format(self, rule: Rule) -> Format:
        return replace(self.format, minmax="ieee") if "extreme" in rule.assume else self.format

    def _right(self, rule: Rule, left: Left, lane: int) -> Right:
        return Right(self, rule, left, lane)

    def _decide_path(self, rule: Rule, lane: int, left: Left) -> tuple[Any, Any]:
        algebra = left.algebra
        left.name_lanes()
        value = left.value(rule.patterns[lane])
        right = self._right(rule, left, lane)
        result = right.value(parse(rule.template))
        assumptions = [*left.assumptions(), *right.assumptions]
        if "blend" in rule.assume:
            assumptions += [*map(algebra.blends, left.variables.values()), z3.Not(algebra.minus_zero(value))]
        goal = self._same(rule, value, result, algebra)
        if isinstance(algebra, Symbols):
            assumptions += [condition if decision else z3.Not(condition) for condition, decision in algebra.path]
        return self._ask(goal, assumptions + algebra.facts, left.signs)

    def _ask(self, goal: Term, assumptions: Sequence[Term], signs: Sequence[Term]) -> tuple[Any, Any]:
        """If signs of zeros are free, a counterexample must fail for all choices of signs together."""
        wrong = list(assumptions)
        for case in product((True, False), repeat=len(signs)):
            chosen = [(v, z3.BoolVal(b)) for v, b in zip(signs, case, strict=True)]
            wrong.append(z3.Not(z3.simplify(z3.substitute(goal, *chosen))))
        return solve(wrong, self.effort)

    def _same(self, rule: Rule, value: Term, result: Term, algebra: Algebra) -> Term:
        if not z3.is_bool(value):
            return algebra.same(value, result)
        if z3.is_bool(result):
            return value == result
        if not rule.yields:
            return algebra.same(result, algebra.apply("btof", [value]))
        wanted = self.representations[rule.yields]
        if wanted.value:
            return algebra.same(result, translate(parse(wanted.value), {"c": value}, algebra))
        return translate(parse(wanted.holds), {"c": value, "v": result}, algebra)


def _truths(rule: Rule) -> list[str]:
    """The names of truth values on the left side."""
    left = Left(rule, Symbols(), False, {}, dict.fromkeys(_predicates(rule)))
    for p in rule.patterns:
        left.value(p)
    return [name for name, term in left.variables.items() if z3.is_bool(term)]


def _predicates(rule: Rule) -> Iterator[str]:
    for p in rule.patterns:
        for q in walk(p):
            if isinstance(q, Match):
                yield from q.where


def _flags(rule: Rule) -> int:
    flags = rule.flags
    for p in rule.patterns:
        for q in walk(p):
            if isinstance(q, Operation):
                flags |= q.flags
    return flags


def _equal(guard: Expr) -> Iterator[tuple[Var, Expr]]:
    """Yield variables that the guard makes equal, bit by bit, to expressions over others."""
    match guard:
        case Call("band", (one, other)):
            yield from _equal(one)
            yield from _equal(other)
        case Call("same", (Var() as name, other)) if name.name not in variables(other):
            yield name, other


def _shown(model: Any) -> Iterator[str]:
    if isinstance(model, dict):
        yield from (f"{name} = {value}" for name, value in model.items())
        return
    for declaration in sorted(model.decls(), key=lambda d: str(d.name())):
        yield f"{declaration.name()} = {model[declaration]}"


@dataclass(slots=True)
class Left:
    """The pattern as a term: its variables, the promises of its flags and predicates, and the signs that nsz leaves
    open."""

    rule: Rule
    algebra: Algebra
    free_zeros: bool
    truths: Mapping[str, bool]
    predicates: Mapping[str, str | None]
    variables: dict[str, Term] = field(default_factory=dict)
    promises: list[Term] = field(default_factory=list)
    signs: list[Term] = field(default_factory=list)
    # ops that have names
    bound: dict[str, Term] = field(default_factory=dict)
    # variables that the guard gives as expressions over others
    same: dict[str, Expr] = field(init=False)

    def __post_init__(self) -> None:
        guard = self.rule.guard
        self.same = {one.name: other for one, other in _equal(parse(guard))} if isinstance(guard, str) else {}

    def value(self, p: Pattern, kind: str = "f") -> Term:
        """The term of a pattern. `kind` is the kind that the op above takes: floats, integers or truth values."""
        match p:
            case LiteralPattern(number):
                return self.algebra.literal(number, kind)
            case Match(name) if name in self.bound:
                return self.bound[name]
            case Match(name, where, own):
                return self._variable(name, where, own or kind)
            case Operation(op, args, flags, own):
                result = self._operation(op, args, flags | (self.rule.flags if op in FLAGGED else 0), own or kind)
                self.bound |= {p.name: result} if p.name else {}
                return result

    def name_lanes(self) -> None:
        """Create the variables of all results: results of one instruction share its operands, including those that a
        single result does not read."""
        for p in self.rule.patterns if len(self.rule.patterns) > 1 else ():
            for q in walk(p):
                if isinstance(q, Match):
                    self._variable(q.name, (), "f")

    def _variable(self, name: str, where: Sequence[str], kind: str) -> Term:
        if name not in self.variables and name in self.same:
            others = {other: self._variable(other, (), kind) for other in variables(self.same[name])}
            self.variables[name] = translate(self.same[name], others, self.algebra)
        if name not in self.variables:
            self.variables[name] = self._new_variable(name, kind)
        for predicate in where:
            meaning = self.predicates.get(predicate)
            if meaning is not None and not z3.is_bool(self.variables[name]):
                self._promise(meaning, {"v": self.variables[name]})
        return self.variables[name]

    def _promise(self, meaning: str, variables: Mapping[str, Term]) -> None:
        """Assume a promise in the algebra of the variables. Promises without a meaning for real numbers are left out
        there."""
        if isinstance(self.algebra, Reals):
            with suppress(Unprovable):
                self.promises.append(translate(parse(meaning), variables, self.algebra))
        else:
            self.promises.append(translate(parse(meaning), variables, Algebra(self.algebra.format, self.algebra.width)))

    def _new_variable(self, name: str, kind: str) -> Term:
        if kind != "b":
            return self.algebra.variable(name, kind)
        return z3.BoolVal(self.truths[name]) if name in self.truths else z3.Bool(name)

    def _operation(self, op: str, args: Sequence[Pattern], flags: int, kind: str) -> Term:
        terms = [self.value(arg, k) for arg, k in zip(args, operand_kinds(op, kind, len(args)), strict=True)]
        terms = [self._any_zero(t) if flags & NSZ else t for t in terms]
        if may_be_undefined(op):
            self.promises.append(z3.Not(is_undefined(op, terms, self.algebra.width)))
        result = self.algebra.apply(op, terms)
        for term in [*terms, result]:
            if z3.is_fp(term):
                self.promises += [z3.Not(z3.fpIsNaN(term))] if flags & NNAN else []
                self.promises += [z3.Not(z3.fpIsInf(term))] if flags & NINF else []
        if op in ("fmin", "fmax") and self.algebra.format.minmax == "second" and z3.is_fp(result):
            self.promises.append(z3.Not(one_is_nan(*terms)))
        return self._any_zero(result) if flags & NSZ else result

    def _any_zero(self, term: Term) -> Term:
        if not self.free_zeros or not z3.is_fp(term):
            return term
        sign = z3.Bool(f"sign{len(self.signs)}")
        self.signs.append(sign)
        return z3.If(z3.And(self.algebra.is_zero(term), sign), self.algebra.negated(term), term)

    def assumptions(self) -> list[Term]:
        if isinstance(self.rule.guard, str):
            self._promise(self.rule.guard, self.variables)
        if self.rule.given:
            one, other = (translate(parse(text), self.variables, self.algebra) for text in self.rule.given.split("="))
            self.promises.append(one == other)
        return self.promises


class Right:
    """The template as a term; each machine op is replaced by its semantics."""

    def __init__(self, prover: Prover, rule: Rule, left: Left, lane: int) -> None:
        self.prover, self.rule, self.left, self.lane = prover, rule, left, lane
        self.algebra = left.algebra
        self.assumptions: list[Term] = []
        self.held: dict[tuple[str, str], Term] = {}

    def value(self, expr: Expr, lane: int | None = None) -> Term:
        match expr:
            case Number(number):
                return self.algebra.number(number)
            case Computed(inner):
                return translate(inner, self.left.variables, self.algebra)
            case Var(name, representation, negated, absolute):
                term = self._variable(name, representation)
                term = self.algebra.apply("fabs", [term]) if absolute else term
                return self.algebra.apply("fneg", [term]) if negated else term
            case Call(name, args, negated, absolute, modifier):
                op = self.prover.ops.get(name)
                if op is None:
                    raise Unprovable(f"{name} is no op of the ISA")
                term = self._machine(op, args, self.lane if len(op.semantics) > 1 else 0)
                term = translate(parse(RESULT_MODIFIERS[modifier]), {"a": term}, self.algebra) if modifier else term
                term = self.algebra.apply("fabs", [term]) if absolute else term
                return self.algebra.apply("fneg", [term]) if negated else term
        raise Unprovable(f"{expr} is not a value")

    def _variable(self, name: str, representation: str) -> Term:
        term = self.left.variables[name]
        if not z3.is_bool(term):
            return (
                translate(parse(RESULT_MODIFIERS[representation]), {"a": term}, self.algebra)
                if representation
                else term
            )
        if not representation:
            return self.algebra.apply("btof", [term])
        key = (name, representation)
        wanted = self.prover.representations[representation]
        if wanted.value:
            return translate(parse(wanted.value), {"c": term}, self.algebra)
        if key not in self.held:
            held = self.held[key] = self.algebra.variable(f"{name}:{representation}")
            self.assumptions.append(translate(parse(wanted.holds), {"c": term, "v": held}, self.algebra))
        return self.held[key]

    def _machine(self, op: Op, args: Sequence[Expr], lane: int) -> Term:
        if not op.semantics:
            raise Unprovable(f"{op.name} has no semantics")
        values: dict[str, Term] = {}
        for operand, arg in zip(op.operands, args, strict=True):
            values.update(self._operand(operand.name, operand.lanes, arg))
        return translate(parse(op.semantics[lane]), values, self.algebra)

    def _operand(self, name: str, lanes: int, arg: Expr) -> Mapping[str, Term]:
        if not lanes:
            return {name: self.value(arg)}
        if isinstance(arg, Var) and arg.name not in self.left.variables:
            items: Sequence[Expr] = [replace(arg, name=v) for v in group_lanes(arg.name, list(self.left.variables))]
        else:
            items = arg.items if isinstance(arg, Lanes) else [arg]
        lanes_of = {f"{name}.{lane}": self.value(item) for lane, item in zip(LETTERS, items, strict=False)}
        return lanes_of | {name: lanes_of[f"{name}.x"]} if lanes == 1 else lanes_of
