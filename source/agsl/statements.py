"""Statements of a program's text: the names that they read and write, and renaming of variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from gpucc.isa.agsl_tree import (
    AgslBody,
    AgslBreak,
    AgslChoice,
    AgslName,
    AgslPick,
    AgslRounds,
    Called,
    Give,
    Infix,
    Prefix,
    Set,
    Statement,
    Text,
    When,
)


def everywhere(body: AgslBody, change: Callable[[AgslBody], None]) -> None:
    for item in body.items:
        for inner in bodies(item):
            everywhere(inner, change)
    change(body)


def bodies(item: Statement) -> tuple[AgslBody, ...]:
    match item:
        case When(_, then, otherwise):
            return then, otherwise
        case AgslRounds():
            return (item.body,)
        case AgslBody():
            return (item,)
    return ()


def names_in(text: Text | None) -> Iterator[str]:
    """Yield the variables that an expression reads, once per occurrence."""
    stack = [text]
    while stack:
        match stack.pop():
            case AgslName(name):
                yield name
            case Called(_, arguments):
                stack += arguments
            case AgslPick(inner, _) | Prefix(_, inner):
                stack.append(inner)
            case Infix(_, left, right):
                stack += [left, right]
            case AgslChoice(condition, yes, no):
                stack += [condition, yes, no]


def reads(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        match item:
            case Set(_, value, _, _):
                yield from names_in(value)
            case When(condition, _, _):
                yield from names_in(condition)
            case Give(value):
                yield from names_in(value)
        for body in bodies(item):
            yield from reads(body.items)


def writes(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Set) and item.value is not None:
            yield item.name
        for body in bodies(item):
            yield from writes(body.items)


def may_leave(items: Iterable[Statement]) -> bool:
    """Return whether a break or return in these statements may leave them."""
    return any(
        isinstance(item, AgslBreak | Give) or any(may_leave(body.items) for body in bodies(item)) for item in items
    )


def rename(items: Iterable[Statement], old: str, new: str) -> None:
    for item in items:
        if isinstance(item, Set) and item.name == old:
            item.name = new
        if isinstance(item, AgslRounds) and item.index == old:
            item.index = new
        match item:
            case Set() if item.value is not None:
                item.value = renamed(item.value, old, new)
            case When():
                item.condition = renamed(item.condition, old, new)
            case Give():
                item.value = renamed(item.value, old, new)
        for body in bodies(item):
            rename(body.items, old, new)


def renamed(text: Text, old: str, new: str) -> Text:
    match text:
        case AgslName(name):
            return AgslName(new) if name == old else text
        case Called(_, arguments):
            return replace(text, arguments=tuple(renamed(one, old, new) for one in arguments))
        case AgslPick(inner, lanes):
            return AgslPick(renamed(inner, old, new), lanes)
        case Prefix(_, operand):
            return replace(text, operand=renamed(operand, old, new))
        case Infix(_, left, right):
            return replace(text, left=renamed(left, old, new), right=renamed(right, old, new))
        case AgslChoice(condition, yes, no):
            return replace(
                text, condition=renamed(condition, old, new), yes=renamed(yes, old, new), no=renamed(no, old, new)
            )
    return text


def drop(items: list[Statement], one: Statement) -> None:
    """Remove this statement by identity, not an equal one."""
    del items[next(k for k, other in enumerate(items) if other is one)]
