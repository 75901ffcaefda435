"""Cleanup of statements, so that they look written by hand: common assignments move out of branches, unneeded copies
go, and results are returned where they are known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from gpucc.isa.agsl import RESERVED
from gpucc.isa.agsl_tree import (
    AgslBody,
    AgslChoice,
    AgslName,
    AgslNumber,
    AgslPick,
    AgslRounds,
    Called,
    Give,
    Prefix,
    Set,
    Statement,
    Text,
    When,
)
from gpucc.source.agsl.lift import lift_common, lift_heads, lift_pairs, merge_twins
from gpucc.source.agsl.statements import bodies, everywhere, may_leave, names_in, reads, rename, writes

VECTOR = re.compile(r"(?:float|half)[234]")


def tidy(root: AgslBody, fresh: Callable[[str], str]) -> None:
    """Clean up the program. `fresh` makes names for new variables."""
    everywhere(root, lift_common)
    lift_pairs(root)
    everywhere(root, merge_twins)
    everywhere(root, _drop_copies)
    everywhere(root, lift_heads)
    everywhere(root, _ask_late)
    everywhere(root, lambda body: _fill_sides(body, fresh))
    _return_early(root)
    _forget(root)
    everywhere(root, _declare_late)


def _ask_late(body: AgslBody) -> None:
    """Move a condition into the test that uses it, if it is tested exactly once and outside of loops."""
    for item in list(body.items):
        if not isinstance(item, Set) or item.type != "bool" or item.meant or item.value is None:
            continue
        at = next(k for k, one in enumerate(body.items) if one is item)
        rest = body.items[at + 1 :]
        changed = set(writes(rest))
        settled = item.name not in changed and changed.isdisjoint(names_in(item.value))
        if settled and list(reads(rest)).count(item.name) == 1 and _asked(rest, item.name, item.value):
            del body.items[at]


def _asked(items: list[Statement], name: str, value: Text) -> bool:
    """Substitute the condition into its test. Returns whether it was found as a plain condition outside loops."""
    for item in items:
        if isinstance(item, When):
            if item.condition == AgslName(name):
                item.condition = value
                return True
            if _asked(item.then.items, name, value) or _asked(item.otherwise.items, name, value):
                return True
        elif isinstance(item, Set | Give) and (found := _chosen(item.value, name, value)) is not None:
            item.value = found
            return True
    return False


def _chosen(text: Text | None, name: str, value: Text) -> Text | None:
    """Substitute the condition in a conditional expression or chain of them; None if it does not occur."""
    if not isinstance(text, AgslChoice):
        return None
    if text.condition == AgslName(name):
        return replace(text, condition=value)
    yes, no = _chosen(text.yes, name, value), _chosen(text.no, name, value)
    return None if yes is None and no is None else replace(text, yes=yes or text.yes, no=no or text.no)


def _fill_sides(body: AgslBody, fresh: Callable[[str], str]) -> None:
    """Remove empty sides of branches. Before a condition is inverted, it is put into a variable: Skia rewrites !(a < b)
    to a >= b, which differs for NaN."""
    for k, item in reversed(list(enumerate(body.items))):
        if not isinstance(item, When) or item.then.items:
            continue
        if item.otherwise.items:
            name = fresh("is")
            body.items[k : k + 1] = [
                Set(name, item.condition, type="bool"),
                When(Prefix("!", AgslName(name)), item.otherwise, item.then),
            ]
        else:
            del body.items[k]


def _drop_copies(body: AgslBody) -> None:
    # the names that a statement may hand on unchanged; no other name needs a look at all that follows
    handed = {one.value.text for one in body.items if isinstance(one, Set) and isinstance(one.value, AgslName)}
    k = 0
    while k < len(body.items):
        item = body.items[k]
        if not isinstance(item, Set) or not item.type or item.value is None:
            k += 1
            continue
        other = item.value.text if isinstance(item.value, AgslName) else None
        if other is None and item.name not in handed:
            k += 1
            continue
        rest = body.items[k + 1 :]
        if other is not None and _is_needless(item, other, rest):
            rename(rest, item.name, other)
            del body.items[k]
            continue
        taken = _taken_over(item, rest)
        if taken is not None:
            end = rest.pop(taken)
            assert isinstance(end, Set)
            rename(rest, item.name, end.name)
            handed.add(end.name)
            body.items[k:] = [replace(end, value=item.value), *rest]
            continue
        back = (
            next((m for m, one in enumerate(rest) if _is_round_trip(item, one, rest[:m], rest[m + 1 :])), None)
            if other is not None and not item.meant
            else None
        )
        if back is not None and other is not None:
            del rest[back]
            rename(rest, item.name, other)
            body.items[k:] = rest
            continue
        k += 1


def _is_round_trip(item: Statement, end: Statement, between: list[Statement], after: list[Statement]) -> bool:
    """Return whether this is a copy and copy back, `T a = b; ..; b = a;`, without uses of b in between, where nothing
    leaves, or of a afterwards, so that b can be modified directly."""
    if not (isinstance(item, Set) and item.type and not item.meant and isinstance(item.value, AgslName)):
        return False
    if (
        not isinstance(end, Set)
        or end.lanes
        or end.type
        or (end.name, end.value) != (item.value.text, AgslName(item.name))
    ):
        return False
    b = item.value.text
    return (
        b not in reads(between)
        and b not in writes(between)
        and not may_leave(between)
        and item.name not in reads(after)
        and item.name not in writes(after)
    )


def _is_needless(item: Set, other: str, rest: list[Statement]) -> bool:
    """Return whether neither the copy nor its original changes, so that the copy is not needed."""
    return not item.meant and {item.name, other}.isdisjoint(writes(rest))


def _taken_over(item: Set, rest: list[Statement]) -> int | None:
    """The index of `b = a` in `T a = value; ..; b = a;`, if b can replace a: b is not used in between and does not
    change while a is still read."""
    for m, one in enumerate(rest):
        if isinstance(one, Set) and not one.type and not one.lanes and one.value == AgslName(item.name):
            b, between, after = one.name, rest[:m], rest[m + 1 :]
            unused = b not in reads(between) and b not in writes(between) and not may_leave(between)
            settled = b not in writes(after) and item.name not in writes(rest)
            return m if unused and settled and not item.meant else None
    return None


def _return_early(root: AgslBody) -> None:
    """Return early: if each side of a final branch sets the result, or a component of it, both return it instead."""
    if len(root.items) < 2:
        return
    *_, choice, last = root.items
    if not isinstance(last, Give) or not isinstance(choice, When):
        return
    name = next(
        (one for one in _plain_parts(last.value) if _ends_with(choice.then, one) and _ends_with(choice.otherwise, one)),
        None,
    )
    if name is None:
        return
    root.items.pop()
    _return_from(root, name, last.value)
    _flatten(root)


def _plain_parts(value: Text) -> list[str]:
    """Return the variables that are returned unchanged: alone, or in a vector beside constants and other such
    variables."""
    if isinstance(value, AgslName):
        return [value.text]
    if not isinstance(value, Called) or value.name not in ("half4", "float4"):
        return []
    plain = all(
        isinstance(one, AgslNumber | AgslName) or (isinstance(one, AgslPick) and isinstance(one.object, AgslName))
        for one in value.arguments
    )
    used = list(names_in(value))
    return (
        [one.text for one in value.arguments if isinstance(one, AgslName) and used.count(one.text) == 1]
        if plain
        else []
    )


def _ends_with(body: AgslBody, name: str) -> bool:
    if not body.items:
        return False
    match body.items[-1]:
        case Set(found, value, "", "") if value is not None:
            return found == name
        case When(_, then, otherwise):
            return _ends_with(then, name) and _ends_with(otherwise, name)
    return False


def _return_from(body: AgslBody, name: str, whole: Text) -> None:
    last = body.items[-1]
    match last:
        case Set(_, value, _, _) if value is not None:
            body.items[-1] = Give(_filled(whole, name, value))
        case When(_, then, otherwise):
            _return_from(then, name, whole)
            _return_from(otherwise, name, whole)


def _filled(whole: Text, name: str, value: Text) -> Text:
    """The returned expression with the value substituted for the variable."""
    if not isinstance(whole, Called):
        return (
            Called("half4", value.arguments)
            if isinstance(value, Called) and value.name in ("float4", "half4")
            else value
        )
    parts: list[Text] = []
    for one in whole.arguments:
        joined = (
            one == AgslName(name)
            and isinstance(value, Called)
            and VECTOR.fullmatch(value.name)
            and len(value.arguments) > 1
        )
        parts += value.arguments if joined and isinstance(value, Called) else [value if one == AgslName(name) else one]
    return Called("half4", tuple(parts))


def _flatten(body: AgslBody) -> None:
    """Remove the else after a side that returns, and put the shorter side first."""
    last = body.items[-1]
    if not isinstance(last, When):
        return
    if _size(last.then) > _size(last.otherwise) and isinstance(last.condition, Prefix) and last.condition.op == "!":
        last.condition, last.then, last.otherwise = last.condition.operand, last.otherwise, last.then
    _flatten(last.then)
    rest = last.otherwise.items
    last.otherwise = AgslBody([])
    body.items += rest
    _flatten(body)


def _size(body: AgslBody) -> int:
    return sum(1 + sum(_size(inner) for inner in bodies(item)) for item in body.items)


def restore_names(root: AgslBody, numbered: Mapping[str, str], taken: frozenset[str]) -> None:
    """Remove numbers from names that were only needed for a variable that no longer exists."""
    used = {*reads(root.items), *writes(root.items), *_indices(root.items)}
    for name, stem in numbered.items():
        if name in used and stem not in used and stem not in taken and stem not in RESERVED:
            rename(root.items, name, stem)
            used = (used - {name}) | {stem}


def _indices(items: Iterable[Statement]) -> Iterator[str]:
    for item in items:
        if isinstance(item, AgslRounds):
            yield item.index
        for body in bodies(item):
            yield from _indices(body.items)


def _declare_late(body: AgslBody) -> None:
    """Move a declaration to the first assignment, if that follows in the same scope."""
    for item in [one for one in body.items if isinstance(one, Set) and one.value is None]:
        at = next(k for k, one in enumerate(body.items) if one is item)
        for one in body.items[at + 1 :]:
            if (
                isinstance(one, Set)
                and one.name == item.name
                and not one.lanes
                and item.name not in names_in(one.value)
            ):
                one.type = item.type
                del body.items[at]
                break
            if item.name in reads([one]) or item.name in writes([one]):
                break


def _forget(root: AgslBody) -> None:
    """Remove declarations of variables that are neither set nor read any more."""
    used = {*reads(root.items), *writes(root.items)}

    def clear(body: AgslBody) -> None:
        body.items = [
            item for item in body.items if not (isinstance(item, Set) and item.value is None and item.name not in used)
        ]

    everywhere(root, clear)
