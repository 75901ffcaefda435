"""Our C programs are equivalent to the recorded GLSL programs: LLVM's JIT gives the recorded results on the recorded
inputs.

The results were computed from the GLSL sources, by neither Mesa nor us. tests/quality/test_lima_vp.py tests the stored
position; here the position is still the one that the source computes.
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from lima_vp_kernels import FOLDER, deviations, given, index, records, source

from gpucc.interp.arrays import pack, unpack
from gpucc.interp.reference.jit import Reference
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load

NAMES = tuple(records())
VARIANTS = ("", "strict")


@cache
def reference(name: str, variant: str) -> tuple[Reference, dict[str, Any]]:
    shader = canonicalise(load(source(name, variant)), stage="vertex")
    outcome = Reference(shader, LIMA_VP.format)
    found = outcome.run(pack(shader.interface, given(records()[name], shader.interface)))
    assert not found.unsure.any()
    return outcome, unpack(shader.interface, found)


def test_every_recorded_program_has_its_equivalent() -> None:
    assert len(NAMES) == 43
    assert tuple(index()["recorded"]) == NAMES
    everything = sorted([*NAMES, *index()["own"]])
    for pattern in ("*.ll", "strict/*.ll", "src/*.c"):
        assert sorted(path.stem for path in FOLDER.glob(pattern)) == everything
    assert set(index()["most"]) <= set(everything)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", VARIANTS, ids=["glsl", "strict"])
@pytest.mark.parametrize("name", NAMES)
def test_the_jit_gives_the_recorded_results(name: str, variant: str) -> None:
    assert deviations(records()[name], reference(name, variant)[1], clip=True) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_interface_is_the_recorded_one(name: str) -> None:
    """Same names, and equally many vec4 of uniforms: no program has a more convenient data layout than Mesa's."""
    interface = reference(name, "")[0].shader.interface
    layout = records()[name]["layout"]
    assert {slot.name for slot in interface.inputs} == set(layout["attributes"])
    assert {slot.name: slot.registers for slot in interface.uniforms} == {
        u["name"]: u["count"] for u in layout["uniforms"]
    }
    assert {slot.name.partition(".")[0] for slot in interface.outputs} == set(layout["varyings"])


@pytest.mark.parametrize("name", NAMES)
def test_the_freedom_is_that_of_glsl(name: str) -> None:
    text = source(name).read_text()
    assert "nnan" not in text
    assert "ninf" not in text
    assert " fast " not in text
    for line in source(name, "strict").read_text().splitlines():
        assert "reassoc" not in line
        assert "contract" not in line


def test_a_wrong_result_is_noticed() -> None:
    record = copy.deepcopy(records()["mat4"])
    record["vectors"][3]["expect"]["clip"][2] *= 1.001
    (found,) = deviations(record, reference("mat4", "")[1], clip=True)
    assert found.startswith("mat4: vector 3: gl_Position is")
