"""The outside evidence on geometry shaders (tests/reference/pica200/geometry.json) as checks of any version of the ISA
record: an emulator's triangles against those that the simulator's list of vertices makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pica200_outside import FOLDER, SINGLE, Recorded, batch

from gpucc.emit import shbin
from gpucc.interp import pica200
from gpucc.isa.pica200 import PICA200, PicaIsa
from gpucc.program import GeometryShape, Program

MOST = 32
# whether its first two corners change places, and the outputs of its three vertices by register
Triangle = tuple[bool, tuple[dict[str, NDArray[np.float32]], ...]]


@cache
def emitting() -> tuple[Recorded, ...]:
    found = []
    for vector in json.loads((FOLDER / "geometry.json").read_text())["vectors"]:
        one = Recorded(vector["name"], "\n".join(vector["source"]), (), (), vector)
        found.append(Recorded(one.name, one.source, one.binary.words, one.binary.descriptors, vector))
    return tuple(found)


def fed(entry: Recorded, run: Mapping[str, Any]) -> dict[str, Any]:
    """The registers of a run: what is set, and where the vertices of the mode come to stand."""
    assert entry.vector is not None
    mode, feed, vertices = entry.vector["mode"], entry.vector["feed"], run["vertices"]
    rows: Sequence[Any] = [row for vertex in vertices for row in vertex]
    first, bank = feed.get("start", 0), "v" if mode == "point" else "c"
    if mode == "variable":  # the number of vertices, then some of them whole, of the others the first register
        whole = feed["whole"]
        rows = [[len(vertices)] * 4, *(row for vertex in vertices[:whole] for row in vertex)]
        rows += [vertex[0] for vertex in vertices[whole:]]
    return {**run["set"], **{f"{bank}{first + i}": row for i, row in enumerate(rows)}}


def assembled(told: NDArray[Any], outputs: NDArray[Any], registers: Sequence[int]) -> list[Triangle]:
    """The triangles of a list of vertices: each takes its place of three, and one that completes a triangle leaves all
    three where they are."""
    places: list[dict[str, NDArray[np.float32]] | None] = [None, None, None]
    found: list[Triangle] = []
    for (vertex, primitive, winding), row in zip(told, outputs, strict=True):
        places[int(vertex)] = {f"o{register}": row[register] for register in registers}
        if primitive:
            found.append((bool(winding), tuple(place or {} for place in places)))
    return found


def simulated(code: bytes, states: Sequence[Mapping[str, Any]], isa: PicaIsa = PICA200) -> list[list[Triangle]]:
    """The triangles of the file's geometry shader for each state of the registers."""
    program = Program("pica200", "geometry", code, geometry=GeometryShape(most=MOST))
    given = batch([{"set": state} for state in states])
    outcome = pica200.run(program, isa, given, format=SINGLE, perturb=None, step_limit=10000)
    assert not outcome.unsure.any()
    registers = [output.register for output in shbin.read(code).first("geometry").outputs]
    found = []
    for lane in outcome.outputs:
        rows = lane[1:].reshape(MOST, -1, 4)[: int(lane[0, 0])]
        found.append(assembled(rows[:, 0, :3], rows[:, 1:], registers))
    return found


def recorded_triangles(run: Mapping[str, Any]) -> list[Triangle]:
    return [
        (
            bool(one["winding"]),
            tuple(
                {
                    register: np.array([int(word or "7fc00000", 16) for word in words], np.uint32).view(np.float32)
                    for register, words in corner.items()
                }
                for corner in one["corners"]
            ),
        )
        for one in run["triangles"]
    ]


def triangles_wrong(entry: Recorded, isa: PicaIsa = PICA200) -> str | None:
    """Check that the program emits the recorded triangles, bit for bit."""
    assert entry.vector is not None
    runs = entry.vector["runs"]
    found = simulated(entry.file, [fed(entry, run) for run in runs], isa)
    for number, (mine, run) in enumerate(zip(found, runs, strict=True)):
        theirs = recorded_triangles(run)
        if [one[0] for one in mine] != [one[0] for one in theirs]:
            return f"{entry.name}, run {number}: {len(mine)} triangles, or their orders, are not the recorded ones"
        for (_, ours), (_, wanted) in zip(mine, theirs, strict=True):
            for corner, told in zip(ours, wanted, strict=True):
                for register, values in told.items():
                    mapped = ~np.isnan(values)  # no recorded program emits a NaN: these have no meaning
                    if not np.array_equal(corner[register][mapped], values[mapped]):
                        return f"{entry.name}, run {number}: {register} is {corner[register]}, not {values}"
    return None
