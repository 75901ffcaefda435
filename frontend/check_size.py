"""How large a program is when its loops and calls are written out: Android up to 15 refuses what passes 100,000 nodes."""

from __future__ import annotations

from dataclasses import fields

from gpucc.frontend.typed import Branch, Callee, Choice, Code, Do, Group, Invoke, Leave, Local, Node, Repeat

LARGEST = 100_000
ENOUGH = 10**9


def program_size(entry: Callee) -> int:
    """Calls count at full size each time; the call graph has no circles."""
    known: dict[Callee, int] = {}
    return _function(entry, known)


def _function(callee: Callee, known: dict[Callee, int]) -> int:
    if callee not in known:
        known[callee] = _code(callee.body, known) if callee.body is not None else 0
    return known[callee]


def _code(code: Code | None, known: dict[Callee, int]) -> int:
    match code:
        case None:
            return 0
        case Group(_, body):
            size = sum(_code(one, known) for one in body)
        case Do(_, node):
            size = _node(node, known)
        case Local(_, _, initial):
            size = 1 + _node(initial, known)
        case Branch(_, arms, otherwise):
            size = 1 + sum(_node(test, known) + _code(body, known) for test, body in arms) + _code(otherwise, known)
        case Choice(_, on, cases):
            size = 1 + _node(on, known) + sum(_code(one, known) for _, body in cases for one in body)
        case Leave(_, _, node):
            size = 1 + _node(node, known)
        case Repeat():
            inner = _code(code.body, known) + _node(code.condition, known) + _node(code.step, known)
            size = _code(code.first, known) + inner * code.trips
        case _:
            size = 1
    return min(size, ENOUGH)


def _node(node: Node | None, known: dict[Callee, int]) -> int:
    """Sums lean to the left, so nodes wait on a list instead of in calls."""
    size = 0
    waiting = [node] if node is not None else []
    while waiting:
        one = waiting.pop()
        size += 1
        if one.value is not None:
            continue
        if isinstance(one, Invoke):
            size += _function(one.callee, known)
        for part in fields(one):
            inner = getattr(one, part.name)
            if isinstance(inner, Node):
                waiting.append(inner)
            elif isinstance(inner, list):
                waiting += inner
    return min(size, ENOUGH)
