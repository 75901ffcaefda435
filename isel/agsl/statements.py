"""Statements of a program's text: what they read and write, and other names for their variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gpucc.isa.agsl_tree import Body, Called, Choice, Give, Infix, Name, Pick, Prefix, Rounds, Set, Statement, Stop, Text, When


def everywhere(body: Body, change: Callable[[Body], None]) -> None:
    for item in body.items:
        for inner in bodies(item):
            everywhere(inner, change)
    change(body)


def bodies(item: Statement) -> tuple[Body, ...]:
    match item:
        case When(_, then, otherwise):
            return then, otherwise
        case Rounds():
            return (item.body,)
        case Body():
            return (item,)
    return ()


def names_in(text: Text | None) -> Iterator[str]:
    """The variables that an expression reads, as often as it does."""
    stack = [text]
    while stack:
        match stack.pop():
            case Name(name):
                yield name
            case Called(_, arguments):
                stack += arguments
            case Pick(inner, _) | Prefix(_, inner):
                stack.append(inner)
            case Infix(_, left, right):
                stack += [left, right]
            case Choice(condition, yes, no):
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
    """Whether control may go elsewhere from within."""
    return any(isinstance(item, Stop | Give) or any(may_leave(body.items) for body in bodies(item)) for item in items)


def rename(items: Iterable[Statement], old: str, new: str) -> None:
    for item in items:
        if isinstance(item, Set) and item.name == old:
            item.name = new
        if isinstance(item, Rounds) and item.index == old:
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
        case Name(name):
            return Name(new) if name == old else text
        case Called(name, arguments):
            return Called(name, tuple(renamed(one, old, new) for one in arguments))
        case Pick(inner, lanes):
            return Pick(renamed(inner, old, new), lanes)
        case Prefix(op, operand):
            return Prefix(op, renamed(operand, old, new))
        case Infix(op, left, right):
            return Infix(op, renamed(left, old, new), renamed(right, old, new))
        case Choice(condition, yes, no):
            return Choice(renamed(condition, old, new), renamed(yes, old, new), renamed(no, old, new))
    return text


def drop(items: list[Statement], one: Statement) -> None:
    """Takes this very statement out, not an equal one."""
    del items[next(k for k, other in enumerate(items) if other is one)]
