"""Refusals of programs that AGSL cannot hold, with reason and remedy: effects it lacks, nesting, loops that Android
counts written out."""

from __future__ import annotations

from gpucc.errors import LimitExceeded, Unsupported
from gpucc.isa.agsl import LIMITED, MOST_NODES, MOST_ROUNDS
from gpucc.lowering.flow.structure import IfRegion, LoopRegion, Region, Seq
from gpucc.lowering.graph import Graph, roots, topological
from gpucc.program import Shader, file_size

# what is refused here, with a better reason than that the target lacks it
REFUSED = {
    "discard": ("AGSL has no discard", "return half4(0) instead: with source-over blending that draws nothing"),
    "dfdx": (
        "AGSL has no derivatives",
        "pass the size of a pixel as a uniform, or evaluate at a neighbouring coordinate",
    ),
}
REFUSED["dfdy"] = REFUSED["dfdx"]
# a loop that stops by itself goes round at most so often under rules that count loops written out
PORTABLE_ROUNDS = 4096
NODES_PER_OPERATION = 4
DEEPEST = 60
# how many branches may follow each other: passes over the tree call themselves for each
LONGEST = 250


def check_graph_fits(graph: Graph, shader: Shader) -> None:
    if shader.hints.effects:
        names = ", ".join(shader.hints.effects)
        raise Unsupported(
            f"the target cannot evaluate color filters and blenders: {names}", notes=("evaluate shaders only",)
        )
    for block in graph.blocks:
        for node in topological(list(roots(block))):
            if node.op in REFUSED:
                message, advice = REFUSED[node.op]
                raise Unsupported(message, node.location, (advice,))
    if file_size(shader.interface.outputs) != 1:
        names = ", ".join(slot.name for slot in shader.interface.outputs) or "none"
        raise Unsupported("AGSL gives one color", notes=(f"outputs of this shader: {names}",))


def too_deep() -> LimitExceeded:
    advice = "a switch becomes a chain of choices, one inside the other: split it, or compute its value"
    return LimitExceeded(
        "branches and loops are nested deeper than AGSL takes: 15 blocks, or about 40 of else if", notes=(advice,)
    )


def check_nesting(body: Region) -> None:
    """The text is nested as the regions are. A walk over them goes deeper: what follows a branch is a sequence in a
    sequence."""
    waiting: list[tuple[Region, int, int]] = [(body, 0, 0)]
    while waiting:
        region, depth, walk = waiting.pop()
        if depth > DEEPEST:
            raise too_deep()
        if walk > LONGEST:
            message = f"more than {LONGEST} branches and loops follow each other"
            raise LimitExceeded(
                message, notes=("split the shader into passes, or choose values with ?: where both sides are short",)
            )
        match region:
            case Seq(items):
                waiting += [(item, depth, walk + 1) for item in items]
            case IfRegion(_, then, otherwise):
                waiting += [(then, depth + 1, walk), (otherwise, depth + 1, walk)]
            case LoopRegion(_, inner):
                waiting.append((inner, depth + 1, walk))


def most_rounds(size: int, depth: int, android: str) -> int:
    if android not in LIMITED:
        return MOST_ROUNDS
    room = MOST_NODES // (NODES_PER_OPERATION * max(size, 1))
    found = min(int(room ** (1 / max(depth, 1))), PORTABLE_ROUNDS)
    if found < 2:
        raise LimitExceeded(
            f"a loop of {size} operations is too large for Android {android}, which counts loops written out",
            notes=("--target android=16 has no such limit",),
        )
    return found


def too_large(error: LimitExceeded, android: str) -> LimitExceeded:
    """The limit of Android 13 to 15, without the place in the text that nobody sees."""
    notes = (
        "its loops run as often as the source says: shorten them, or compute less in them",
        "--target android=16 has no such limit",
    )
    return LimitExceeded(error.message, notes=notes if android in LIMITED else ())
