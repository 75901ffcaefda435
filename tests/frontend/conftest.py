"""Runs sources through the front ends and the JIT: named arrays in, named arrays out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gpucc.frontend.compile import compile_source
from gpucc.interp.arrays import pack, unpack
from gpucc.interp.reference.jit import Reference
from gpucc.isa.agal import AGAL
from gpucc.lowering.interface.canonicalise import canonicalise
from gpucc.lowering.source import load

Run = Callable[..., dict[str, Any]]


def run_source(
    text: str,
    stage: str = "fragment",
    dialect: str = "glsl",
    lanes: int | None = None,
    math: str = "glsl",
    **arrays: Any,
) -> Any:
    module = compile_source(text, "test", dialect, stage, math=math)  # type: ignore[arg-type]
    shader = canonicalise(load(module, name="test"), entry=None, stage=stage, bind=(), default_stage=stage)  # type: ignore[arg-type]
    batch = pack(shader.interface, arrays, lanes)
    outcome = Reference(shader, AGAL.format).run(batch)
    found: dict[str, Any] = unpack(shader.interface, outcome)
    found["unsure"] = outcome.unsure
    found["interface"] = shader.interface
    return found


@pytest.fixture
def run() -> Run:
    return run_source


@pytest.fixture
def glsl() -> Callable[..., Any]:
    """The value of a GLSL expression over inputs given by keyword: the vec4 assigned to `r`."""

    def value(statements: str, head: str = "", **arrays: Any) -> Any:
        declared = "".join(f"varying {_kind(array)} {name};\n" for name, array in arrays.items())
        text = (
            f"precision highp float;\n{declared}{head}\nvoid main() {{ vec4 r = vec4(0.0); {statements}\n gl_FragColor"
            " = r; }"
        )
        inputs = {name: np.atleast_1d(np.asarray(array, np.float32)) for name, array in arrays.items()}
        inputs = {
            name: array if array.ndim > 1 or _kind(array) == "float" else array[None] for name, array in inputs.items()
        }
        # inputs that nothing reads are not part of the interface
        module = compile_source(text, "test", "glsl", "fragment")
        shader = canonicalise(
            load(module, name="test"), entry=None, stage="fragment", bind=(), default_stage="fragment"
        )
        known = {slot.name for slot in shader.interface.inputs}
        batch = pack(shader.interface, {name: array for name, array in inputs.items() if name in known})
        outcome = Reference(shader, AGAL.format).run(batch)
        assert not outcome.unsure.any()
        return np.asarray(unpack(shader.interface, outcome)["gl_FragColor"])[0]

    return value


def _kind(array: Any) -> str:
    size = np.asarray(array).size
    return "float" if size == 1 else f"vec{size}"
