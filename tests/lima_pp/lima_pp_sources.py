"""The recorded GLSL sources of lima-pp through our own front end and back end, compared with Mesa's words for them.

The recorded inputs become named arrays, and the results of our words are compared with the recorded results, which
neither Mesa nor gpucc computed. A lane is a fragment: a vector represents a quad, of four equal fragments if the record
has only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from lima_pp_outside import Recorded, documents, fragments, program_of, recorded, textures
from lima_pp_outside import batch as mesas_batch
from numpy.typing import NDArray

from gpucc import driver
from gpucc.interp.arrays import pack
from gpucc.interp.data import Batch, Outcome
from gpucc.isa.model import SamplerState
from gpucc.program import Interface, Program, Slot
from gpucc.targets import registry
from gpucc.targets.lima_pp import simulate

ISA = "lima-pp"
LANES = "xyzw"
STEPS = 20000
# in percent: the limits on lengths hold after less than the usual search, but an exact search of what it leaves is long
EFFORT = 20
Arrays = dict[str, Any]


@cache
def programs() -> dict[str, Recorded]:
    """The recorded programs by name."""
    return {entry.name: entry for entry in recorded() if entry.program is not None}


def record(name: str) -> dict[str, Any]:
    found = programs()[name].program
    assert found is not None
    return found


def compiled(name: str, facts: str = "agreed", opt: int = 2) -> Program:
    """The compiled program, by default with verification against LLVM's JIT; other settings only need to agree with the
    recorded results."""
    return _compiled(name, facts, opt)


@cache
def _compiled(name: str, facts: str, opt: int) -> Program:
    verify = 64 if (facts, opt) == ("agreed", 2) else None
    return driver.compile(
        record(name)["glsl"],
        ISA,
        name=f"{name}.frag",
        stage="fragment",
        opt=opt,
        target={"facts": facts},
        verify=verify,
        effort=100 if opt == 3 else EFFORT,
    )


# inputs ---------------------------------------------------------------------------------------------------------------


def given(name: str, interface: Interface) -> Arrays:
    """The recorded fragments as named arrays."""
    lanes = fragments(record(name))
    arrays: Arrays = {slot.name: np.array([_input(slot, *lane) for lane in lanes]) for slot in interface.inputs}
    for slot in interface.uniforms:
        arrays[slot.name] = np.array([_rows(slot, _uniform(slot.name, vector)) for vector, _ in lanes])
    flat, cube = textures()
    for slot in interface.samplers:
        number = record(name)["layout"]["samplers"][slot.name]
        arrays[slot.name] = cube if slot.sampler is not None and slot.sampler.dimension == "cube" else flat[number]
    return arrays


def _input(slot: Slot, vector: Mapping[str, Any], lane: Mapping[str, Any]) -> NDArray[Any]:
    """The value of an input. `gl_FragCoord` is passed as the rasteriser delivers it; the program transforms it
    itself."""
    raw = {"gl_FragCoord": "frag_coord_raw"}.get(slot.builtin or "", slot.builtin or "")
    if raw:
        return np.ravel(np.asarray(vector[raw], np.float64))
    base, _, index = slot.name.partition(".")
    value = lane["varyings"][base]
    return np.ravel(value[int(index)] if index else value).astype(np.float64)


def _uniform(name: str, vector: Mapping[str, Any]) -> Any:
    return vector["uniforms"][name] if name in vector["uniforms"] else documents()[0][name]


def _rows(slot: Slot, value: Any) -> list[float]:
    """The components of a slot, register by register; rows of the record may be shorter."""
    rows = [np.atleast_1d(row) for row in value] if slot.registers > 1 else [np.ravel(value)]
    assert len(rows) == slot.registers, slot
    found: list[float] = []
    for number, row in enumerate(rows):
        wanted = len(slot.words[4 * number : 4 * number + 4].replace(".", ""))
        found += [*map(float, row[:wanted]), *[0.0] * (wanted - len(row))]
    return found


def repeating(program: Program) -> Program:
    """The program with repeating textures, as in the record; this is part of the state, not of the code."""
    samplers = tuple(
        replace(slot, sampler=replace(slot.sampler or SamplerState(), wrap="repeat"))
        for slot in program.interface.samplers
    )
    return replace(program, interface=replace(program.interface, samplers=samplers))


# results --------------------------------------------------------------------------------------------------------------


def run(name: str, program: Program, precision: Any = "native") -> Outcome:
    lanes = len(fragments(record(name)))
    inputs = pack(program.interface, given(name, program.interface), lanes)
    isa = registry.find(program.isa).isa
    return simulate(repeating(program), isa, inputs, step_limit=STEPS, precision=precision)


def deviations(name: str, program: Program, precision: Any = "native") -> list[str]:
    """The differences between the program's results and the recorded ones."""
    outcome = run(name, program, precision)
    colour = next(slot for slot in program.interface.outputs if slot.register == 0)
    found = []
    for i, (_, lane) in enumerate(fragments(record(name))):
        if outcome.unsure[i]:
            found.append(f"{name}: lane {i} is unsure")
        elif bool(outcome.discarded[i]) != (lane["expect"] == "discard"):
            found.append(f"{name}: lane {i} {'is' if outcome.discarded[i] else 'is not'} discarded")
        elif lane["expect"] != "discard":
            for component, (value, tolerance) in enumerate(zip(lane["expect"], lane["tolerance"], strict=True)):
                got = float(outcome.outputs[i, colour.register, component])
                if not abs(got - value) <= tolerance:
                    found.append(f"{name}: lane {i}: {LANES[component]} is {got}, not {value} (within {tolerance:.3g})")
    return found


# executed instructions ------------------------------------------------------------------------------------------------


def quads(inputs: Batch) -> list[Batch]:
    """Each quad as a batch."""
    return [
        Batch(
            inputs.inputs[i : i + 4],
            inputs.uniforms[i : i + 4] if len(inputs.uniforms) > 1 else inputs.uniforms,
            inputs.textures,
        )
        for i in range(0, inputs.lanes, 4)
    ]


def executed(name: str, program: Program) -> list[int]:
    """The number of instructions that our words execute for each recorded vector, which is a quad."""
    lanes = len(fragments(record(name)))
    inputs = pack(program.interface, given(name, program.interface), lanes)
    return _steps(repeating(program), inputs)


@cache
def mesas_executed(name: str) -> list[int]:
    return _steps(program_of(programs()[name]), mesas_batch(record(name)))


def _steps(program: Program, inputs: Batch) -> list[int]:
    isa = registry.find(program.isa).isa
    return [simulate(program, isa, quad, step_limit=STEPS).steps for quad in quads(inputs)]


def words(code: bytes) -> int:
    return len(code) // 4
