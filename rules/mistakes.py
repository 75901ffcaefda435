"""Mistakes in writing a rule: each is an error that names the rule, the reason and the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from gpucc.errors import UsageError
from gpucc.isa.model import Op
from gpucc.isa.neutral import OPS
from gpucc.rules import semantics
from gpucc.rules.pattern import Match, Operation, Rule, names, walk
from gpucc.rules.semantics import Call, Computed, Expr, Var, group_lanes, parse


def refuse_mistakes(
    rule: Rule, machine: str, ops: Mapping[str, Op], predicates: Iterable[str], representations: Iterable[str]
) -> None:
    """Refuse names that nothing has, and ops with too many or too few operands. Selection refuses them as well, but not
    before it uses the rule."""
    known, encodings = list(predicates), list(representations)
    for one in (q for p in rule.patterns for q in walk(p)):
        if isinstance(one, Match):
            for word in one.where:
                insist(rule, "predicate", word, known, "rules/facts.py lists the predicates")
        elif isinstance(one, Operation):
            insist(rule, "neutral op", one.op, OPS, "isa/neutral.py lists the neutral ops")
    if rule.yields:
        insist(rule, "representation", rule.yields, encodings, "the Ruleset of the target lists its representations")
    variables = [name for p in rule.patterns for name in names(p)]
    _check_template(rule, parsed(rule, rule.template), machine, ops, variables, encodings)
    if isinstance(rule.guard, str):
        _check_neutral(rule, parsed(rule, rule.guard), "guard", variables)


def parsed(rule: Rule, text: str) -> Expr:
    """The tree of a rule's text."""
    try:
        return parse(text)
    except UsageError as error:
        notes = ("rules/semantics.py has the grammar of templates and guards",)
        raise UsageError(f"rule {rule.name!r}: {error.message}", notes=notes) from error


def insist(rule: Rule, what: str, word: str, known: Iterable[str], remedy: str = "") -> None:
    """Refuse a name that is not among the known ones."""
    names = list(known)
    if word not in names:
        raise UsageError(f"rule {rule.name!r}: no {what} is called {word!r}", notes=_near(word, names, remedy))


def insist_on_op(rule: Rule, machine: str, name: str, known: Iterable[str]) -> None:
    """Refuse an op that the machine does not have."""
    names = list(known)
    if name not in names:
        notes = _near(name, names, f"gpucc isas {machine} lists the ops")
        raise UsageError(f"rule {rule.name!r}: {machine} has no op {name!r}", notes=notes)


def _near(word: str, known: list[str], remedy: str) -> tuple[str, ...]:
    close = get_close_matches(word, known, 3, 0.5)
    found = f"did you mean {' or '.join(map(repr, close))}?" if close else ""
    return tuple(note for note in (found, remedy) if note)


def _check_template(
    rule: Rule, expr: Expr, machine: str, ops: Mapping[str, Op], variables: list[str], encodings: list[str]
) -> None:
    match expr:
        case Call(name, args, modifier=modifier):
            insist_on_op(rule, machine, name, ops)
            wanted = [operand.name for operand in ops[name].operands]
            if len(args) != len(wanted):
                raise UsageError(
                    f"rule {rule.name!r}: {name} has {_operands(len(wanted))}, and the template gives {len(args)}",
                    notes=(f"write {name}({', '.join(wanted)})",),
                )
            _check_suffix(rule, modifier, ())
        case Var(name, representation):
            _check_variable(rule, name, "template", variables)
            _check_suffix(rule, representation, encodings)
        case Computed(inner):
            _check_neutral(rule, inner, "template", variables)
            return
    for one in semantics.children(expr):
        _check_template(rule, one, machine, ops, variables, encodings)


def _operands(count: int) -> str:
    return f"{count} operand{'s' * (count != 1)}"


def _check_suffix(rule: Rule, word: str, encodings: Iterable[str]) -> None:
    """Check the word after a colon."""
    if word:
        insist(rule, "representation or modifier", word, [*encodings, *semantics.RESULT_MODIFIERS])


def _check_neutral(rule: Rule, expr: Expr, place: str, variables: list[str]) -> None:
    """Check an expression over the numbers of constants."""
    for one in semantics.walk(expr):
        if isinstance(one, Var):
            _check_variable(rule, one.name, place, variables)
        elif isinstance(one, Call):
            insist(rule, "neutral op", one.name, [*OPS, "same"], "isa/neutral.py lists the neutral ops")


def _check_variable(rule: Rule, name: str, place: str, variables: list[str]) -> None:
    """Check that the pattern has a variable, or the lanes of a group."""
    if name not in variables and not group_lanes(name, variables):
        has = f"the pattern has {', '.join(dict.fromkeys(variables))}" if variables else "the pattern has no variable"
        notes = _near(name, variables, has)
        raise UsageError(f"rule {rule.name!r}: the {place} uses {name!r}, which the pattern does not have", notes=notes)
