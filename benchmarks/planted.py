"""Faults planted in the compiler: rules, passes and front ends that are wrong while a `with` lasts.

`gpucc reduce` must shrink what they break, and `gpucc bisect` must name them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from gpucc.isel import rules
from gpucc.rules.pattern import Ruleset


@contextmanager
def wrong_rules(**templates: str) -> Iterator[None]:
    """Selection rules with other templates, by their names (`_` for a blank), on every target that has them."""
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
    """Empty the caches of selectors, which hold the rules that they were made of."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("gpucc.targets.", "gpucc.isel.")):
            for each in vars(module).values():
                if callable(getattr(each, "cache_clear", None)):
                    each.cache_clear()


@contextmanager
def replaced(where: object, name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """An attribute that is made of the right one."""
    with mock.patch.object(where, name, change(getattr(where, name))):
        yield
