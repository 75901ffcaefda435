"""The graph's verifier, which can run after every pass. A violation is always a bug of gpucc."""

from __future__ import annotations

from collections.abc import Callable

from gpucc.errors import InternalError
from gpucc.isa.neutral import OPS
from gpucc.lowering.flow.cfg import ControlFlow, analyse
from gpucc.lowering.graph import BOOL, VEC4, VOID, Block, Branch, Graph, LocalArray, Node, Return, VertexEmission, roots
from gpucc.lowering.rewrite import EFFECTS, pending

TEXTURE_ARGS = {"2d": 2, "cube": 3}


def check_graph(graph: Graph, where: str) -> None:
    """Raise InternalError unless the graph is well formed; `where` is the pass that has just run."""
    try:
        _check_blocks(graph)
        flow = analyse(graph)
        seen: set[Node] = set()
        for block in flow.order:
            for node in pending((*roots(block), *block.phis), seen):
                _check_node(node, seen)
        _check_places(flow)
    except InternalError as error:
        raise InternalError(f"after '{where}': {error.message}", error.location) from None


def _require(condition: bool, node: Node, what: str) -> None:
    if not condition:
        types = ", ".join(str(arg.type) for arg in node.args)
        raise InternalError(f"{node.op} {node.type} ({types}) [{node.attr}]: {what}", node.location)


# blocks ---------------------------------------------------------------------------------------------------------------


def _check_blocks(graph: Graph) -> None:
    """Check blocks, their names and their edges: each edge leads to a block of the graph and has a value for each of
    its phis."""
    if not graph.blocks:
        raise InternalError("the graph has no block")
    known = set(graph.blocks)
    names = {block.name for block in graph.blocks}
    if len(names) != len(graph.blocks):
        raise InternalError("two blocks have the same name")
    if graph.entry.phis:
        raise InternalError("the entry has phis")
    for block in graph.blocks:
        if block.terminator is None:
            raise InternalError(f"block {block.name} has no terminator")
        for edge in block.terminator.edges():
            if edge.target not in known:
                raise InternalError(f"block {block.name} jumps to {edge.target.name}, which is not in the graph")
            if [value.type for value in edge.values] != [phi.type for phi in edge.target.phis]:
                raise InternalError(
                    f"the edge from {block.name} to {edge.target.name} does not give each phi a value of its type"
                )
        for phi in block.phis:
            _require(
                phi.op == "phi" and isinstance(phi.attr, tuple) and phi.attr[0] == block.name,
                phi,
                f"no phi of block {block.name}",
            )
        for effect in block.effects:
            _require(effect.op in EFFECTS, effect, "no effect")
        match block.terminator:
            case Branch(condition, _, _):
                _require(condition.type == BOOL, condition, "a branch needs a boolean")
            case Return(outputs):
                for (register, component), value in outputs.items():
                    _require(
                        register >= 0 and 0 <= component < 4 and value.type.kind in "fib", value, "cannot be an output"
                    )


# nodes ----------------------------------------------------------------------------------------------------------------


def _check_node(node: Node, seen: set[Node]) -> None:
    record = OPS.get(node.op)
    if record is None:
        raise InternalError(f"'{node.op}' is no operation of the graph", node.location)
    for arg in node.args:
        _require(arg in seen, node, "is an operand of itself")
    seen.add(node)
    if record.arity >= 0:
        _require(len(node.args) == record.arity, node, f"needs {record.arity} operands")
    kind = record.result if record.result != "same" else node.type.kind
    _require(node.type.kind == kind, node, f"yields a {kind}")
    _require(node.type.kind != "b" or node.type == BOOL, node, "a boolean has one bit")
    rule = RULES.get(node.op)
    if rule is not None:
        _require(rule(node), node, "has operands or an attribute that do not fit")
    elif node.type.kind == "b":
        a, b = node.args
        _require(a.type == b.type and a.type.kind == node.op[0], node, "compares two values of one type")
    else:
        _require(all(arg.type == node.type for arg in node.args), node, "has operands of its own type")


Rule = Callable[[Node], bool]


def _constant(node: Node) -> bool:
    value, kind = node.attr, node.type.kind
    if isinstance(value, bool) or kind == "b":
        return isinstance(value, bool) and kind == "b"
    if isinstance(value, int):
        half = 1 << (node.type.bits - 1)
        return kind == "i" and -half <= value < half
    return isinstance(value, float) and kind == "f"


def _leaf(node: Node) -> bool:
    match node.attr:
        case (int(register), int(component)):
            return register >= 0 and 0 <= component < 4
    return False


def _indexed(node: Node) -> bool:
    match node.attr:
        case (int(register), int(component), int(count)):
            return register >= 0 and 0 <= component < 4 and count > 0 and node.args[0].type.kind in "fi"
    return False


