"""Turns branches and loops into a tree of regions, for targets with if, else, loop and break, but without jumps.

The tree follows the dominator tree: a block's region is its straight code, then its branch with the regions of the
blocks that only it enters as arms, then, in reverse postorder, the regions of the joins it dominates. Control leaves an
arm for a join by falling off its end. If control may have another destination when it passes the place of a join, the
join's region is guarded by a flag, which is set where the join is the destination. Blocks that a loop's blocks dominate
but that are not in the loop come after it; control gets there by breaking out, loop after loop. If the code after an
inner loop cannot tell otherwise, a flag records that the outer loop is to be left as well.

Phis become variables: `Assign` sets them at the ends of arms, all at once. Every node is computed in the `Straight` of
its own block and keeps that value until the block runs again, whatever is assigned in between.
"""

from __future__ import annotations

from collections import Counter

from gpucc.errors import InternalError, Unsupported
from gpucc.lowering.flow.cfg import ControlFlow, analyse, successors
from gpucc.lowering.flow.collapse import merge_returns
from gpucc.lowering.graph import BOOL, Block, Branch, Edge, Graph, Jump, Node, Return, roots
from gpucc.lowering.logic import invert, truth
from gpucc.lowering.rewrite import copy, homes, pending, rewrite
from gpucc.records import dataclass

# the size limit of a block on a loop's exit that is moved into the loop
SMALL_EXIT = 12


@dataclass(frozen=True, slots=True)
class Straight:
    """The nodes of a block in an order in which to compute them, including its effects in their order."""

    block: Block
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    """Variables (phi nodes) and their new values; all values are read before any variable changes."""

    pairs: tuple[tuple[Node, Node], ...]


@dataclass(frozen=True, slots=True)
class Seq:
    items: tuple[Region, ...] = ()


@dataclass(frozen=True, slots=True)
class IfRegion:
    """A branch; `then` is never empty."""

    condition: Node
    then: Seq
    otherwise: Seq = Seq()


@dataclass(frozen=True, slots=True)
class LoopRegion:
    """Runs the body again and again until it breaks."""

    header: Block
    body: Seq


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""


Region = Straight | Assign | Seq | IfRegion | LoopRegion | Break


@dataclass(frozen=True, slots=True)
class StructuredGraph:
    name: str
    body: Seq
    outputs: dict[tuple[int, int], Node]


def structure(graph: Graph, nested_breaks: bool = True) -> StructuredGraph:
    """Return the region tree. Without `nested_breaks` a loop is left only by `If(flag, Break)` at the very end of its
    body.
    """
    merged = merge_returns(rewrite(graph, copy))
    flow = analyse(merged)
    if nested_breaks:
        _take_in_exits(flow)
    if flow.irreducible:
        where = next((node.location for node in roots(flow.irreducible[0]) if node.location), None)
        advice = "write the loop with a single entry (no goto into its body)"
        raise Unsupported("a jump into the middle of a loop has no structured form", where, (advice,))
    ends = [block.terminator.outputs for block in flow.order if isinstance(block.terminator, Return)]
    if not ends:
        raise Unsupported("the shader never reaches its end", None, ("every loop needs a way out",))
    return StructuredGraph(merged.name, _Structurer(flow, nested_breaks).run(), ends[0])


def _take_in_exits(flow: ControlFlow) -> None:
    """Move a small block that is only on one exit of a loop into the loop.

    It then runs where the loop is left, which saves a flag for whether to run it after the loop.
    """
    size = Counter(homes(flow.graph).values())
    for block in flow.order[1:]:
        if (
            len(flow.before[block]) != 1
            or block.phis
            or not isinstance(block.terminator, Jump)
            or size[block] > SMALL_EXIT
        ):
            continue
        (pred,) = flow.before[block]
        (edge,) = block.terminator.edges()
        left = [blocks for blocks in flow.loops.values() if pred in blocks and block not in blocks]
        if left and len(flow.before[edge.target]) > 1 and not any(edge.target in blocks for blocks in left):
            for blocks in left:
                blocks.add(block)


