"""Analyses the control-flow graph of a function: loops, and live memory slots."""

from __future__ import annotations

from gpucc.lowering.llvm import BasicBlock, Function, Local, Value
from gpucc.lowering.reader.spelling import trace_flow


def whole_slots(function: Function) -> set[str]:
    """Return the memory that is only loaded and stored whole, as one type."""
    flow = trace_flow(function)
    found = set()
    for one in function.blocks[0].instructions:
        if one.op != "alloca" or one.name is None or one.operands:
            continue
        users = flow.users(one.name)
        whole = all(
            (user.op == "load" and user.type == one.element)
            or (user.op == "store" and user.operands[0].type == one.element and not _is(user.operands[0], one.name))
            for user in users
        )
        if whole and not any("volatile" in user.flags or "atomic" in user.flags for user in users):
            found.add(one.name)
    return found


def _is(value: Value, name: str) -> bool:
    return isinstance(value, Local) and value.name == name


def live_slots(function: Function, slots: set[str], following: dict[str, list[str]]) -> dict[str, set[str]]:
    """Return the slots whose contents may still be read in a block or after it."""
    read_first: dict[str, set[str]] = {}
    written: dict[str, set[str]] = {}
    for block in function.blocks:
        read_first[block.name], written[block.name] = _first_uses(block, slots)
    live = {name: set(slots_read) for name, slots_read in read_first.items()}
    changed = True
    while changed:
        changed = False
        for block in reversed(function.blocks):
            name = block.name
            after = set().union(*(live[target] for target in following[name])) if following[name] else set()
            new = read_first[name] | (after - written[name])
            if new != live[name]:
                live[name] = new
                changed = True
    return live


def _first_uses(block: BasicBlock, slots: set[str]) -> tuple[set[str], set[str]]:
    """Return (slots read before they are written, slots written)."""
    early: set[str] = set()
    written: set[str] = set()
    for one in block.instructions:
        if one.op in ("load", "store") and isinstance(one.operands[-1], Local) and one.operands[-1].name in slots:
            slot = one.operands[-1].name
            if one.op == "store":
                written.add(slot)
            elif slot not in written:
                early.add(slot)
    return early, written


def components(order: list[str], following: dict[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected components of the control-flow graph, those that lead to others first (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    inside: set[str] = set()
    parts: list[list[str]] = []
    stack: list[tuple[str, int]] = [(order[0], 0)]
    while stack:
        name, i = stack.pop()
        if i == 0:
            number[name] = low[name] = len(number)
            open_.append(name)
            inside.add(name)
        if i < len(following[name]):
            stack.append((name, i + 1))
            target = following[name][i]
            if target not in number:
                stack.append((target, 0))
            elif target in inside:
                low[name] = min(low[name], number[target])
            continue
        if low[name] == number[name]:
            part: list[str] = []
            while not part or part[-1] != name:
                part.append(open_.pop())
                inside.discard(part[-1])
            parts.append(part[::-1])
        if stack:
            low[stack[-1][0]] = min(low[stack[-1][0]], low[name])
    return parts[::-1]
