"""Which selects of a flattened block a target with branches should branch for.

Selects of one condition make one branch: each is a variable that the arms set. They go together unless one depends on
another, directly or through other branches, because a branch is entered once and everything in it runs together.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gpucc.lowering.graph import Block, Node, roots, topological


@dataclass(slots=True, eq=False)
class Fork:
    condition: Node
    selects: list[Node] = field(default_factory=list)


def find_forks(block: Block, least: int, deepest: int) -> list[Fork]:
    """Branches for at least `least` selects each, nested at most `deepest`; operands come before what uses them."""
    group: dict[Node, Fork] = {}
    forks: dict[Node, list[Fork]] = {}
    for node in topological(list(roots(block))):
        if node.op == "select":
            fork = next((f for f in forks.get(node.args[0], ()) if not _depends(node, f, group)), None)
            if fork is None:
                fork = Fork(node.args[0])
                forks.setdefault(node.args[0], []).append(fork)
            fork.selects.append(node)
            group[node] = fork
    kept = [fork for several in forks.values() for fork in several if len(fork.selects) >= least]
    return _shallow(kept, deepest)


def _depends(node: Node, fork: Fork, group: dict[Node, Fork]) -> bool:
    """Whether `node` needs a value of the fork, where entering any fork needs all that its members need."""
    seen: set[Node] = set()
    stack = list(node.args)
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        if current in group:
            if group[current] is fork:
                return True
            for member in group[current].selects:
                stack.extend(member.args)
        else:
            stack.extend(current.args)
    return False


def _shallow(forks: list[Fork], deepest: int) -> list[Fork]:
    """Drop forks that could stand too deep: one level more than the deepest fork that only its arms need."""
    owner = {select: fork for fork in forks for select in fork.selects}
    depth: dict[Node, int] = {}
    kept: list[Fork] = []
    for node in topological([select for fork in forks for select in fork.selects]):
        below = max((depth[arg] for arg in node.args), default=0)
        depth[node] = below + (node in owner)
    for fork in forks:
        if max(depth[select] for select in fork.selects) <= deepest:
            kept.append(fork)
    return kept
