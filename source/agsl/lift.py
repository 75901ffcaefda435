"""Moves statements that several paths share to before the point where the paths part: in branches, at the ends of
loops, and for variables that are always equal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from gpucc.isa.agsl_tree import AgslBody, AgslBreak, AgslName, AgslRounds, Set, Statement, When
from gpucc.source.agsl.statements import bodies, drop, may_leave, names_in, reads, rename, writes


def lift_common(body: AgslBody) -> None:
    """Rewrite `if (c) { x = v; break; } x = v;` to set x once, before the if."""
    k = 0
    while k < len(body.items):
        item = body.items[k]
        if (
            isinstance(item, When)
            and not item.otherwise.items
            and item.then.items
            and isinstance(item.then.items[-1], AgslBreak)
        ):
            lifted = [
                one
                for one in item.then.items[:-1]
                if isinstance(one, Set) and _liftable(one, item, body.items[k + 1 :])
            ]
            if lifted:
                one = lifted[0]
                drop(item.then.items, one)
                drop(body.items, next(other for other in body.items[k + 1 :] if other == one))
                body.items.insert(k, one)
                continue
        k += 1


def _liftable(one: Set, choice: When, rest: list[Statement]) -> bool:
    if one.type or one.value is None or one not in rest or one.name in names_in(choice.condition):
        return False
    read = {one.name, *names_in(one.value)}
    for way in (choice.then.items, rest):
        before = way[: way.index(one)]
        if any(
            not isinstance(other, Set) or other.name in read or one.name in names_in(other.value) for other in before
        ):
            return False
    return True


def lift_pairs(body: AgslBody, before: frozenset[str] = frozenset(), after: frozenset[str] = frozenset()) -> None:
    """Rewrite `if (c) { a = v; } else { b = v; break; }` at the end of a loop to set both before the if, because only
    one of the two is read on each path: a in the loop alone, and b, which has no value before the loop, after its
    break.

    `before` are the variables that may have a value before these statements, `after` those that are read after them.
    """
    parted = [bool(bodies(item)) for item in body.items]
    if not any(parted):
        return
    read_later = _read_behind(body.items, parted, after)
    written, fresh = set[str](), set[str]()
    for item, has_bodies in zip(body.items, parted, strict=True):
        if has_bodies:
            given = (before - fresh).union(written)
            wanted = read_later.pop()
            if isinstance(item, AgslRounds):
                _lift_pairs_of(item.body, given, wanted)
                given, wanted = given.union(writes(item.body.items)), wanted.union(reads(item.body.items))
            for inner in bodies(item):
                lift_pairs(inner, given, wanted)
        written.update(writes([item]))
        if isinstance(item, Set) and item.type:
            fresh.add(item.name)


def _read_behind(items: list[Statement], parted: list[bool], after: frozenset[str]) -> list[frozenset[str]]:
    """Return what is read behind each statement that has bodies, the last such statement first."""
    found: list[frozenset[str]] = []
    read = set(after)
    for item, has_bodies in zip(reversed(items), reversed(parted), strict=True):
        if has_bodies:
            found.append(frozenset(read))
        read.update(reads([item]))
    return found


def _lift_pairs_of(body: AgslBody, given: frozenset[str], wanted: frozenset[str]) -> None:
    """Rewrite one loop; `given` may have values before it, and `wanted` are read after it."""
    at = next((k for k, one in enumerate(body.items) if isinstance(one, When)), None)
    choice = None if at is None else body.items[at]
    if at is None or not isinstance(choice, When) or not choice.then.items:
        return
    stays, leaves = choice.otherwise.items, choice.then.items
    if stays and not isinstance(leaves[-1], AgslBreak):
        stays, leaves = leaves, stays
    after = body.items[at + 1 :]
    if (
        not isinstance(leaves[-1], AgslBreak)
        or (stays and after)
        or not all(_is_plain(one) for one in (*stays, *leaves[:-1], *after))
    ):
        return
    seen = Counter(reads(body.items))
    for b in [one for one in leaves[:-1] if isinstance(one, Set) and one.name not in given]:
        a = next((one for one in (*stays, *after) if isinstance(one, Set) and one.value == b.value), None)
        read = {*names_in(choice.condition), *reads(stays), *reads(leaves), *reads(after)}
        if a is not None and a.name not in wanted.union(read) and not seen[b.name] and a.name != b.name:
            drop(leaves, b)
            drop(stays if any(one is a for one in stays) else body.items, a)
            at = next(k for k, one in enumerate(body.items) if one is choice)
            body.items[at:at] = [b, a]


def _is_plain(one: Statement) -> bool:
    return isinstance(one, Set) and not one.type and not one.lanes and one.value is not None


def lift_heads(body: AgslBody) -> None:
    """Move an assignment with which both sides of a branch start to before the branch."""
    k = 0
    while k < len(body.items):
        item = body.items[k]
        if isinstance(item, When) and item.then.items and item.otherwise.items:
            one = next(
                (one for one in item.then.items if _is_head(one, item.then) and _is_head(one, item.otherwise)), None
            )
            if isinstance(one, Set) and one.name not in names_in(item.condition):
                drop(item.then.items, one)
                drop(item.otherwise.items, next(other for other in item.otherwise.items if other == one))
                body.items.insert(k, one)
                continue
        k += 1


def _is_head(one: Statement, side: AgslBody) -> bool:
    """Return whether a side executes this assignment before anything that it depends on."""
    if not isinstance(one, Set) or one.type or one.value is None or one not in side.items:
        return False
    read = {one.name, *names_in(one.value)}
    before = side.items[: side.items.index(one)]
    return all(
        isinstance(other, Set) and other.name not in read and one.name not in names_in(other.value) for other in before
    )


def merge_twins(body: AgslBody) -> None:
    """Merge variables in `T a = first; for (..) { .. b = v; .. a = v; }`, where b always has the value that a gets:
    only b is kept, and set before the loop."""
    for k, item in enumerate(body.items):
        if isinstance(item, AgslRounds):
            for j in range(k - 1, -1, -1):
                start = body.items[j]
                if (
                    isinstance(start, Set)
                    and start.type
                    and not start.lanes
                    and start.value is not None
                    and not start.meant
                ):
                    b = _twin(start.name, item.body)
                    others = [one for m, one in enumerate(body.items) if m not in (j, k)]
                    if (
                        b is not None
                        and start.name not in {*reads(others), *writes(others)}
                        and not _used(b, body.items[j:k])
                    ):
                        _merge(body, j, item.body, start, b)


def _used(name: str, items: list[Statement]) -> bool:
    return name in reads(items) or name in writes(items)


def _twin(a: str, body: AgslBody) -> str | None:
    """Return a variable that every iteration sets to the same value as `a`, before `a`, and that nothing else reads or
    sets."""
    ends = [m for m, one in enumerate(body.items) if isinstance(one, Set) and one.name == a]
    if len(ends) != 1 or Counter(writes(body.items))[a] != 1:
        return None
    last = body.items[ends[0]]
    assert isinstance(last, Set)
    for m, one in enumerate(body.items[: ends[0]]):
        if isinstance(one, AgslBreak) or may_leave([one]):
            return None
        if (
            isinstance(one, Set)
            and one.value == last.value
            and isinstance(one.value, AgslName)
            and not one.lanes
            and not one.type
        ):
            value, rest = one.value.text, body.items[m + 1 :]
            untouched = Counter(writes(body.items))[one.name] == 1 and one.name not in reads(body.items)
            if untouched and a not in reads(rest) and value not in writes(rest) and not last.lanes:
                return one.name
    return None


def _merge(body: AgslBody, at: int, inside: AgslBody, start: Set, b: str) -> None:
    inside.items = [one for one in inside.items if not (isinstance(one, Set) and one.name == start.name)]
    rename(inside.items, start.name, b)
    declared = next((one for one in body.items if isinstance(one, Set) and one.name == b and one.value is None), None)
    if declared is not None:
        body.items[at] = replace(start, name=b)
        drop(body.items, declared)
    else:
        body.items[at] = Set(b, start.value)
