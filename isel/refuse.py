"""Explains why a node cannot be selected: by a refusal of the target, or by naming what is missing."""

from __future__ import annotations

from gpucc.errors import GpuccError, Unsupported
from gpucc.isel.pricing import INF, Pricing
from gpucc.isel.rules import Rules
from gpucc.lowering.graph import Node
from gpucc.rules.matcher import compile_test
from gpucc.rules.pattern import Operation, Refusal, names
from gpucc.rules.semantics import machine_ops, parse


def explain_failure(pricing: Pricing, root: Node) -> GpuccError:
    """Find the reason why a root has no price: descend to the first node whose operands all have prices, and explain
    that node."""
    node = root
    while (below := next((a for a in node.args if not _has_price(pricing, a)), None)) is not None:
        node = below
    rules = pricing.problem.rules
    title = rules.isa.title
    for refusal in rules.ruleset.refusals:
        if _matches(refusal, node):
            return Unsupported(f"{title}: {refusal.message}", node.location, refusal.notes)
    return Unsupported(
        f"{title} has no instruction for {describe(node)}", node.location, tuple(_elsewhere(rules, node))
    )


def _has_price(pricing: Pricing, node: Node) -> bool:
    item = pricing.problem.base.get(node)
    return item is not None and min(pricing.costs[item]) < INF


def describe(node: Node) -> str:
    operands = ", ".join(str(arg.type) for arg in node.args)
    return f"{node.op}({operands}) of type {node.type}"


def _matches(refusal: Refusal, node: Node) -> bool:
    p = refusal.pattern
    return isinstance(p, Operation) and node.op == p.op and compile_test(p, names(p), 0)(node) is not None


def _elsewhere(rules: Rules, node: Node) -> list[str]:
    """Note rules that would match in another stage or version."""
    notes: list[str] = []
    for rule in rules.lacking:
        p = rule.patterns[0]
        if isinstance(p, Operation) and p.op == node.op:
            for name in machine_ops(parse(rule.template)):
                op = rules.isa.op(name)
                if name not in rules.ops and op.versions:
                    notes.append(
                        f"{name} exists in {' and '.join(op.stages)} programs of version"
                        f" {', '.join(map(str, op.versions))}"
                    )
    return list(dict.fromkeys(notes))