def _cast(source: str, result: str, compare: Callable[[int, int], bool] | None = None) -> Rule:
    """Return a rule for a cast from kind to kind; `compare` relates the numbers of bits."""

    def rule(node: Node) -> bool:
        arg = node.args[0].type
        return (
            arg.kind in source and node.type.kind in result and (compare is None or compare(arg.bits, node.type.bits))
        )

    return rule


def _truths(node: Node) -> bool:
    return all(arg.type == BOOL for arg in node.args)


def _select(node: Node) -> bool:
    condition, a, b = node.args
    return condition.type == BOOL and a.type == b.type == node.type


def _texture(node: Node) -> bool:
    match node.attr:
        case (int(), "2d" | "cube" as dimension, "none" | "proj" | "bias" | "lod" as mode):
            count = TEXTURE_ARGS[dimension] + (mode != "none")
            return node.type == VEC4 and len(node.args) == count and all(arg.type.kind == "f" for arg in node.args)
    return False


def _part(node: Node) -> bool:
    return node.args[0].type == VEC4 and node.attr in (0, 1, 2, 3)


def _load(node: Node) -> bool:
    return isinstance(node.attr, LocalArray) and node.attr.type == node.type and node.args[0].type.kind in "fi"


def _store(node: Node) -> bool:
    index, value = node.args
    return (
        isinstance(node.attr, LocalArray)
        and node.attr.type == value.type
        and index.type.kind in "fi"
        and node.type == VOID
    )


def _emission(node: Node) -> bool:
    return isinstance(node.attr, VertexEmission) and len(node.attr.places) == len(node.args) and node.type == VOID


RULES: dict[str, Rule] = {
    "const": _constant,
    "undef": lambda node: node.type.kind in "fib",
    **dict.fromkeys(("input", "uniform"), _leaf),
    "uniform_at": _indexed,
    "phi": lambda node: node.type.kind in "fib",
    **dict.fromkeys(("band", "bor", "bxor", "bnot"), _truths),
    "select": _select,
    **dict.fromkeys(("sext", "zext"), _cast("i", "i", lambda a, b: a < b)),
    "itrunc": _cast("i", "i", lambda a, b: a > b),
    **dict.fromkeys(("fptosi", "fptoui"), _cast("f", "i")),
    **dict.fromkeys(("sitofp", "uitofp"), _cast("i", "f")),
    "fpconvert": _cast("f", "f", lambda a, b: a != b),
    "btof": _cast("b", "f"),
    "btoi": _cast("b", "i"),
    "bits": lambda node: (
        {node.args[0].type.kind, node.type.kind} == {"f", "i"} and node.args[0].type.bits == node.type.bits
    ),
    "texture": _texture,
    "part": _part,
    "discard": lambda node: node.args[0].type == BOOL,
    "emit": _emission,
    "local_load": _load,
    "local_store": _store,
}


# places ---------------------------------------------------------------------------------------------------------------


def _check_places(flow: ControlFlow) -> None:
    """Check that phis and loads are used only in blocks that theirs dominates."""
    depth = dict.fromkeys(flow.order, 0)
    for block in flow.order[1:]:
        depth[block] = depth[flow.dominator[block]] + 1
    home: dict[Node, Block | None] = {}
    for block in flow.order:
        home.update((phi, block) for phi in block.phis)
    for block in flow.order:
        for effect in block.effects:
            _find_homes(flow, depth, block, effect.args, home)
            home[effect] = block
        _find_homes(flow, depth, block, tuple(roots(block)), home)


def _find_homes(
    flow: ControlFlow, depth: dict[Block, int], block: Block, used: tuple[Node, ...], home: dict[Node, Block | None]
) -> None:
    for node in pending(used, home):
        home[node] = _deepest(flow, depth, node, home)
    for node in used:
        place = home[node]
        _require(
            place is None or flow.dominates(place, block),
            node,
            f"is used in {block.name}, which its block does not dominate",
        )


def _deepest(flow: ControlFlow, depth: dict[Block, int], node: Node, home: dict[Node, Block | None]) -> Block | None:
    """Return the lowest block in the dominator tree that defines one of a node's operands; these blocks lie on one
    path.
    """
    _require(node.op != "phi", node, "is used but belongs to no block")
    _require(node.op not in EFFECTS, node, "is used but not done before")
    found: Block | None = None
    for arg in node.args:
        place = home[arg]
        if place is None or place is found:
            continue
        near, far = (place, found) if found is None or depth[place] >= depth[found] else (found, place)
        _require(
            far is None or flow.dominates(far, near),
            node,
            "needs values of two blocks of which none dominates the other",
        )
        found = near
    return found
