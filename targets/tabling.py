"""Put tables of constants that are read at a run-time index into registers, where a target can index those and has
room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from gpucc.errors import LimitExceeded, Unsupported
from gpucc.lowering.arrays.tables import TableFile, TableWishes, lay_out_tables, names_of, place_tables, reads_of
from gpucc.lowering.build.build import build
from gpucc.lowering.graph import Graph
from gpucc.lowering.llvm import Module
from gpucc.program import Observe, Program, Shader
from gpucc.targets.record import Options, Target

# registers that are left for the literals of a program whose tables do not all find room
LITERALS = 8
# turns a graph into a program
Rest = Callable[[Graph, Shader, Observe], Program]


def with_tables(
    module: Module, shader: Shader, file: str, goal: Target, options: Options, notice: Observe, rest: Rest
) -> Program:
    """The program of a module. If its tables leave no room for the rest of it, they become selects."""
    wishes = wishes_of(goal, shader, options)
    graph, tables = _built(module, shader, file, goal, wishes, options)
    if tables is None:
        return rest(graph, shader, notice)
    told: list[tuple[str, Any]] = []
    placed, with_slot = place_tables(graph, shader, tables, goal.addressing(options))
    try:
        program = rest(placed, with_slot, lambda stage, value: told.append((stage, value)))
    except LimitExceeded as limit:
        try:
            plain = build(module, shader, file, goal.isa.format, powers=_powers(goal, shader, options))
        except Unsupported:
            raise limit from None
        return rest(plain, shader, notice)
    for stage, value in told:
        notice(stage, value)
    return program


def placed_graph(module: Module, shader: Shader, file: str, goal: Target, options: Options) -> tuple[Graph, Shader]:
    """The graph of a module, and the shader with the registers of its tables."""
    graph, tables = _built(module, shader, file, goal, wishes_of(goal, shader, options), options)
    return (graph, shader) if tables is None else place_tables(graph, shader, tables, goal.addressing(options))


def wishes_of(goal: Target, shader: Shader, options: Options) -> TableWishes:
    if "uniform_at" not in goal.neutral(shader.stage, options):
        return TableWishes()
    addressing = goal.addressing(options)
    return TableWishes(max(addressing.tables, addressing.ladder + 1))


def _powers(goal: Target, shader: Shader, options: Options) -> bool:
    return "pow" in goal.neutral(shader.stage, options)


def _built(
    module: Module, shader: Shader, file: str, goal: Target, wishes: TableWishes, options: Options
) -> tuple[Graph, TableFile | None]:
    """The graph, and the registers of its tables, if it has any."""
    make = partial(build, module, shader, file, goal.isa.format, powers=_powers(goal, shader, options))
    graph = make(wishes)
    if not (reads := reads_of(graph)):
        return graph, None
    first = goal.uniform_end(shader.interface)
    # where some columns of a table are in registers, one instruction reads those on lines with them
    whole = make(replace(wishes, whole=names_of(reads)))
    room = goal.isa.file("uniform", shader.stage).size(shader.stage, int(options.get("version", 1))) - first
    for found in (whole, graph):
        tables, refused = lay_out_tables(reads_of(found), first, room)
        if not refused:
            return found, tables
    for dense in (TableWishes(wishes.least, dense=refused), TableWishes(wishes.least, packed=refused)):
        denser = make(dense)
        tables, left = lay_out_tables(reads_of(denser), first, room, LITERALS)
        if not left:
            return denser, tables
    refused = lay_out_tables(reads_of(denser), first, room, LITERALS)[1]
    graph = make(TableWishes(wishes.least, refused, packed=dense.packed))
    reads = reads_of(graph)
    return graph, lay_out_tables(reads, first, room)[0] if reads else None
