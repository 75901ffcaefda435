"""Lists a module's text with the place in the source of each line."""

from __future__ import annotations

from gpucc.listing import ListedLine, Listing
from gpucc.lowering.llvm import Module


def list_module(text: str, module: Module) -> Listing:
    """Return the canonical text that `module` was read from."""
    instructions = (
        one for function in module.functions.values() for block in function.blocks for one in block.instructions
    )
    places = {one.location.ir: one.location for one in instructions if one.location is not None}
    lines = text.rstrip("\n").split("\n")
    return Listing(
        ListedLine(line, (places[number],) if number in places else ()) for number, line in enumerate(lines, 1)
    )
