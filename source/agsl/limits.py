"""Refusals of programs that cannot be expressed in AGSL, with reason and remedy: missing effects, nesting, and loops
where Android counts unrolled nodes."""

from __future__ import annotations

from gpucc.errors import LimitExceeded, Unsupported
from gpucc.isa.agsl import LIMITED, MOST_NODES, MOST_ROUNDS
from gpucc.lowering.flow.structure import IfRegion, LoopRegion, Region, Seq
from gpucc.lowering.graph import Graph, roots, topological
from gpucc.program import Shader, file_size

# operations that are refused here, so that the error gives a better reason than a missing operation
REFUSED = {
    "discard": ("AGSL has no discard", "return half4(0) instead: with source-over blending that draws nothing"),
    "dfdx": (
        "AGSL has no derivatives",
        "pass the size of a pixel as a uniform, or evaluate at a neighbouring coordinate",
    ),
}
REFUSED["dfdy"] = REFUSED["dfdx"]
# the largest trip count of a loop that ends by its own test, under rules that count unrolled loops
PORTABLE_ROUNDS = 4096
NODES_PER_OPERATION = 4
DEEPEST = 60
# the limit on consecutive branches, because recursive passes over the tree nest once for each
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
    count = file_size(shader.interface.outputs)
    if count != 1:
        names = ", ".join(slot.name for slot in shader.interface.outputs) or "none"
        raise Unsupported(
            f"AGSL gives one color, and this shader has {count} outputs", notes=(f"outputs of this shader: {names}",)
        )


def too_deep() -> LimitExceeded:
    advice = "a switch becomes a chain of choices, one inside the other: split it, or compute its value"
    return LimitExceeded(
        "branches and loops are nested deeper than AGSL takes: 15 blocks, or about 40 of else if", notes=(advice,)
    )


def check_nesting(body: Region) -> None:
    """Check the depth of the text, which equals that of the regions, and the depth of recursive walks, which is larger,
    because the code after a branch is a sequence inside a sequence."""
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
    """The error for the size limit of Android 13 to 15, without its place in the generated text, which the user does
    not see."""
    notes = (
        "its loops run as often as the source says: shorten them, or compute less in them",
        "--target android=16 has no such limit",
    )
    return LimitExceeded(error.message, notes=notes if android in LIMITED else ())
