"""The results of a compilation, as bytes and lines of text: enough to write the outputs and repeat the messages without
compiling again."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class MadeProgram:
    """A compiled program, for the commands. `summary` is empty if the compilation stopped before its end; `derives`
    tells whether the host computes derived constants."""

    summary: str
    stats: str
    explained: str
    derives: bool


@dataclass(frozen=True, slots=True)
class Made:
    """The results of a compilation. `outputs` are the bytes of each output, `links` lines about a linked pair, `looked`
    the paths at which included files were looked for, and whether they are there. `kept` tells that it comes from
    the cache.
    """

    outputs: tuple[bytes, ...]
    programs: tuple[MadeProgram, ...]
    warnings: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    looked: Mapping[str, bool] = field(default_factory=dict)
    kept: bool = False


def as_text(made: Made) -> dict[str, Any]:
    """The record as values that JSON has."""
    return {
        "outputs": [base64.b64encode(data).decode() for data in made.outputs],
        "programs": [[one.summary, one.stats, one.derives] for one in made.programs],
        "warnings": list(made.warnings),
        "links": list(made.links),
        "looked": dict(made.looked),
    }


def from_text(record: Any) -> Made | None:
    """The record of such values; None if they are none."""
    match record:
        case {
            "outputs": [*outputs],
            "programs": [*programs],
            "warnings": [*warnings],
            "links": [*links],
            "looked": dict(looked),
        }:
            pass
        case _:
            return None
    try:
        data = tuple(base64.b64decode(one, validate=True) for one in outputs)
        known = tuple(MadeProgram(str(summary), str(stats), "", bool(derives)) for summary, stats, derives in programs)
    except (binascii.Error, TypeError, ValueError):
        return None
    found = {str(path): bool(there) for path, there in looked.items()}
    return Made(data, known, tuple(map(str, warnings)), tuple(map(str, links)), found, kept=True)


def serialised(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, sort_keys=True).encode()
