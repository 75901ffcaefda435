"""Prepares rules for selection: derives base rules from semantics, compiles special rules, refuses overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from gpucc.errors import UsageError
from gpucc.isa.model import Isa, Op
from gpucc.isa.neutral import OPS, RECIPROCAL, RECIPROCAL_ROOT
from gpucc.isel.forms import TEMPORARY, Forms, forms_of
from gpucc.isel.templates import Template, TemplateCompiler
from gpucc.lowering.graph import REASSOC
from gpucc.records import dataclass
from gpucc.rules import facts, semantics
from gpucc.rules.matcher import IndexEntry, RuleIndex, Variant, orders, variants
from gpucc.rules.mistakes import insist, insist_on_op, parsed
from gpucc.rules.pattern import (
    LiteralPattern,
    Match,
    Operation,
    Pattern,
    Rule,
    Ruleset,
    from_semantics,
    names,
    normal,
    rename,
    show,
    size,
    walk,
)
from gpucc.rules.semantics import Call, Expr, Lanes, Var, group_lanes, parse

Payload = TypeVar("Payload")


def available_ops(isa: Isa, stage: str | None, version: int) -> dict[str, Op]:
    return {op.name: op for op in isa.computed() if version in op.versions and (stage is None or stage in op.stages)}


def base_rules(isa: Isa) -> Iterator[Rule]:
    """Yield a rule for each op, from its semantics.

    Left out are effects and ops with matrix rows, which are formed elsewhere, and ops that approximate a whole
    expression (1/sqrt(x) in one step): those differ from their parts, so they need a rule that states its licence.
    """
    for op in isa.computed():
        if not op.semantics or op.effect or any(operand.rows > 1 for operand in op.operands):
            continue
        trees = tuple(_truth(parse(text)) for text in op.semantics)
        if isinstance(trees[0], Var) or (op.bound is not None and any(_steps(tree) > 1 for tree in trees)):
            continue
        patterns = tuple(from_semantics(tree) for tree in trees)
        template = f"{op.name}({', '.join(operand.name for operand in op.operands)})"
        yield Rule(op.name, patterns if op.result == "fixed" else patterns[0], template)


def _modifier_rules(ops: Iterable[Op]) -> Iterator[Rule]:
    """Yield rules for result modifiers: a modified result is another representation of the value that the op
    computes.
    """
    for modifier in sorted(frozenset().union(*(op.modifiers for op in ops))):
        yield Rule(f"result {modifier}", from_semantics(parse(semantics.RESULT_MODIFIERS[modifier])), f"a:{modifier}")


def _truth(expr: Expr) -> Expr:
    """Return the comparison inside a `btof`, since its 0.0 or 1.0 represents the truth value."""
    return expr.args[0] if isinstance(expr, Call) and expr.name == "btof" else expr


def _steps(expr: Expr) -> int:
    return sum(isinstance(e, Call) for e in semantics.walk(expr))


# one rule -------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Compiled:
    """A rule as the cover uses it. Everything but names and numbers is computed at first use."""

    rule: Rule
    compiler: TemplateCompiler
    predicates: Mapping[str, facts.Predicate]
    _variants: dict[int, list[Variant]] = field(default_factory=dict)

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        return self.rule.patterns

    @cached_property
    def tree(self) -> Expr:
        return parse(self.rule.template)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for p in self.patterns for name in names(p)))

    @cached_property
    def size(self) -> float:
        return max(size(p) for p in self.patterns) + bool(self.rule.flags) / 256

    @cached_property
    def template(self) -> Template:
        return self.compiler.compile(self.tree, self.variables, self.rule.cost)

    @cached_property
    def checks(self) -> tuple[tuple[int, facts.Predicate], ...]:
        found = [(q.name, w) for p in self.patterns for q in walk(p) if isinstance(q, Match) for w in q.where]
        for _, where in found:
            insist(self.rule, "predicate", where, self.predicates)
        return tuple((self.variables.index(name), self.predicates[where]) for name, where in dict.fromkeys(found))

    @cached_property
    def guard(self) -> Expr | None:
        return parse(self.rule.guard) if isinstance(self.rule.guard, str) else None

    @cached_property
    def position(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.variables)}

    @cached_property
    def constants(self) -> tuple[int, ...]:
        """Variables whose values selection must know: those of the guard and of literals in the template."""
        texts = [e.expression for e in semantics.walk(self.tree) if isinstance(e, semantics.Computed)]
        known = [name for tree in [*texts, *([self.guard] if self.guard else [])] for name in semantics.variables(tree)]
        return tuple(self.position[name] for name in dict.fromkeys(known))

    @cached_property
    def unconditional(self) -> bool:
        return not (self.checks or self.constants or self.rule.guard is not None)

    @cached_property
    def asks_for(self) -> frozenset[str]:
        """Representations of variables that the template needs."""
        return frozenset(e.representation for e in semantics.walk(self.tree) if isinstance(e, Var))

    @cached_property
    def mates(self) -> tuple[tuple[int, int], ...]:
        """The lanes in pairs, a.x and b.x, a.y and b.y and so on, if the factors of the products may be exchanged
        between the two groups."""
        groups = list(dict.fromkeys(v.partition(".")[0] for v in self.variables if "." in v))
        if len(groups) != 2 or len(self.patterns) > 1:
            return ()
        one, two = ({v.partition(".")[2]: v for v in group_lanes(group, self.variables)} for group in groups)
        pairs = [(name, two[lane]) for lane, name in one.items() if lane in two]
        if not all(self._is_product(pair) for pair in pairs):
            return ()
        return tuple((self.position[a], self.position[b]) for a, b in pairs)

    @cached_property
    def unpaired(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The lanes of the two groups that are a factor of no product."""
        groups = list(dict.fromkeys(v.partition(".")[0] for v in self.variables if "." in v))
        paired = {i for pair in self.mates for i in pair}
        one, two = ([self.position[v] for v in group_lanes(group, self.variables)] for group in groups)
        return tuple(i for i in one if i not in paired), tuple(i for i in two if i not in paired)

    def _is_product(self, pair: tuple[str, str]) -> bool:
        """Return whether the two appear once each, as the operands of one commutative op."""
        whole = list(walk(self.patterns[0]))
        if any(sum(isinstance(q, Match) and q.name == name for q in whole) != 1 for name in pair):
            return False
        products = [q for q in whole if isinstance(q, Operation) and OPS[q.op].commutative]
        return any({arg.name for arg in q.args if isinstance(arg, Match)} == set(pair) for q in products)

    @cached_property
    def symmetric_lanes(self) -> int:
        """The number of leading lanes that may be permuted without changing the value.

        With reassoc these are all lanes; otherwise two if the pattern shows it.
        """
        root = self.patterns[0]
        if isinstance(root, Operation) and (root.flags | self.rule.flags) & REASSOC:
            return len(self.mates)
        if len(self.mates) < 2:
            return 0
        (a, b), (c, d) = self.mates[:2]
        new = {name: name for name in self.variables}
        for i, j in ((a, c), (b, d)):
            new[self.variables[i]], new[self.variables[j]] = self.variables[j], self.variables[i]
        same = normal(rename(self.patterns[0], new)) == normal(self.patterns[0])
        return 2 if same else 0

    def variants(self, which: int) -> list[Variant]:
        if which not in self._variants:
            self._variants[which] = self._orders(which)
        return self._variants[which]

    def _orders(self, which: int) -> list[Variant]:
        p = self.patterns[which]
        bound = names(p)
        mates = frozenset(self.variables[i] for pair in self.mates for i in pair)
        orders = variants(p, mates, self._identity)
        return [Variant(q, bound, self.rule.flags) for q in orders if isinstance(q, Operation)]

    def _identity(self, renamed: Mapping[str, str]) -> str:
        if callable(self.rule.guard) or self.rule.attr is not None:
            return repr(renamed)
        return _show_template(self.tree, renamed, self.compiler.commutative) + (
            _rename_text(self.guard, renamed) if self.guard else ""
        )


