"""Writes outputs where their values are computed, if every path through the program passes such a place exactly once.

A program that ends at several places writes all outputs at each of them, and values computed on the sides of a branch
reach the end in variables. Both cost copies. If an output is the same variable at all ends, the parts that set the
variable may write it instead, provided that each path from the start to an end sets it once; if it is the same leaf
everywhere, the first part may. This is safe for targets that hang when an output is written twice: it still is written
once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from gpucc.lowering.graph import FIXED_LEAVES, AtCount, CodePart, Node
from gpucc.lowering.rewrite import first_below

Key = tuple[int, int]


def write_early(parts: Sequence[CodePart]) -> None:
    ends = [i for i, part in enumerate(parts) if not following(parts, i)]
    keys = sorted(set[Key]().union(*(parts[i].outputs for i in ends)))
    if len(parts) < 2 or any(key not in parts[i].outputs for i in ends for key in keys):
        return
    found: dict[Key, tuple[int, list[int]]] = {}
    for key in keys:
        nodes = [parts[i].outputs[key] for i in ends]
        numbers = {parts[i].known.get(node) for i, node in zip(ends, nodes, strict=True)}
        if len(ends) > 1 and all(node is nodes[0] for node in nodes) and nodes[0].op in FIXED_LEAVES:
            _move(parts, ends, key, {0: nodes[0]})
        elif len(numbers) == 1 and (number := numbers.pop()) is not None:
            setters = [i for i, part in enumerate(parts) if number in part.sets]
            if _once(parts, setters, ends):
                found[key] = (number, setters)
    for key, (number, setters) in found.items():
        if len(setters) < len(ends) or not _wanted_otherwise(
            parts, number, {k for k, (n, _) in found.items() if n == number}, ends
        ):
            _move(parts, ends, key, {i: parts[i].sets[number] for i in setters})
    forget_unwanted(parts)


def drop_repeats(parts: Sequence[CodePart]) -> None:
    """Remove assignments of a leaf to a variable that holds it already on every path."""
    held: dict[int, dict[int, Hashable]] = {0: {}}
    pending = [0]
    while pending:
        i = pending.pop()
        after = held[i] | {number: _leaf(node) for number, node in parts[i].sets.items()}
        known = {number: leaf for number, leaf in after.items() if leaf is not None}
        for j in following(parts, i):
            before = held.get(j)
            kept = known if before is None else {n: leaf for n, leaf in before.items() if known.get(n) == leaf}
            if before != kept:
                held[j] = kept
                pending.append(j)
    for i, part in enumerate(parts):
        there = held.get(i, {})
        part.sets = {
            number: node
            for number, node in part.sets.items()
            if _leaf(node) is None or there.get(number) != _leaf(node)
        }


def set_before(parts: Sequence[CodePart]) -> None:
    """Assign leaves to variables before a branch if its other way does not need the old values; fewer parts then only
    copy.
    """
    live = _live(parts, [_reads(part, part.outputs.values()) for part in parts])
    before: dict[int, list[int]] = {}
    for i in range(len(parts)):
        for j in following(parts, i):
            before.setdefault(j, []).append(i)
    for i, part in enumerate(parts):
        if len(before.get(i, ())) != 1 or not i:
            continue
        (above,) = before[i]
        others = [j for j in following(parts, above) if j != i]
        for number, node in list(part.sets.items()):
            free = (
                number not in parts[above].sets and not any(number in live[j] for j in others) and number not in live[i]
            )
            if free and others and _leaf(node) is not None:
                parts[above].sets[number] = node
                del part.sets[number]
                live[i].add(number)


def _leaf(node: Node) -> Hashable | None:
    """Return a key that distinguishes leaves; literals by their bits."""
    if node.op not in FIXED_LEAVES or node.op == "undef":
        return None
    return (node.op, node.type, repr(node.attr))


def following(parts: Sequence[CodePart], number: int) -> list[int]:
    part, found = parts[number], []
    if part.target is None or part.condition is not None:
        found.append(number + 1)
    if part.target is not None:
        found.append(part.target)
    return [i for i in found if i < len(parts)]


def _move(parts: Sequence[CodePart], ends: Iterable[int], key: Key, values: dict[int, Node]) -> None:
    for i in ends:
        del parts[i].outputs[key]
    for i, node in values.items():
        parts[i].outputs[key] = node


def _once(parts: Sequence[CodePart], setters: Sequence[int], ends: Sequence[int]) -> bool:
    """Return whether every path from the start to an end passes exactly one of the setters, once."""
    passed: dict[int, set[int]] = {0: {0}}
    pending = [0]
    while pending:
        i = pending.pop()
        after = {min(count + (i in setters), 2) for count in passed[i]}
        for j in following(parts, i):
            if not after <= passed.setdefault(j, set()):
                passed[j] |= after
                pending.append(j)
    return all({count + (i in setters) for count in passed.get(i, {1 - (i in setters)})} == {1} for i in ends)


def _wanted_otherwise(parts: Sequence[CodePart], number: int, keys: set[Key], ends: Sequence[int]) -> bool:
    for i, part in enumerate(parts):
        outputs = [node for key, node in part.outputs.items() if i not in ends or key not in keys]
        if number in _reads(part, outputs):
            return True
    return False


def _reads(part: CodePart, outputs: Iterable[Node]) -> set[int]:
    """Return the variables that a part needs when it begins."""
    starts = [*part.effects, *outputs, *part.sets.values(), *([part.condition] if part.condition is not None else [])]
    return {part.known[node] for node in first_below(starts, lambda node: node in part.known)}


def forget_unwanted(parts: Sequence[CodePart]) -> None:
    """Remove assignments to variables that are not read any more."""
    changed = True
    while changed:
        changed = False
        reads = [_reads(part, part.outputs.values()) for part in parts]
        live = _live(parts, reads)
        for i, part in enumerate(parts):
            needed = set[int]().union(*(live[j] for j in following(parts, i)))
            spare = [number for number in part.sets if number not in needed]
            for number in spare:
                del part.sets[number]
            changed = changed or bool(spare)
            part.known = {node: number for node, number in part.known.items() if number in reads[i]}


def _live(parts: Sequence[CodePart], reads: Sequence[set[int]]) -> list[set[int]]:
    live: list[set[int]] = [set() for _ in parts]
    changed = True
    while changed:
        changed = False
        for i in reversed(range(len(parts))):
            passing = set[int]().union(*(live[j] for j in following(parts, i))) - parts[i].sets.keys()
            if not reads[i] | passing <= live[i]:
                live[i] |= reads[i] | passing
                changed = True
    return live


# leaves beside variables ----------------------------------------------------------------------------------------------


def keep_leaves(parts: list[CodePart]) -> None:
    """Keep leaves in variables where outputs take them beside variables, so that one copy writes all.

    An output register whose components come from variables and from leaves is written by two copies. If several parts
    write it so, as those that emit vertices do, a variable that is set once to the leaf saves one in each of them. If
    one does, a variable costs nothing if it is set together with a variable of its register, where that one is set to
    a literal, too.
    """
    wanted: dict[Hashable, dict[tuple[int, Key], None]] = {}
    for i, part in enumerate(parts):
        for key, node in part.outputs.items():
            if (leaf := _constant(node)) is not None and _beside(part, key[0]):
                wanted.setdefault(leaf, {})[i, key] = None
    fresh = 1 + max((n for part in parts for n in (*part.known.values(), *part.sets)), default=-1)
    early: dict[int, Node] = {}
    for places in _several(parts, wanted) + [places for places in wanted.values() if len({i for i, _ in places}) == 1]:
        i, key = next(iter(places))
        leaf, users = parts[i].outputs[key], sorted({i for i, _ in places})
        if len(users) == 1:
            setter = _set_beside(parts, i, key) if leaf.op == "const" else None
            if setter is None:
                continue
            parts[setter].sets[fresh] = leaf
        else:
            above = [j for j in range(users[0]) if not any(_reaches(parts, user, j) for user in users)]
            if users[0] and not above:
                continue
            (parts[above[-1]].sets if above else early)[fresh] = leaf
        kept = Node("phi", leaf.type, (), ("kept", fresh))
        for i, key in places:
            parts[i].outputs[key] = kept
            parts[i].known[kept] = fresh
        fresh += 1
    if early:
        for part in parts:
            part.target = None if part.target is None else part.target + 1
        parts.insert(0, CodePart("kept", sets=early))


def _several(
    parts: Sequence[CodePart], wanted: dict[Hashable, dict[tuple[int, Key], None]]
) -> list[dict[tuple[int, Key], None]]:
    """The places of leaves in several parts, without those where another leaf of the same register must be copied."""
    places = {leaf: dict(found) for leaf, found in wanted.items()}
    while True:
        kept = {leaf: found for leaf, found in places.items() if len({i for i, _ in found}) > 1}
        pairs = {place for found in kept.values() for place in found}
        places = {
            leaf: {(i, key): None for i, key in found if _goes(parts[i], i, key, pairs)} for leaf, found in kept.items()
        }
        if places == kept:
            return list(kept.values())


def _goes(part: CodePart, number: int, key: Key, kept: set[tuple[int, Key]]) -> bool:
    """Return whether all leaves that one copy takes to an output register are kept."""
    own = _file(part.outputs[key])
    return all(
        (number, other) in kept
        for other, node in part.outputs.items()
        if other[0] == key[0] and _leaf(node) is not None and _file(node) == own
    )


def _file(node: Node) -> Hashable:
    """The register of a leaf, for short its place without the component; literals can be in any."""
    return (node.op, node.attr[0] if isinstance(node.attr, tuple) and node.attr else None)


def _constant(node: Node) -> Hashable | None:
    """Return the key of a leaf that has the same value wherever it is read."""
    return None if node.args or isinstance(node.attr, AtCount) else _leaf(node)


def _beside(part: CodePart, register: int) -> bool:
    """Return whether variables are among the components of an output register, and the others are leaves."""
    nodes = [node for (number, _), node in part.outputs.items() if number == register]
    held = [node in part.known or any(node is value for value in part.sets.values()) for node in nodes]
    return any(held) and all(one or _leaf(node) is not None for one, node in zip(held, nodes, strict=True))


def _set_beside(parts: Sequence[CodePart], end: int, key: Key) -> int | None:
    """A part that every path to the end passes, and that sets a variable of the same output register to a literal."""
    own = {parts[end].known.get(node) for (register, _), node in parts[end].outputs.items() if register == key[0]}
    for i, part in enumerate(parts):
        sets = any(number in own and node.op == "const" for number, node in part.sets.items())
        if sets and i != end and not _reaches(parts, end, i):
            return i
    return None


def _reaches(parts: Sequence[CodePart], end: int, without: int) -> bool:
    """Return whether a path from the start to the end avoids a part."""
    seen = {without}
    pending = [0] if without else []
    while pending:
        i = pending.pop()
        if i == end:
            return True
        if i not in seen:
            seen.add(i)
            pending += following(parts, i)
    return False
