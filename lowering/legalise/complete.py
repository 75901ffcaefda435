"""Fills every output register to four components where the target requires it.

The missing components of the position and of colours are 0, 0, 0, 1, since fixed hardware reads them. Those of a
varying are undefined: only a program whose interface has them could read them.
"""

from __future__ import annotations

from gpucc.isa.model import Isa
from gpucc.lowering.graph import F32, Graph, Return

MISSING = (0.0, 0.0, 0.0, 1.0)


def complete_outputs(graph: Graph, isa: Isa, stage: str) -> Graph:
    if not any(file.complete and stage in file.prefix for file in isa.files):
        return graph
    varyings = any(file.role == "varying" and stage in file.prefix for file in isa.files)
    for block in graph.blocks:
        if isinstance(block.terminator, Return):
            outputs = block.terminator.outputs
            for register in sorted({key[0] for key in outputs}):
                for component, value in enumerate(MISSING):
                    if (register, component) not in outputs:
                        undefined = varyings and register > 0
                        missing = block.make("undef", F32) if undefined else block.make("const", F32, attr=value)
                        outputs[register, component] = missing
    return graph