def _show_template(expr: Expr, new: Mapping[str, str], commutative: frozenset[str]) -> str:
    match expr:
        case Call(name, args, negated, absolute, modifier):
            shown = [_show_template(arg, new, commutative) for arg in args]
            listed = ", ".join(sorted(shown) if name in commutative else shown)
            return f"{'-' * negated}{'|' * absolute}{name}({listed}){modifier}"
        case Lanes(items):
            return f"[{', '.join(_show_template(item, new, commutative) for item in items)}]"
        case Var(name):
            own = [new[v] for v in group_lanes(name, list(new))] if name not in new else [new[name]]
            return str(replace(expr, name="/".join(own)))
    return _rename_text(expr, new)


def _rename_text(expr: Expr, new: Mapping[str, str]) -> str:
    match expr:
        case Call(name, args):
            return f"{name}({', '.join(_rename_text(arg, new) for arg in args)})"
        case Var(name):
            return new.get(name, name)
        case semantics.Computed(inner):
            return f"{{{_rename_text(inner, new)}}}"
    return str(expr)


# all rules ------------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Rules:
    """A target's rules for one stage and version. `lacking` are rules whose ops exist only in other stages or
    versions. `stage` is the stage that they are for; None: any.
    """

    isa: Isa
    ruleset: Ruleset
    ops: Mapping[str, Op]
    forms: Forms
    compiled: tuple[Compiled, ...]
    lacking: tuple[Rule, ...]
    stage: str | None = None
    single: RuleIndex[Compiled] = field(init=False)
    multiple: RuleIndex[tuple[Compiled, int]] = field(init=False)
    chains: tuple[Compiled, ...] = field(init=False)

    def __post_init__(self) -> None:
        one = [c for c in self.compiled if len(c.patterns) == 1 and isinstance(c.patterns[0], Operation)]
        many = [c for c in self.compiled if len(c.patterns) > 1]
        self.single = RuleIndex([_entry(c, 0, c) for c in one])
        self.multiple = RuleIndex([_entry(c, i, (c, i)) for c in many for i in range(len(c.patterns))])
        self.chains = tuple(c for c in self.compiled if isinstance(c.patterns[0], Match))

    @cached_property
    def moves(self) -> tuple[Op, ...]:
        """Ops that copy their operand."""
        return tuple(
            op
            for op in self.ops.values()
            if op.result == "each" and op.operands and op.semantics == (op.operands[0].name,)
        )

    @cached_property
    def moves_from(self) -> tuple[tuple[Op, int], ...]:
        """Every form that a move turns into a temporary, with that move."""
        plain = [(op, form) for op in self.moves for form in self.forms.sets[self.forms.accepted(op.operands[0])]]
        return tuple((op, form) for op, form in plain if form != TEMPORARY)

    @cached_property
    def neutral_ops(self) -> frozenset[str]:
        """Ops that can be selected with any operands and flags: those of `isa.neutral`, and the special cases of
        division among its names. Uniforms at a computed index are a leaf that rules read like any other."""
        plain = {""}
        for _ in self.chains:
            plain.update(r for c in self.chains if c.rule.yields in plain for r in c.asks_for)
        alone = [c.rule for c in self.compiled if len(c.patterns) == 1 and c.rule.yields in plain]
        roots = [rule.patterns[0] for rule in alone if not (rule.guard or rule.flags)]
        general = {p.op for p in roots if isinstance(p, Operation) and _is_general(p)}
        special = {RECIPROCAL, RECIPROCAL_ROOT} & {normal(rename(p, dict.fromkeys(names(p), "x"))) for p in roots}
        indexed = {"uniform_at"} if self.stage in self.ruleset.index else set()
        signs = {"neg": "fneg", "abs": "fabs"}
        absorbed = {signs[m] for op in self.moves for m in op.operands[0].modifiers if m in signs}
        return frozenset(general | special | indexed | absorbed)

    @cached_property
    def names_by_kind(self) -> dict[str, tuple[str, ...]]:
        """Representations of truth values, and modifiers of float results; the plain value comes first."""
        modifiers = sorted(frozenset[str]().union(*(op.modifiers for op in self.ops.values())))
        return {"b": ("", *(r.name for r in self.ruleset.representations)), "f": ("", *modifiers)}


