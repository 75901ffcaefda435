"""Shaders as RetroArch writes them: one file with both stages, chosen by `#if defined(VERTEX)` and `FRAGMENT`, and
parameters of the user in `#pragma parameter`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from gpucc.program import Stage

PART = re.compile(r"^[ \t]*#[ \t]*(?:if|ifdef|elif)\b[^\n]*\b(VERTEX|FRAGMENT)\b", re.MULTILINE)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
MACROS: Mapping[str, Stage] = {"VERTEX": "vertex", "FRAGMENT": "fragment"}
# the macro by which RetroArch says that parameters are uniforms; without it they are constants
UNIFORM_PARAMETERS = "PARAMETER_UNIFORM"
NUMBER = r"\s*([-+]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)f?"
# NAME "what it is" default least most [step]
PARAMETER = re.compile(rf'parameter\s+(\w+)\s*"[^"]*"{NUMBER}{NUMBER}{NUMBER}')


def parts_of(text: str) -> tuple[Stage, ...]:
    """The stages that a file has parts for; none if it does not ask which stage is compiled."""
    found = set(PART.findall(text))
    return tuple(stage for macro, stage in MACROS.items() if macro in found)


def macros_of(text: str, stage: str) -> dict[str, str]:
    """The macros that RetroArch defines before a file of several parts, without those that the file defines itself."""
    names = [stage.upper(), UNIFORM_PARAMETERS] if parts_of(text) else []
    return {name: "1" for name in names if name not in DEFINED.findall(text)}


def parameters(pragmas: Iterable[str]) -> dict[str, float]:
    """The default values of the parameters, by name; the last definition of a name counts."""
    found: dict[str, float] = {}
    for pragma in pragmas:
        match = PARAMETER.match(pragma)
        value = float(match[2].replace(" ", "")) if match is not None else math.inf
        if match is not None and math.isfinite(value):
            found[match[1]] = value
    return found
