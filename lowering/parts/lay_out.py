"""Lays out a graph with branches as straight parts, with the nodes each computes, the values that outlive it, its
jumps.

Targets that branch keep values between blocks in variables, which are numbered scalars. A phi is a variable that its
predecessors set; a value that another block needs is a variable, too. Variables that hold the same value where they
meet, and are never both live with different values, are merged, so that most phis need no copy.

1. Nodes are placed (`place`): each in one block, as late as possible, but in no loop that it does not depend on.
2. Edges that give values to phis become pieces of their own. They are merged back into the block they leave if setting
   the values does no harm on its other way.
3. Liveness determines which variables can be merged (`variables`).
4. Pieces without work are removed; the rest is ordered (`order`) so that most jumps fall through to the next part.
"""

from __future__ import annotations

from dataclasses import field

from gpucc.errors import Unsupported
from gpucc.lowering.flow.cfg import analyse, successors
from gpucc.lowering.flow.collapse import merge_returns
from gpucc.lowering.flow.discards import branch_discards
from gpucc.lowering.graph import BOOL, Block, Branch, CodePart, Graph, Node, Return, VertexEmission, topological
from gpucc.lowering.parts.emissions import split_emissions
from gpucc.lowering.parts.order import order_pieces
from gpucc.lowering.parts.place import Placement, place_nodes
from gpucc.lowering.parts.returns import split_returns
from gpucc.lowering.parts.variables import Variables, join_variables
from gpucc.lowering.rewrite import GraphRewriter
from gpucc.records import dataclass


@dataclass(slots=True, eq=False)
class LaidPiece:
    """A part under construction: a block, or an edge out of `block`.

    `gives` are values for phis, `exports` nodes of its own that others read, `reads` nodes that are in variables
    already, `live` the values that are needed later when it begins.
    """

    name: str
    block: Block
    depth: int
    edge: bool = False
    effects: list[Node] = field(default_factory=list)
    outputs: dict[tuple[int, int], Node] = field(default_factory=dict)
    gives: dict[Node, Node] = field(default_factory=dict)
    exports: list[Node] = field(default_factory=list)
    reads: set[Node] = field(default_factory=set)
    live: set[Node] = field(default_factory=set)
    condition: Node | None = None
    after: list[LaidPiece] = field(default_factory=list)
    emits: tuple[int, int, int] | None = None

    @property
    def sets(self) -> dict[Node, Node]:
        """The variables that are set at the end, with their values."""
        return {**{node: node for node in self.exports}, **self.gives}


def lay_out(
    graph: Graph, discards_end: bool = False, rows: bool = False, early: bool = False, several_ends: bool = True
) -> list[CodePart]:
    """Return the parts in order, the first being the entry. The program does end at the end of the last part, and with
    `several_ends` perhaps at other places, too.

    If `discards_end`, discarded fragments leave the program through a part of its own. `rows`: the target multiplies a
    vector with a row of uniforms in one instruction. `early`: outputs will be written where their values are set
    (`write_early`).
    """
    fresh = split_emissions(split_returns(graph) if several_ends else GraphRewriter().run(merge_returns(graph)))
    flow = analyse(branch_discards(fresh) if discards_end else fresh)
    if not any(isinstance(block.terminator, Return) for block in flow.order):
        raise Unsupported("this shader never ends", notes=("a shader must reach its end",))
    placement = place_nodes(flow, rows)
    pieces = _make_pieces(flow.order, placement)
    _find_reads(pieces, placement)
    _find_live(pieces)
    kept = _output_phis(pieces) if early else frozenset[Node]()
    for piece in [piece for piece in pieces if piece.condition is not None]:
        _take_back(piece, pieces, kept)
    variables = join_variables(pieces)
    _pass_over(pieces, variables)
    return _write(order_pieces(pieces[0]), variables)


def _make_pieces(order: list[Block], placement: Placement) -> list[LaidPiece]:
    depth = placement.depth
    pieces = {block: LaidPiece(block.name, block, depth[block], effects=placement.effects(block)) for block in order}
    found: list[LaidPiece] = []
    for block in order:
        piece = pieces[block]
        found.append(piece)
        _take_emission(piece)
        if isinstance(block.terminator, Return) and block.terminator.outputs:
            piece.outputs = dict(sorted(block.terminator.outputs.items()))
        if isinstance(block.terminator, Branch):
            piece.condition = block.terminator.condition
        for number, edge in enumerate(successors(block)):
            values = zip(edge.target.phis, edge.values, strict=True)
            gives = {phi: value for phi, value in values if phi is not value and phi in placement.used}
            following = pieces[edge.target]
            if piece.condition is None:
                piece.gives = gives
            elif gives:
                level = min(depth[block], depth[edge.target])
                following = LaidPiece(f"{block.name}.{number}", block, level, edge=True, gives=gives, after=[following])
                found.append(following)
            piece.after.append(following)
    return found


def _take_emission(piece: LaidPiece) -> None:
    """Make an emitted vertex the outputs of its piece."""
    for effect in piece.effects:
        if effect.op == "emit" and isinstance(effect.attr, VertexEmission):
            piece.emits = effect.attr.fields
            piece.outputs = dict(sorted(zip(effect.attr.places, effect.args, strict=True)))
    piece.effects = [effect for effect in piece.effects if effect.op != "emit"]


def _find_reads(pieces: list[LaidPiece], placement: Placement) -> None:
    """Find the reads of every piece. A value that a piece reads was placed in a dominating one, which comes before
    it.
    """
    exports: dict[Block, set[Node]] = {}
    for piece in reversed(pieces):
        starts = [*piece.effects, *piece.outputs.values(), *piece.gives.values()]
        if piece.condition is not None:
            starts.append(piece.condition)
        if not piece.edge:
            piece.exports = sorted(exports.get(piece.block, ()), key=placement.number.__getitem__)
        piece.reads = placement.needed_elsewhere([*starts, *piece.exports], None if piece.edge else piece.block)
        for node in piece.reads:
            if node.op != "phi":
                exports.setdefault(placement.place[node], set()).add(node)


