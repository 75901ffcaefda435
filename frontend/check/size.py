"""How large a program is when its loops and calls are written out: Android up to 15 refuses what passes 100,000 nodes."""

from __future__ import annotations

from dataclasses import fields

from gpucc.frontend.check.entry import reachable
from gpucc.frontend.typed import Branch, Callee, Choice, Code, Do, Group, Invoke, Leave, Local, Node, Repeat

LARGEST = 100_000
# everything is inlined in the end
MOST_INLINED = 1_000_000
ENOUGH = 10**9


def program_size(entry: Callee, unrolled: bool) -> int:
    """Calls count at full size each time, and loops as often as they run if `unrolled`; the call graph has no circles."""
    sizes = _Sizes(unrolled)
    for callee in reachable(entry):  # callees first, so that no chain of calls is a chain of calls here
        sizes.function(callee)
    return sizes.known[entry]


class _Sizes:
    def __init__(self, unrolled: bool) -> None:
        self.unrolled = unrolled
        self.known: dict[Callee, int] = {}

    def function(self, callee: Callee) -> int:
        if callee not in self.known:
            self.known[callee] = self.code(callee.body) if callee.body is not None else 0
        return self.known[callee]

    def code(self, code: Code | None) -> int:
        match code:
            case None:
                return 0
            case Group(_, body):
                size = sum(self.code(one) for one in body)
            case Do(_, node):
                size = self.node(node)
            case Local(_, _, initial):
                size = 1 + self.node(initial)
            case Branch(_, arms, otherwise):
                size = 1 + sum(self.node(test) + self.code(body) for test, body in arms) + self.code(otherwise)
            case Choice(_, on, cases):
                size = 1 + self.node(on) + sum(self.code(one) for _, body in cases for one in body)
            case Leave(_, _, node):
                size = 1 + self.node(node)
            case Repeat():
                inner = self.code(code.body) + self.node(code.condition) + self.node(code.step)
                size = self.code(code.first) + inner * (code.trips if self.unrolled else 1)
            case _:
                size = 1
        return min(size, ENOUGH)

    def node(self, node: Node | None) -> int:
        """Sums lean to the left, so nodes wait on a list instead of in calls."""
        size = 0
        waiting = [node] if node is not None else []
        while waiting:
            one = waiting.pop()
            size += 1
            if one.value is not None:
                continue
            if isinstance(one, Invoke):
                size += self.function(one.callee)
            for part in fields(one):
                inner = getattr(one, part.name)
                if isinstance(inner, Node):
                    waiting.append(inner)
                elif isinstance(inner, list):
                    waiting += inner
        return min(size, ENOUGH)
