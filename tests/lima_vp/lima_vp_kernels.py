"""The programs of tests/kernels/lima_vp and the records on which they are modelled (tests/reference/lima-vp).

The recorded attributes and uniforms become named arrays, and the results of a run of the program are compared with the
recorded ones: `deviations` describes every difference beyond the record's tolerance.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from lima_vp_outside import documents
from numpy.typing import NDArray

from gpucc.program import Interface, Slot

FOLDER = Path(__file__).resolve().parents[1] / "kernels" / "lima_vp"
Arrays = dict[str, NDArray[Any]]


@cache
def index() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "index.json").read_text())
    return found


@cache
def records() -> dict[str, dict[str, Any]]:
    """The recorded programs by name."""
    return {record["name"]: record for record in documents()[0]["programs"]}


def source(name: str, variant: str = "") -> Path:
    return FOLDER / variant / f"{name}.ll"


def given(record: dict[str, Any], interface: Interface, viewport: Mapping[str, Sequence[str]] | None = None) -> Arrays:
    """The record's vectors as lanes of the shader's inputs and uniforms.

    `viewport` maps uniforms that the compiler adds to recorded values; their w is not used.
    """
    vectors = record["vectors"]
    fixed = {name: [documents()[0][key][:3] for key in keys] for name, keys in (viewport or {}).items()}
    fixed["gl_mali_PointSizeParameters"] = [1.0, 100.0, 1.0]
    arrays: Arrays = {}
    for slot in interface.inputs:
        arrays[slot.name] = np.array([_padded(slot, [np.atleast_1d(v["attributes"][slot.name])]) for v in vectors])
    for slot in interface.uniforms:
        values = [fixed.get(slot.name) or v["uniforms"][slot.name] for v in vectors]
        arrays[slot.name] = np.array([_padded(slot, _rows(slot, value)) for value in values])
    return arrays


def _rows(slot: Slot, value: Any) -> list[NDArray[Any]]:
    """The vec4 of a uniform one by one: the record lists elements of arrays and columns of matrices."""
    return [np.atleast_1d(row) for row in value] if slot.registers > 1 else [np.atleast_1d(value)]


def _padded(slot: Slot, rows: list[NDArray[Any]]) -> list[float]:
    """The components of a slot; where the record's vec4 have fewer, nothing reads the others."""
    found: list[float] = []
    for number, row in enumerate(rows):
        wanted = len(slot.words[4 * number : 4 * number + 4].replace(".", ""))
        assert len(row) <= wanted, slot
        found += [*map(float, row), *[np.nan] * (wanted - len(row))]
    return found


def expected(record: dict[str, Any], clip: bool) -> Iterator[tuple[str, int, NDArray[Any]]]:
    """Yield (name, vector, values) for all recorded results; with `clip`, the position before the viewport
    transform."""
    for number, vector in enumerate(record["vectors"]):
        expect = vector["expect"]
        yield "gl_Position", number, np.ravel(expect["clip" if clip else "position"])
        if "point_size" in expect and not clip:
            yield "gl_PointSize", number, np.ravel(expect["point_size"])
        for name, value in expect["varyings"].items():
            yield name, number, np.ravel(value)


def deviations(record: dict[str, Any], outputs: Mapping[str, NDArray[Any]], clip: bool) -> list[str]:
    """The differences between `outputs` and the record beyond its tolerance."""
    whole = {}
    for name in {name for name, _, _ in expected(record, clip)}:
        parts = (
            [outputs[name]]
            if name in outputs
            else [value for key, value in outputs.items() if key.startswith(f"{name}.")]
        )
        assert parts, f"there is no output {name}, only {', '.join(outputs)}"
        whole[name] = np.concatenate([part.reshape(len(record["vectors"]), -1) for part in parts], axis=1)
    found = []
    for name, number, wanted in expected(record, clip):
        got = whole[name][number].astype(np.float64)
        assert got.shape == wanted.shape, name
        if not (np.abs(got - wanted) <= record["tolerance"] * np.maximum(1.0, np.abs(wanted))).all():
            found.append(f"{record['name']}: vector {number}: {name} is {got.tolist()}, not {wanted.tolist()}")
    return found