def _find_live(pieces: list[LaidPiece]) -> None:
    changed = True
    while changed:
        changed = False
        for piece in reversed(pieces):
            passing = set[Node]().union(*(following.live for following in piece.after)) - piece.sets.keys()
            live = piece.reads | passing
            if live != piece.live:
                piece.live, changed = live, True


def _output_phis(pieces: list[LaidPiece]) -> frozenset[Node]:
    """Return the phis that only outputs read at the program's ends, perhaps by way of others, and that no way out of a
    loop sets, which would be no plain break."""
    depth = {piece.block: piece.depth for piece in pieces if not piece.edge}
    leaving = {phi for piece in pieces if piece.edge and piece.depth < depth[piece.block] for phi in piece.gives}
    outputs = {node for piece in pieces if not piece.after for node in piece.outputs.values() if node.op == "phi"}
    outputs -= leaving
    starts = [node for piece in pieces for node in (*piece.effects, *piece.exports)]
    starts += [piece.condition for piece in pieces if piece.condition is not None]
    starts += [node for piece in pieces if piece.after for node in piece.outputs.values()]
    starts += [node for piece in pieces if not piece.after for node in piece.outputs.values() if node.op != "phi"]
    gives = [(phi, value) for piece in pieces for phi, value in piece.gives.items()]
    while more := {value for phi, value in gives if phi in outputs and value.op == "phi"} - outputs - leaving:
        outputs |= more
    while True:
        given = [value for phi, value in gives if phi not in outputs or value.op != "phi"]
        read = outputs.intersection(topological([*starts, *given]))
        if not read:
            return frozenset(outputs)
        outputs -= read


def _take_back(piece: LaidPiece, pieces: list[LaidPiece], kept: frozenset[Node]) -> None:
    """Set phis before a branch if the other way of the branch does not need their old values, except `kept` ones."""
    for i in (0, 1):
        edge, other = piece.after[i], piece.after[1 - i]
        if not edge.edge or any(phi in other.live or phi in piece.gives or phi in kept for phi in edge.gives):
            continue
        piece.gives.update(edge.gives)
        piece.after[i] = edge.after[0]
        piece.reads |= edge.reads - set(piece.exports)
        pieces.remove(edge)
        read = set[Node]().union(*(one.reads for one in pieces))
        piece.exports = [node for node in piece.exports if node in read]
        _find_live(pieces)


def _pass_over(pieces: list[LaidPiece], variables: Variables) -> None:
    """Skip pieces that only continue elsewhere; a branch whose two ways meet at once is removed."""
    idle = {
        piece for piece in pieces if len(piece.after) == 1 and piece.condition is None and not _works(piece, variables)
    }

    def final(piece: LaidPiece) -> LaidPiece:
        seen = {piece}
        while piece in idle and piece.after[0] not in seen:
            piece = piece.after[0]
            seen.add(piece)
        return piece

    changed = True
    while changed:
        changed = False
        for piece in pieces:
            piece.after = [final(following) for following in piece.after]
            if piece.condition is not None and piece.after[0] is piece.after[1]:
                piece.condition, changed = None, True
                del piece.after[1]
                if not _works(piece, variables):
                    idle.add(piece)


def _works(piece: LaidPiece, variables: Variables) -> bool:
    return bool(piece.effects or variables.settings(piece) or piece.emits)


# the result -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Exit:
    """The exit of a piece: its target if the condition holds (None: always), and its other target if that is not the
    next piece; or the piece `ends` the program before the last piece.
    """

    condition: Node | None = None
    to: LaidPiece | None = None
    otherwise: LaidPiece | None = None
    ends: bool = False


def _write(pieces: list[LaidPiece], variables: Variables) -> list[CodePart]:
    """Number the targets. A branch of which neither way comes next is followed by a part that only jumps."""
    exits = [_exit(piece, following) for piece, following in zip(pieces, [*pieces[1:], None], strict=True)]
    starts: dict[LaidPiece, int] = {}
    count = 0
    for piece, exit in zip(pieces, exits, strict=True):
        starts[piece] = count
        count += 1 if exit.otherwise is None else 2
    parts: list[CodePart] = []
    for piece, exit in zip(pieces, exits, strict=True):
        known = {node: variables.number(node) for node in piece.reads}
        parts.append(
            CodePart(
                piece.name,
                piece.effects,
                piece.outputs,
                dict(sorted(known.items(), key=lambda item: item[1])),
                variables.settings(piece),
                exit.condition,
                count if exit.ends else None if exit.to is None else starts[exit.to],
                piece.emits,
            )
        )
        if exit.otherwise is not None:
            parts.append(CodePart(f"{piece.name}.else", target=starts[exit.otherwise]))
    return parts


def _exit(piece: LaidPiece, following: LaidPiece | None) -> _Exit:
    if not piece.after:
        return _Exit(ends=following is not None)
    then, otherwise = piece.after[0], piece.after[-1]
    if piece.condition is None:
        return _Exit() if then is following else _Exit(to=then)
    if then is following:
        return _Exit(_opposite(piece.block, piece.condition), otherwise)
    return _Exit(piece.condition, then, None if otherwise is following else otherwise)


def _opposite(block: Block, condition: Node) -> Node:
    if condition.op == "bnot":
        return condition.args[0]
    return block.make("bnot", BOOL, (condition,), location=condition.location)
