"""Simulator and checker, which share only the record, give the same verdicts on random straight programs."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from lima_pp_random import packet

from gpucc.emit.lima_pp import encode, link
from gpucc.interp.data import Batch, Texture
from gpucc.interp.lima_pp_check import check
from gpucc.interp.machine import Fault, LimaTrap
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.program import Interface, Program, Slot
from gpucc.targets.lima_pp import simulate

# operations whose legality depends on values: the stack, offsets, the frame buffer; and results that the simulator does
# not know to be numbers
LEFT_OUT = {"temporary", "read_color", "read_depth", "normalize", "cube", "cube_register", "texld_cube"}
LEFT_OUT |= {"atan_pt1", "atan2_pt1", "atan_pt2"}
NAMES = ("gl_FragCoord", "gl_PointCoord", "gl_FrontFacing")
# rules about states that the simulator accepts
SILENT = {"sync", "limit", "following"}
# harmless without a later use in arithmetic: copies, coordinates that are not sampled at, unused results
HARMLESS = {"unwritten", "narrow", "coordinates"}


def straight(rng: random.Random, length: int) -> list[Packet]:
    packets = []
    for _ in range(length):
        parts = []
        for part in packet(rng).parts:
            if part.op in LEFT_OUT or part.unit == "branch" or rng.random() < 0.5:
                continue
            parts.append(plain(part))
        packets.append(Packet(tuple(parts), sync=True))
    return [*packets, Packet(stop=True)]


def plain(part: UnitPart) -> UnitPart:
    """The instruction without offsets, reading only inputs that the test provides."""
    if part.unit in ("varying", "uniform") and not part.op.endswith("register"):
        settings = tuple((name, value % 4 if name == "index" else value) for name, value in part.settings)
        return replace(part, sources=(), settings=settings)
    if part.unit == "sampler":
        settings = tuple((name, 0) for name, _ in part.settings)
        return replace(part, sources=(), settings=settings)
    return replace(part, sources=part.sources[:1]) if part.unit == "store" else part


@pytest.mark.parametrize("seed", range(150))
def test_what_stops_the_simulator_is_a_violation(seed: int) -> None:
    rng = random.Random(seed)
    code = encode(link(straight(rng, rng.randint(1, 6))))
    random_inputs = np.random.default_rng(seed)
    inputs = random_inputs.uniform(-2, 2, (8, 4 + len(NAMES), 4)).astype(np.float32)
    uniforms = random_inputs.uniform(-2, 2, (1, 8, 4)).astype(np.float32)
    textures = {0: Texture((np.ones((2, 2, 4), np.float32),))}
    interface = Interface(tuple(Slot(name, "input", 4 + i, "ffff", builtin=name) for i, name in enumerate(NAMES)))
    found = [violation for violation in check(code) if violation.rule not in SILENT]
    stopped: int | None = None
    try:
        simulate(Program("lima-pp", "fragment", code, interface), LIMA_PP, Batch(inputs, uniforms, textures))
    except LimaTrap as trap:
        stopped = trap.token
    except Fault as fault:
        pytest.fail(str(fault))
    if stopped is None:
        assert {violation.rule for violation in found} <= HARMLESS
    else:
        assert found
        assert min(violation.instruction or 0 for violation in found) <= stopped