def _is_general(p: Operation) -> bool:
    plain = [arg.name for arg in p.args if isinstance(arg, Match) and not (arg.where or arg.type)]
    return len(set(plain)) == len(p.args) and not (p.flags or p.type)


def _entry(compiled: Compiled, which: int, payload: Payload) -> IndexEntry[Payload]:
    root = compiled.patterns[which]
    assert isinstance(root, Operation)
    return IndexEntry(root, lambda: compiled.variants(which), payload)


@dataclass(frozen=True, eq=False)
class _Same(Generic[Payload]):
    """A key of a dictionary that is equal to nothing but itself: it compares objects by identity."""

    thing: Payload

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


NONE: frozenset[str] = frozenset()


def shared_rules(
    isa: Isa, ruleset: Ruleset, stage: str | None = None, version: int = 1, disabled: frozenset[str] = NONE
) -> Rules:
    """Return the rules of these records. They are created once and shared; they never change, except for their
    caches.
    """
    return _shared_rules(_Same(isa), _Same(ruleset), stage, version, disabled)


@lru_cache(maxsize=16)
def _shared_rules(
    isa: _Same[Isa], ruleset: _Same[Ruleset], stage: str | None, version: int, disabled: frozenset[str]
) -> Rules:
    return make_rules(isa.thing, ruleset.thing, stage, version, disabled)


