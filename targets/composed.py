"""Neutral operations that a target composes of approximate instructions: their error needs a bound in the record."""

from __future__ import annotations

import re

from gpucc.isa.model import Isa
from gpucc.isa.neutral import OPS, RECIPROCAL, RECIPROCAL_ROOT
from gpucc.isel.cover import Selector
from gpucc.program import Stage
from gpucc.rules.pattern import Match, Operation
from gpucc.rules.semantics import machine_ops, parse
from gpucc.targets.record import Target, check_options

# the operations that lowering composes of special cases of division
COMPOSED = {"fdiv": RECIPROCAL, "sqrt": RECIPROCAL_ROOT}


def missing_bounds(target: Target) -> tuple[str, ...]:
    """The neutral operations that the target approximates by several instructions, and that have no bound."""
    found: set[str] = set()
    options = check_options(target.isa, {})
    stages: tuple[Stage, ...] = ("vertex", "fragment")
    for stage in stages:
        if stage in target.isa.stages:
            neutral = target.neutral(stage, options)
            found |= {op for op, parts in COMPOSED.items() if parts in neutral and op not in neutral}
            found |= _replaced(target.selector(stage, options)) if target.selector is not None else set()
    return tuple(sorted(found - set(target.bounds) - _native(target.isa)))


def _native(isa: Isa) -> set[str]:
    """The operations with the bound of an op of their own."""
    texts = (op.semantics[0] for op in isa.computed() if op.bound and op.semantics and op.result == "each")
    return {found[1] for text in texts if (found := re.fullmatch(r"(\w+)\([^()]*\)", text))}


def _replaced(selector: Selector) -> set[str]:
    """The operations that a rule computes for any operands by several ops of which one is approximate."""
    found: set[str] = set()
    for rule in (compiled.rule for compiled in selector.rules.compiled):
        pattern, used = rule.patterns[0], list(machine_ops(parse(rule.template)))
        if isinstance(pattern, Operation) and OPS[pattern.op].result == "f" and len(rule.patterns) == 1 < len(used):
            plain = all(isinstance(arg, Match) and not arg.where for arg in pattern.args)
            if plain and any(selector.rules.ops[name].bound for name in used):
                found.add(pattern.op)
    return found
