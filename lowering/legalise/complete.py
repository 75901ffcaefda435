"""Fills every output register to four components where the target requires it; missing ones are 0, 0, 0, 1."""

from __future__ import annotations

from gpucc.isa.model import Isa
from gpucc.lowering.graph import F32, Graph, Return

MISSING = (0.0, 0.0, 0.0, 1.0)


def complete_outputs(graph: Graph, isa: Isa, stage: str) -> Graph:
    if not any(file.complete and stage in file.prefix for file in isa.files):
        return graph
    for block in graph.blocks:
        if isinstance(block.terminator, Return):
            outputs = block.terminator.outputs
            for register in sorted({key[0] for key in outputs}):
                for component, value in enumerate(MISSING):
                    if (register, component) not in outputs:
                        outputs[register, component] = block.make("const", F32, attr=value)
    return graph