def make_rules(
    isa: Isa,
    rules: Ruleset | Sequence[Rule],
    stage: str | None = None,
    version: int = 1,
    disabled: frozenset[str] = NONE,
) -> Rules:
    """Create the rules, without those whose names are `disabled`, including rules derived from ops.

    Overlaps are refused, but not in a Ruleset: looking for them takes long, and a test does it for each target.
    """
    ruleset = rules if isinstance(rules, Ruleset) else Ruleset(tuple(rules))
    ops = available_ops(isa, stage, version) | {op.name: op for op in ruleset.ops}
    base, special = _all_rules(isa, ruleset, ops)
    if ruleset is not rules:
        refuse_overlaps(base, special)
    fitting: list[Rule] = []
    lacking: list[Rule] = []
    for rule in (rule for rule in [*base, *special] if rule.name not in disabled):
        used = list(semantics.machine_ops(parsed(rule, rule.template)))
        _check_ops(rule, used, isa, ops)
        (fitting if all(name in ops for name in used) else lacking).append(rule)
    compiler = TemplateCompiler(ops, forms_of(list(ops.values())))
    predicates = {p.name: p for p in facts.PREDICATES}
    compiled = sorted((Compiled(rule, compiler, predicates) for rule in fitting), key=lambda c: -c.size)
    return Rules(isa, ruleset, ops, compiler.forms, tuple(compiled), tuple(lacking), stage)


def _all_rules(isa: Isa, ruleset: Ruleset, ops: Mapping[str, Op]) -> tuple[list[Rule], list[Rule]]:
    """Return the base and modifier rules that ops imply, and the rules of the set."""
    base = [*(rule for rule in base_rules(isa) if rule.name not in ruleset.replaced), *_modifier_rules(ops.values())]
    return base, [rule for rule in ruleset.rules if isa.format.blend_select or "blend" not in rule.assume]


def refuse_overlaps_of(isa: Isa, ruleset: Ruleset, stage: str, version: int = 1) -> None:
    """Refuse overlaps in a Ruleset, as `make_rules` does for a plain sequence of rules."""
    ops = available_ops(isa, stage, version) | {op.name: op for op in ruleset.ops}
    refuse_overlaps(*_all_rules(isa, ruleset, ops))


def _check_ops(rule: Rule, used: Sequence[str], isa: Isa, available: Iterable[str]) -> None:
    known = {*available, *(op.name for op in isa.computed())}
    for name in used:
        insist_on_op(rule, isa.name, name, known)


def refuse_overlaps(base: Sequence[Rule], special: Sequence[Rule]) -> None:
    """Refuse two rules that always match together at the same price, since their order would decide which one applies.

    Base rules may overlap each other, because a target may have two ops that do the same.
    """
    seen: dict[tuple[object, ...], list[Rule]] = {}
    for rule in base:
        seen.setdefault(_rough_key(rule), []).append(rule)
    for rule in special:
        others = seen.setdefault(_rough_key(rule), [])
        for other in others:
            if _fine_key(other) == _fine_key(rule):
                raise UsageError(f"rules {other.name!r} and {rule.name!r} have the same pattern, conditions and cost")
        others.append(rule)


def _rough_key(rule: Rule) -> tuple[object, ...]:
    """Return a cheap key that is equal for rules that overlap; it differs for most others."""
    parts = [q for p in rule.patterns for q in walk(p)]
    ops = sorted((q.op, q.flags) for q in parts if isinstance(q, Operation))
    values = sorted(repr(q.value) for q in parts if isinstance(q, LiteralPattern))
    wheres = sorted(q.where for q in parts if isinstance(q, Match))
    tree = parse(rule.template)
    cost = rule.cost if rule.cost is not None else sorted(semantics.machine_ops(tree))
    asked = sorted(e.representation for e in semantics.walk(tree) if isinstance(e, Var))
    return (tuple(ops), tuple(values), tuple(wheres), rule.flags, rule.guard, rule.yields, repr(cost), tuple(asked))


def _fine_key(rule: Rule) -> tuple[str, ...]:
    return tuple(
        min(show(rename(q, {n: f"v{i}" for i, n in enumerate(names(q))})) for q in orders(p, frozenset()))
        for p in rule.patterns
    )
