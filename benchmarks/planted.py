"""Faults planted in the compiler: rules, passes and front ends that are wrong within a `with` statement.

`gpucc reduce` must shrink the failing inputs, and `gpucc bisect` must name the culprits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from gpucc import backend, driver
from gpucc.isel import rules
from gpucc.lowering.graph import Block, Graph, Node
from gpucc.lowering.rewrite import GraphRewriter, copy
from gpucc.lowering.simplify import simplify
from gpucc.rules.pattern import Ruleset
from gpucc.rules.rewrite import Rewrite


@contextmanager
def wrong_rules(**templates: str) -> Iterator[None]:
    """Replace the templates of selection rules, by name (`_` for a blank), on every target that has them."""
    wanted = {name.replace("_", " "): template for name, template in templates.items()}
    ours = rules.make_rules

    def make(isa: Any, ruleset: Any, *more: Any) -> Any:
        assert isinstance(ruleset, Ruleset)
        changed = tuple(replace(rule, template=wanted.get(rule.name, rule.template)) for rule in ruleset.rules)
        return ours(isa, replace(ruleset, rules=changed), *more)

    forget()
    try:
        with mock.patch.object(rules, "make_rules", make):
            yield
    finally:
        forget()


def forget() -> None:
    """Empty the caches of selectors, which hold rules."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("gpucc.targets.", "gpucc.isel.")):
            for each in vars(module).values():
                if callable(getattr(each, "cache_clear", None)):
                    each.cache_clear()


@contextmanager
def wrong_rewrite(name: str, left: str, right: str) -> Iterator[None]:
    """Add a rule of simplification before the others."""
    book = replace(simplify.RULES, rules=(Rewrite(name, left, right), *simplify.RULES.rules))
    with (
        mock.patch.object(simplify, "RULES", book),
        mock.patch.object(driver, "RULES", book),
        mock.patch.object(backend, "RULES", book),
    ):
        yield


@contextmanager
def replaced(where: object, name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """Replace an attribute by a modification of it."""
    with mock.patch.object(where, name, change(getattr(where, name))):
        yield


@contextmanager
def entry(table: dict[Any, Any], key: object, change: Callable[[Any], Any]) -> Iterator[None]:
    """Replace an entry of a table by a modification of it."""
    with mock.patch.dict(table, {key: change(table[key])}):
        yield


# faulty passes over the graph -----------------------------------------------------------------------------------------

Change = Callable[[Graph], Graph]


class NodeChange(GraphRewriter):
    """Replaces every node by the result of `change` for its op and operands."""

    def __init__(self, change: Callable[[str, tuple[Node, ...]], tuple[str, tuple[Node, ...]]]) -> None:
        super().__init__()
        self.change = change

    def node(self, block: Block, node: Node, args: tuple[Node, ...]) -> Node:
        op, args = self.change(node.op, args)
        return copy(block, Node(op, node.type, node.args, node.attr, node.flags, node.location), args)


def other_op(right: str, wrong: str) -> Change:
    return lambda graph: NodeChange(lambda op, args: (wrong if op == right else op, args)).run(graph)


def swapped(of: str, one: int, other: int) -> Change:
    """Swap two operands of an op."""

    def change(op: str, args: tuple[Node, ...]) -> tuple[str, tuple[Node, ...]]:
        if op != of:
            return op, args
        found = list(args)
        found[one], found[other] = found[other], found[one]
        return op, tuple(found)

    return lambda graph: NodeChange(change).run(graph)


def after(change: Change) -> Callable[[Any], Any]:
    """A pass followed by a change."""
    return lambda ours: lambda *given, **more: change(ours(*given, **more))


def before(change: Change) -> Callable[[Any], Any]:
    return lambda ours: lambda graph, *given, **more: ours(change(graph), *given, **more)
