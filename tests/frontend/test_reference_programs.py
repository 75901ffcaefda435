"""Outside evidence: GLSL programs with expected outputs that gpucc did not compute (tests/reference, lima-vp and
lima-pp)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpucc.frontend.compile import compile_source
from gpucc.interp.arrays import pack, unpack
from gpucc.interp.data import Texture
from gpucc.interp.reference.jit import Reference
from gpucc.isa.agal import AGAL
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load
from gpucc.program import Interface

ROOT = Path(__file__).parents[1] / "reference"
VERTEX = json.loads((ROOT / "lima-vp" / "programs.json").read_text())
FRAGMENT = json.loads((ROOT / "lima-pp" / "programs.json").read_text())


def prepare(program: dict[str, Any], stage: str) -> tuple[Reference, Interface]:
    text = compile_source(program["glsl"], f"{program['name']}.glsl", "glsl", stage)  # type: ignore[arg-type]
    shader = canonicalise(load(text, name="m"), entry=None, stage=stage, bind=(), default_stage=stage)  # type: ignore[arg-type]
    return Reference(shader, AGAL.format), shader.interface


def spread(interface: Interface, kind: str, given: dict[str, list[Any]]) -> dict[str, Any]:
    """Values by slot: input arrays and matrices have a slot for each element."""
    found: dict[str, Any] = {}
    for slot in getattr(interface, kind):
        name, dot, number = slot.name.rpartition(".")
        rows = given[name if dot else slot.name]
        found[slot.name] = np.array([np.ravel(row[int(number)] if dot else row) for row in rows], np.float32)
    return found


def collect(interface: Interface, outputs: dict[str, Any], name: str) -> Any:
    """The parts of an output, concatenated."""
    parts = [slot.name for slot in interface.outputs if slot.name == name or slot.name.rpartition(".")[0] == name]
    return np.concatenate([outputs[part].reshape(len(outputs[part]), -1) for part in parts], axis=1)


@pytest.mark.parametrize("program", VERTEX["programs"], ids=lambda p: p["name"])
def test_a_vertex_program_computes_what_is_recorded(program: dict[str, Any]) -> None:
    reference, interface = prepare(program, "vertex")
    for vector in program["vectors"]:
        given = {name: [value] for name, value in vector["attributes"].items()}
        arrays = spread(interface, "inputs", given)
        arrays |= {slot.name: np.array(vector["uniforms"][slot.name], np.float32) for slot in interface.uniforms}
        outcome = reference.run(pack(interface, arrays))
        assert not outcome.unsure.any()
        outputs = unpack(interface, outcome)
        wanted = {"gl_Position": vector["expect"]["clip"], **vector["expect"]["varyings"]}
        for name, value in wanted.items():
            flat = np.ravel(value)
            assert np.all(np.abs(collect(interface, outputs, name)[0] - flat) <= 2e-6 * np.maximum(1, np.abs(flat))), (
                name
            )
        if "point_size" in vector["expect"]:
            size = float(np.ravel(outputs["gl_PointSize"])[0])
            assert np.clip(size, 1, 100) == pytest.approx(vector["expect"]["point_size"], rel=1e-5)


def textures(interface: Interface, program: dict[str, Any]) -> dict[str, Texture]:
    found = {}
    for slot in interface.samplers:
        if slot.type == "samplerCube":
            faces = np.array(FRAGMENT["textures"]["cube_faces_px_nx_py_ny_pz_nz"], np.float32)
            found[slot.name] = Texture((faces.reshape(6, 1, 1, 4),))
        else:
            index = program["layout"]["samplers"][slot.name]
            found[slot.name] = Texture((np.array(FRAGMENT["textures"]["2d"][str(index)], np.float32),))
    return found


NAMES = {"gl_FragCoord": "gl_FragCoord", "gl_PointCoord": "gl_PointCoord", "gl_FrontFacing": "gl_FrontFacing"}


@pytest.mark.parametrize("program", FRAGMENT["programs"], ids=lambda p: p["name"])
def test_a_fragment_program_computes_what_is_recorded(program: dict[str, Any]) -> None:
    text = compile_source(program["glsl"], f"{program['name']}.glsl", "glsl", "fragment")
    samplers = {
        name: index
        for name, index in program["layout"]["samplers"].items()
        if re.search(rf'@"?{re.escape(name)}\b', text)
    }
    binds = tuple(f"{name}=sampler:{index}:nearest,repeat" for name, index in samplers.items())
    shader = canonicalise(load(text, name="m"), entry=None, stage="fragment", bind=binds, default_stage="fragment")
    reference, interface = Reference(shader, AGAL.format), shader.interface
    for vector in program["vectors"]:
        quad = vector.get("quad")
        lanes = quad if quad else [vector] * 4
        given: dict[str, list[Any]] = {}
        for lane in lanes:
            for name, value in [*lane.get("varyings", {}).items(), *((n, lane.get(n, vector.get(n))) for n in NAMES)]:
                given.setdefault(name, []).append(value)
        arrays: dict[str, Any] = spread(interface, "inputs", given)
        arrays |= {slot.name: np.array(vector["uniforms"][slot.name], np.float32) for slot in interface.uniforms}
        outcome = reference.run(pack(interface, arrays | textures(interface, program), lanes=4))
        assert not outcome.unsure.any()
        for number, lane in enumerate(lanes):
            expected = lane.get("expect", vector.get("expect"))
            if expected == "discard":
                assert outcome.discarded[number]
                continue
            assert not outcome.discarded[number]
            found = unpack(interface, outcome)["gl_FragColor"][number]
            tolerance = np.array(lane.get("tolerance", vector.get("tolerance"))) / 8
            assert np.all(np.abs(found - np.array(expected)) <= tolerance), (found, expected)
