"""The targets that a suite's shaders run on, each in its version with the most room, and the classification of
refusals."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from conformance_outcome import Outcome

from gpucc import driver
from gpucc.errors import GpuccError, InternalError, Miscompiled, Unsupported
from gpucc.program import Program, Stage

STAGE_TARGETS: dict[Stage, tuple[tuple[str, Mapping[str, str]], ...]] = {
    "vertex": (("lima-vp", {}), ("pica200", {}), ("agal", {"version": "3"})),
    "fragment": (("lima-pp", {}), ("agsl", {}), ("agal", {"version": "3"})),
}
# of uniforms that the compiler adds, the values that leave positions and sizes of points alone
IDENTITIES = {
    "gl_mali_ViewportTransform": [1.0] * 4 + [0.0] * 4,
    "gl_mali_PointSizeParameters": [0.0, math.inf, 1.0, 0.0],
}
NUMBERS = re.compile(r"`[^`]*`|\b\d+\b")


@dataclass(slots=True)
class Refused(Exception):
    """Raised where a target refuses a shader that the language allows, or fails on it."""

    outcome: Outcome = field(default_factory=lambda: Outcome("", "wrong"))


def compile_for(text: str, isa: str, target: Mapping[str, str], stage: Stage, question: str) -> Program:
    """The verified program of the shader; raises Refused."""
    try:
        return driver.compile(text, isa, stage=stage, target=target)
    except Unsupported as error:
        raise Refused(Outcome(question, "limit", f"{isa}: {kind_of(error)}")) from None
    except (Miscompiled, InternalError) as error:
        raise Refused(Outcome(question, "wrong", f"{type(error).__name__}: {error.message}"[:300])) from None
    except GpuccError as error:
        raise Refused(Outcome(question, "wrong", f"refused: {error.message}"[:300])) from None


def kind_of(error: GpuccError) -> str:
    """The class of a refusal: its message without names and numbers."""
    return NUMBERS.sub("..", error.message)[:120]


def fitted(program: Program, given: Mapping[str, Any], lanes: int) -> dict[str, Any]:
    """The subset of a case's values that the program still reads; a matrix input is split into columns.

    Missing values are 0, as in OpenGL; the viewport that lima's vertex programs apply is the identity.
    """
    found: dict[str, Any] = {}
    for slot in (*program.interface.inputs, *program.interface.uniforms):
        name, _, column = slot.name.partition(".")
        if slot.name in given:
            found[slot.name] = given[slot.name]
        elif column.isdigit() and name in given:
            found[slot.name] = np.asarray(given[name])[..., int(column), :]
        else:
            count = len(slot.words.replace(".", ""))
            value = np.float32(IDENTITIES.get(slot.name, [0.0] * count))
            found[slot.name] = (
                np.broadcast_to(value, (lanes, count))[:, 0] if count == 1 else np.broadcast_to(value, (lanes, count))
            )
    return found
