"""Statements as an author would leave them: what both ways do stands before the choice, no copies of variables that do not
change, and values are returned where they are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from gpucc.isa.agsl import RESERVED
from gpucc.isa.agsl_tree import Body, Called, Choice, Give, Infix, Name, Pick, Prefix, Rounds, Set, Statement, Stop, Text, When


def tidy(root: Body) -> None:
    _everywhere(root, _lift_common)
    _everywhere(root, _drop_copies)
    _return_early(root)
    _forget(root)


def _everywhere(body: Body, change: Callable[[Body], None]) -> None:
    for item in body.items:
        for inner in _bodies(item):
            _everywhere(inner, change)
    change(body)


def _bodies(item: Statement) -> tuple[Body, ...]:
    match item:
        case When(_, then, otherwise):
            return then, otherwise
        case Rounds():
            return (item.body,)
        case Body():
            return (item,)
    return ()


# what statements read and write --------------------------------------------------------------------------------------------


def _names(text: Text | None) -> Iterator[str]:
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


def _reads(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        match item:
            case Set(_, value, _, _):
                yield from _names(value)
            case When(condition, _, _):
                yield from _names(condition)
            case Give(value):
                yield from _names(value)
        for body in _bodies(item):
            yield from _reads(body.items)


def _writes(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Set) and item.value is not None:
            yield item.name
        for body in _bodies(item):
            yield from _writes(body.items)


# what both ways do ---------------------------------------------------------------------------------------------------------


def _lift_common(body: Body) -> None:
    """`if (c) { x = v; break; } x = v;` sets x before."""
    k = 0
    while k < len(body.items):
        item = body.items[k]
        if isinstance(item, When) and not item.otherwise.items and item.then.items and isinstance(item.then.items[-1], Stop):
            lifted = [one for one in item.then.items[:-1] if isinstance(one, Set) and _liftable(one, item, body.items[k + 1 :])]
            if lifted:
                one = lifted[0]
                item.then.items.remove(one)
                body.items.remove(next(other for other in body.items[k + 1 :] if other == one))
                body.items.insert(k, one)
                continue
        k += 1


def _liftable(one: Set, choice: When, rest: list[Statement]) -> bool:
    if one.type or one.value is None or one not in rest or one.name in _names(choice.condition):
        return False
    read = {one.name, *_names(one.value)}
    for way in (choice.then.items, rest):
        before = way[: way.index(one)]
        if any(not isinstance(other, Set) or other.name in read or one.name in _names(other.value) for other in before):
            return False
    return True


# copies --------------------------------------------------------------------------------------------------------------------


def _drop_copies(body: Body) -> None:
    k = 0
    while k < len(body.items):
        item = body.items[k]
        rest = body.items[k + 1 :]
        if isinstance(item, Set) and item.type and isinstance(item.value, Name) and _is_needless(item, item.value.text, rest):
            _rename(rest, item.name, item.value.text)
            del body.items[k]
            continue
        if isinstance(item, Set) and item.type and item.value is not None and rest and _hands_on(item, rest):
            first = rest[0]
            assert isinstance(first, Set)
            _rename(rest[1:], item.name, first.name)
            body.items[k : k + 2] = [replace(first, value=item.value)]
            continue
        back = next((m for m, one in enumerate(rest) if _is_round_trip(item, one, rest[:m], rest[m + 1 :])), None)
        if back is not None and isinstance(item, Set) and isinstance(item.value, Name):
            del rest[back]
            _rename(rest, item.name, item.value.text)
            body.items[k:] = rest
            continue
        k += 1


def _is_round_trip(item: Statement, end: Statement, between: list[Statement], after: list[Statement]) -> bool:
    """`T a = b; ..; b = a;` with b unused until then, and a behind: b may be worked on itself."""
    if not (isinstance(item, Set) and item.type and not item.meant and isinstance(item.value, Name)):
        return False
    if not isinstance(end, Set) or end.lanes or end.type or (end.name, end.value) != (item.value.text, Name(item.name)):
        return False
    b = item.value.text
    return b not in _reads(between) and b not in _writes(between) and item.name not in _reads(after) and item.name not in _writes(after)


def _is_needless(item: Set, other: str, rest: list[Statement]) -> bool:
    """Whether neither the copy nor what it is of changes."""
    return not item.meant and {item.name, other}.isdisjoint(_writes(rest))


def _hands_on(item: Set, rest: list[Statement]) -> bool:
    """`T a = value; b = a;` with b unchanged where a is read: b is enough."""
    first = rest[0]
    if not isinstance(first, Set) or first.type or first.lanes or first.value != Name(item.name):
        return False
    return first.name not in _writes(rest[1:]) and item.name not in _writes(rest) and first.name not in _names(item.value)


def _rename(items: Iterable[Statement], old: str, new: str) -> None:
    for item in items:
        if isinstance(item, Set) and item.name == old:
            item.name = new
        if isinstance(item, Rounds) and item.index == old:
            item.index = new
        match item:
            case Set() if item.value is not None:
                item.value = _renamed(item.value, old, new)
            case When():
                item.condition = _renamed(item.condition, old, new)
            case Give():
                item.value = _renamed(item.value, old, new)
        for body in _bodies(item):
            _rename(body.items, old, new)


def _renamed(text: Text, old: str, new: str) -> Text:
    match text:
        case Name(name):
            return Name(new) if name == old else text
        case Called(name, arguments):
            return Called(name, tuple(_renamed(one, old, new) for one in arguments))
        case Pick(inner, lanes):
            return Pick(_renamed(inner, old, new), lanes)
        case Prefix(op, operand):
            return Prefix(op, _renamed(operand, old, new))
        case Infix(op, left, right):
            return Infix(op, _renamed(left, old, new), _renamed(right, old, new))
        case Choice(condition, yes, no):
            return Choice(_renamed(condition, old, new), _renamed(yes, old, new), _renamed(no, old, new))
    return text


# returns -------------------------------------------------------------------------------------------------------------------


def _return_early(root: Body) -> None:
    """Where each side of a choice at the end sets the result, it returns it instead."""
    if len(root.items) < 2:
        return
    *_, choice, last = root.items
    if not isinstance(last, Give) or not isinstance(last.value, Name) or not isinstance(choice, When):
        return
    name = last.value.text
    if not _ends_with(choice.then, name) or not _ends_with(choice.otherwise, name):
        return
    root.items.pop()
    _return_from(root, name)
    _flatten(root)


def _ends_with(body: Body, name: str) -> bool:
    if not body.items:
        return False
    match body.items[-1]:
        case Set(found, value, "", "") if value is not None:
            return found == name
        case When(_, then, otherwise):
            return _ends_with(then, name) and _ends_with(otherwise, name)
    return False


def _return_from(body: Body, name: str) -> None:
    last = body.items[-1]
    match last:
        case Set(_, value, _, _) if value is not None:
            constructed = isinstance(value, Called) and value.name in ("float4", "half4")
            body.items[-1] = Give(Called("half4", value.arguments) if constructed and isinstance(value, Called) else value)
        case When(_, then, otherwise):
            _return_from(then, name)
            _return_from(otherwise, name)


def _flatten(body: Body) -> None:
    """What follows a side that returned needs no else; the shorter side goes first."""
    last = body.items[-1]
    if not isinstance(last, When):
        return
    if _size(last.then) > _size(last.otherwise) and isinstance(last.condition, Prefix) and last.condition.op == "!":
        last.condition, last.then, last.otherwise = last.condition.operand, last.otherwise, last.then
    _flatten(last.then)
    rest = last.otherwise.items
    last.otherwise = Body([])
    body.items += rest
    _flatten(body)


def _size(body: Body) -> int:
    return sum(1 + sum(_size(inner) for inner in _bodies(item)) for item in body.items)


def restore_names(root: Body, numbered: Mapping[str, str], taken: frozenset[str]) -> None:
    """Names that were numbered because another variable had them, and no variable has them now."""
    used = {*_reads(root.items), *_writes(root.items), *_indices(root.items)}
    for name, stem in numbered.items():
        if name in used and stem not in used and stem not in taken and stem not in RESERVED:
            _rename(root.items, name, stem)
            used = (used - {name}) | {stem}


def _indices(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Rounds):
            yield item.index
        for body in _bodies(item):
            yield from _indices(body.items)


# declarations --------------------------------------------------------------------------------------------------------------


def _forget(root: Body) -> None:
    """Variables that nothing sets or reads any more are not declared."""
    used = {*_reads(root.items), *_writes(root.items)}

    def drop(body: Body) -> None:
        body.items = [item for item in body.items if not (isinstance(item, Set) and item.value is None and item.name not in used)]

    _everywhere(root, drop)