class _Structurer:
    def __init__(self, flow: ControlFlow, nested_breaks: bool) -> None:
        self.flow = flow
        self.nested_breaks = nested_breaks
        self.loop = _innermost_loops(flow)
        self.inner: dict[Block, list[Block]] = {block: [] for block in flow.order}
        self.behind: dict[Block, list[Block]] = {block: [] for block in flow.order}
        self.inline: set[Block] = set()
        self._place()
        self.falling: dict[Block, frozenset[Block]] = {}
        self.breaking: dict[Block, set[Block]] = {header: set() for header in flow.loops}
        self.flags: dict[Block, Node] = {}  # for joins: control is on its way there
        self.leave: dict[Block, Node] = {}  # for loops, by header: to be left
        self.always_leaving: set[Block] = set()
        for block in reversed(flow.order):
            self._trace(block)
        self.nodes = _nodes_by_block(flow)
        self.regions: dict[Block, Seq] = {}

    def run(self) -> Seq:
        for block in reversed(self.flow.order):
            self.regions[block] = self._region(block)
        return self.regions[self.flow.graph.entry]

    # the place of each block's region -----------------------------------------------------------------------------

    def _holds(self, header: Block | None, block: Block) -> bool:
        return header is None or block in self.flow.loops[header]

    def _outer(self, header: Block) -> Block | None:
        """Return the header of the loop around a loop."""
        above = header
        while above is not self.flow.dominator[above]:
            above = self.flow.dominator[above]
            around = self.loop[above]
            if around is not None and header in self.flow.loops[around]:
                return around
        return None

    def _place(self) -> None:
        flow = self.flow
        for block in flow.order[1:]:
            parent = flow.dominator[block]
            around = self.loop[parent]
            behind = False
            while around is not None and block not in flow.loops[around]:
                parent, around, behind = around, self._outer(around), True
            (self.behind if behind else self.inner)[parent].append(block)
            forward = [pred for pred in flow.before[block] if flow.index[pred] < flow.index[block]]
            if not behind and len(forward) == 1:
                self.inline.add(block)

    # possible destinations of control --------------------------------------------------------------------------------

    def _trace(self, block: Block) -> None:
        """Find the destinations of a block's region. Blocks come after all that they dominate, whose destinations are
        known.
        """
        around = self.loop[block]
        going: set[Block] = set()
        for edge in successors(block):
            going |= self.falling[edge.target] if self._enters(block, edge.target) else self._go(edge.target, around)
        going = self._pass(going, [b for b in self.inner[block] if b not in self.inline])
        if block in self.flow.loops:
            if not self.nested_breaks and going - {block}:
                self._flag(self.leave, "leave", block)
            going = self._break_further((going | self.breaking[block]) - {block}, block)
            going = self._pass(going, self.behind[block])
        self.falling[block] = frozenset(going)

    def _enters(self, block: Block, target: Block) -> bool:
        """Return whether the target's region is in the arm that leads to it."""
        return target in self.inline and self.flow.index[target] > self.flow.index[block]

    def _go(self, target: Block, around: Block | None) -> set[Block]:
        if self.nested_breaks and around is not None and not self._holds(around, target):
            self.breaking[around].add(target)
            return set()
        return {target}

    def _pass(self, going: set[Block], joins: list[Block]) -> set[Block]:
        for join in joins:
            if going != {join}:
                self._flag(self.flags, "to", join)
            going = (going - {join}) | self.falling[join]
        return going

    def _break_further(self, going: set[Block], header: Block) -> set[Block]:
        """After an inner loop, break out of the outer one at once if the destination is outside of it."""
        outer = self._outer(header)
        far = {target for target in going if not self._holds(outer, target)}
        if self.nested_breaks and outer is not None and far:
            self.breaking[outer] |= far
            if far == going:
                self.always_leaving.add(header)
            else:
                self._flag(self.leave, "leave", outer)
            return going - far
        return going

    def _flag(self, flags: dict[Block, Node], meaning: str, block: Block) -> None:
        if block not in flags:
            flags[block] = Node("phi", BOOL, (), (meaning, block.name))

    # the tree ------------------------------------------------------------------------------------------------------

    def _region(self, block: Block) -> Seq:
        joins = [b for b in self.inner[block] if b not in self.inline]
        branch = self._branch(block)
        items: list[Region] = [Straight(block, tuple(self.nodes[block])), *branch, *self._joins(joins)]
        flags = [self.flags[join] for join in joins if join in self.flags]
        if block not in self.flow.loops:
            return Seq((*_lower(flags), *items))
        if block in self.leave:
            flags.append(self.leave[block])
            if not self.nested_breaks:
                items.append(IfRegion(self.leave[block], Seq((Break(),))))
        loop = LoopRegion(block, Seq((*_lower(flags), *items)))
        joins = self.behind[block]
        flags = [self.flags[join] for join in joins if join in self.flags]
        return Seq((*_lower(flags), loop, *self._break_on(block), *self._joins(joins)))

    def _break_on(self, header: Block) -> list[Region]:
        """Return the code after a loop whose exits also leave the next loop."""
        if header in self.always_leaving:
            return [Break()]
        outer = self._outer(header)
        reaches_out = outer is not None and any(not self._holds(outer, target) for target in self.breaking[header])
        return [IfRegion(self.leave[outer], Seq((Break(),)))] if outer is not None and reaches_out else []

    def _joins(self, joins: list[Block]) -> list[Region]:
        return [
            IfRegion(self.flags[join], self.regions[join]) if join in self.flags else self.regions[join]
            for join in joins
        ]

    def _branch(self, block: Block) -> list[Region]:
        arms = [self._arm(block, edge) for edge in successors(block)]
        if not isinstance(block.terminator, Branch):
            return [item for arm in arms for item in arm]
        condition = block.terminator.condition
        if arms[1] and not arms[0]:
            arms.reverse()
            condition = invert(block, condition)
            if condition.args and condition not in self.nodes[block]:
                self.nodes[block].append(condition)
        return [IfRegion(condition, Seq(tuple(arms[0])), Seq(tuple(arms[1])))] if arms[0] else []

    def _arm(self, block: Block, edge: Edge) -> list[Region]:
        target, yes = edge.target, truth(Block("flags"), True)
        pairs = [(phi, value) for phi, value in zip(target.phis, edge.values, strict=True) if phi is not value]
        if target in self.flags and self.flow.index[target] > self.flow.index[block]:
            pairs.append((self.flags[target], yes))
        around = self.loop[block]
        leaves = not self._holds(around, target)
        while around is not None and not self._holds(around, target):
            if around in self.leave:
                pairs.append((self.leave[around], yes))
            around = self._outer(around)
        items: list[Region] = [Assign(tuple(pairs))] if pairs else []
        if self._enters(block, target):
            items.append(self.regions[target])
        elif self.nested_breaks and leaves:
            items.append(Break())
        return items


def _lower(flags: list[Node]) -> list[Region]:
    no = truth(Block("flags"), False)
    return [Assign(tuple([(flag, no) for flag in flags]))] if flags else []


def _innermost_loops(flow: ControlFlow) -> dict[Block, Block | None]:
    """Return for each block the header of the smallest loop that contains it."""
    loop: dict[Block, Block | None] = dict.fromkeys(flow.order)
    for header in sorted(flow.loops, key=lambda h: (-len(flow.loops[h]), flow.index[h])):
        for block in flow.loops[header]:
            loop[block] = header
    return loop


def _nodes_by_block(flow: ControlFlow) -> dict[Block, list[Node]]:
    home = homes(flow.graph)
    nodes: dict[Block, list[Node]] = {block: [] for block in flow.order}
    done: set[Node] = {phi for block in flow.order for phi in block.phis}
    for block in flow.order:
        for node in pending(roots(block), done):
            done.add(node)
            if node.op == "phi":
                raise InternalError(f"{node!r} belongs to no block", node.location)
            nodes[home.get(node, block)].append(node)
    return nodes
