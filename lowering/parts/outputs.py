"""Writes outputs where their values are computed, if every path through the program passes such a place exactly once.

A program that ends at several places writes all outputs at each of them, and values computed on the sides of a branch
reach the end in variables. Both cost copies. If an output is the same variable at all ends, the parts that set the
variable may write it instead, provided that each path from the start to an end sets it once; if it is the same leaf
everywhere, the first part may. This is safe for targets that hang when an output is written twice: it still is written
once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from gpucc.lowering.graph import CodePart, Node
from gpucc.lowering.rewrite import first_below

LEAVES = frozenset({"const", "undef", "input", "uniform"})
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
        if len(ends) > 1 and all(node is nodes[0] for node in nodes) and nodes[0].op in LEAVES:
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
    if node.op not in LEAVES or node.op == "undef":
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
